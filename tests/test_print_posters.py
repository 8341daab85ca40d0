"""Posters: read back from the finished PDFs and put together again."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageFilter, ImageStat
from printing import MM, clean, puts, render

from pnp.cli import main

if TYPE_CHECKING:
    from helpers import Project

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the board of 500 x 500 mm with its posters and return the folder."""
    out = tmp_path_factory.mktemp("posters")
    args = ["--project", str(ROOT), "build", "--game", "bitra", "--only", "board", "--out", str(out)]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    return out / "bitra" / "ru"


@pytest.mark.parametrize(
    ("name", "paper", "pages", "scale"),
    [
        ("board-a4.pdf", "a4", 6, 1.0),
        ("board-a3.pdf", "a3", 4, 1.0),
        ("board-a4-370.pdf", "a4", 4, 0.74),
        ("board-a3-277.pdf", "a3", 1, 0.554),
    ],
)
def test_kit_lists_posters(board: Path, name: str, paper: str, pages: int, scale: float) -> None:
    """Each poster is listed with its paper, pages and scale, and qpdf finds no fault in it."""
    listing = json.loads((board / "kit.json").read_text(encoding="utf-8"))
    entry = next(f for f in listing["files"] if f["file"] == name)
    assert (entry["component"], entry["paper"], entry["layout"]) == ("board", paper, "poster")
    assert (entry["pages"], entry["sheets"], entry["scale"]) == (pages, pages, scale)
    with pikepdf.open(board / name) as pdf:
        assert len(pdf.pages) == pages
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
    assert clean(board / name)


def windows(file: Path) -> list[tuple[float, float, float, float]]:
    """Return which part of the whole, in its own millimetres, each page shows."""
    found = []
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            (put,) = puts(page)
            scale, x, y = put.matrix[0], put.matrix[4], put.matrix[5]
            left, top, right, bottom = put.clip
            width, height = (float(v) / MM for v in page.mediabox[2:])
            assert min(left, top, width - right, height - bottom) >= 10 - 0.01
            found.append(((left - x) / scale, (top - y) / scale, (right - x) / scale, (bottom - y) / scale))
    return found


@pytest.mark.parametrize(("name", "overlap"), [("board-a4.pdf", 10), ("board-a4-370.pdf", 10 / 0.74)])
def test_windows_cover_all_and_overlap(board: Path, name: str, overlap: float) -> None:
    """The windows begin at 0, end at 500, and each shares 10 mm of paper with the next, to 0.05 mm."""
    shown = windows(board / name)
    for axis in (0, 1):
        spans = sorted({(round(w[axis], 2), round(w[axis + 2], 2)) for w in shown})
        assert spans[0][0] == pytest.approx(0, abs=0.05)
        assert spans[-1][1] == pytest.approx(500, abs=0.05)
        for (_, end), (begin, _) in itertools.pairwise(spans):
            assert end - begin == pytest.approx(overlap, abs=0.05)


def test_pages_put_together_are_the_board(board: Path) -> None:
    """Six A4 pages laid over each other by their windows look like the one-page board."""
    dpi = 36
    whole = render(board / "board.pdf", 0, dpi)
    glued = Image.new("RGB", whole.size, "white")
    dots = dpi / 25.4
    with pikepdf.open(board / "board-a4.pdf") as pdf:
        for number, page in enumerate(pdf.pages):
            (put,) = puts(page)
            left, top, right, bottom = (round(v * dots) for v in put.clip)
            part = render(board / "board-a4.pdf", number, dpi).crop((left, top, right, bottom))
            at = (put.clip[0] - put.matrix[4], put.clip[1] - put.matrix[5])
            glued.paste(part, (round(at[0] * dots), round(at[1] * dots)))
    soft = [image.filter(ImageFilter.GaussianBlur(2)) for image in (whole, glued)]
    apart = ImageStat.Stat(ImageChops.difference(*soft)).mean
    assert max(apart) < 5
    blank = ImageStat.Stat(ImageChops.difference(whole, Image.new("RGB", whole.size, "white"))).mean
    assert min(blank) > 16


def test_pages_say_where_they_belong(board: Path) -> None:
    """Every page names itself, its number, and the neighbours that are glued on."""
    with pypdfium2.PdfDocument(board / "board-a4.pdf") as pdf:
        texts = [page.get_textpage().get_text_bounded().replace("\r\n", " ") for page in pdf]
    assert "Игровое поле: лист А1, 1 из 6" in texts[0]
    assert "сюда лист А2" in texts[0]
    assert "сюда лист Б1" in texts[0]
    assert "Игровое поле: лист Б3, 6 из 6" in texts[5]
    assert "клей" not in texts[5]


def test_small_text_is_reported(tmp_path: Path) -> None:
    """The board reduced from 500 to 150 mm has text under 5 pt: validate warns, a width of 277 is fine."""
    shutil.copytree(ROOT / "content" / "bitra", tmp_path / "content" / "bitra")
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    game = tmp_path / "content" / "bitra" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert text.count("width: 370") == 1
    game.write_text(text.replace("width: 370", "width: 150"), encoding="utf-8")
    result = CliRunner().invoke(main, ["--project", str(tmp_path), "validate", "--format", "json"])
    found = [f for f in json.loads(result.stdout)["findings"] if f["code"] == "poster/small-text"]
    assert [f["severity"] for f in found] == ["warning"]
    assert "at a width of 150 mm" in found[0]["message"]
    assert "less than 5 pt" in found[0]["message"]


def test_paper_too_small_for_a_poster(tmp_path: Path, project: Project) -> None:
    """On 40 x 40 or 60 x 60 mm a poster is refused as a card is, in one sentence about the paper."""
    project.edit(
        "content/demo/game.yaml", "back: back.svg}", "back: back.svg}\n    impose: page\n    posters: [paper]"
    )
    for paper in ("40x40", "60x60"):
        ran = project.run("build", "--paper", paper, "--out", str(tmp_path / "kits"))
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert f"does not fit on {paper} with margins of 10 mm" in ran.err
        assert "Choose a larger --paper" in ran.err
    assert not (tmp_path / "kits").exists()


@pytest.mark.parametrize(("width", "wrong"), [("3000", 0), ("5000", 1)])
def test_a_poster_of_absurdly_many_pages(project: Project, width: str, wrong: int) -> None:
    """63 x 88 mm blown up to 5 m is a finding at the component; at 3 m, 272 pages, it is none."""
    project.edit(
        "content/demo/game.yaml",
        "back: back.svg}",
        f"back: back.svg}}\n    impose: page\n    posters: [{{paper: paper, width: {width}}}]",
    )
    found = [f for f in project.findings() if f["code"] == "poster/too-many-pages"]
    assert len(found) == wrong
    if wrong:
        assert "takes 741 pages of a4, more than 400." in found[0]["message"]
        assert found[0]["line"] > 1
