"""Tables: columns as wide as their words need, rows that no page parts, a head on every page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.book.document import plain
from pnp.book.strips import Run, Shape, Strip, leading, whole
from pnp.draw.box import resolve_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.book.document import Table
    from pnp.book.strips import Typesetter
    from pnp.model.finding import Mark
    from pnp.model.theme import Style

_PAD_X, _PAD_Y = 1.4, 0.7
"""Inside a cell, beside and above its text, in millimetres."""
_COLUMN_GAP = 5.0
_ROW_COST = 6.0
_TOGETHER = 3
"""Rows that no page parts at a table's start and end."""
_UNBROKEN = 10_000.0


def set_table(table: Table, types: Typesetter, x: float, width: float) -> list[Strip]:
    """Return the table's strips: its head, then one for each row."""
    text = types.style("book-table", table.mark)
    head_style = types.style("book-table-head", table.mark)
    own = (width - (table.side_by_side - 1) * _COLUMN_GAP) / table.side_by_side
    widths = _widths(table, types, own, text, head_style)
    run = Run(table.side_by_side, own + _COLUMN_GAP) if table.side_by_side > 1 else None
    head: tuple[Strip, ...] = ()
    if any(column.head for column in table.columns):
        cells = tuple(column.head for column in table.columns)
        shape = Shape("table-head", x, own)
        head = (replace(_row(cells, table, types, x, widths, head_style), shapes=(shape,), keep=True),)
    count = len(table.rows)
    rows = [
        replace(
            _row(cells, table, types, x, widths, text),
            shapes=(Shape("table-row-odd" if number % 2 else "table-row", x, own),),
            head=head,
            run=run,
            cost=_ROW_COST,
            keep=run is None and number < count and min(number, count - number) < _TOGETHER,
        )
        for number, cells in enumerate(table.rows, 1)
    ]
    return rows if run else [*head, *([replace(rows[0], head=())] if rows else []), *rows[1:]]


def _row(
    cells: Sequence[str], table: Table, types: Typesetter, x: float, widths: Sequence[float], style: Style
) -> Strip:
    slices = []
    for text, column, width in zip(cells, table.columns, widths, strict=True):
        box = types.box(text, style, x + _PAD_X, width - 2 * _PAD_X, table.mark, column.align)
        if box.layout.lines:
            slices.append(whole(box, _PAD_Y))
        x += width
    lines = max((len(s.box.layout.lines) for s in slices), default=1)
    return Strip(lines * leading(style) + 2 * _PAD_Y, tuple(slices))


def _widths(table: Table, types: Typesetter, width: float, text: Style, head: Style) -> list[float]:
    """Return the columns' widths: their shares where these are given, else by what they hold.

    A column is at least as wide as its longest word; what is left goes where texts would have to break.
    """
    given = [column.width for column in table.columns]
    if all(given):
        total = sum(share for share in given if share)
        return [width * (share or 0) / total for share in given]
    least, wanted = [], []
    for at, column in enumerate(table.columns):
        cells = [(column.head, head), *((row[at], text) for row in table.rows)]
        boxes = [types.box(cell, style, 0, _UNBROKEN, table.mark, "left") for cell, style in cells if cell]
        wanted.append(max((line.width for b in boxes for line in b.layout.lines), default=0) + 2 * _PAD_X)
        words = [
            (word, replace(style, bold=style.bold or "**" in cell))
            for cell, style in cells
            for word in plain(resolve_references(cell, types.game)).split()
        ]
        least.append(max((_width(w, s, types, table.mark) for w, s in words), default=0) + 2 * _PAD_X)
    if sum(wanted) <= width:
        spare = (width - sum(wanted)) / sum(wanted)
        return [w * (1 + spare) for w in wanted]
    if sum(least) >= width:
        return [low * width / sum(least) for low in least]
    part = (width - sum(least)) / (sum(wanted) - sum(least))
    return [low + (high - low) * part for low, high in zip(least, wanted, strict=True)]


def _width(word: str, style: Style, types: Typesetter, mark: Mark) -> float:
    return max(
        (line.width for line in types.box(word, style, 0, _UNBROKEN, mark, "left").layout.lines), default=0
    )
