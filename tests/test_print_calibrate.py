"""The calibration sheet measured, and what it says kept and heeded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from helpers import pnp
from printing import MM, clean, puts, render

from pnp.impose.backs import shifted
from pnp.model.sheet import Page, Sheet

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's own settings out of it: a folder of settings that is empty at first."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setenv("APPDATA", str(folder))
    return folder


def words(file: Path) -> list[str]:
    """Return the text of each page."""
    with pypdfium2.PdfDocument(file) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


def test_sheet_in_the_language_of_the_kit(project: Project) -> None:
    """The sheet is Russian in a Russian project, English when asked, and asks for the right edge."""
    assert project.run("calibrate").code == 0
    front, back = words(project.root / "out" / "calibration.pdf")
    assert "Калибровочный лист: лицо" in front
    assert "переворот по длинному краю" in front
    assert "pnp calibrate --set 0.8,-0.4" in back
    english = project.root / "english.pdf"
    assert project.run("calibrate", "--lang", "en", "--duplex", "short-edge", "--out", str(english)).code == 0
    assert "turned over the short edge" in words(english)[0]
    with pikepdf.open(english) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert clean(english)


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_rulers_are_true(project: Project, paper: str, width: float, height: float) -> None:
    """On the picture of the page the rulers are 100 mm and 4 inches long, on both sides."""
    file = project.root / "sheet.pdf"
    assert project.run("calibrate", "--paper", paper, "--out", str(file)).code == 0
    for number in (0, 1):
        dots = 254 / 25.4
        page = render(file, number, 254).convert("L").point(lambda v: 255 if v > 150 else 0)
        assert page.size == pytest.approx((width * dots, height * dots), abs=1.5)
        for y, length in ((height / 2 - 72, 100.0), (height / 2 - 55, 101.6)):
            row = page.crop((round(8 * dots), round(y * dots) - 2, round(150 * dots), round(y * dots) + 3))
            dark = row.point(lambda v: 255 - v).getbbox()
            assert dark is not None
            assert (dark[2] - dark[0]) / dots == pytest.approx(length, abs=0.3)


def test_too_small_paper_is_refused(project: Project) -> None:
    """A5 does not hold the sheet: one sentence says so."""
    ran = project.run("calibrate", "--paper", "a5")
    assert (ran.code, ran.err.strip()) == (
        2,
        "pnp: The calibration sheet does not fit on a5. Print it on A4 or Letter.",
    )


@pytest.mark.parametrize("shift", ["", "1", "1,2,3,4", "a,b", "1,nan", "30,0", "0,0,9", "٣,4", "1_0,2"])
def test_nonsense_is_refused(project: Project, settings: Path, shift: str) -> None:
    """What is no shift is refused with an example, and nothing is kept."""
    ran = project.run("calibrate", "--set", shift)
    assert ran.code == 2
    assert "shift" in ran.err or "out of range" in ran.err
    assert not settings.exists()


def corners(project: Project, page: int, width: float, height: float) -> list[tuple[float, float]]:
    """Return where the corners of the pieces lie on a page of what was built; it stands upright."""
    with pikepdf.open(project.root / "out" / "demo" / "ru" / "deck.pdf") as pdf:
        size = [float(v) for v in pdf.pages[page].mediabox[2:]]
        assert size[0] < size[1]
        return [put.corner(x, y) for put in puts(pdf.pages[page]) for x in (0, width) for y in (0, height)]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(("width", "height", "turned"), [(63, 88, True), (88, 63, False)])
def test_kept_shift_moves_backs_only(
    project: Project, settings: Path, duplex: str, width: int, height: int, turned: object
) -> None:
    """A shift moves backs by what the upright sheet told, however the pieces lie; fronts never move.

    Eight cards of 63 x 88 mm go on A4 on its side, so that they are turned on the upright page; of 88 x 63
    eight go on A4 as it stands. What is 0.8 mm right of its front is so on the paper in both.
    """
    landscape(project, width, height)
    project.build("--duplex", duplex)
    before = [corners(project, page, width, height) for page in (0, 1)]
    with pikepdf.open(project.root / "out" / "demo" / "ru" / "deck.pdf") as pdf:
        assert {round(abs(put.matrix[1])) == 1 for put in puts(pdf.pages[0])} == {turned}
    assert project.run("calibrate", "--set", "0.8,-0.4").code == 0
    assert "0.8" in (settings / "pnp" / "printer.yaml").read_text(encoding="utf-8")
    project.build("--duplex", duplex)
    after = [corners(project, page, width, height) for page in (0, 1)]
    assert after[0] == before[0]
    assert len(after[1]) == len(before[1]) == 8
    for old, new in zip(before[1], after[1], strict=True):
        assert (new[0] - old[0], new[1] - old[1]) == pytest.approx((0.8, -0.4), abs=0.05)
    assert project.run("calibrate", "--set", "0,0,0.5").code == 0
    project.build("--duplex", duplex)
    for old, new in zip(before[1], corners(project, 1, width, height), strict=True):
        x, y = old[0] - 105, old[1] - 148.5
        assert (new[0] - old[0], new[1] - old[1]) == pytest.approx((-y * 0.008727, x * 0.008727), abs=0.05)
    assert project.run("calibrate", "--set", "0,0").code == 0
    project.build("--duplex", duplex)
    assert [corners(project, page, width, height) for page in (0, 1)] == before


def landscape(project: Project, width: int, height: int) -> None:
    """Make the small project's cards of that size."""
    project.edit("content/demo/game.yaml", "size: 63x88", f"size: {width}x{height}")
    for side in ("card", "back"):
        text = (project.root / f"templates/demo/{side}.svg").read_text(encoding="utf-8")
        text = text.replace("0 0 63 88", f"0 0 {width} {height}")
        text = text.replace('width="69" height="94"', f'width="{width + 6}" height="{height + 6}"')
        text = text.replace('height="60"', 'height="35"')
        project.write(f"templates/demo/{side}.svg", text)


def test_a_booklet_is_not_moved() -> None:
    """Pages on their side, of which nobody knows which way a printer turns them, stay where they are."""
    page = Page(297, 210, ())
    sheet = Sheet(page, page)
    assert shifted(sheet, (0.8, -0.4, 0.1)) is sheet


def test_profile_gives_defaults_and_is_checked(project: Project) -> None:
    """A profile names paper, marks and a component's own paper; a wrong key is a located finding."""
    good = project.write("mine.yaml", "paper: letter\nmarks: none\npapers: {deck: a5}\n")
    folder = project.build("--profile", str(good))
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert sorted(float(v) / MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx([148, 210], abs=0.05)
    folder = project.build("--profile", str(good), "--paper", "a3")
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert max(float(v) / MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx(420, abs=0.05)
    idle = project.write("idle.yaml", "papers: {deck: a5, dekc: a3}\n")
    ran = project.run("build", "--profile", str(idle))
    assert ran.code == 0
    assert ran.err.count("papers name 'dekc', which is no component") == 1
    assert "'deck'" not in ran.err
    bad = project.write("bad.yaml", "paper: a4\nmarkz: none\n")
    ran = project.run("build", "--profile", str(bad))
    assert ran.code == 1
    assert "bad.yaml:2:1" in ran.err
    assert "marks" in ran.err


def test_works_without_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that holds no project the sheet is English and lies there."""
    monkeypatch.chdir(tmp_path)
    assert pnp("calibrate").code == 0
    assert "Calibration sheet" in words(tmp_path / "calibration.pdf")[0]
