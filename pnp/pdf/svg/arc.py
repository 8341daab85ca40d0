"""An elliptical arc between two points in, cubic curves out (SVG 1.1, appendix F.6)."""

from __future__ import annotations

import math

Point = tuple[float, float]
Curve = tuple[float, float, float, float, float, float]
"""Two handles and the end of a cubic curve."""


def arc_curves(
    start: Point, size: tuple[float, float, float], *, large: bool, sweep: bool, end: Point
) -> list[Curve]:
    """Return the curves of an arc of `size` (radii, and the angle of the first in degrees).

    Radii that are too small grow until they reach; an arc without a radius is a line.
    """
    rx, ry, angle = size
    if start == end:
        return []
    if not rx or not ry:
        return [(*start, *end, *end)]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half = ((start[0] - end[0]) / 2, (start[1] - end[1]) / 2)
    x, y = cos * half[0] + sin * half[1], cos * half[1] - sin * half[0]
    reach = math.hypot(x / rx, y / ry)
    rx, ry = rx * max(1.0, reach), ry * max(1.0, reach)
    u, v = x / rx, y / ry
    far = math.sqrt(max(0.0, 1 / (u * u + v * v) - 1)) * (1 if large != sweep else -1)
    cu, cv = far * v, -far * u
    first = math.atan2(v - cv, u - cu)
    turn = math.atan2(-v - cv, -u - cu) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def out(p: float, q: float) -> Point:
        """Return a point of the unit circle's space in the drawing's."""
        px, py = (p + cu) * rx, (q + cv) * ry
        return cos * px - sin * py + middle[0], sin * px + cos * py + middle[1]

    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    reach = 4 / 3 * math.tan(step / 4)
    curves: list[Curve] = []
    for number in range(count):
        a, b = first + number * step, first + (number + 1) * step
        handle = out(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        other = out(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        last = end if number == count - 1 else out(math.cos(b), math.sin(b))
        curves.append((*handle, *other, *last))
    return curves
