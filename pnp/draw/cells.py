"""Cells on the routes: spread evenly, then slid along their stretch until no two touch."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pnp.draw.routes import Line, Xy

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

GAP = 0.3
"""Millimetres that stay free between two cells."""
_ROUNDS = 3000
_HOMING = 0.02
"""How strongly cells strive back to even spacing, as a part of their distance from it, a round."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the map: a step of one route, or of two where they cross; `place` where it is a place."""

    point: Xy
    steps: tuple[tuple[int, int], ...]
    place: str = ""

    @property
    def crossing(self) -> bool:
        """Return whether two routes share the cell."""
        return len(self.steps) > 1


def inner_cells(lines: Sequence[Line], diameter: float, radius: Mapping[str, float]) -> list[Cell]:
    """Return the inner cells of all routes, each crossing once.

    `radius` gives what each place, by id, and each crossing (`""`) keeps free around itself.
    """
    cells: dict[Xy | tuple[int, int], Cell] = {}
    sliding: list[tuple[int, int, Xy, Xy, int, int]] = []
    fixed: dict[Xy, float] = {}
    for line in lines:
        for stop in line.stops:
            fixed[stop.point] = radius[stop.place]
        for stop in line.stops[1:-1]:
            here = cells.get(stop.point, Cell(stop.point, (), stop.place))
            cells[stop.point] = Cell(stop.point, (*here.steps, (line.number, stop.step)), stop.place)
        for before, after in itertools.pairwise(line.stops):
            count = after.step - before.step
            sliding += [
                (line.number, before.step + i, before.point, after.point, i, count) for i in range(1, count)
            ]
    for (number, step, *_), point in zip(sliding, _slide(sliding, fixed, diameter), strict=True):
        cells[number, step] = Cell(point, ((number, step),))
    return list(cells.values())


def _slide(
    sliding: Sequence[tuple[int, int, Xy, Xy, int, int]], fixed: Mapping[Xy, float], diameter: float
) -> list[Xy]:
    """Return the cells' points after pushing those that are too close apart along their stretches."""
    if not sliding:
        return []
    start = np.array([s[2] for s in sliding])
    way = np.array([s[3] for s in sliding]) - start
    length = np.hypot(way[:, 0], way[:, 1])
    unit = way / length[:, None]
    even = length * np.array([s[4] / s[5] for s in sliding])
    anchors = np.array(list(fixed))
    reach = np.array([r + diameter / 2 + GAP for r in fixed.values()])
    least = diameter + GAP
    cells = start + unit * even[:, None]
    near, other = _near(cells, cells, 3 * least)
    near_fixed, anchor = _near(cells, anchors, 3 * least)
    at = even.copy()
    for turn in range(_ROUNDS):
        points = start + unit * at[:, None]
        push, worst = _push(points[near] - points[other], unit[near], near, least, len(at))
        from_fixed, worst_fixed = _push(
            points[near_fixed] - anchors[anchor], unit[near_fixed], near_fixed, reach[anchor], len(at)
        )
        if max(worst, worst_fixed) <= 0:
            break
        home = _HOMING * (even - at) if turn < _ROUNDS // 2 else 0.0
        at = np.clip(at + 0.5 * (push + from_fixed) + home, 0.0, length)
    return [(float(x), float(y)) for x, y in start + unit * at[:, None]]


def _near(points: Floats, others: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return the index pairs of points that lie within reach of others and are not the same."""
    away = points[:, None, :] - others[None, :, :]
    distance = np.hypot(away[..., 0], away[..., 1])
    first, second = np.nonzero((distance < reach) & (distance > 0))
    return first, second


def _push(away: Floats, unit: Floats, near: Ints, least: float | Floats, count: int) -> tuple[Floats, float]:
    """Return how far each cell is pushed along its stretch, and the worst overlap in millimetres."""
    distance = np.hypot(away[:, 0], away[:, 1])
    overlap = np.clip(least - distance, 0.0, None)
    along = (away * unit).sum(axis=1) / np.maximum(distance, 1e-9)
    push = np.zeros(count)
    np.add.at(push, near, overlap * along)
    return push, float(overlap.max(initial=0.0))
