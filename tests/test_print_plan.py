"""The print plan read back: it says what kit.json says."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
import pypdfium2
import pytest
from printing import MM, clean, render

from pnp.content.ownwords import Words, shipped_words
from pnp.export.plan import print_plan

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


ENGLISH = Words("en", "en", shipped_words("en"))


def words(file: Path) -> str:
    """Return all text of a PDF, spaces and line ends made single spaces."""
    with pypdfium2.PdfDocument(file) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in pdf).split())


def test_plan_says_what_the_kit_holds(project: Project) -> None:
    """Title, files, papers, sheets, sides and pieces stand in the plan; it is clean and prints unscaled."""
    folder = project.build("--paper", "letter")
    text = words(folder / "print-plan.pdf")
    assert "Проба: план печати" in text
    assert "Всего листов: Letter — 1" in text
    assert "Колода deck.pdf Letter 1 две, по длинному краю" in text
    assert "63 × 88 мм 2 2" in text
    assert clean(folder / "print-plan.pdf")
    with pikepdf.open(folder / "print-plan.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        size = [float(v) / MM for v in pdf.pages[0].mediabox[2:]]
        assert size == pytest.approx([215.9, 279.4], abs=0.05)


@pytest.mark.parametrize(
    ("duplex", "sides", "picture"),
    [
        ("short-edge", "две, по короткому краю", "переворот по короткому краю листа"),
        ("fold", "одна, согнуть и склеить", "Согните по пунктиру"),
        ("none", "одна, рубашки приклеить", "Рубашки — на последних листах файла"),
    ],
)
def test_plan_shows_the_pictures_that_are_needed(
    project: Project, duplex: str, sides: str, picture: str
) -> None:
    """Each way of printing has its words and its picture, and not those of another."""
    text = words(project.build("--duplex", duplex) / "print-plan.pdf")
    assert f"deck.pdf A4 {2 if duplex == 'none' else 1} {sides}" in text
    assert picture in text
    assert ("Согните" in text) == (duplex == "fold")
    assert "Обе стороны, переворот по длинному краю" not in text


def test_too_large_to_be_folded(project: Project) -> None:
    """A piece that does not stand foot to foot on the paper has its back on a sheet to be glued instead."""
    part = "  tall:\n    title: Памятка\n    cards: {face: tall.svg, back: tall.svg}\n    size: 123x184\n"
    project.edit("content/demo/game.yaml", "words:\n", f"{part}words:\n")
    project.write(
        "templates/demo/tall.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 123 184">'
        '<rect x="-3" y="-3" width="129" height="190" fill="#dddddd"/></svg>',
    )
    folder = project.build("--duplex", "fold")
    told = json.loads((folder / "kit.json").read_text(encoding="utf-8"))["files"]
    assert [(f["file"], f["duplex"], f["glued"], f["pages"], f["sheets"]) for f in told] == [
        ("deck.pdf", "fold", False, 1, 1),
        ("tall.pdf", "none", True, 2, 2),
    ]
    text = words(folder / "print-plan.pdf")
    assert "tall.pdf A4 2 одна, рубашки приклеить" in text
    assert "Согните по пунктиру" in text


def test_coverage_is_what_is_seen(project: Project) -> None:
    """The per cents of kit.json are those of the pages as they are drawn, to two in a hundred."""
    folder = project.build("--marks", "none")
    (entry,) = json.loads((folder / "kit.json").read_text(encoding="utf-8"))["files"]
    assert len(entry["coverage"]) == entry["pages"] == 2
    for number, told in enumerate(entry["coverage"]):
        picture = render(folder / "deck.pdf", number, 36).convert("L")
        histogram = picture.histogram()
        seen = 100 * sum((255 - v) * n for v, n in enumerate(histogram)) / 255 / sum(histogram)
        assert told == pytest.approx(seen, abs=0.6)
    assert entry["coverage"][1] > 5 * entry["coverage"][0]
    assert " ".join(f"{v:.0f}" for v in entry["coverage"]) in words(folder / "print-plan.pdf")


def kit(files: list[dict[str, object]], **changed: object) -> dict[str, object]:
    """Return what kit.json might hold."""
    usual = {"component": "deck", "title": "Deck", "file": "deck.pdf", "pages": 2, "sheets": 1, "faces": 8,
             "pieces": 8, "size_mm": [63, 88], "paper": "a4", "layout": "grid", "scale": 1.0,
             "duplex": "long-edge", "coverage": [10.0, 20.0]}  # fmt: skip
    rows = [{**usual, **file} for file in files]
    return {"game": "x", "title": "X", "lang": "en", "players": 2, "paper": "a4", "files": rows, **changed}


def read(plan: bytes, tmp_path: Path) -> tuple[str, int]:
    """Return the text of a plan and its number of pages."""
    file = tmp_path / "plan.pdf"
    file.write_bytes(plan)
    with pikepdf.open(file) as pdf:
        pages = len(pdf.pages)
    return words(file), pages


def test_only_one_of_several_forms_counts(tmp_path: Path) -> None:
    """Of a board as one page, over A4 and reduced, that on the kit's paper counts; others are `or`."""
    board = {"component": "board", "title": "Board", "duplex": "none"}
    files = [
        {},
        {**board, "file": "board.pdf", "paper": "500x500", "layout": "page"},
        {**board, "file": "board-a4.pdf", "layout": "poster", "sheets": 6},
        {**board, "file": "board-a4-370.pdf", "layout": "poster", "sheets": 4, "scale": 0.74},
    ]
    text, _ = read(print_plan(kit(files), ENGLISH), tmp_path)
    assert "Sheets in all: A4 — 7" in text
    assert "or: Board board.pdf 500 × 500 mm, at a copy shop 1 one" in text
    assert "or: Board, reduced to 74 % board-a4-370.pdf A4 4 one" in text
    assert text.index("board-a4.pdf") < text.index("board.pdf")


