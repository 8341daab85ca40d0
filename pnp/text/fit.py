"""Fit a text into a box: the largest size between the style's size and its minimum that holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.model.type import Layout, Line, Shaped, Stretch
from pnp.model.units import MM_PER_PT
from pnp.text.fonts import load_font
from pnp.text.justify import justify_lines
from pnp.text.language import NBSP
from pnp.text.lines import EPSILON, Row, balance, break_lines
from pnp.text.rich import parse_rich
from pnp.text.words import face, words_of

if TYPE_CHECKING:
    from pnp.model.theme import Align, Style, VAlign
    from pnp.model.type import Icon

_STEP = 0.25
"""Sizes are tried a quarter of a point apart."""
_PARAGRAPH_GAP = 0.35
"""Between paragraphs, in em."""


class _Text:
    """The words of a text, ready to be broken at any width."""

    def __init__(self, text: str, style: Style) -> None:
        self.style = style
        missing: set[str] = set()
        parsed = parse_rich(text)
        self.paragraphs = [words_of(p, style, missing) for p in parsed]
        self.icons = tuple(dict.fromkeys(span.icon for p in parsed for span in p if span.icon))
        self.missing = frozenset(missing)
        self.font = load_font(face(style.family, bold=style.bold, italic=style.italic))

    def break_at(self, width: float, align: Align) -> tuple[list[Row], float]:
        break_paragraph = justify_lines if align == "justify" else break_lines
        rows: list[Row] = []
        excess = 0.0
        for words in self.paragraphs:
            broken, over = break_paragraph(words, width, self.style)
            rows += broken
            excess = max(excess, over)
        return rows, excess

    def balanced_at(self, width: float) -> list[Row]:
        rows: list[Row] = []
        for words in self.paragraphs:
            rows += balance(words, break_lines(words, width, self.style)[0], width, self.style)
        return rows

    def height(self, rows: list[Row]) -> float:
        gaps = sum(r.ends_paragraph for r in rows[:-1]) * _PARAGRAPH_GAP
        return self.font.ascent + self.font.descent + (len(rows) - 1) * self.style.leading + gaps


def fit_text(
    text: str,
    width: float,
    height: float,
    style: Style,
    align: Align | None = None,
    valign: VAlign | None = None,
) -> Layout:
    """Lay rich text out in a box of `width` x `height` millimetres.

    The result always holds every word; when the text is too much even at the minimum size, its
    `over_width` and `over_height` say by how many millimetres.
    """
    content = _Text(text, style)
    align, valign = align or style.align, valign or style.valign
    if not content.paragraphs:
        return Layout(style.size, ())
    setting = _largest(content, width, height, align)
    em = setting.size * MM_PER_PT
    rows = content.balanced_at(width / em) if align == "center" else setting.rows
    lines = _place(content, rows, em, width, height, align, valign)
    return Layout(
        setting.size,
        lines,
        content.missing,
        setting.over_width if setting.over_width > EPSILON else 0.0,
        setting.over_height if setting.over_height > EPSILON else 0.0,
        content.icons,
    )


@dataclass(frozen=True, slots=True)
class _Setting:
    """A text broken at a size in points, and by how many millimetres it is too large for its box."""

    size: float
    rows: list[Row]
    over_width: float
    over_height: float

    @property
    def fits(self) -> bool:
        return self.over_width <= EPSILON and self.over_height <= EPSILON


def _set(content: _Text, size: float, width: float, height: float, align: Align) -> _Setting:
    em = size * MM_PER_PT
    rows, over = content.break_at(width / em, align)
    return _Setting(size, rows, over * em, content.height(rows) * em - height)


def _largest(content: _Text, width: float, height: float, align: Align) -> _Setting:
    """Return the text at the largest size that fits, else at its style's minimum."""
    style = content.style
    setting = _set(content, style.size, width, height, align)
    low, high = 1, round((style.size - style.minimum) / _STEP)
    if setting.fits or high < low:
        return setting
    while low < high:
        middle = (low + high) // 2
        if _set(content, style.size - middle * _STEP, width, height, align).fits:
            high = middle
        else:
            low = middle + 1
    return _set(content, max(style.minimum, style.size - low * _STEP), width, height, align)


def _place(
    content: _Text, rows: list[Row], em: float, width: float, height: float, align: Align, valign: VAlign
) -> tuple[Line, ...]:
    used = content.height(rows) * em
    baseline = content.font.ascent * em
    if valign == "bottom":
        baseline += height - used
    elif valign == "middle":
        caps = used - (content.font.ascent - content.font.cap_height + content.font.descent) * em
        centred = (height - caps) / 2 + content.font.cap_height * em
        baseline = min(max(centred, baseline), baseline + max(0.0, height - used))
    lines: list[Line] = []
    for index, row in enumerate(rows):
        if align == "justify" and (not row.ends_paragraph or row.width * em > width):
            _stretch(row, width / em)
        x = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}[align] * (width - row.width * em)
        lines.append(_line(rows, index, x, baseline, em))
        baseline += (content.style.leading + _PARAGRAPH_GAP * row.ends_paragraph) * em
    return tuple(lines)


def _stretch(row: Row, width: float) -> None:
    spaces = [w.space for w in row.words[1:] if w.space]
    if not spaces:
        return
    extra = (width - row.width) / len(spaces)
    for i, word in enumerate(row.words):
        if i and word.space:
            wide = Shaped(
                word.space.font,
                " ",
                f"{word.space.tj}{-extra * 1000:.0f}",
                word.space.width + extra,
                word.space.glyphs,
                word.space.stands_for,
            )
            row.words[i] = word._replace(space=wide)
    row.width = width


def _line(rows: list[Row], index: int, x: float, baseline: float, em: float) -> Line:
    """Return the line of a row, at (x, baseline).

    A divided word is copied whole where it begins; where it goes on, a space stands for it, since readers
    do not heed an empty text.
    """
    row = rows[index]
    pieces: list[Shaped | Icon] = []
    stretches: list[Stretch] = []
    last = len(row.words) - 1
    for at, word in enumerate(row.words):
        if at and word.space:
            pieces.append(word.space)
        first = len(pieces)
        pieces += word.pieces
        actual = ""
        if at == 0 and index and rows[index - 1].divided:
            actual = " "
        elif at == last and row.divided:
            actual = _whole(rows, index)
        if actual or word.link:
            stretches.append(Stretch(first, len(pieces), actual, word.link))
    following = rows[index + 1].words if index + 1 < len(rows) and not row.divided else []
    if following and following[0].space:
        pieces.append(following[0].space)
    return Line(x, baseline, row.width * em, tuple(pieces), tuple(stretches))


def _whole(rows: list[Row], index: int) -> str:
    """Return the divided word that begins at the end of a row."""
    text = ""
    word = rows[index].words[-1]
    while rows[index].divided and word is rows[index].words[-1]:
        text += word.text.removesuffix("-") if word.hyphen else word.text
        index += 1
        word = rows[index].words[0]
    return (text + word.text).replace(NBSP, " ")
