"""What a map of routes is drawn from: everything worked out, in millimetres of its face."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.draw.cells import Cell
    from pnp.draw.labels import Spot
    from pnp.draw.routes import Line, Xy
    from pnp.model.finding import Finding
    from pnp.model.game import Record


@dataclass(frozen=True, slots=True)
class Track:
    """A route for the template: `path` is its line, `links` the pieces of it between the cells' rims.

    Routes that meet have different `style` numbers; `shield` is where the route's number lies.
    """

    number: int
    line: Line
    path: str
    links: str
    style: int
    shield: Spot


@dataclass(frozen=True, slots=True)
class Spotted:
    """A place for the template: where it is, and where its label lies."""

    record: Record
    x: float
    y: float
    radius: float
    label: Spot


@dataclass(frozen=True, slots=True)
class Marked:
    """A record that lies on a cell of a route, and where its label lies, if it has one."""

    record: Record
    x: float
    y: float
    label: Spot | None


@dataclass(frozen=True, slots=True)
class Crossing:
    """A cell shared by two routes: the lower number first."""

    x: float
    y: float
    numbers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MapPlan:
    """All of a map that is worked out.

    `areas` are the names of areas that found room, `styles` has each route's style by number, `step` is the
    usual distance of two cells.
    """

    tracks: tuple[Track, ...]
    places: tuple[Spotted, ...]
    cells: tuple[Cell, ...]
    crossings: tuple[Crossing, ...]
    marks: tuple[Marked, ...]
    areas: tuple[Spot, ...]
    styles: Mapping[int, int]
    cell: float
    crossing: float
    step: float
    findings: tuple[Finding, ...] = ()

    def place(self, place_id: str) -> Spotted:
        """Return a place by id; LookupError when the map has none."""
        found = next((p for p in self.places if p.record.id == place_id), None)
        if found is None:
            raise LookupError(f"there is no place {place_id!r} on the map")
        return found


def path_data(points: Sequence[Xy], *, closed: bool = False, digits: int = 4) -> str:
    """Return SVG path data of straight legs."""
    legs = " L".join(f"{x:.{digits}f} {y:.{digits}f}" for x, y in points)
    return f"M{legs}{' Z' if closed else ''}"


def link_data(points: Sequence[Xy], radii: Sequence[float]) -> str:
    """Return SVG path data of what is seen of a track between the rims of its cells, places and crossings."""
    links: list[str] = []
    for (a, b), (ra, rb) in zip(itertools.pairwise(points), itertools.pairwise(radii), strict=True):
        span = math.dist(a, b)
        if span <= ra + rb:
            continue
        (x1, y1), (x2, y2) = (
            (p[0] + (q[0] - p[0]) * r / span, p[1] + (q[1] - p[1]) * r / span)
            for p, q, r in ((a, b, ra), (b, a, rb))
        )
        links.append(f"M{x1:.3f} {y1:.3f} L{x2:.3f} {y2:.3f}")
    return " ".join(links)