def test_a_booklet_is_printed_instead_of_its_book(tmp_path: Path) -> None:
    """A book on sheets of A5, or the same as a booklet on the kit's paper: these sheets count once."""
    book = {"component": "rules", "title": "Rules", "paper": "148x210", "layout": "page", "pieces": 1}
    files = [
        {**book, "file": "rules.pdf", "sheets": 8},
        {**book, "component": "fold", "title": "Rules, booklet", "file": "fold.pdf", "paper": "a4",
         "layout": "booklet", "sheets": 4, "duplex": "short-edge", "instead_of": "rules"},
    ]  # fmt: skip
    text, _ = read(print_plan(kit(files), ENGLISH), tmp_path)
    assert "Sheets in all: A4 — 4 " in text
    assert "or: Rules rules.pdf A5 8 two, over the long edge" in text


@pytest.mark.parametrize(
    ("title", "code", "what"),
    [
        ("Колода " + "очень" * 30, "text/overflow", "mm too long"),
        ("Колода 漢", "font/missing-glyph", "'漢' (U+6F22)"),
    ],
)
def test_titles_that_the_plan_cannot_show(project: Project, title: str, code: str, what: str) -> None:
    """A component's title too long for its row, or in letters of no font: told at its line."""
    project.edit("content/demo/game.yaml", "title: Колода", f"title: {title}")
    ran = project.run("build", "--game", "demo")
    assert ran.code == 1
    assert f"content/demo/game.yaml:9:12  {code}" in ran.err
    assert what in ran.err
    assert not (project.root / "out/demo").exists()


@pytest.mark.parametrize(
    ("paper", "at"),
    [("210x297", "A4 1"), ("297x420", "A3 1"), ("279.4x431.8", "Tabloid 1"), ("148x210", "A5 1"),
     ("277x190", "277 × 190 mm, at a copy shop 1"), ("420x594", "A2, at a copy shop 1"),
     ("841x594", "A1, at a copy shop 1")],
)  # fmt: skip
def test_pages_that_no_printer_at_home_holds(tmp_path: Path, paper: str, at: str) -> None:
    """A page larger than A3, or of a size that no paper has, is for a copy shop; a chosen paper is not."""
    page = {"paper": paper, "layout": "page"}
    text, _ = read(print_plan(kit([page, {"paper": "200x280"}]), ENGLISH), tmp_path)
    assert at in text
    assert "200 × 280 mm 1" in text


@pytest.mark.parametrize("language", ["ru", "en", "de"])
def test_pictures_stay_together_within_the_margins(tmp_path: Path, language: str) -> None:
    """Four pictures lie in one row on the first page, end at the right margin, and no gap stands below."""
    layouts = ("grid", "poster", "booklet")
    files = [
        {"component": name, "layout": name, "duplex": "long-edge" if name == "grid" else "none"}
        for name in layouts
    ]
    own = Words(language, language, shipped_words(language))
    file = tmp_path / "plan.pdf"
    file.write_bytes(print_plan(kit(files, lang=language), own))
    picture = np.asarray(render(file, 0, 144).convert("L"))
    mm = 144 / 25.4
    assert picture[: int(270 * mm), : int(13.5 * mm)].min() == 255
    assert picture[: int(280 * mm), int(196.5 * mm) :].min() == 255
    text, heading = words(file), own["plan_tick"]
    assert text.index(own["plan_booklet"][:12]) < text.index(heading)
    rows = [y for y in range(int(30 * mm), int(270 * mm)) if picture[y].min() < 128]
    gaps = [b - a for a, b in itertools.pairwise(rows)]
    assert max(gaps) < 14 * mm


def test_long_kits_go_over_several_pages(tmp_path: Path) -> None:
    """Sixty components fill several pages, and every one of them stands in both tables."""
    files = [{"component": f"c{i}", "title": f"Thing {i}.", "file": f"thing-{i}.pdf"} for i in range(60)]
    text, pages = read(print_plan(kit(files), ENGLISH), tmp_path)
    assert pages >= 5
    assert all(text.count(f"Thing {i}.") == 2 for i in range(60))


def test_plan_of_a_giant_paper_stays_readable(tmp_path: Path) -> None:
    """The plan of a kit on A0 is on A4, and a size that is a paper's bears its name."""
    text, _ = read(
        print_plan(kit([{"paper": "a0"}, {"component": "b", "paper": "148x210"}], paper="a0"), ENGLISH),
        tmp_path,
    )
    assert "Sheets in all: A0 — 1, A5 — 1" in text
    with pikepdf.open(tmp_path / "plan.pdf") as pdf:
        assert float(pdf.pages[0].mediabox[2]) / MM == pytest.approx(210, abs=0.05)
