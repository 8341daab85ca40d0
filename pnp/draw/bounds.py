"""Where the shapes of an SVG lie: bounding boxes through all transforms, curves taken by their points."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from pnp.draw.svg import local

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Iterator

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_CALL = re.compile(r"(\w+)\s*\(([^)]*)\)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


class Bounds(NamedTuple):
    """A box by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Return the area."""
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def matrix_of(element: ET.Element) -> Matrix:
    """Return the matrix of an element's `transform`."""
    matrix = IDENTITY
    for name, values in _CALL.findall(element.get("transform", "")):
        matrix = times(matrix, _call(name, [float(v) for v in _NUMBER.findall(values)]))
    return matrix


def _call(name: str, v: list[float]) -> Matrix:
    if name == "matrix":
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate":
        return (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
    if name == "scale":
        return (v[0], 0, 0, v[-1], 0, 0)
    if name == "rotate":
        c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
        x, y = v[1:] or (0.0, 0.0)
        return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
    skew = math.tan(math.radians(v[0]))
    return (1, 0, skew, 1, 0, 0) if name == "skewX" else (1, skew, 0, 1, 0, 0)


def times(m: Matrix, n: Matrix) -> Matrix:
    """Return the matrix that does `n`, then `m`."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def bounds(shape: ET.Element, matrix: Matrix) -> Bounds | None:
    """Return the box round a shape, or None for what is no shape or has no points."""
    points = [
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
        for x, y in _points(shape)
    ]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _points(shape: ET.Element) -> list[tuple[float, float]]:
    def number(key: str) -> float:
        return float(_NUMBER.findall(shape.get(key, "0"))[0])

    tag = local(shape.tag)
    if tag in {"rect", "image"}:
        x, y, w, h = (number(k) for k in ("x", "y", "width", "height"))
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    if tag in {"circle", "ellipse"}:
        x, y = number("cx"), number("cy")
        rx, ry = (number("r"), number("r")) if tag == "circle" else (number("rx"), number("ry"))
        return [(x - rx, y - ry), (x + rx, y - ry), (x + rx, y + ry), (x - rx, y + ry)]
    if tag == "line":
        return [(number("x1"), number("y1")), (number("x2"), number("y2"))]
    if tag in {"polygon", "polyline"}:
        values = [float(v) for v in _NUMBER.findall(shape.get("points", ""))]
        return list(zip(values[::2], values[1::2], strict=False))
    return list(_path(shape.get("d", ""))) if tag == "path" else []


def _path(data: str) -> Iterator[tuple[float, float]]:
    x = y = start_x = start_y = 0.0
    for letter, rest in _STEP.findall(data):
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            x, y = start_x, start_y
            continue
        values = [float(v) for v in _NUMBER.findall(rest)]
        size = _TAKES[kind]
        for at in range(0, len(values) - size + 1, size):
            from_x, from_y = (x, y) if relative else (0.0, 0.0)
            step = values[at : at + size]
            if kind == "H":
                ends = [(from_x + step[0], y)]
            elif kind == "V":
                ends = [(x, from_y + step[0])]
            elif kind == "A":
                ends = list(_arc(x, y, step, from_x, from_y))
            else:
                ends = [(from_x + a, from_y + b) for a, b in zip(step[::2], step[1::2], strict=True)]
            yield from ends
            x, y = ends[-1]
            if kind == "M" and at == 0:
                start_x, start_y = x, y


def _arc(
    x: float, y: float, step: list[float], from_x: float, from_y: float
) -> Iterator[tuple[float, float]]:
    """Yield the end of an arc, after the points that a half circle or more reaches."""
    rx, ry, end_x, end_y = abs(step[0]), abs(step[1]), from_x + step[5], from_y + step[6]
    if math.hypot(end_x - x, end_y - y) > 1.5 * min(rx, ry) or step[3]:
        middle_x, middle_y = (x + end_x) / 2, (y + end_y) / 2
        yield from ((middle_x - rx, middle_y - ry), (middle_x + rx, middle_y + ry))
    yield end_x, end_y
