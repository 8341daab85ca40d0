"""Maps, boards, strips and sets that cannot be: told before anything is worked out, each at its place."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, Project

if TYPE_CHECKING:
    from pathlib import Path

ISLES = "content/lagoon/isles.yaml"
LANES = "content/lagoon/lanes.yaml"
PIERS = "content/lagoon/piers.yaml"
GAME = "content/lagoon/game.yaml"
CHART = "templates/lagoon/chart.svg"
STRIPS = """\
  ways:
    title: Полосы
    strips: {map: %s, face: strip.svg, cell: 6, pitch: 8, head: 6, foot: 6, side: 8, length: 150}
words:"""


@pytest.fixture
def lagoon(tmp_path: Path) -> Project:
    """Return a copy of the fourth game: a deck, a chart and a quay."""
    project = Project(tmp_path / "lagoon")
    shutil.rmtree(project.root)
    shutil.copytree(ROOT / "tests/lagoon", project.root)
    return project


def _line(project: Project, file: str, number: int) -> str:
    return (project.root / file).read_text(encoding="utf-8").splitlines()[number - 1]


MAP = [
    (ISLES, "x: 100, y: 0", "x: .nan, y: 0", "schema/type", ISLES, 2),
    (ISLES, "x: 100, y: 0", "x: 1e999, y: 0", "schema/type", ISLES, 2),
    (ISLES, "x: 100, y: 0", "x: -1e300, y: 0", "schema/type", ISLES, 2),
    (ISLES, "x: 100, y: 0", 'x: "100", y: 0', "schema/type", ISLES, 2),
    (ISLES, "x: 100, y: 0", "x: 0, y: 0", "schema/type", ISLES, 2),
    (LANES, "[coral, heron]", "[coral, coral]", "schema/type", LANES, 3),
    (LANES, "[lamp, reeds]}", "[lamp, reeds], via: [lamp]}", "schema/type", LANES, 4),
    (LANES, "[lamp, reeds]}", "[lamp, reeds], via: [coral, heron, coral]}", "schema/type", LANES, 4),
    (LANES, "[lamp, reeds]", "[lamp, reed]", "ref/unknown", LANES, 4),
    (LANES, "[lamp, reeds]", "[lamp]", "schema/type", LANES, 4),
    (LANES, "number: 4", "number: 0", "schema/type", LANES, 4),
    (LANES, "number: 4", "number: 3", "id/duplicate", LANES, 4),
    (LANES, "number: 4", "number: 999999999999", "routes/number-gap", LANES, 4),
    (LANES, "crosses: [2]", "crosses: [2, 99]", "ref/unknown", LANES, 1),
    (GAME, "step: 20", "step: 0.001", "schema/type", GAME, 22),
    (GAME, "step: 20", "step: 0", "schema/type", GAME, 22),
    (GAME, "number: shield", "number: shld", "ref/unknown", GAME, 19),
    (GAME, "default: label", "default: lable", "ref/unknown", GAME, 19),
    (GAME, "places: isles", "places: piers", "ref/unknown", GAME, 19),
    (CHART, '<path pnp:route="{{ t.number }}"', '<path pnp:route="abc"', "template/error", GAME, 16),
    (CHART, "<path pnp:route", '<path transform="translate(5 5)" pnp:route', "template/error", GAME, 16),
    (CHART, 'd="{{ t.path }}"', 'd="M0 0 C 1 1 2 2 3 3"', "template/error", GAME, 16),
    (CHART, "{% for c in map.cells %}", "{% for c in map.place('x') %}", "template/error", CHART, 6),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "code", "where", "line"), MAP)
def test_maps_that_cannot_be_drawn(
    lagoon: Project, file: str, old: str, new: str, code: str, where: str, line: int
) -> None:
    """Points that are none or the same, routes that turn back, endless cells, unknown names: one finding."""
    lagoon.edit(file, old, new)
    findings = lagoon.findings()
    found = [f for f in findings if not f["code"].startswith("routes/")] or findings
    assert [(f["code"], f["file"], f["line"]) for f in found] == [(code, where, line)]


@pytest.mark.parametrize(
    ("file", "content", "code"),
    [
        (ISLES, "[]\n", "deck/count"),
        (ISLES, "- {id: coral, name: Коралл, kind: isle, x: 0, y: 0}\n", "ref/unknown"),
        (PIERS, "[]\n", "deck/count"),
        (PIERS, "- {id: pier-1, name: Пирс, kind: pier}\n", "deck/count"),
    ],
)
def test_too_few_of_them(lagoon: Project, file: str, content: str, code: str) -> None:
    """A map without places, routes between places that are gone, a ring of one square: errors, no crash."""
    lagoon.write(file, content)
    assert code in {f["code"] for f in lagoon.findings()}
    ran = lagoon.run("build")
    assert ran.code == 1
    assert "fault" not in ran.err


def test_map_without_routes(lagoon: Project) -> None:
    """Places alone can be drawn."""
    lagoon.write(LANES, "[]\n")
    assert {f["code"] for f in lagoon.findings()} <= {"routes/unreachable"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("corner_side: 30", "corner_side: 60"),
        ("corner_side: 30", "corner_side: 4000"),
        ("corner_side: 30", "corner_side: 30, margin: 50"),
        ("size: 120x120", "size: 120x100"),
    ],
)
def test_boards_that_cannot_be(lagoon: Project, old: str, new: str) -> None:
    """Corners that leave no room, or a board that is no square, are told at the board."""
    lagoon.edit(GAME, old, new)
    assert [(f["code"], f["file"], f["line"]) for f in lagoon.findings()] == [("schema/type", GAME, 30)]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("copies: many", "copies: {2: 1}", "deck/count"),
        ("copies: many", "copies: {2: 1, 3: -1}", "deck/count"),
        ("copies: many", "copies: name", "deck/count"),
        ("copies: many", "copies: nothing", "deck/count"),
        ("back: tide-back.svg}", "back: tide-back.svg, shape: star}", "schema/type"),
        ("    track:", "    cards: {face: quay.svg}\n    track:", "schema/type"),
        ("size: 57x87", "size: 57x87\n    drawn_at: 0x0", "schema/type"),
        ("size: 57x87", "size: 57x87\n    posters: [a9]", "poster/unknown-paper"),
        ("words: {back: Прилив", "words: {back: [Прилив]", "schema/type"),
        ("words: {back: Прилив", "words: {back: 3", "schema/type"),
        ("checks:", "checks:\n  - {id: eight-piers, that: 'true', message: x}", "schema/type"),
        ("checks:", "checks:\n  - {id: a, that: 'true', each: nothing, message: x}", "ref/unknown"),
        ("checks:", "checks:\n  - {id: a, that: 'false', message: '{{ x.y }}'}", "template/error"),
        ("words:", STRIPS % "chrat", "ref/unknown"),
    ],
)
def test_components_that_cannot_be(lagoon: Project, old: str, new: str, code: str) -> None:
    """Copies, shapes, sizes, papers, words and checks that are none: one finding each, never a crash."""
    lagoon.write(
        "templates/lagoon/strip.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}"></svg>',
    )
    lagoon.edit(GAME, old, new)
    assert [f["code"] for f in lagoon.findings()] == [code]
    ran = lagoon.run("build")
    assert ran.code == 1
    assert "fault" not in ran.err


@pytest.mark.parametrize(
    "face",
    [
        '<pnp:face of="nothing" x="1" y="1"/>',
        '<pnp:face of="quay" x="1" y="1"/>',
        '<pnp:face x="1" y="1"/>',
        '<pnp:face of="tide-cards" colour="red"/>',
    ],
)
def test_faces_on_faces_that_are_none(lagoon: Project, face: str) -> None:
    """A piece set on another must be there, and not be that other itself."""
    lagoon.edit("templates/lagoon/quay.svg", "</svg>", f"{face}\n</svg>")
    (found,) = lagoon.findings()
    assert (found["file"], found["line"]) == ("templates/lagoon/quay.svg", 4)


def test_poster_on_a_stamp(lagoon: Project) -> None:
    """A poster's page of 20 x 20 mm is wrong usage, told in a sentence."""
    lagoon.edit(GAME, "size: 57x87", "size: 57x87\n    posters: [20x20]")
    ran = lagoon.run("build")
    assert ran.code == 2
    assert "20x20" in ran.err
