"""The calibration sheet measured, and what it says kept and heeded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from helpers import pnp
from printing import MM, clean, puts, render

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


@pytest.mark.parametrize("shift", ["", "1", "1,2,3,4", "a,b", "1,nan", "30,0", "0,0,9"])
def test_nonsense_is_refused(project: Project, settings: Path, shift: str) -> None:
    """What is no shift is refused with an example, and nothing is kept."""
    ran = project.run("calibrate", "--set", shift)
    assert ran.code == 2
    assert "shift" in ran.err or "out of range" in ran.err
    assert not settings.exists()


def backs(project: Project, *args: str) -> list[tuple[float, ...]]:
    """Build and return the matrices of the pieces on the second page."""
    folder = project.build(*args)
    with pikepdf.open(folder / "deck.pdf") as pdf:
        return [put.matrix for put in puts(pdf.pages[1])]


def test_kept_shift_moves_backs_only(project: Project, settings: Path) -> None:
    """--set is kept in the settings; later builds move backs by it, turned as the page lies, fronts never."""
    before, fronts_before = backs(project, "--paper", "a4+letter"), fronts(project)
    assert project.run("calibrate", "--set", "0.8,-0.4").code == 0
    assert "0.8" in (settings / "pnp" / "printer.yaml").read_text(encoding="utf-8")
    after = backs(project, "--paper", "a4+letter")
    assert len(after) == len(before) == 2
    for old, new in zip(before, after, strict=True):
        assert (new[4] - old[4], new[5] - old[5]) == pytest.approx((0.4, 0.8), abs=0.05)
    assert fronts(project) == fronts_before
    assert project.run("calibrate", "--set", "0,0").code == 0
    assert backs(project, "--paper", "a4+letter") == before


def fronts(project: Project) -> list[tuple[float, ...]]:
    """Return the matrices of the pieces on the first page of what was built."""
    with pikepdf.open(project.root / "out" / "demo" / "ru" / "deck.pdf") as pdf:
        return [put.matrix for put in puts(pdf.pages[0])]


def test_upright_page_is_moved_as_measured(project: Project) -> None:
    """On an upright page a shift is what it says, and 0.5 degrees turn about the middle."""
    project.edit("content/demo/game.yaml", "size: 63x88", "size: 88x63")
    for side in ("card", "back"):
        text = (project.root / f"templates/demo/{side}.svg").read_text(encoding="utf-8")
        text = text.replace("0 0 63 88", "0 0 88 63").replace('"69" height="94"', '"94" height="69"')
        project.write(
            f"templates/demo/{side}.svg",
            text.replace('y="20" width="53" height="60"', 'y="20" width="53" height="35"'),
        )
    before = backs(project)
    assert project.run("calibrate", "--set", "0.8,-0.4").code == 0
    for old, new in zip(before, backs(project), strict=True):
        assert (new[4] - old[4], new[5] - old[5]) == pytest.approx((0.8, -0.4), abs=0.05)
    assert project.run("calibrate", "--set", "0,0,0.5").code == 0
    for old, new in zip(before, backs(project), strict=True):
        assert new[1] / new[0] == pytest.approx(0.008727, abs=1e-5)
        right_of_middle = old[4] - 105
        assert new[5] - old[5] == pytest.approx(right_of_middle * 0.008727, abs=0.05)


def test_profile_gives_defaults_and_is_checked(project: Project) -> None:
    """A profile names paper, marks and a component's own paper; a wrong key is a located finding."""
    good = project.write("mine.yaml", "paper: letter\nmarks: none\npapers: {deck: a5}\n")
    folder = project.build("--profile", str(good))
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert sorted(float(v) / MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx([148, 210], abs=0.05)
    folder = project.build("--profile", str(good), "--paper", "a3")
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert max(float(v) / MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx(420, abs=0.05)
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
