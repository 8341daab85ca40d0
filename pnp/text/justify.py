"""Break a paragraph into lines of one width with even spaces: all its lines at once, after Knuth and Plass.

All lengths are in em. A line's cost grows with the cube of how far its spaces are from their own width; to
that come divided words, above all two in a row, and a last line that is hardly there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.model.type import Icon, Shaped
from pnp.text.fonts import shape
from pnp.text.language import NBSP
from pnp.text.lines import EPSILON, Row, break_lines
from pnp.text.words import Word, divisions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.theme import Style

_SHRINK, _STRETCH = 0.2, 0.9
"""By what part of itself a space may become narrower, and by what part it grows without looking loose."""
_TOLERANCES = (2.0, 6.0, math.inf)
"""How many times that stretch a line may ask for; a larger number only when a smaller leads nowhere."""
_DIVIDED, _DIVIDED_TWICE, _SHORT_TAIL, _REST_ALONE, _STUB = 200.0, 800.0, 100.0, 1500.0, 250.0
"""What these cost; the stub for each em that a last line is too short."""
_LEAST_TAIL = 3
"""Letters that a divided word should take to the next line."""
_LEAST_LAST = 5.0
"""How wide the last line of a paragraph should be."""
_OVERFULL = 1e7


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a line may begin: at a word, or with the rest of the divided word before it."""

    index: int
    rest: Word | None = None
    cut: str = ""


@dataclass(slots=True)
class _Best:
    """The cheapest way to where a line begins."""

    cost: float
    row: Row | None = None
    before: _Start | None = None


def justify_lines(words: list[Word], width: float, style: Style) -> tuple[list[Row], float]:
    """Return the rows of a paragraph, all but the last of full width, and by how many em one is too wide."""
    if not words or any(w.breaks for w in words):
        return break_lines(words, width, style)
    loose = [part for word in words for part in _loosened(word, style)]
    rows = next(rows for t in _TOLERANCES if (rows := _cheapest(loose, width, style, t)))
    rows[-1].ends_paragraph = True
    return rows, max(0.0, *(_narrowest(row) - width for row in rows))


def _cheapest(words: list[Word], width: float, style: Style, tolerance: float) -> list[Row]:
    """Return the rows that cost least together; none when no way keeps the tolerance."""
    best: dict[_Start, _Best] = {_Start(0): _Best(0.0)}
    waiting = [_Start(0)]
    end = _Start(len(words))
    lines = _Lines(words, width, style, tolerance)
    while waiting:
        start = waiting.pop(0)
        if start == end:
            continue
        for following, row, cost in lines.beginning(start):
            total = best[start].cost + cost
            known = best.get(following)
            if known is None:
                _insert(waiting, following)
            if known is None or total < known.cost:
                best[following] = _Best(total, row, start)
    return _way(best, end) if end in best else []


def _way(best: dict[_Start, _Best], end: _Start) -> list[Row]:
    rows: list[Row] = []
    step = best[end]
    while step.row is not None and step.before is not None:
        rows.append(step.row)
        step = best[step.before]
    return rows[::-1]


def _insert(waiting: list[_Start], start: _Start) -> None:
    at = len(waiting)
    while at and (waiting[at - 1].index, -len(waiting[at - 1].cut)) > (start.index, -len(start.cut)):
        at -= 1
    waiting.insert(at, start)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines that a paragraph of `words` can have."""

    words: list[Word]
    width: float
    style: Style
    tolerance: float

    def beginning(self, start: _Start) -> Iterator[tuple[_Start, Row, float]]:
        """Yield the lines that begin there: where the next begins, the row, its cost."""
        row = Row([])
        if start.rest:
            if start.rest.width > self.width:
                yield from self._divided(row, start.rest, start, start.index)
            row.add(start.rest)
        for index in range(start.index, len(self.words)):
            word = self.words[index]
            if row.words and _breakable(word):
                yield from self._ended(row, _Start(index))
                if _narrowest(row) > self.width + EPSILON:
                    return
            if row.words or word.width > self.width:
                yield from self._divided(row, word, start, index + 1)
            row.add(word)
        fits = _narrowest(row) <= self.width + EPSILON
        if fits or not any(_breakable(w) for w in row.words[1:]):
            cost = _STUB * max(0.0, _LEAST_LAST - row.width)
            cost += _REST_ALONE if start.rest and len(row.words) == 1 else 0.0
            cost += 100 * max(0.0, row.width - self.width) + (0.0 if fits else _OVERFULL)
            yield _Start(len(self.words)), row, cost

    def _cost(self, row: Row) -> float | None:
        """Return what a full line costs, None when it is too wide or too loose."""
        spaces = _spaces(row)
        extra = self.width - row.width
        if extra < -_SHRINK * spaces - EPSILON or extra > self.tolerance * _STRETCH * spaces:
            return None
        if not spaces:
            return (extra * 40) ** 2
        ratio = extra / spaces / (_SHRINK if extra < 0 else _STRETCH)
        return float((1 + 100 * abs(ratio) ** 3) ** 2 / 100)

    def _ended(self, row: Row, following: _Start) -> Iterator[tuple[_Start, Row, float]]:
        cost = self._cost(row)
        if cost is None and _narrowest(row) > self.width and not any(map(_breakable, row.words[1:])):
            cost = _OVERFULL
        if cost is not None:
            yield following, _copy(row), cost

    def _divided(
        self, row: Row, word: Word, start: _Start, following: int
    ) -> Iterator[tuple[_Start, Row, float]]:
        if row.words and self._cost(_longer(row, word)) is None and row.room(word) < self.width:
            return
        for head, tail in divisions(word, self.style):
            longer = _longer(row, head, divided=True)
            cost = self._cost(longer)
            if cost is None:
                continue
            cost += _DIVIDED if head.hyphen else 0.0
            cost += _DIVIDED_TWICE if start.rest else 0.0
            cost += _SHORT_TAIL if sum(c.isalpha() for c in tail.text) < _LEAST_TAIL else 0.0
            yield _Start(following, tail, head.text), longer, cost


def _breakable(word: Word) -> bool:
    return word.space is not None and not word.held


def _copy(row: Row) -> Row:
    return Row(list(row.words), row.width)


def _longer(row: Row, word: Word, *, divided: bool = False) -> Row:
    longer = Row(list(row.words), row.width, divided)
    longer.add(word)
    return longer


def _spaces(row: Row) -> float:
    return sum(w.space.width for w in row.words[1:] if w.space)


def _narrowest(row: Row) -> float:
    return row.width - _SHRINK * _spaces(row)


def _loosened(word: Word, style: Style) -> list[Word]:
    """Return a word as the words between its hard spaces, so that these stretch like all others."""
    groups: list[list[Shaped | Icon]] = [[]]
    spaces: list[Shaped | None] = [word.space]
    for piece in word.pieces:
        if isinstance(piece, Icon) or NBSP not in piece.text:
            groups[-1].append(piece)
            continue
        for number, part in enumerate(piece.text.split(NBSP)):
            if number:
                groups.append([])
                spaces.append(shape(piece.font, " ", style.language, style.tracking))
            if part:
                groups[-1].append(shape(piece.font, part, style.language, style.tracking))
    return [
        Word(
            tuple(group),
            sum(p.width for p in group),
            space,
            held=number > 0,
            hyphen=word.hyphen,
            link=word.link,
        )
        for number, (group, space) in enumerate(zip(groups, spaces, strict=True))
    ]
