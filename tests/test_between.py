"""«Через Промежуток»: the content is that of the source, and every check of the game can fail."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, load

from pnp.checks.named import check_named
from pnp.checks.records import check_records
from pnp.checks.terrain import check_terrain
from pnp.content.load import load_game
from pnp.content.project import Project

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.finding import Finding
    from pnp.model.game import Game

HOLDS = {
    "fort-weyr": ["Форт холд", "Холд Руат", "Холд Южный Болл"],
    "benden-weyr": ["Холд Битра", "Холд Лемос", "Холд Бенден"],
    "telgar-weyr": ["Холд Телгар", "Холд Кром", "Холд Зелёные Равнины"],
    "ista-weyr": ["Холд Иста", "Холд Большой Залив", "Холд Нерат"],
    "igen-weyr": ["Холд Айген", "Холд Керун", "Холд Южный Телгар"],
    "high-reaches-weyr": ["Холд Плоскогорье", "Холд Набол", "Холд Тиллек"],
}
"""The Weyrs in the order of the die and their holds, typed from the published rules."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game as it stands."""
    return load(ROOT, "between")


def _copy(tmp_path: Path) -> Path:
    for folder in ("content", "templates"):
        shutil.copytree(ROOT / folder / "between", tmp_path / folder / "between")
    return tmp_path


def _edited(tmp_path: Path, file: str, old: str, new: str) -> Game:
    path = _copy(tmp_path) / "content" / "between" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load(tmp_path, "between")


def _line(file: str, start: str) -> int:
    lines = (ROOT / "content" / "between" / file).read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, start=1) if line.startswith(start))


def test_weyrs_and_holds_are_those_of_the_rules(game: Game) -> None:
    """The die gives the Weyr, and the Weyr the three holds, that the published rules name."""
    places = game.collections["places"]
    weyrs = {w.id: [places[h]["name"] for h in w["holds"]] for w in game.collections["weyrs"]}
    assert weyrs == HOLDS
    assert [w["die"] for w in game.collections["weyrs"]] == [1, 2, 3, 4, 5, 6]


def test_cards_are_as_many_as_told(game: Game) -> None:
    """There are 24 finds, and 18 errand cards with four errands each."""
    assert len(game.collections["finds"]) == 24
    errands = list(game.collections["errands"])
    assert [len(card["tasks"]) for card in errands] == [4] * 18


def test_errands_are_mixed(game: Game) -> None:
    """Every card has errands of three kinds at least, and each of the five kinds stands on several cards."""
    kinds = [[task["do"] for task in card["tasks"]] for card in game.collections["errands"]]
    assert min(len(set(card)) for card in kinds) >= 3
    count = Counter(kind for card in kinds for kind in set(card))
    assert set(count) == {"carry", "bring", "visit", "learn", "meet"}
    assert min(count.values()) >= 5


def test_everything_holds(game: Game) -> None:
    """The game as it stands passes its own checks and those of its map's ground."""
    assert check_named(game, set()) == []
    assert check_terrain(game, set()) == []


@dataclass(frozen=True)
class Broken:
    """An edit of one file, and the check that must find it."""

    check: str
    file: str
    old: str
    new: str


BREAKS = [
    Broken("find-on-free-cell", "finds.yaml", "route: 24\n  cell: 3", "route: 24\n  cell: 4"),
    Broken("finds-apart", "finds.yaml", "route: 24\n  cell: 3", "route: 18\n  cell: 2"),
    Broken("find-is-wanted", "errands.yaml", "find: reed-pipes", "find: numbweed"),
    Broken("hall-is-asked-for", "errands.yaml", "place: weaver-hall", "place: healer-hall"),
    Broken("errand-is-named-once", "errands.yaml", "name: Ночная стража", "name: Поиск"),
    Broken("learn-what-can-be-learned", "errands.yaml", "[keogh, plateau]", "[keogh, harper-hall]"),
    Broken("three-holds-of-their-own", "weyrs.yaml", "[bitra, lemos, ", "[ruatha, lemos, "),
    Broken("weyrs-by-die", "weyrs.yaml", "die: 2", "die: 1"),
    Broken("card-for-every-end", "routes.yaml", "gar], via: [harper-hall, healer-hall]", "healer-hall]"),
    Broken("place-has-forms", "places.yaml", "learn: холд Лемос", "learn: ''"),
    Broken("mat-fits-cards", "mat.yaml", "card: [44, 67]", "card: [43, 67]"),
]
"""One edit for each check of the game."""


