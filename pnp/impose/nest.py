"""Pieces of one outline, none of them a rectangle, set into each other's hollows."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING

import shapely
from shapely.affinity import translate
from shapely.geometry import MultiPoint, Polygon, box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.model.face import Outline, Point
    from pnp.model.sheet import Box

_NEAR = 1e-6


def nest(
    outline: Outline,
    gap: float,
    width: float,
    height: float,
    most: int,
    clear: Sequence[Box] = (),
    away: float = 0.0,
) -> tuple[Point, ...]:
    """Return where up to `most` pieces lie in an area of `width` x `height`, at least `gap` apart.

    The places are of the top left corner of the outline's bounding box. Each piece goes as high as it can,
    then as far left as it can, and stays `away` from the boxes that are to be kept clear. If there are none,
    the whole is centred in the area.
    """
    boxes = [(b.left, b.top, b.right, b.bottom) for b in clear]
    across = [(top, left, bottom, right) for left, top, right, bottom in boxes]
    swapped = tuple((y, x) for x, y in outline)
    found = min(
        _fill(outline, gap, (width, height), most, _taken(outline, boxes, away)),
        tuple((x, y) for y, x in _fill(swapped, gap, (height, width), most, _taken(swapped, across, away))),
        key=lambda places: (-len(places), _depth(places)),
    )
    if not found or clear:
        return found
    left, top, right, bottom = Polygon(outline).bounds
    dx = (width - max(x for x, _ in found) - (right - left)) / 2
    dy = (height - max(y for _, y in found) - (bottom - top)) / 2
    return tuple((x + dx, y + dy) for x, y in found)


def _depth(places: tuple[Point, ...]) -> float:
    return max((y for _, y in places), default=0.0)


def _fill(
    outline: Outline, gap: float, size: tuple[float, float], most: int, taken: BaseGeometry
) -> tuple[Point, ...]:
    """Return the places, row by row, of which none lies in what is `taken` beforehand."""
    left, top, right, bottom = Polygon(outline).bounds
    free_width, free_height = size[0] - (right - left), size[1] - (bottom - top)
    if free_width < -_NEAR or free_height < -_NEAR:
        return ()
    around = forbidden(outline, gap)
    free: BaseGeometry = box(-_NEAR, -_NEAR, max(free_width, 0) + _NEAR, max(free_height, 0) + _NEAR)
    free = free.difference(taken)
    places: list[Point] = []
    while not free.is_empty and len(places) < most:
        corners = shapely.get_coordinates(free)
        y, x = min((round(float(y), 6), round(float(x), 6)) for x, y in corners)
        places.append((max(x, 0.0), max(y, 0.0)))
        free = free.difference(translate(around, x, y))
    return tuple(places)


@lru_cache(maxsize=16)
def forbidden(outline: Outline, gap: float) -> BaseGeometry:
    """Return where a second piece may not lie if the first lies at the origin: nearer than `gap`."""
    return _near(outline, outline).buffer(gap - 2 * _NEAR)


def _taken(outline: Outline, boxes: Sequence[tuple[float, float, float, float]], away: float) -> BaseGeometry:
    """Return where a piece may not lie so that it stays `away` from some boxes."""
    near = [_near(shapely.get_coordinates(box(*b))[:-1].tolist(), outline) for b in boxes]
    return shapely.union_all(near).buffer(away) if near else Polygon()


def _near(fixed: Sequence[Point], moved: Outline) -> BaseGeometry:
    """Return where the origin of a moved outline may not lie if it is not to touch a fixed one.

    It is the Minkowski sum of the fixed outline and the other's mirror image, made of their triangles' sums.
    """
    still, going = (
        [shapely.get_coordinates(part)[:-1] for part in _convex(Polygon(outline))]
        for outline in (fixed, moved)
    )
    sums = [(a[:, None] - b[None]).reshape(-1, 2) for a, b in itertools.product(still, going)]
    return shapely.union_all([MultiPoint(points).convex_hull for points in sums])


def _convex(shape: Polygon) -> list[Polygon]:
    return [shape] if shape.convex_hull.area - shape.area < _NEAR else _triangles(shape)


def _triangles(shape: Polygon) -> list[Polygon]:
    return list(shapely.get_parts(shapely.constrained_delaunay_triangles(shape)))
