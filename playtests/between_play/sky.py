"""The map as cells and flights: every cell is a number, a flight leads from one to some others."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pnp.content.load import load_game
from pnp.draw.routes import build_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.content.project import Project
    from pnp.draw.routes import Line
    from pnp.model.game import Game

DICE = range(1, 7)
SLOTS = 3
"""The subordinate holds lie under 1 and 4, 2 and 5, 3 and 6, in the order of the rules."""


@dataclass(frozen=True, slots=True)
class Weyr:
    """A Weyr, which of its holds a throw opens, and the cells of all of these."""

    id: str
    name: str
    home: int
    holds: tuple[int, ...]

    def hold(self, throw: int) -> int:
        """Return the cell of the subordinate hold under a throw."""
        return self.holds[(throw - 1) % SLOTS]


@dataclass(frozen=True, slots=True)
class Sky:
    """All cells: `lines` are the routes cell by cell, `goals` what may be flown to by id, `names` theirs.

    A flight may always be broken off on the cells of `stops`: crossings, and the halls and fields on a route.
    """

    cells: int
    lines: tuple[tuple[int, ...], ...]
    stops: frozenset[int]
    goals: Mapping[str, int]
    names: Mapping[str, str]
    weyrs: tuple[Weyr, ...]
    finds: tuple[str, ...]
    places: tuple[str, ...]
    cards: tuple[Mapping[str, Any], ...]

    def flights(self, start: int, steps: int) -> tuple[set[int], set[int]]:
        """Return where a flight of so many steps may end, and what it passes or reaches."""
        ends: set[int] = set()
        passed: set[int] = set()
        for line in self.lines:
            for at in (i for i, cell in enumerate(line) if cell == start):
                for ahead in (line[at + 1 : at + 1 + steps], line[max(at - steps, 0) : at][::-1]):
                    ends |= {*ahead[-1:], *(self.stops & set(ahead))}
                    passed |= set(ahead)
        return ends, passed


def load_sky(project: Project) -> Sky:
    """Return the sky of the game as its YAML has it."""
    game = load_game(project, "between").game
    if game is None:
        raise SystemExit("The game cannot be read: see pnp validate.")
    places = game.collections["places"]
    chart = next(c.options for c in game.components if c.id == "route-map")
    where = {p.id: (p.typed.x, p.typed.y) for p in places}
    lines = build_lines(list(game.collections["routes"]), where, chart.step)
    numbers: dict[object, int] = {}
    cells = {line.number: _cells(line, numbers) for line in lines}
    goals = {p.id: numbers[p.id] for p in places}
    finds = {f.id: cells[f["route"]][f["cell"]] for f in game.collections["finds"]}
    return Sky(
        len(numbers),
        tuple(cells.values()),
        frozenset(_stops(lines, numbers)),
        {**goals, **finds},
        {r.id: str(r["name"]) for name in ("places", "finds") for r in game.collections[name]},
        _weyrs(game, goals),
        tuple(finds),
        tuple(goals),
        tuple(dict(card.fields) for card in game.collections["errands"]),
    )


def _cells(line: Line, numbers: dict[object, int]) -> tuple[int, ...]:
    """Return the numbers of a route's cells; what two routes share has one number."""
    known: dict[int, object] = {
        stop.step: stop.place or tuple(sorted((line.number, stop.crosses))) for stop in line.stops
    }
    names = (known.get(step, f"{line.number}/{step}") for step in range(line.steps + 1))
    return tuple(numbers.setdefault(name, len(numbers)) for name in names)


def _stops(lines: Sequence[Line], numbers: Mapping[object, int]) -> set[int]:
    inner = itertools.chain.from_iterable(((line.number, s) for s in line.stops[1:-1]) for line in lines)
    return {numbers[s.place or tuple(sorted((number, s.crosses)))] for number, s in inner}


def _weyrs(game: Game, goals: Mapping[str, int]) -> tuple[Weyr, ...]:
    places = game.collections["places"]
    return tuple(
        Weyr(w.id, str(places[w.id]["name"]), goals[w.id], tuple(goals[h] for h in w["holds"]))
        for w in game.collections["weyrs"]
    )
