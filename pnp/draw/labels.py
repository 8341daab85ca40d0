"""Find a free place for every label: none touches another, a cell, a track or a mark."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapely import STRtree, box

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.draw.routes import Xy

_ROUNDS = 400
_FAINT = 7.0
"""What touching a faint thing costs, in millimetres that a label would rather go farther out."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a label may lie, its top left corner and size in millimetres; a lower cost is better.

    `text` is the label as broken for this spot.
    """

    x: float
    y: float
    width: float
    height: float
    text: str
    cost: float

    def shape(self) -> BaseGeometry:
        """Return the spot as a rectangle."""
        return box(self.x, self.y, self.x + self.width, self.y + self.height)


def spots_around(
    point: Xy, reach: float, shapes: Iterable[tuple[str, float, float]], far: Sequence[float]
) -> list[Spot]:
    """Return spots round a point: just outside `reach`, then by `far` millimetres farther out.

    `shapes` are (text, width, height) of the ways to break the label, the best first.
    """
    spots: list[Spot] = []
    for order, (text, width, height) in enumerate(shapes):
        for distance in far:
            for index in range(24):
                angle = math.radians(15 * index)
                dx, dy = math.cos(angle), math.sin(angle)
                x = point[0] + dx * (reach + distance) + (dx - 1) / 2 * width
                y = point[1] + dy * (reach + distance) + (dy - 1) / 2 * height
                slanted = 0.0 if index % 6 == 0 else 0.3
                spots.append(Spot(x, y, width, height, text, order + distance + slanted + (dx < 0) * 0.1))
    return spots


def spots_along(
    points: Sequence[tuple[Xy, Xy]], text: str, width: float, height: float, reach: float
) -> list[Spot]:
    """Return spots on both sides of a line at the given (point, direction) pairs, the first pairs best."""
    spots: list[Spot] = []
    for order, (point, (dx, dy)) in enumerate(points):
        for side in (1, -1):
            for farther in (0.0, 1.5, 3.5):
                nx, ny = -dy * side, dx * side
                distance = reach + farther + abs(nx) * width / 2 + abs(ny) * height / 2
                x, y = point[0] + nx * distance - width / 2, point[1] + ny * distance - height / 2
                spots.append(Spot(x, y, width, height, text, 0.4 * order + farther + (side < 0) * 0.05))
    return spots


def spots_over(centre: Xy, reach: Xy, step: float, text: str, width: float, height: float) -> list[Spot]:
    """Return spots on a grid over an area, `reach` to each side of its centre, the middle ones best."""
    spots: list[Spot] = []
    across, down = int(reach[0] / step), int(reach[1] / step)
    for column in range(-across, across + 1):
        for row in range(-down, down + 1):
            x, y = column * step, row * step
            left, top = centre[0] + x - width / 2, centre[1] + y - height / 2
            spots.append(Spot(left, top, width, height, text, math.hypot(x, y)))
    return spots


def place_labels(
    wanted: Sequence[Sequence[Spot]],
    obstacles: Sequence[BaseGeometry],
    page: tuple[float, float, float, float],
    faint: Sequence[BaseGeometry] = (),
    most: int | None = None,
) -> list[Spot | None]:
    """Return a spot for each label such that none touches another or an obstacle, None where none is free.

    `page` is (left, top, right, bottom), which every label stays within; `faint` is what labels touch only
    where nothing better is near; only the `most` best free spots of a label are tried. The search repairs
    conflicts one by one, always the same way.
    """
    trees = STRtree(obstacles), STRtree(faint)
    free = [_free(spots, *trees, page)[:most] for spots in wanted]
    chosen: list[int | None] = [0 if spots else None for spots in free]
    clashes = _clashes(free)
    weight: dict[tuple[int, int], float] = {}
    for _ in range(_ROUNDS):
        taken = {(i, s) for i, s in enumerate(chosen) if s is not None}
        bad = [i for i, s in enumerate(chosen) if s is not None and clashes[i, s] & taken]
        if not bad:
            break
        for i in bad:
            now = chosen[i]
            if now is None:
                continue
            weight[i, now] = weight.get((i, now), 0.0) + 1.0
            taken.discard((i, now))
            best = min(
                range(len(free[i])),
                key=lambda s, i=i, taken=taken: (  # type: ignore[misc]
                    10 * len(clashes[i, s] & taken) + free[i][s].cost + 3 * weight.get((i, s), 0.0)
                ),
            )
            chosen[i] = best
            taken.add((i, best))
    return _settled(free, chosen, clashes)


def _free(
    spots: Sequence[Spot], tree: STRtree, faint: STRtree, page: tuple[float, float, float, float]
) -> list[Spot]:
    left, top, right, bottom = page
    inside = [
        s for s in spots if s.x >= left and s.y >= top and s.x + s.width <= right and s.y + s.height <= bottom
    ]
    shapes = [s.shape() for s in inside]
    hit = set(tree.query(shapes, predicate="intersects")[0].tolist()) if shapes else set()
    dimmed = set(faint.query(shapes, predicate="intersects")[0].tolist()) if shapes else set()
    costly = (replace(s, cost=s.cost + _FAINT * (i in dimmed)) for i, s in enumerate(inside) if i not in hit)
    return sorted(costly, key=lambda s: s.cost)


def _clashes(free: Sequence[Sequence[Spot]]) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return for each (label, spot) the spots of other labels that it touches."""
    keys = [(i, s) for i, spots in enumerate(free) for s in range(len(spots))]
    shapes = [free[i][s].shape() for i, s in keys]
    clashes: dict[tuple[int, int], set[tuple[int, int]]] = {key: set() for key in keys}
    if not shapes:
        return clashes
    for a, b in STRtree(shapes).query(shapes, predicate="intersects").T.tolist():
        if keys[a][0] != keys[b][0]:
            clashes[keys[a]].add(keys[b])
    return clashes


def _settled(
    free: Sequence[Sequence[Spot]],
    chosen: list[int | None],
    clashes: dict[tuple[int, int], set[tuple[int, int]]],
) -> list[Spot | None]:
    """Improve each label as far as its neighbours allow, and drop those that still touch one."""
    taken: set[tuple[int, int]] = set()
    for i, s in enumerate(chosen):
        if s is not None and not clashes[i, s] & taken:
            taken.add((i, s))
    result: list[Spot | None] = []
    for i, spots in enumerate(free):
        now = next((s for j, s in taken if j == i), None)
        others = {t for t in taken if t[0] != i}
        better = next((s for s in range(len(spots)) if not clashes[i, s] & others), None)
        if better is not None:
            taken = {*others, (i, better)}
            now = better
        result.append(None if now is None else spots[now])
    return result
