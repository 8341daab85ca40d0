"""From spans to words: the pieces that a line may not part, shaped once and measured in em."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

from pnp.model.type import Icon, Shaped
from pnp.text.fonts import load_font, shape
from pnp.text.language import break_points, hold_spaces

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.model.theme import FontFamily, Style
    from pnp.text.rich import Paragraph

_HARD = {"\u00a0", "\u202f"}
_LEFTWARDS = {"R", "AL"}
"""Letters of scripts that run from right to left, which lines of ours do not."""


class Word(NamedTuple):
    """What stands between two spaces; `space` is the one before it, `width` is in em.

    `breaks` makes it a line break instead, `hyphen` says that its last character is a hyphen of ours, `held`
    that no line may begin with it, `link` where it leads.
    """

    pieces: tuple[Shaped | Icon, ...]
    width: float
    space: Shaped | None = None
    breaks: bool = False
    hyphen: bool = False
    held: bool = False
    link: str = ""

    @property
    def text(self) -> str:
        """Return the characters of the word."""
        return "".join(p.text for p in self.pieces if isinstance(p, Shaped))


def words_of(paragraph: Paragraph, style: Style, missing: set[str]) -> list[Word]:
    """Return the words of a paragraph; characters that no font has are added to `missing`."""
    words: list[Word] = []
    pieces: list[Shaped | Icon] = []
    space: Shaped | None = None
    link = ""

    def close(*, breaks: bool = False) -> None:
        nonlocal pieces, space, link
        if pieces or breaks:
            width = pieces[0].width if len(pieces) == 1 else sum(p.width for p in pieces)
            words.append(Word(tuple(pieces), width, space, breaks, link=link))
        pieces, space, link = [], None, ""

    for span in paragraph:
        if span.breaks:
            close()
            close(breaks=True)
            continue
        if span.icon:
            pieces.append(Icon(span.icon))
            continue
        bold, italic = span.bold or style.bold, span.italic or style.italic
        font = face(style.family, bold=bold, italic=italic)
        between = shape(font, " ", style.language, style.tracking)
        covers = load_font(font).covers
        for index, part in enumerate(hold_spaces(span.text).split(" ")):
            if index:
                close()
                space = between
            if part:
                link = link or span.link
                if covers(part):
                    pieces.append(shape(font, part, style.language, style.tracking))
                else:
                    pieces += _shape_with_signs(part, font, style, missing)
    close()
    return words


def face(family: FontFamily, *, bold: bool, italic: bool) -> Path:
    """Return the font file of a face; a family without that face gives the nearest it has."""
    if bold and italic:
        return family.bold_italic or family.bold or family.italic or family.regular
    return (family.bold if bold else family.italic if italic else None) or family.regular


def _shape_with_signs(text: str, font: Path, style: Style, missing: set[str]) -> list[Shaped]:
    """Shape a word, taking from the family's font of signs what `font` lacks."""
    lacking = {c for c in text if not load_font(font).glyph(c)} - _HARD
    signs = style.family.signs
    missing |= {
        c for c in lacking if not signs or not load_font(signs).glyph(c) or bidirectional(c) in _LEFTWARDS
    }
    return [
        shape(signs if part[0] in lacking and signs else font, part, style.language, style.tracking)
        for part in _runs(text, lacking)
    ]


def _runs(text: str, apart: set[str]) -> Iterator[str]:
    run = ""
    for char in text:
        if run and (char in apart) != (run[-1] in apart):
            yield run
            run = ""
        run += char
    yield run


def divisions(word: Word, style: Style, room: float = math.inf) -> Iterator[tuple[Word, Word]]:
    """Yield the ways to part a word into a line's end, no wider than `room`, and the next line's start.

    The longest ends come first.
    """
    for at in range(len(word.pieces) - 1, -1, -1):
        piece = word.pieces[at]
        if isinstance(piece, Icon):
            continue
        for index, added in break_points(piece.text, style.language):
            if added and not style.hyphenate:
                continue
            head = shape(piece.font, piece.text[:index] + added, style.language, style.tracking)
            start = (*word.pieces[:at], head)
            width = sum(p.width for p in start)
            if width > room:
                continue
            tail = shape(piece.font, piece.text[index:], style.language, style.tracking)
            end = (tail, *word.pieces[at + 1 :])
            yield (
                Word(start, width, word.space, hyphen=bool(added), link=word.link),
                Word(end, sum(p.width for p in end), link=word.link),
            )
