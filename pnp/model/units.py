"""Lengths and sizes. The unit inside is the millimetre; type sizes are given in points."""

from __future__ import annotations

import re

MM_PER_PT = 25.4 / 72
PT_PER_MM = 72 / 25.4
MM_PER: dict[str, float] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_PT, "px": 25.4 / 96}

SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|cm|in)?\s*")
COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def parse_size(text: str) -> tuple[float, float]:
    """Return (width, height) in millimetres from '44x67' or '2.5x3.5in'.

    Raises ValueError when the text is no size or one side is zero.
    """
    match = SIZE.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no size; write width x height in millimetres, like 63x88")
    unit = MM_PER[match[3] or "mm"]
    width, height = float(match[1]) * unit, float(match[2]) * unit
    if not (0 < width <= 5000 and 0 < height <= 5000):  # noqa: PLR2004 - five metres is beyond any printer
        raise ValueError(f"{text!r}: each side must lie between 0 and 5000 mm")
    return width, height


def parse_color(text: str) -> tuple[float, float, float]:
    """Return red, green, blue in 0..1 from '#rgb' or '#rrggbb'; ValueError otherwise."""
    if not COLOR.fullmatch(text):
        raise ValueError(f"{text!r} is no colour; write it like #1f6fb2")
    digits = text[1:] if len(text) == len("#rrggbb") else "".join(c * 2 for c in text[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue
