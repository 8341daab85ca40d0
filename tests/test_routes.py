"""The checks of a route map, on the shipped map with one thing broken at a time."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pnp.checks.planar import is_drawable
from pnp.checks.run import check_game
from pnp.content.load import load_game
from pnp.content.project import Project

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.model.finding import Finding

    Broken = Callable[..., list[Finding]]

ROOT = Path(__file__).parent.parent


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """Return a function that edits a copy of the map game (file, pattern, replacement) and checks it."""

    def run(*edits: tuple[str, str, str]) -> list[Finding]:
        for part in ("content", "templates"):
            shutil.copytree(ROOT / part / "between", tmp_path / part / "between")
        shutil.copytree(ROOT / "templates" / "common", tmp_path / "templates" / "common")
        for file, pattern, replacement in edits:
            path = tmp_path / "content" / "between" / file
            text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert count, f"nothing to edit: {pattern}"
            path.write_text(text, encoding="utf-8")
        return list(check_game(Project(tmp_path), "between", lambda game: game.min_players).findings)

    return run


def only(findings: list[Finding], code: str) -> Finding:
    """Return the one finding of a code."""
    found = [f for f in findings if f.code == code]
    assert len(found) == 1, [f"{f.code}: {f.message}" for f in findings]
    return found[0]


def line_of(file: str, start: str) -> int:
    """Return the number of the line of the shipped file that begins so."""
    lines = (ROOT / "content" / "between" / file).read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, start=1) if line.startswith(start))


def test_shipped_map_is_right(broken: Broken) -> None:
    """The map as shipped has no finding of the routes' rules."""
    assert [f for f in broken() if f.code.startswith(("routes/", "map/", "ref/"))] == []


def test_crossing_one_sided(broken: Broken) -> None:
    """Route 10 names 63, route 63 does not name 10: the finding stands at the number in route 10."""
    findings = broken(("routes.yaml", r"(number: 63, .*crosses: )\[10, 65\]", r"\1[65]"))
    found = only(findings, "routes/crossing-one-sided")
    assert found.mark.file.name == "routes.yaml"
    assert found.mark.line == line_of("routes.yaml", "- {number: 10,")
    assert "10 crosses 63" in found.message


def test_crossing_taken_out_on_both_sides(broken: Broken) -> None:
    """Without 10 × 63 no drawing exists, and the drawn map crosses undeclared."""
    findings = broken(
        ("routes.yaml", r"(number: 63, .*crosses: )\[10, 65\]", r"\1[65]"),
        ("routes.yaml", r"(number: 10, .*crosses: )\[61, 63\]", r"\1[61]"),
    )
    assert only(findings, "routes/cannot-be-drawn").mark.file.name == "game.yaml"
    assert "10 crosses 63" in only(findings, "routes/crossing-undeclared").message


def test_two_places_made_one(broken: Broken) -> None:
    """With Балан and Бален made one place no drawing has exactly the declared crossings."""
    findings = broken(
        ("places.yaml", r"^- \{id: balen, .*\n", ""),
        ("places.yaml", r", distinct_from: \[balen\]", ""),
        ("routes.yaml", r"\bbalen\b", "balan"),
    )
    only(findings, "routes/cannot-be-drawn")


def test_crossing_undrawn(broken: Broken) -> None:
    """Routes 1 and 77, a map apart, are declared to cross: both declarations are found where they stand."""
    findings = broken(
        ("routes.yaml", r"(\{number: 1, ends: \[[^]]*\])\}", r"\1, crosses: [77]}"),
        ("routes.yaml", r"(\{number: 77, ends: \[[^]]*\])\}", r"\1, crosses: [1]}"),
    )
    lines = {f.mark.line for f in findings if f.code == "routes/crossing-undrawn"}
    assert lines == {line_of("routes.yaml", "- {number: 1,"), line_of("routes.yaml", "- {number: 77,")}


def test_moved_place_makes_a_crossing(broken: Broken) -> None:
    """Тиллек moved to the north east makes its routes cross others, each named with its line."""
    findings = broken(("places.yaml", r"(id: tillek, .*)x: 60\.0, y: 325\.6", r"\1x: 330.0, y: 180.0"))
    crossing = [f for f in findings if f.code == "routes/crossing-undeclared"]
    assert crossing
    assert all(f.mark.file.name == "routes.yaml" and f.mark.line for f in crossing)


def test_crossing_order(broken: Broken) -> None:
    """Route 2 meets 27 before 24; the list the other way round is wrong, and the hint tells the right one."""
    found = only(
        broken(("routes.yaml", r"crosses: \[27, 24\]", "crosses: [24, 27]")), "routes/crossing-order"
    )
    assert found.mark.line == line_of("routes.yaml", "- {number: 2,")
    assert "[27, 24]" in found.hint


def test_unreachable(broken: Broken) -> None:
    """Without its only route nobody gets to Ледяное озеро Руата."""
    findings = broken(
        ("routes.yaml", r"(\{number: 24, ends: )\[ruatha, ice-lake\], crosses: \[2\]", r"\1[ruatha, plains]"),
        ("routes.yaml", r"crosses: \[27, 24\]", "crosses: [27]"),
    )
    assert "Ледяное озеро Руата" in only(findings, "routes/unreachable").message


def test_number_gap(broken: Broken) -> None:
    """A route 78 after 76 leaves a gap."""
    found = only(broken(("routes.yaml", r"number: 77,", "number: 78,")), "routes/number-gap")
    assert "78 stands where number 77 belongs" in found.message


def test_unknown_place(broken: Broken) -> None:
    """A misspelt end of a route is found where it stands, with the right word."""
    edit = ("routes.yaml", r"ends: \[fort-weyr, tillek\]", "ends: [fort-weyr, tilek]")
    found = only(broken(edit), "ref/unknown")
    assert found.hint == "Did you mean 'tillek'?"
    line = (
        (ROOT / "content/between/routes.yaml").read_text(encoding="utf-8").splitlines()[found.mark.line - 1]
    )
    assert line[found.mark.column - 1 :].startswith("tillek")


def test_order_of_crossings_decides_whether_a_map_can_be_drawn() -> None:
    """With the crossings of route 63 in the other order the map cannot be drawn."""
    game = load_game(Project(ROOT), "between").game
    assert game
    routes = list(game.collections["routes"])
    assert is_drawable(routes)
    next(r for r in routes if r.typed.number == 63).typed.crosses.reverse()
    assert not is_drawable(routes)
