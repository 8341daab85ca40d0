"""Text as laid out: shaped words on lines, still free of any page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Shaped:
    """Characters of one font, shaped.

    `tj` is what stands inside a PDF TJ array, `width` is in em, `glyphs` pairs each glyph id with the
    characters it stands for.
    """

    font: Path
    text: str
    tj: str
    width: float
    glyphs: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon that stands in a line like a letter, one em wide."""

    name: str
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of a line, `x` em from the line's start.

    `actual` opens a span that is copied as this text instead of what is drawn; `closes` ends the span. `link`
    is where it leads, if anywhere.
    """

    piece: Shaped | Icon
    x: float
    actual: str = ""
    closes: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: `x` and `baseline` in millimetres from the box's top left corner, `width` in millimetres."""

    x: float
    baseline: float
    width: float
    pieces: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Text fitted into a box at `size` points.

    `missing` are characters that no font of the style has; `over_width` and `over_height` say by how many
    millimetres the text does not fit at the style's minimum size (zero when it fits).
    """

    size: float
    lines: tuple[Line, ...]
    missing: frozenset[str] = frozenset()
    over_width: float = 0.0
    over_height: float = 0.0
