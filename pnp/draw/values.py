"""What the attributes of art may say: SVG 1.1 as far as cairosvg draws it, one unit one millimetre."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cairosvg.colors import COLORS

if TYPE_CHECKING:
    from collections.abc import Callable

_N = r"[-+]?(?:\d{1,9}(?:\.\d*)?|\.\d+)(?:[eE](?:-\d{1,3}|\+?\d))?"
_PART = r"\s*\d{1,3}(?:\.\d+)?%?\s*"
_NUMBER = re.compile(_N)
_EACH = re.compile(rf"[\s,]*{_N}")
_APART = re.compile(r"[\s,]*(?:-?\d{1,9}(?:\.\d+)?(?:[\s,]+|$))*")
"""Numbers as most are written, parted by spaces or commas."""
_PERCENTAGE = re.compile(rf"{_N}%?")
_COLOR = re.compile(rf"#(?:[0-9a-f]{{3}}|[0-9a-f]{{6}})|rgb\({_PART},{_PART},{_PART}\)", re.IGNORECASE)
_ALPHA = re.compile(rf"rgba\({_PART},{_PART},{_PART},\s*[01]?(?:\.\d+)?\s*\)", re.IGNORECASE)
_LOCAL = re.compile(r"url\(\s*['\"]?#[^)'\"]+['\"]?\s*\)")
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_ONE = rf"[\s,]*(?>{_N})"
_PATH = re.compile(
    r"\s*(?=[Mm])(?:(?:"
    + "|".join(
        rf"[{commands}](?:{arguments})++"
        for commands, arguments in (
            ("MmLlTt", _ONE * 2),
            ("HhVv", _ONE),
            ("Cc", _ONE * 6),
            ("SsQq", _ONE * 4),
            ("Aa", _ONE * 3 + r"[\s,]*[01]" * 2 + _ONE * 2),
        )
    )
    + r"|[Zz])[\s,]*)*+"
)
_ARGUMENTS = {
    "matrix": {6},
    "translate": {1, 2},
    "scale": {1, 2},
    "rotate": {1, 3},
    "skewX": {1},
    "skewY": {1},
}


def _numbers(text: str) -> list[float] | None:
    """Return the numbers of a list parted by spaces and commas, None when it holds anything else."""
    if _APART.fullmatch(text):
        return [float(n) for n in text.replace(",", " ").split()]
    if _EACH.sub("", text).strip():
        return None
    return [float(n) for n in _NUMBER.findall(text)]


def _is_color(value: str) -> bool:
    return value.lower() in COLORS or bool(_COLOR.fullmatch(value) or _ALPHA.fullmatch(value))


def _is_paint(value: str) -> bool:
    return value in {"none", "currentColor", "inherit"} or _is_color(value) or bool(_LOCAL.fullmatch(value))


def _is_reference(value: str) -> bool:
    return value in {"none", "inherit"} or bool(_LOCAL.fullmatch(value))


def _is_length(value: str) -> bool:
    return bool(_PERCENTAGE.fullmatch(value))


def _is_size(value: str) -> bool:
    return bool(_PERCENTAGE.fullmatch(value)) and not value.startswith("-")


def _is_dashes(value: str) -> bool:
    numbers = _numbers(value)
    return value == "none" or (bool(numbers) and min(numbers or [0]) >= 0)


def _is_points(value: str) -> bool:
    numbers = _numbers(value)
    return numbers is not None and len(numbers) % 2 == 0


def _is_view(value: str) -> bool:
    numbers = _numbers(value) or []
    return len(numbers) == len(("x", "y", "width", "height")) and min(numbers[2:]) > 0


def _is_transform(value: str) -> bool:
    if _TRANSFORM.sub("", value).strip():
        return False
    found = [(name, _numbers(arguments)) for name, arguments in _TRANSFORM.findall(value)]
    return all(numbers is not None and len(numbers) in _ARGUMENTS[name] for name, numbers in found)


def _is_path(value: str) -> bool:
    return not value.strip() or bool(_PATH.fullmatch(value))


def _one_of(*words: str) -> Callable[[str], bool]:
    return lambda value: value in words or value == "inherit"


_BARE = "Write a bare number: one unit is one millimetre."
_A_COLOR = "Write it like #1f6fb2, or by an SVG name."
_REFERENCE = "Write url(#id) of an element of the same art."
_RULES: dict[str, tuple[Callable[[str], bool], str]] = {
    **dict.fromkeys(("fill", "stroke"), (_is_paint, _A_COLOR)),
    **dict.fromkeys(("color", "stop-color"), (_is_color, _A_COLOR)),
    **dict.fromkeys(
        ("x", "y", "cx", "cy", "fx", "fy", "x1", "y1", "x2", "y2", "dx", "dy", "refX", "refY"),
        (_is_length, _BARE),
    ),
    **dict.fromkeys(("width", "height", "r", "rx", "ry", "stroke-width"), (_is_size, _BARE)),
    "stroke-dashoffset": (_is_length, _BARE),
    "stroke-miterlimit": (_is_size, "Write a number."),
    **dict.fromkeys(
        ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"),
        (_is_size, "Write a number from 0 to 1."),
    ),
    "offset": (_is_size, "Write a number from 0 to 1, or a percentage."),
    "stroke-dasharray": (_is_dashes, "Write numbers of millimetres, none below zero."),
    "points": (_is_points, "Write pairs of numbers."),
    "d": (_is_path, "Look for a letter that is no command, or a number that is missing."),
    "viewBox": (_is_view, "Write x, y, width and height."),
    **dict.fromkeys(
        ("transform", "gradientTransform", "patternTransform"),
        (_is_transform, "Write translate(x y), rotate(angle), scale(factor) or matrix(a b c d e f)."),
    ),
    **dict.fromkeys(("clip-path", "marker-start", "marker-mid", "marker-end"), (_is_reference, _REFERENCE)),
    "stroke-linecap": (_one_of("butt", "round", "square"), "Write butt, round or square."),
    "stroke-linejoin": (_one_of("miter", "round", "bevel"), "Write miter, round or bevel."),
    **dict.fromkeys(("fill-rule", "clip-rule"), (_one_of("nonzero", "evenodd"), "Write nonzero or evenodd.")),
    **dict.fromkeys(
        ("gradientUnits", "patternUnits", "clipPathUnits", "patternContentUnits"),
        (_one_of("userSpaceOnUse", "objectBoundingBox"), "Write userSpaceOnUse or objectBoundingBox."),
    ),
    "spreadMethod": (_one_of("pad", "reflect", "repeat"), "Write pad, reflect or repeat."),
    **dict.fromkeys(
        ("mask", "filter"), (lambda value: value == "none", "cairosvg draws neither masks nor filters.")
    ),
}


@lru_cache(maxsize=2_000)
def value_fault(key: str, value: str) -> str | None:
    """Return None when an attribute's value can be drawn as it says, else a hint at what belongs there."""
    rule = _RULES.get(key)
    return None if rule is None or rule[0](value.strip()) else rule[1]


@lru_cache(maxsize=2_000)
def declarations(style: str) -> tuple[tuple[str, str], ...] | None:
    """Return the (key, value) pairs of a `style` attribute, None when it cannot be read."""
    pairs = [part.partition(":") for part in style.split(";") if part.strip()]
    if any(not colon or not key.strip() or not value.strip() for key, colon, value in pairs):
        return None
    return tuple((key.strip(), value.strip()) for key, _, value in pairs)
