"""Text as laid out: shaped words on lines, still free of any page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True, eq=False)
class Shaped:
    """Characters of one font, shaped.

    `tj` is what stands inside a PDF TJ array, `width` is in em, `glyphs` are the glyphs' ids and `stands_for`
    the characters that each of them stands for.
    """

    font: Path
    text: str
    tj: str
    width: float
    glyphs: Sequence[int]
    stands_for: Sequence[str]


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon that stands in a line like a letter, one em wide."""

    name: str
    width: float = 1.0

    @property
    def tj(self) -> str:
        """Return what leaves the room of the icon inside a PDF TJ array."""
        return f" {-self.width * 1000:.0f} "


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pieces of a line, from `first` up to `last`, which does not belong to it.

    They are copied as `actual` instead of what is drawn, or lead to `link`, unless these are empty.
    """

    first: int
    last: int
    actual: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: `x` and `baseline` in millimetres from the box's top left corner, `width` in millimetres."""

    x: float
    baseline: float
    width: float
    pieces: tuple[Shaped | Icon, ...]
    stretches: tuple[Stretch, ...] = ()

    def offset(self, index: int) -> float:
        """Return where a piece stands, in em from the line's start."""
        return sum(piece.width for piece in self.pieces[:index])


@dataclass(frozen=True, slots=True)
class Layout:
    """Text fitted into a box at `size` points.

    `missing` are characters that no font of the style has; `over_width` and `over_height` say by how many
    millimetres the text does not fit at the style's minimum size (zero when it fits). `icons` names those in
    it.
    """

    size: float
    lines: tuple[Line, ...]
    missing: frozenset[str] = frozenset()
    over_width: float = 0.0
    over_height: float = 0.0
    icons: tuple[str, ...] = ()
