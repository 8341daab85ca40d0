"""Routes as drawn lines: where they run, where they cross, how many cells lie on them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapely import LineString, Point, STRtree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.model.game import Record

Xy = tuple[float, float]
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Stop:
    """A fixed point of a route: a place, or the crossing with another route, `at` mm from the first end."""

    at: float
    point: Xy
    place: str = ""
    crosses: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A route on the map in millimetres; `stops` run from its first end, each with its step (cell) number."""

    number: int
    record: Record
    points: tuple[Xy, ...]
    stops: tuple[Stop, ...]

    @property
    def steps(self) -> int:
        """Return the number of the last cell, which is the second end."""
        return self.stops[-1].step


def crossing_points(
    lines: Mapping[int, Sequence[Xy]], shared: Sequence[Xy] = ()
) -> dict[tuple[int, int], list[Xy]]:
    """Return where each pair of polylines meets outside the `shared` points (places both may touch).

    Lines that run along each other meet in the middle of what they share.
    """
    if not lines:
        return {}
    numbers = sorted(lines)
    shapes = [LineString(lines[n]) for n in numbers]
    tree = STRtree(shapes)
    ends = [Point(p) for p in shared]
    found: dict[tuple[int, int], list[Xy]] = {}
    for i, j in zip(*(map(int, side) for side in tree.query(shapes, predicate="intersects")), strict=True):
        if i >= j:
            continue
        meeting = shapes[i].intersection(shapes[j])
        parts = getattr(meeting, "geoms", [meeting])
        points = [p if p.geom_type == "Point" else p.interpolate(0.5, normalized=True) for p in parts]
        alone = [(p.x, p.y) for p in points if all(p.distance(e) > NEAR * 1000 for e in ends)]
        if alone:
            found[numbers[i], numbers[j]] = alone
    return found


def build_lines(records: Sequence[Record], where: Mapping[str, Xy], step: float) -> list[Line]:
    """Return the routes as lines between the places' points; `step` is the wanted length of a cell's step.

    Routes whose places are unknown, or whose number is taken, are left out; checks report them.
    """
    first = {r.typed.number: r for r in reversed(records)}
    known = [r for r in records if all(p in where for p in stops_of(r)) and first[r.typed.number] is r]
    points = {r.typed.number: tuple(where[p] for p in stops_of(r)) for r in known}
    crossings = crossing_points(points, list(where.values()))
    declared = {tuple(sorted((r.typed.number, n))) for r in known for n in r.typed.crosses}
    lines: list[Line] = []
    for record in known:
        number = record.typed.number
        stops = [
            Stop(at, where[p], place=p)
            for p, at in zip(stops_of(record), lengths(points[number]), strict=True)
        ]
        for pair, meetings in crossings.items():
            if number in pair and pair in declared:
                other = pair[0] if pair[1] == number else pair[1]
                at = LineString(points[number]).project(Point(meetings[0]))
                stops.append(Stop(at, meetings[0], crosses=other))
        lines.append(Line(number, record, points[number], _stepped(sorted(stops, key=lambda s: s.at), step)))
    return lines


def stops_of(record: Record) -> list[str]:
    """Return the ids of a route's places from its first end to its second."""
    route = record.typed
    return [route.ends[0], *route.via, route.ends[1]]


def lengths(points: Sequence[Xy]) -> list[float]:
    """Return the distance along a polyline of each of its points."""
    legs = (math.dist(a, b) for a, b in itertools.pairwise(points))
    return list(itertools.accumulate(legs, initial=0.0))


def _stepped(stops: Sequence[Stop], step: float) -> tuple[Stop, ...]:
    """Return the stops numbered by cells: between two lie at least two steps, else as many as suit `step`."""
    numbered = [stops[0]]
    for before, after in itertools.pairwise(stops):
        count = max(2, round((after.at - before.at) / step))
        numbered.append(Stop(after.at, after.point, after.place, after.crosses, numbered[-1].step + count))
    return tuple(numbered)
