"""The labels of a map: names of places, words at marks, numbers of routes, each with a place of its own."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapely import LineString, Point, box

from pnp.draw.labels import Spot, place_labels, spots_along, spots_around, spots_over
from pnp.model.finding import Finding
from pnp.model.units import MM_PER_PT
from pnp.text.fit import fit_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.draw.cells import Cell
    from pnp.draw.routes import Line, Xy
    from pnp.model.finding import Mark
    from pnp.model.game import Record
    from pnp.model.theme import Style

CLEAR = 0.6
"""Millimetres that a label keeps from everything else."""
SHIELD_PAD = (2.4, 1.4)
"""How much wider and higher, in millimetres, a route's shield is than its number."""
_NEAR = (0, 1.5, 3, 5, 8)
"""How far out, in millimetres, a label is tried beyond the nearest spot."""


AREA_CLEAR = 2.2
"""Millimetres that the name of an area keeps from everything else, so that it belongs to nothing near."""
_AREA, _AREA_STEP = 30.0, 3.0
"""Names of areas are tried so far round the middle of their places at least, at this distance, in mm."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label that wants a spot: what it is called in a finding, where that stands, and where it may lie."""

    name: str
    mark: Mark
    spots: Sequence[Spot]


def place_wanted(record: Record, point: Xy, radius: float, style: Style) -> Wanted:
    """Return the label of a place: its name, broken as may be, round its sign."""
    name = str(record["name"])
    return Wanted(name, record.mark(), around(point, radius, name, style))


def around(point: Xy, radius: float, text: str, style: Style) -> list[Spot]:
    """Return the spots for a text round a point that keeps `radius` free."""
    return spots_around(point, radius + 1.2 * CLEAR, breakings(text, style), _NEAR)


def shield_wanted(line: Line, cells: Sequence[Cell], cell: float, style: Style) -> Wanted:
    """Return the shield with a route's number, beside its track."""
    _, width, height = breakings(str(line.number), style)[0]
    size = (width + SHIELD_PAD[0], height + SHIELD_PAD[1])
    spots = spots_along(_beside(line, cells), str(line.number), *size, cell / 2 + CLEAR)
    return Wanted(f"the shield of route {line.number}", line.record.mark(), spots)


def obstacles(
    lines: Sequence[Line],
    cells: Sequence[Cell],
    places: Mapping[str, tuple[Xy, float]],
    cell: float,
    crossing: float,
) -> list[BaseGeometry]:
    """Return what labels keep off: tracks, cells, crossings, and the places' signs of (point, radius)."""
    found: list[BaseGeometry] = [LineString(line.points).buffer(CLEAR) for line in lines]
    found += [Point(point).buffer(radius + CLEAR) for point, radius in places.values()]
    found += [Point(c.point).buffer((crossing if c.crossing else cell / 2) + CLEAR) for c in cells]
    return found


def rectangle(area: Sequence[float]) -> BaseGeometry:
    """Return the rectangle of (x, y, width, height)."""
    x, y, width, height = area
    return box(x, y, x + width, y + height)


def area_spots(name: str, members: Sequence[Xy], style: Style) -> list[Spot]:
    """Return the spots for the name of an area over the places that belong to it."""
    xs, ys = [x for x, _ in members], [y for _, y in members]
    centre = (sum(xs) / len(xs), sum(ys) / len(ys))
    reach = (max(max(xs) - min(xs), 2 * _AREA) / 2, max(max(ys) - min(ys), 2 * _AREA) / 2)
    text, width, height = breakings(name, style)[0]
    return spots_over(centre, reach, _AREA_STEP, text, width, height)


def settle(
    wanted: Sequence[Wanted],
    taken: Sequence[BaseGeometry],
    faint: Sequence[BaseGeometry],
    page: tuple[float, float, float, float],
    component: str,
) -> tuple[list[Spot], list[Finding]]:
    """Return a spot for every label; one that finds no free spot gets its best, and is a finding."""
    found = place_labels([w.spots for w in wanted], taken, page, faint)
    lost = [
        Finding(
            "map/label-overlap",
            w.mark,
            f"{component}: no free place is left for {w.name!r}.",
            "Move the place, shorten the name, or enlarge the map.",
        )
        for w, spot in zip(wanted, found, strict=True)
        if spot is None
    ]
    return [spot or w.spots[0] for w, spot in zip(wanted, found, strict=True)], lost


def breakings(text: str, style: Style) -> list[tuple[str, float, float]]:
    """Return the ways to set a text on one, two and three lines: (text with breaks, width, height) in mm."""
    words = text.split(" ")
    found: list[tuple[str, float, float]] = []
    for rows in range(1, min(len(words), 3) + 1):
        best: tuple[str, float, float] | None = None
        for cuts in itertools.combinations(range(1, len(words)), rows - 1):
            parts = [" ".join(words[a:b]) for a, b in itertools.pairwise((0, *cuts, len(words)))]
            broken = "\\\n".join(parts)
            layout = fit_text(broken, 1000, 1000, style)
            em = layout.size * MM_PER_PT
            width = max(line.width for line in layout.lines) + 0.2
            height = em * (style.leading * (rows - 1) + 1.0)
            if best is None or width < best[1]:
                best = (broken, width, height)
        if best:
            found.append(best)
    return found


def _beside(line: Line, cells: Sequence[Cell]) -> list[tuple[Xy, Xy]]:
    """Return (point, direction) along a route where its shield may lie, from the middle outwards."""
    shape = LineString(line.points)
    middle = shape.length / 2
    found: list[tuple[float, Xy, Xy]] = []
    own = [c for c in cells if any(n == line.number for n, _ in c.steps) and not c.crossing]
    at = [shape.project(Point(c.point)) for c in own]
    at += [(a + b) / 2 for a, b in itertools.pairwise(sorted(at))]
    for distance in at or [middle]:
        a, b = shape.interpolate(max(distance - 0.5, 0)), shape.interpolate(distance + 0.5)
        point = shape.interpolate(distance)
        span = math.dist((a.x, a.y), (b.x, b.y)) or 1.0
        found.append((abs(distance - middle), (point.x, point.y), ((b.x - a.x) / span, (b.y - a.y) / span)))
    return [(point, direction) for _, point, direction in sorted(found)]
