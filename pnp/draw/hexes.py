"""Hex geometry: pointy-top hexes in axial coordinates (q, r), and tiles of seven of them.

A tile of seven hexes tiles the plane with steps of length sqrt(7) hexes. Of the two mirror images of that
lattice we take the one with the step (3, -1), turned 19.1 degrees against the hexes' own axes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

NEIGHBOURS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of a hex, clockwise from the right."""
STEPS: tuple[tuple[int, int], ...] = ((3, -1), (1, 2), (-2, 3), (-3, 1), (-1, -2), (2, -3))
"""From a tile to its six neighbours, in hexes, clockwise in the order of the tile's sides."""

Point = tuple[float, float]


def hex_centre(q: float, r: float, across_flats: float) -> Point:
    """Return (x, y) in millimetres of a hex's centre, y down, the hex (0, 0) at the origin."""
    return across_flats * (q + r / 2), across_flats * math.sqrt(3) / 2 * r


def hex_corners(centre: Point, across_flats: float) -> tuple[Point, ...]:
    """Return the six corners of a pointy-top hex, clockwise from the top."""
    radius = across_flats / math.sqrt(3)
    angles = [math.radians(60 * i - 90) for i in range(6)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


def tile_centre(q: float, r: float, across_flats: float) -> Point:
    """Return (x, y) in millimetres of a tile's centre on the lattice of tiles, (0, 0) at the origin."""
    (q0, r0), (q1, r1) = STEPS[0], STEPS[1]
    return hex_centre(q * q0 + r * q1, q * r0 + r * r1, across_flats)


def tile_outline(centre: Point, across_flats: float) -> tuple[Point, ...]:
    """Return the eighteen corners of a tile of seven hexes, clockwise."""
    corners: list[Point] = []
    for q, r in NEIGHBOURS:
        x, y = hex_centre(q, r, across_flats)
        middle = (centre[0] + x, centre[1] + y)
        away = math.atan2(y, x)
        outer = [c for c in hex_corners(middle, across_flats) if _far(c, centre) > across_flats]
        corners += sorted(outer, key=lambda c: _around(c, centre, away))[:3]
    return tuple(corners)


def _far(point: Point, centre: Point) -> float:
    return math.hypot(point[0] - centre[0], point[1] - centre[1])


def _around(point: Point, centre: Point, start: float) -> float:
    angle = math.atan2(point[1] - centre[1], point[0] - centre[0]) - start
    return (angle + math.pi) % (2 * math.pi)


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a tile: the angle in degrees, clockwise from the right, towards the neighbour there."""

    side: int
    angle: float
    pair: tuple[str, ...]
    reference: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """What a tile's template draws from: millimetres on the face."""

    across_flats: float
    centre: Point
    hexes: tuple[tuple[Point, ...], ...]
    centres: tuple[Point, ...]
    outline: tuple[Point, ...]
    sides: tuple[Side, ...]


def side_angle(side: int) -> float:
    """Return the direction in degrees, clockwise from the right, to the neighbour at a side."""
    x, y = hex_centre(*STEPS[side], 1.0)
    return math.degrees(math.atan2(y, x)) % 360
