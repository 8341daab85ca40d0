"""Break words into lines of a width, all in em: the size of the type does not matter here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.text.words import Word, divisions

if TYPE_CHECKING:
    from pnp.model.theme import Style

EPSILON = 1e-6
_RAGGED = 0.18
"""A word is divided only when the line would otherwise stay empty by more than this part of its width, and
the last word of a paragraph only when it is wider than a line."""


@dataclass(slots=True)
class Row:
    """The words of a line; `divided` says that its last word goes on in the next row."""

    words: list[Word]
    width: float = 0.0
    divided: bool = False
    ends_paragraph: bool = False

    def start(self, word: Word) -> float:
        """Return where in the row one more word would begin."""
        return self.width + word.space.width if word.space and self.words else self.width

    def room(self, word: Word) -> float:
        """Return the width of the row with one more word."""
        return self.start(word) + word.width

    def add(self, word: Word) -> None:
        """Put a word at the row's end."""
        self.width = self.room(word)
        self.words.append(word)


def break_lines(words: list[Word], width: float, style: Style) -> tuple[list[Row], float]:
    """Return the rows of one paragraph and by how many em its widest piece is too wide."""
    rows = [Row([])]
    excess = 0.0
    limit = width + EPSILON
    queue = list(reversed(words))
    while queue:
        word = queue.pop()
        row = rows[-1]
        if word.breaks:
            rows.append(Row([]))
            continue
        room = row.room(word)
        if room <= limit:
            row.width = room
            row.words.append(word)
            continue
        if not row.words or (queue and width - row.width > _RAGGED * width):
            split = next(divisions(word, style, limit - row.start(word)), None)
            if split:
                row.add(split[0])
                row.divided = True
                rows.append(Row([]))
                queue.append(split[1])
                continue
        if row.words:
            rows.append(Row([]))
            queue.append(word)
            continue
        excess = max(excess, word.width - width)
        row.add(word)
        if queue:
            rows.append(Row([]))
    rows[-1].ends_paragraph = True
    return rows, excess


def balance(words: list[Word], rows: list[Row], width: float, style: Style) -> list[Row]:
    """Return rows of about equal length, no more of them than before and none divided that was not."""
    if len(rows) == 1 or any(w.breaks for w in words) or any(r.divided for r in rows):
        return rows
    low, high, best = max(w.width for w in words), width, rows
    while high - low > 0.05:  # noqa: PLR2004 - a twentieth of an em is not seen
        middle = (low + high) / 2
        tried, excess = break_lines(words, middle, style)
        if len(tried) <= len(rows) and not excess and not any(r.divided for r in tried):
            best, high = tried, middle
        else:
            low = middle
    return best
