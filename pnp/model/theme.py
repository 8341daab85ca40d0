"""A game's looks: fonts, colours and text styles by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Align = Literal["left", "center", "right", "justify"]
VAlign = Literal["top", "middle", "bottom"]


@dataclass(frozen=True, slots=True)
class FontFamily:
    """Font files by face; `signs` serve the characters that the others lack."""

    name: str
    regular: Path
    bold: Path | None = None
    italic: Path | None = None
    bold_italic: Path | None = None
    signs: Path | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks: sizes in points, leading and tracking in parts of the size."""

    name: str
    family: FontFamily
    size: float
    minimum: float
    leading: float
    tracking: float
    color: str
    align: Align
    valign: VAlign
    hyphenate: bool
    bold: bool
    italic: bool
    language: str


@dataclass(frozen=True, slots=True)
class Theme:
    """All fonts, colours and styles of a game."""

    fonts: Mapping[str, FontFamily]
    colors: Mapping[str, str]
    styles: Mapping[str, Style]
