"""The line that a piece is cut along when it is no rectangle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.model.face import Outline

Shape = Literal["rectangle", "hex", "circle"]
_CIRCLE_POINTS = 72
"""A circle of 30 mm is then true to 0.02 mm."""


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
