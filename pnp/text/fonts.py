"""Shaping with HarfBuzz: characters of one font in, glyphs with kerning out, cached per word."""

from __future__ import annotations

import itertools
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

import uharfbuzz as hb

from pnp.errors import PnpError
from pnp.model.type import Shaped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_FEATURES = {"kern": True, "lnum": True, "liga": False, "clig": False, "calt": False}
"""Lining figures, since kits are full of values; no ligatures, since single letters are copied right."""


class Font:
    """A font file, its vertical extents in em and its glyphs' advances."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._glyphs: dict[str, int] = {}
        self._covered: set[str] = set()
        self._shown: dict[tuple[int, float], str] = {}
        self.buffer = hb.Buffer()
        self.buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS  # accents are copied as such
        try:
            self.face = hb.Face(hb.Blob(path.read_bytes()))
            self.hb = hb.Font(self.face)
            self.upem: int = self.face.upem
        except (OSError, ValueError, hb.HarfBuzzError) as error:
            raise PnpError(f"The font {path} cannot be read: {error}.") from None
        if not self.glyph("0"):
            raise PnpError(f"The font {path} cannot be read: it has no characters.")
        self.cap_height = self._top("HН")
        self.ascent = max(self.cap_height, self._top("ЁЙÉdfl"))
        self.descent = -min(self._bottom("pgy"), self._bottom("руцЩ"), self._bottom("(,;"))

    def glyph(self, char: str) -> int:
        """Return the glyph id of a character, 0 when the font lacks it."""
        gid = self._glyphs.get(char)
        if gid is None:
            gid = self._glyphs[char] = self.hb.get_nominal_glyph(ord(char)) or 0
        return gid

    def covers(self, text: str) -> bool:
        """Return whether the font has a glyph for every character of a text."""
        if not self._covered.issuperset(text):
            self._covered.update(filter(self.glyph, text))
        return self._covered.issuperset(text)

    def advance(self, gid: int) -> int:
        """Return the advance of a glyph in the font's own units."""
        return int(self.hb.get_glyph_h_advance(gid))

    def shown(self, gid: int, advance: float) -> str:
        """Return what shows a glyph inside a TJ string, and moves on by an advance that is not its own."""
        key = gid, advance
        shown = self._shown.get(key)
        if shown is None:
            shift = round((self.advance(gid) - advance) * 1000 / self.upem)
            shown = self._shown[key] = f"{gid:04x}>{shift}<" if shift else f"{gid:04x}"
        return shown

    def _extents(self, chars: str) -> list[tuple[float, float]]:
        found = [self.hb.get_glyph_extents(gid) for gid in map(self.glyph, chars) if gid]
        tops = [e.y_bearing for e in found if e]
        bottoms = [e.y_bearing + e.height for e in found if e]
        return [(top / self.upem, bottom / self.upem) for top, bottom in zip(tops, bottoms, strict=True)]

    def _top(self, chars: str) -> float:
        return max((top for top, _ in self._extents(chars)), default=0.7)

    def _bottom(self, chars: str) -> float:
        return min((bottom for _, bottom in self._extents(chars)), default=-0.2)


@lru_cache(maxsize=64)
def load_font(path: Path) -> Font:
    """Return the font of a file, read once; PnpError when it cannot be read."""
    return Font(path)


@lru_cache(maxsize=100_000)
def shape(path: Path, text: str, language: str, tracking: float = 0.0) -> Shaped:
    """Shape a piece of text in one font. `tracking` is added after each glyph, in em."""
    font = load_font(path)
    plain = text.replace("\u00a0", " ")
    buffer = font.buffer
    buffer.clear_contents()
    buffer.add_str(plain)
    buffer.language = language
    buffer.guess_segment_properties()
    hb.shape(font.hb, buffer, _FEATURES)
    infos = buffer.glyph_infos
    glyphs = array("H", [info.codepoint for info in infos])
    tj, width = _written(font, glyphs, buffer.glyph_positions, tracking * font.upem)
    return Shaped(path, text, tj, width / font.upem, glyphs, _stands_for([i.cluster for i in infos], plain))


def _written(
    font: Font, glyphs: Sequence[int], positions: Sequence[hb.GlyphPosition], spread: float
) -> tuple[str, float]:
    """Return what stands inside a TJ array and the width of it, in the font's units."""
    places = [p.position for p in positions]
    if any(x or y for x, y, _, _ in places):
        return _displaced(font, glyphs, places, spread)
    advances = [place[2] + spread for place in places]
    written = "".join(map(font.shown, glyphs, advances))
    return f"<{written}>".replace("<>", ""), sum(advances)


def _displaced(
    font: Font, glyphs: Sequence[int], places: Sequence[tuple[int, int, int, int]], spread: float
) -> tuple[str, float]:
    """Return the same for glyphs of which some do not stand where the last one ends, such as accents."""
    scale = 1000 / font.upem
    written = "<"
    width = pending = 0.0
    for glyph, (offset, rise, advance, _) in zip(glyphs, places, strict=True):
        shift = round((pending - offset) * scale)
        if shift:
            written += f">{shift}<"
        written += _raised(glyph, rise / font.upem) if rise else f"{glyph:04x}"
        pending = offset + font.advance(glyph) - advance - spread
        width += advance + spread
    end = round(pending * scale)
    return (written + (f">{end}" if end else ">")).replace("<>", ""), width


def _raised(glyph: int, rise: float) -> str:
    """Return what shows a glyph above or below the line, in em: the TJ array is closed and opened again."""
    return f">] TJ {rise:.3f} Ts [<{glyph:04x}>] TJ 0 Ts [<"


def _stands_for(starts: list[int], text: str) -> Sequence[str]:
    """Return the characters of each glyph, given where they start; of glyphs that share some, the first's."""
    if starts == list(range(len(text))):
        return text
    ends = dict(itertools.pairwise([*sorted(set(starts)), len(text)]))
    first = [i == 0 or starts[i - 1] != at for i, at in enumerate(starts)]
    return tuple(text[at : ends[at]] if new else "" for at, new in zip(starts, first, strict=True))
