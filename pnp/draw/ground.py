"""The ground of a map for its template: outlines as paths, waterlines, free spots for small drawings.

All of it keeps off the labels, so that nothing is drawn over them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from shapely import LineString, Point, Polygon, STRtree, box, make_valid, unary_union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.draw.routes import Xy
    from pnp.model.game import Record

_SMOOTH = 0.12
"""Millimetres by which a waterline may leave its exact way, to keep the file small."""


class Ground:
    """Outlines in map units on a face in millimetres.

    `labels` are shapes that no drawing may touch, `things` others that small drawings keep off: cells, signs
    and tracks. `page` is (left, top, right, bottom).
    """

    def __init__(
        self,
        project: Callable[[float, float], Xy],
        scale: float,
        labels: Sequence[BaseGeometry],
        things: Sequence[BaseGeometry],
        page: tuple[float, float, float, float],
    ) -> None:
        self.scale = scale
        self.page = page
        self._project = project
        self._labels = unary_union(labels)
        self._things = STRtree([*labels, *things])

    def project(self, x: float, y: float) -> Xy:
        """Return a point of the map in millimetres of the face."""
        return self._project(x, y)

    def path(self, outline: Record, *, closed: bool = True) -> str:
        """Return SVG path data of an outline."""
        points = " L".join(f"{x:.2f} {y:.2f}" for x, y in self._points(outline))
        return f"M{points}{' Z' if closed else ''}"

    def stream(self, outline: Record) -> str:
        """Return SVG path data of an open outline, broken where a label lies."""
        return _data(LineString(self._points(outline)).difference(self._labels))

    def waterlines(self, outlines: Iterable[Record], distances: Sequence[float]) -> list[str]:
        """Return for each distance in millimetres the line round all outlines, broken where a label lies."""
        land = self._area(outlines)
        within = box(*self.page)
        return [
            _data(
                land.buffer(d, quad_segs=6)
                .simplify(_SMOOTH)
                .boundary.intersection(within)
                .difference(self._labels)
            )
            for d in distances
        ]

    def clear(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether a rectangle touches no label, cell, sign or track."""
        return not len(self._things.query(box(left, top, right, bottom), predicate="intersects"))

    def scatter(
        self,
        spacing: float,
        size: float,
        inside: Iterable[Record],
        outside: Iterable[Record] = (),
        away: float = 0.0,
    ) -> list[Xy]:
        """Return free points about `spacing` apart, `size` from anything else, in reading order.

        They lie inside the outlines `inside`, or anywhere on the page if there is none, and `away` from those
        `outside`.
        """
        area = self._area(inside)
        if area.is_empty:
            area = box(*self.page).buffer(-size)
        area = area.difference(self._area(outside).buffer(size + away))
        left, top, right, bottom = area.bounds
        found: list[Xy] = []
        for row in range(int((bottom - top) / spacing * 1.15) + 1):
            for column in range(int((right - left) / spacing) + 2):
                x = left + (column + 0.5 * (row % 2) + 0.5 * _noise(row, column)) * spacing
                y = top + (row + 0.5 * _noise(column, row, 7)) * spacing / 1.15
                if area.contains(Point(x, y)) and self.clear(x - size, y - size, x + size, y + size):
                    found.append((round(x, 2), round(y, 2)))
        return found

    def _points(self, outline: Record) -> list[Xy]:
        return [self._project(x, y) for x, y in outline.typed.points]

    def _area(self, outlines: Iterable[Record]) -> BaseGeometry:
        return unary_union([make_valid(Polygon(self._points(o))) for o in outlines])


def _noise(*seed: int) -> float:
    """Return a number between -0.5 and 0.5 that looks random and is always the same."""
    value = (
        math.sin(sum(s * k for s, k in zip(seed, (12.9898, 78.233, 37.719), strict=False)) + 1.7) * 43758.5453
    )
    return value - math.floor(value) - 0.5


def _data(lines: BaseGeometry) -> str:
    parts = [g for g in getattr(lines, "geoms", [lines]) if g.geom_type in {"LineString", "LinearRing"}]
    return " ".join(
        "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in part.coords) for part in parts if part.length > 1
    )
