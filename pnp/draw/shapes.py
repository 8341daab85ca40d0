"""The line that a piece is cut along when it is no rectangle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.face import Face, Outline, Point

Shape = Literal["rectangle", "hex", "circle"]
_CIRCLE_POINTS = 72
"""A circle of 30 mm is then true to 0.02 mm."""
_CORNER_POINTS = 12
"""Sides of a quarter circle: a corner of 3 mm is then true to 0.01 mm."""


def face_outline(face: Face) -> Outline:
    """Return the corners of the line that a face is cut along, clockwise, in millimetres of the face."""
    if face.cut:
        return face.cut
    if not face.corners:
        return ((0.0, 0.0), (face.width, 0.0), (face.width, face.height), (0.0, face.height))
    return tuple(point for arc in corner_arcs(face) for point in arc)


def corner_arcs(face: Face) -> tuple[Outline, ...]:
    """Return the rounded corners of a face, clockwise from its top left corner."""
    radius = min(face.corners, face.width / 2, face.height / 2)
    left, top, right, bottom = radius, radius, face.width - radius, face.height - radius
    centres = ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90))
    return tuple(tuple(_arc(x, y, radius, begin)) for x, y, begin in centres)


def _arc(x: float, y: float, radius: float, begin: float) -> Iterator[Point]:
    """Yield the points of a quarter circle from an angle in degrees, clockwise as it is seen."""
    for i in range(_CORNER_POINTS + 1):
        angle = math.radians(begin + 90 * i / _CORNER_POINTS)
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def shape_outline(shape: Shape, width: float, height: float) -> Outline:
    """Return the corners of a shape that fills `width` x `height` millimetres; none for a rectangle.

    A hex stands on a corner when it is higher than wide, otherwise it lies on a flat.
    """
    if shape == "rectangle":
        return ()
    if shape == "circle":
        angles = [2 * math.pi * i / _CIRCLE_POINTS for i in range(_CIRCLE_POINTS)]
        return tuple((width / 2 * (1 + math.cos(a)), height / 2 * (1 + math.sin(a))) for a in angles)
    if height > width:
        parts = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
    else:
        parts = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
    return tuple((width * x, height * y) for x, y in parts)
