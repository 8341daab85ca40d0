"""Numbers, lengths, transforms and colours as SVG writes them in, floats and PDF numbers out."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG and PDF."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"

_NUMBER = re.compile(NUMBER)
_NUMBERS = re.compile(rf"[\s,]*(?:{NUMBER}[\s,]*)*")
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)[\s,]*")
_EXPONENT = re.compile(r"[-\d.]+e[-+]\d+")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NAMES = {"black": "#000000", "white": "#ffffff", "none": "", "transparent": ""}


class Unknown(Exception):  # noqa: N818 - no error: the art is drawn another way
    """The SVG has something that is not drawn here; the message names it."""


def number(text: str) -> float:
    """Return a number, with or without `px`; Unknown for other units and percentages."""
    try:
        return float(text.removesuffix("px"))
    except ValueError:
        raise Unknown(f"the length {text!r}") from None


@lru_cache(maxsize=512)
def share(text: str) -> float:
    """Return a number of 0..1 from a number or a percentage."""
    value = number(text.removesuffix("%")) / 100 if text.endswith("%") else number(text)
    return min(1.0, max(0.0, value))


def numbers(text: str) -> list[float]:
    """Return the numbers of a list parted by spaces or commas; Unknown when there is anything else."""
    try:
        return [float(v) for v in text.replace(",", " ").split()]
    except ValueError:
        if not _NUMBERS.fullmatch(text):
            raise Unknown(f"the numbers {text!r}") from None
        return [float(v) for v in _NUMBER.findall(text)]


def written(values: Iterable[float]) -> str:
    """Return numbers as PDF writes them, six digits of each."""
    return plain(" ".join([f"{v:.6g}" for v in values]))


def plain(operators: str) -> str:
    """Return operators with numbers such as 1e-05 written out, which PDF does not know otherwise."""
    if "e-" not in operators and "e+" not in operators:
        return operators
    return _EXPONENT.sub(lambda m: f"{float(m[0]):.6f}", operators)


@lru_cache(maxsize=512)
def color(text: str) -> tuple[float, float, float] | None:
    """Return red, green and blue in 0..1, None for no colour; Unknown for most names."""
    text = _NAMES.get(text.strip(), text.strip())
    if not text:
        return None
    if not _HEX.fullmatch(text):
        raise Unknown(f"the colour {text!r}")
    digits = text[1:] if len(text) == len("#rrggbb") else "".join(c * 2 for c in text[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def inverse(matrix: Matrix) -> Matrix:
    """Return the matrix that leads back; Unknown when there is none."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if not det:
        raise Unknown("a transform that flattens")
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@lru_cache(maxsize=512)
def transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute."""
    matrix = IDENTITY
    at = 0
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        if not match:
            raise Unknown(f"the transform {text!r}")
        matrix = multiply(_single(match[1], numbers(match[2])), matrix)
        at = match.end()
    return matrix


def _single(name: str, values: list[float]) -> Matrix:  # noqa: PLR0911 - one for each kind
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x]:
            return 1, 0, 0, 1, x, 0
        case "translate", [x, y]:
            return 1, 0, 0, 1, x, y
        case "scale", [s]:
            return s, 0, 0, s, 0, 0
        case "scale", [x, y]:
            return x, 0, 0, y, 0, 0
        case "rotate", [degrees]:
            sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
            return cos, sin, -sin, cos, 0, 0
        case "rotate", [degrees, x, y]:
            turned = multiply((1, 0, 0, 1, -x, -y), _single("rotate", [degrees]))
            return multiply(turned, (1, 0, 0, 1, x, y))
        case "skewX", [degrees]:
            return 1, 0, math.tan(math.radians(degrees)), 1, 0, 0
        case "skewY", [degrees]:
            return 1, math.tan(math.radians(degrees)), 0, 1, 0, 0
    raise Unknown(f"the transform {name} of {len(values)} numbers")
