"""Shapes in, PDF path operators and bounding boxes out, in the units of the SVG."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.pdf.svg.path import Segment, parse_path
from pnp.pdf.svg.values import number, numbers, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_KAPPA = 4 / 3 * math.tan(math.pi / 8)
"""How far the handles of a quarter of a circle reach, in radii."""


_OPERATORS = {"m": "%.6g %.6g m", "l": "%.6g %.6g l", "c": "%.6g %.6g %.6g %.6g %.6g %.6g c", "h": "h"}
"""What each of a path's segments is in a content stream."""


class Outline(NamedTuple):
    """The PDF operators of a shape's outline; `area` lacks its single straight lines.

    These have nothing to fill, but a viewer would paint them as thin as it can.
    """

    whole: str
    area: str


def outline(tag: str, attributes: Mapping[str, str]) -> Outline:
    """Return the outline of a shape; empty for a shape without extent."""
    if tag == "path":
        return _path_outline(attributes.get("d", ""))
    return _outlined(_shape(tag, attributes))


@lru_cache(maxsize=512)
def _path_outline(data: str) -> Outline:
    return _outlined(parse_path(data))


def _outlined(segments: list[Segment]) -> Outline:
    """Return the operators of segments, each part from one m to the next."""
    starts = [at for at, (operator, _) in enumerate(segments) if operator == "m"]
    if len(starts) == 1:
        whole = _written(segments)
        return Outline(whole, whole if _has_area(segments) else "")
    parts = [segments[a:b] for a, b in itertools.pairwise([*starts, len(segments)])]
    written = [_written(part) for part in parts]
    areas = [text for text, part in zip(written, parts, strict=True) if _has_area(part)]
    whole = "\n".join(written)
    return Outline(whole, whole if len(areas) == len(parts) else "\n".join(areas))


def _has_area(part: list[Segment]) -> bool:
    kinds = [operator for operator, _ in part]
    return "c" in kinds or kinds.count("l") > 1


def _written(segments: list[Segment]) -> str:
    return plain(" ".join([_OPERATORS[operator] % at for operator, at in segments]))


def bounds(tag: str, attributes: Mapping[str, str]) -> Box | None:
    """Return the box that a shape's outline fills, None when there is no outline."""
    segments = parse_path(attributes.get("d", "")) if tag == "path" else _shape(tag, attributes)
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for operator, at in segments:
        if operator == "c":
            xs += _extremes(x, *at[0::2])
            ys += _extremes(y, *at[1::2])
        if at:
            x, y = at[-2:]
            xs.append(x)
            ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _extremes(a: float, b: float, c: float, d: float) -> Iterator[float]:
    """Yield where a cubic curve of one dimension turns between its ends."""
    p, q, r = d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a
    if abs(p) < 1e-12:  # noqa: PLR2004 - no cubic term
        roots = [-r / q] if q else []
    else:
        square = q * q - 4 * p * r
        roots = [(-q + sign * math.sqrt(square)) / (2 * p) for sign in (-1, 1)] if square >= 0 else []
    for t in roots:
        if 0 < t < 1:
            s = 1 - t
            yield s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d


def _shape(tag: str, attributes: Mapping[str, str]) -> list[Segment]:
    def get(key: str) -> float:
        return number(attributes.get(key, "0"))

    if tag == "rect":
        return _rect(attributes)
    if tag == "circle":
        return _ellipse(get("cx"), get("cy"), get("r"), get("r"))
    if tag == "ellipse":
        return _ellipse(get("cx"), get("cy"), get("rx"), get("ry"))
    if tag == "line":
        return [("m", (get("x1"), get("y1"))), ("l", (get("x2"), get("y2")))]
    points = numbers(attributes.get("points", ""))
    pairs = list(zip(points[0::2], points[1::2], strict=False))
    segments: list[Segment] = [("l" if at else "m", pair) for at, pair in enumerate(pairs)]
    return [*segments, ("h", ())] if tag == "polygon" and segments else segments


def _rect(attributes: Mapping[str, str]) -> list[Segment]:
    x, y, width, height = (number(attributes.get(key, "0")) for key in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return []
    given = [attributes.get(key) for key in ("rx", "ry")]
    rx, ry = (number(own or other or "0") for own, other in (given, given[::-1]))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
        return [*(("l" if at else "m", corner) for at, corner in enumerate(corners)), ("h", ())]
    u, v = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return [
        ("m", (x + rx, y)),
        ("l", (right - rx, y)),
        ("c", (right - u, y, right, y + v, right, y + ry)),
        ("l", (right, bottom - ry)),
        ("c", (right, bottom - v, right - u, bottom, right - rx, bottom)),
        ("l", (x + rx, bottom)),
        ("c", (x + u, bottom, x, bottom - v, x, bottom - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + v, x + u, y, x + rx, y)),
        ("h", ()),
    ]


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> list[Segment]:
    if rx <= 0 or ry <= 0:
        return []
    u, v = _KAPPA * rx, _KAPPA * ry
    left, top, right, bottom = cx - rx, cy - ry, cx + rx, cy + ry
    return [
        ("m", (right, cy)),
        ("c", (right, cy + v, cx + u, bottom, cx, bottom)),
        ("c", (cx - u, bottom, left, cy + v, left, cy)),
        ("c", (left, cy - v, cx - u, top, cx, top)),
        ("c", (cx + u, top, right, cy - v, right, cy)),
        ("h", ()),
    ]
