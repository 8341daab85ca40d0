"""The board, the deck and the victories, read from the game's records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.content.load import load_game

if TYPE_CHECKING:
    from pnp.content.project import Project
    from pnp.model.game import Collection, Record

Effect = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Square:
    """A square: `tax` and `price` are 0 where there is none."""

    id: str
    name: str
    kind: str
    group: str
    tax: int
    price: int


@dataclass(frozen=True, slots=True)
class Board:
    """What does not change in a game; squares are named by their place, 0 is the start.

    `places` finds a square by its id; `holdings` are the squares of each group, `sets` those of each victory
    by buying, `way_of` that victory by square.
    """

    squares: tuple[Square, ...]
    places: dict[str, int]
    events: tuple[Effect, ...]
    holdings: dict[str, tuple[int, ...]]
    weyrs: tuple[str, ...]
    sets: dict[str, tuple[int, ...]]
    way_of: dict[int, str]
    ways: tuple[str, ...]
    group_names: dict[str, str]
    way_names: dict[str, str]


def load_board(project: Project) -> Board:
    """Return the board of the project's game; SystemExit with the findings when it cannot be read."""
    loaded = load_game(project, "bitra")
    if loaded.game is None:
        raise SystemExit("\n".join(f.message for f in loaded.findings))
    records = loaded.game.collections
    squares = tuple(_square(r) for r in records["squares"])
    holdings = {
        group.id: tuple(i for i, square in enumerate(squares) if square.group == group.id)
        for group in records["groups"]
    }
    sets = _sets(records["ways"], holdings)
    return Board(
        squares,
        {square.id: i for i, square in enumerate(squares)},
        tuple(dict(event["effect"]) for event in records["events"]),
        holdings,
        tuple(group.id for group in records["groups"] if group["weyr"]),
        sets,
        {i: way for way, places in sets.items() for i in places},
        tuple(way.id for way in records["ways"]),
        {group.id: group["name"] for group in records["groups"]},
        {way.id: way["name"] for way in records["ways"]},
    )


def _square(record: Record) -> Square:
    fields = record.fields
    return Square(
        record.id,
        fields["name"],
        fields["kind"],
        fields.get("group", ""),
        fields.get("tax", 0),
        fields.get("price", 0),
    )


def _sets(ways: Collection, holdings: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {
        way.id: tuple(i for group in way["needs"]["groups"] for i in holdings[group])
        for way in ways
        if "groups" in way["needs"]
    }
