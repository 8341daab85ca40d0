"""Pieces of one outline, none of them a rectangle, set into each other's hollows."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING

import shapely
from shapely.affinity import translate
from shapely.geometry import MultiPoint, Polygon, box

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from pnp.model.face import Outline, Point

_NEAR = 1e-6


def nest(outline: Outline, gap: float, width: float, height: float, most: int) -> tuple[Point, ...]:
    """Return where up to `most` pieces lie in an area of `width` x `height`, at least `gap` apart.

    The places are of the top left corner of the outline's bounding box; the whole is centred in the area.
    Each piece goes as high as it can, then as far left as it can.
    """
    found = min(
        (_fill(outline, gap, width, height, most), _fill_across(outline, gap, width, height, most)),
        key=lambda places: (-len(places), _depth(places)),
    )
    if not found:
        return ()
    left, top, right, bottom = Polygon(outline).bounds
    dx = (width - max(x for x, _ in found) - (right - left)) / 2
    dy = (height - max(y for _, y in found) - (bottom - top)) / 2
    return tuple((x + dx, y + dy) for x, y in found)


def _depth(places: tuple[Point, ...]) -> float:
    return max((y for _, y in places), default=0.0)


def _fill_across(outline: Outline, gap: float, width: float, height: float, most: int) -> tuple[Point, ...]:
    """Return the places that come of going column by column instead of row by row."""
    swapped = tuple((y, x) for x, y in outline)
    return tuple((x, y) for y, x in _fill(swapped, gap, height, width, most))


def _fill(outline: Outline, gap: float, width: float, height: float, most: int) -> tuple[Point, ...]:
    left, top, right, bottom = Polygon(outline).bounds
    free_width, free_height = width - (right - left), height - (bottom - top)
    if free_width < -_NEAR or free_height < -_NEAR:
        return ()
    around = forbidden(outline, gap)
    free: BaseGeometry = box(-_NEAR, -_NEAR, max(free_width, 0) + _NEAR, max(free_height, 0) + _NEAR)
    places: list[Point] = []
    while not free.is_empty and len(places) < most:
        corners = shapely.get_coordinates(free)
        y, x = min((round(float(y), 6), round(float(x), 6)) for x, y in corners)
        places.append((max(x, 0.0), max(y, 0.0)))
        free = free.difference(translate(around, x, y))
    return tuple(places)


@lru_cache(maxsize=16)
def forbidden(outline: Outline, gap: float) -> BaseGeometry:
    """Return where a second piece may not lie if the first lies at the origin: nearer than `gap`.

    It is the Minkowski sum of the outline and its mirror image, made of their triangles' sums.
    """
    shape = Polygon(outline)
    parts = [shape] if shape.convex_hull.area - shape.area < _NEAR else _triangles(shape)
    corners = [shapely.get_coordinates(part)[:-1] for part in parts]
    sums = [(a[:, None] - b[None]).reshape(-1, 2) for a, b in itertools.product(corners, corners)]
    hulls = [MultiPoint(points).convex_hull for points in sums]
    return shapely.union_all(hulls).buffer(gap - 2 * _NEAR)


def _triangles(shape: Polygon) -> list[Polygon]:
    return list(shapely.get_parts(shapely.constrained_delaunay_triangles(shape)))
