"""Shaping with HarfBuzz: characters of one font in, glyphs with kerning out, cached per word."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from pnp.errors import PnpError
from pnp.model.type import Shaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_FEATURES = {"kern": True, "lnum": True, "liga": False, "clig": False, "calt": False}
"""Lining figures, since kits are full of values; no ligatures, since single letters are copied right."""


class Font:
    """A font file, its vertical extents in em and its glyphs' advances."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._glyphs: dict[str, int] = {}
        self._covered: set[str] = set()
        self._pairs: dict[tuple[int, str], tuple[int, str]] = {}
        self._measures: dict[int, tuple[str, int]] = {}
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

    def lacking(self, text: str) -> set[str]:
        """Return the characters of a text that the font has no glyph for."""
        unknown = set(text) - self._covered
        lacking = {char for char in unknown if not self.glyph(char)}
        self._covered |= unknown - lacking
        return lacking

    def pairs(self, glyphs: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
        """Return glyphs with their characters, each pair the same object at every time."""
        return tuple([self._pairs.setdefault(pair, pair) for pair in glyphs])

    def advance(self, gid: int) -> float:
        """Return the advance of a glyph in thousandths of an em."""
        return self.measure(gid)[1] * 1000 / self.upem

    def measure(self, gid: int) -> tuple[str, int]:
        """Return a glyph's id in hexadecimal and its advance in the font's own units."""
        measured = self._measures.get(gid)
        if measured is None:
            measured = self._measures[gid] = f"{gid:04x}", self.hb.get_glyph_h_advance(gid)
        return measured

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
    buffer = hb.Buffer()
    plain = text.replace("\u00a0", " ")
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS  # an accent is copied as itself
    buffer.add_str(plain)
    buffer.language = language
    buffer.guess_segment_properties()
    hb.shape(font.hb, buffer, _FEATURES)
    scale, spread = 1000 / font.upem, tracking * font.upem
    parts = ["<"]
    width = pending = 0.0
    infos = buffer.glyph_infos
    for info, position in zip(infos, buffer.glyph_positions, strict=True):
        gid, offset, advance = info.codepoint, position.x_offset, position.x_advance + spread
        code, own = font.measure(gid)
        if pending != offset:
            shift = round((pending - offset) * scale)
            parts.append(f">{shift}<" if shift else "")
        parts.append(_raised(gid, position.y_offset / font.upem) if position.y_offset else code)
        pending = offset + own - advance
        width += advance
    end = round(pending * scale)
    parts.append(f">{end}" if end else ">")
    tj = "".join(parts).replace("<>", "")
    return Shaped(path, text, tj, width / font.upem, font.pairs(_with_text(infos, plain)))


def _raised(gid: int, rise: float) -> str:
    """Return what shows a glyph above or below the line, in em: the TJ array is closed and opened again."""
    return f">] TJ {rise:.3f} Ts [<{gid:04x}>] TJ 0 Ts [<"


def _with_text(infos: Sequence[Any], text: str) -> Iterable[tuple[int, str]]:
    """Return each glyph with its characters; of glyphs that share some, the first has them."""
    if [info.cluster for info in infos] == list(range(len(text))):
        return zip([info.codepoint for info in infos], text, strict=True)
    starts = [info.cluster for info in infos]
    ends = dict(itertools.pairwise([*sorted(set(starts)), len(text)]))
    first = [i == 0 or starts[i - 1] != at for i, at in enumerate(starts)]
    return (
        (info.codepoint, text[at : ends[at]] if new else "")
        for info, at, new in zip(infos, starts, first, strict=True)
    )