@pytest.mark.parametrize("broken", BREAKS, ids=lambda b: b.check)
def test_each_check_fails_on_its_example(broken: Broken, tmp_path: Path) -> None:
    """An edit that breaks one promise is found by the check that keeps it, and by no other."""
    found = check_named(_edited(tmp_path, broken.file, broken.old, broken.new), set())
    assert {f.code for f in found} == {f"game/{broken.check}"}
    assert all(f.message.endswith(".") and f.hint for f in found)


def test_no_check_is_without_an_example(game: Game) -> None:
    """Every check of the game stands among the examples above."""
    assert {c.id for c in game.checks} == {b.check for b in BREAKS}


@pytest.mark.parametrize("cell", [0, 4, 7, 8], ids=["first end", "crossing", "last end", "beyond"])
def test_a_find_lies_on_a_free_cell(cell: int, tmp_path: Path) -> None:
    """Route 24 has six inner cells, the fourth is the crossing with 2: a find lies on none of these."""
    game = _edited(tmp_path, "finds.yaml", "route: 24\n  cell: 3", f"route: 24\n  cell: {cell or 7}")
    (found,) = check_named(game, set())
    assert found.code == "game/find-on-free-cell"
    assert found.mark.line == _line("finds.yaml", "- id: runner-shoe")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from: crom, to: keroon", "from: crom, to: keron"),
        ("find: reed-pipes", "find: reed-pipe"),
        ("place: harper-hall", "place: harpers"),
        ("[keogh, plateau]", "[keogh, platau]"),
    ],
    ids=["place", "find", "hall", "learn"],
)
def test_errands_name_what_is_there(old: str, new: str, tmp_path: Path) -> None:
    """A slip in an id of an errand is found in its line, with the right id in the hint."""
    found = check_records(_edited(tmp_path, "errands.yaml", old, new), set())
    (finding,) = [f for f in found if f.code == "ref/unknown"]
    text = (ROOT / "content/between/errands.yaml").read_text(encoding="utf-8")
    assert finding.mark.line == text[: text.index(old)].count("\n") + 1
    assert "Did you mean" in finding.hint


def _ground(tmp_path: Path, place: str, old: str, new: str) -> Finding:
    (finding,) = check_terrain(_edited(tmp_path, "places.yaml", old, new), set())
    assert finding.mark.line == _line("places.yaml", f"- {{id: {place},")
    return finding


def test_a_place_in_the_sea_is_found(tmp_path: Path) -> None:
    """Тиллек moved west over the coast lies in the sea."""
    found = _ground(tmp_path, "tillek", "x: 60.0, y: 325.6", "x: 8.0, y: 330.0")
    assert found.code == "map/place-at-sea"
    assert "Холд Тиллек" in found.message


def test_a_sea_hold_stands_at_the_sea(tmp_path: Path) -> None:
    """Бален moved 40 units inland is too far from the shore for a sea hold; a hold may stand there."""
    found = _ground(tmp_path, "balen", "x: 123.7, y: 156.1", "x: 165.0, y: 156.1")
    assert found.code == "map/far-from-shore"
    assert "Холд Бален" in found.message


def test_a_coast_must_not_cross_itself(tmp_path: Path) -> None:
    """An islet whose outline is a figure of eight is found in its line."""
    path = _copy(tmp_path) / "content/between/coast.yaml"
    with path.open("a", encoding="utf-8") as file:
        file.write("\n- id: knot\n  points: 1,1 5,5 5,1 1,5\n")
    (found,) = check_terrain(load(tmp_path, "between"), set())
    assert found.code == "map/outline"
    assert "'knot'" in found.message


@pytest.mark.parametrize("points", ["1,1 5;5 5,1", "[[1, 1], [5, 5]]", "1,1 nan,2 3,3"])
def test_points_are_pairs_of_numbers(points: str, tmp_path: Path) -> None:
    """Points that are none are told with the file and the line of the record."""
    path = _copy(tmp_path) / "content/between/coast.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n- id: odd\n  points: {points}\n", encoding="utf-8")
    loaded = load_game(Project(tmp_path), "between")
    (found,) = loaded.findings
    assert found.code == "schema/type"
    assert found.mark.line == text.count("\n") + 3
