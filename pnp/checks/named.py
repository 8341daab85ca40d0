"""The checks that a game names itself, as sandboxed Jinja expressions.

They see the game's collections and data by name, its `components` by id, and a few functions.
"""

from __future__ import annotations

import itertools
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.checks.mentions import bare_names
from pnp.checks.wording import capitalised, outside, unitless
from pnp.content.sandbox import Sandbox
from pnp.draw.routes import build_lines
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pnp.content.gamefile import CheckSpec
    from pnp.model.finding import Mark
    from pnp.model.game import Collection, Game, Record


def unique(values: Iterable[Any]) -> bool:
    """Return whether no value occurs twice; lists count by their content."""
    seen = Counter(str(v) for v in values)
    return max(seen.values(), default=1) == 1


def spacing(ring: Iterable[Record], field: str, value: Any) -> int:
    """Return the least distance on a ring between two records whose field has a value.

    With fewer than two such records it is the length of the ring.
    """
    records = list(ring)
    at = [i for i, r in enumerate(records) if field in r and r[field] == value]
    if len(at) < 2:  # noqa: PLR2004 - a distance needs two
        return len(records)
    return min((b - a) % len(records) for a, b in zip(at, [*at[1:], at[0]], strict=True))


def together(ring: Iterable[Record], field: str) -> bool:
    """Return whether records with equal values of a field stand side by side on a ring.

    Records without the field may lie between them.
    """
    run = [r[field] for r in ring if field in r]
    changes = sum(a != b for a, b in zip(run, [*run[1:], *run[:1]], strict=True))
    return bool(changes <= max(len(set(run)), 1))


def shares(records: Iterable[Record], players: int, share: Mapping[int, int]) -> int:
    """Return how many times a share can be dealt from copies of pieces.

    `share` says how many pieces of each `value` belong to it; a record's `copies` are a table by players.
    """
    copies = {r["value"]: r["copies"][players] for r in records}
    return int(min((copies.get(value, 0) // number for value, number in share.items()), default=0))


def sides_drift(directions: Iterable[Record], chances: dict[str, float]) -> float:
    """Return the length of the mean step, in tiles, of a tile that moves to the side whose pair is thrown."""
    from math import cos, hypot, radians, sin

    x = y = 0.0
    for record in directions:
        a, b = record["pair"]
        chance = chances[a] * chances[b] * (1 if a == b else 2)
        x += chance * cos(radians(60 * record["side"]))
        y += chance * sin(radians(60 * record["side"]))
    return hypot(x, y)


def frequencies(records: Iterable[Record], field: str) -> dict[str, float]:
    """Return how large a part of the records has each value of a field."""
    seen = Counter(str(r[field]) for r in records)
    return {value: count / seen.total() for value, count in seen.items()}


def crossed(records: Iterable[Record], rows: str, columns: str) -> bool:
    """Return whether records fill a table: each value of one field meets each of the other once."""
    cells = [(r[rows], r[columns]) for r in records]
    every = {(row, column) for row, _ in cells for _, column in cells}
    return len(cells) == len(every) and set(cells) == every


def rises(
    records: Iterable[Record], rows: str, columns: str, field: str, worths: dict[str, float]
) -> list[str]:
    """Return the ids of a table's cells that are worth more than the cell above or the one to the left.

    Rows and columns come in the order of the file. A cell is worth what the items
    of its field are worth together.
    """
    cells = {(r[rows], r[columns]): (r.id, sum(worths[v] for v in r[field])) for r in records}
    downwards, across = list(dict.fromkeys(r for r, _ in cells)), list(dict.fromkeys(c for _, c in cells))
    worse = [((a, c), (b, c)) for a, b in itertools.pairwise(downwards) for c in across]
    worse += [((r, a), (r, b)) for r in downwards for a, b in itertools.pairwise(across)]
    wrong = {cells[b][0] for a, b in worse if a in cells and b in cells and cells[b][1] > cells[a][1]}
    return sorted(wrong)


def values(records: Iterable[Record], *fields: str) -> list[Any]:
    """Return every value that the records have in these fields, also inside their lists and objects."""
    found: list[Any] = []
    rest: list[Any] = [dict(record.fields) for record in records]
    while rest:
        value = rest.pop(0)
        if isinstance(value, dict):
            found += [v for key, v in value.items() if key in fields]
            rest += value.values()
        elif isinstance(value, list):
            rest += value
    return found


@lru_cache(maxsize=4)
def free_cells(routes: Collection, places: Collection, step: float) -> frozenset[tuple[int, int]]:
    """Return (route, cell) of every inner cell on which there is no place and no crossing.

    `step` is the distance of cells in units of the map.
    """
    where = {place.id: (place.typed.x, place.typed.y) for place in places}
    return frozenset(
        (line.number, cell)
        for line in build_lines(list(routes), where, step)
        for cell in set(range(line.steps)) - {stop.step for stop in line.stops}
    )


_FUNCTIONS = {
    "unique": unique,
    "values": values,
    "free_cells": free_cells,
    "spacing": spacing,
    "together": together,
    "shares": shares,
    "frequencies": frequencies,
    "crossed": crossed,
    "rises": rises,
    "capitalised": capitalised,
    "outside": outside,
    "unitless": unitless,
    "bare_names": bare_names,
    "sides_drift": sides_drift,
}


def check_named(game: Game, broken: set[str]) -> list[Finding]:
    """Return a finding for each named check that is not true; none runs on collections that are broken."""
    environment = Sandbox()
    components = {component.id: component for component in game.components}
    environment.globals.update(_FUNCTIONS, components=components, **{**game.data, **game.collections})
    findings: list[Finding] = []
    for index, check in enumerate(game.checks):
        mark = game.document.mark("checks", index, "that")
        if any(name in check.that or name == check.each for name in broken):
            continue
        if check.each is not None and check.each not in game.collections:
            message = f"There is no collection {check.each!r}."
            findings.append(Finding("ref/unknown", game.document.mark("checks", index, "each"), message, ""))
            continue
        findings += _run(check, mark, game, environment)
    return findings


def _run(check: CheckSpec, mark: Mark, game: Game, environment: Sandbox) -> list[Finding]:
    findings: list[Finding] = []
    items: list[Record | None] = list(game.collections[check.each]) if check.each else [None]
    environment.begin()
    try:
        expression = environment.compile_expression(check.that, undefined_to_none=False)
        message = environment.from_string(check.message)
        for item in items:
            values = {} if item is None else {"it": item}
            if not expression(**values):
                where = item.mark() if item else mark
                said = " ".join(message.render(**values).split())
                findings.append(Finding(f"game/{check.id}", where, said, check.why))
    except Exception as error:  # noqa: BLE001 - an expression is a user's program
        reason = " ".join(str(error).split()).rstrip(".")
        problem = f"The check {check.id!r} cannot be worked out: {reason}."
        findings.append(Finding("template/error", mark, problem, "Mend the expression or its message."))
    return findings
