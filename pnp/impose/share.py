"""Pieces of several components on the same sheets: full sheets first, what is left over in rows together."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.impose.batch import Batch, sheets_of
from pnp.impose.grid import EPSILON, Grid, find_batches, turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.impose.marks import Marks
    from pnp.impose.registration import Cutter
    from pnp.model.face import Piece
    from pnp.model.game import Component
    from pnp.model.sheet import Duplex, Paper, Sheet

_FOR_MARKS = 4.0
"""Between the bleeds of two blocks, so that there is room for the marks of both."""
Part = tuple["Component", "Sequence[Piece]"]


@dataclass(frozen=True, slots=True)
class _Block:
    """Pieces of one size, in `columns` on a sheet."""

    component: Component
    pieces: Sequence[Piece]
    columns: int

    @property
    def rows(self) -> int:
        return math.ceil(len(self.pieces) / self.columns)

    def depth(self, rows: int) -> float:
        """Return how high some of its rows are."""
        return rows * self.component.height + (rows - 1) * self.component.gutter


def impose_shared(
    parts: Sequence[Part], paper: Paper, duplex: Duplex, marks: Marks = "crop", cutter: Cutter | None = None
) -> list[Sheet]:
    """Return the sheets of several components: each piece once, on as few sheets as rows of them take.

    Components whose pieces agree in size, bleed and gutter are one deck. Sheets that such a deck does not
    fill are put together, a block of rows below the other, where that saves any. Raises UsageError when a
    piece does not fit on the paper.
    """
    full: list[Batch] = []
    rests: list[tuple[Component, Batch]] = []
    folded = duplex == "fold" and any(piece.back for _, pieces in parts for piece in pieces)
    for component, pieces in _by_size(parts):
        batches, cells = find_batches(component, pieces, paper, cutter, fold=folded)
        whole = folded or any(piece.front.cut and len(batches) > 1 for piece in pieces)
        last = [] if whole or len(batches[-1].pieces) == cells else batches[-1:]
        full += batches[: len(batches) - len(last)]
        rests += [(component, batch) for batch in last]
    together = _in_rows(rests, paper, 0.0 if marks == "none" or cutter else _FOR_MARKS, cutter)
    if len(together) >= len(rests):
        together = [batch for _, batch in rests]
    return sheets_of([*full, *together], duplex, marks)


def _by_size(parts: Sequence[Part]) -> list[tuple[Component, list[Piece]]]:
    """Return the pieces of all components that agree in size, bleed and gutter, with one of these."""
    lots: dict[tuple[float, ...], tuple[Component, list[Piece]]] = {}
    for component, pieces in parts:
        size = (component.width, component.height, component.bleed, component.gutter)
        lots.setdefault(size, (component, []))[1].extend(pieces)
    return [(component, pieces) for component, pieces in lots.values() if any(p.copies for p in pieces)]


def _in_rows(
    rests: Sequence[tuple[Component, Batch]], paper: Paper, space: float, cutter: Cutter | None
) -> list[Batch]:
    """Return what is left over in rows, the paper upright or on its side, whichever takes fewer sheets."""
    most = max((component.bleed for component, _ in rests), default=0.0)
    head = cutter.reach(paper.name) + most if cutter else paper.margin
    found = (_pages(rests, lies, head, space) for lies in (paper, turned(paper)))
    return min((pages for pages in found if pages), key=len, default=[batch for _, batch in rests])


def _pages(rests: Sequence[tuple[Component, Batch]], paper: Paper, head: float, space: float) -> list[Batch]:
    """Return the sheets of a paper as it lies, `head` free above and below; none where a piece is too big."""
    blocks = []
    for component, batch in sorted(rests, key=lambda rest: -rest[0].height):
        columns = int((paper.width - 2 * paper.margin + EPSILON) // (component.width + component.gutter))
        if not columns or component.height > paper.height - 2 * head + EPSILON:
            return []
        blocks.append(_Block(component, batch.pieces, columns))
    pages: list[list[int]] = []
    for number, block in enumerate(blocks):
        for _ in range(block.rows):
            for page in pages:
                page[number] += 1
                if _depth(blocks, page, space) <= paper.height - 2 * head + EPSILON:
                    break
                page[number] -= 1
            else:
                pages.append([int(i == number) for i in range(len(blocks))])
    left = [list(block.pieces) for block in blocks]
    return [_batch(blocks, left, page, paper, head, space) for page in pages]


def _depth(blocks: Sequence[_Block], rows: Sequence[int], space: float) -> float:
    """Return how high some rows of each block are together."""
    used = [(block, n) for block, n in zip(blocks, rows, strict=True) if n]
    gaps = (_gap(a, b, space) for (a, _), (b, _) in itertools.pairwise(used))
    return sum(block.depth(n) for block, n in used) + sum(gaps)


def _gap(above: _Block, below: _Block, space: float) -> float:
    return above.component.bleed + below.component.bleed + space


def _batch(
    blocks: Sequence[_Block],
    left: Sequence[list[Piece]],
    rows: Sequence[int],
    paper: Paper,
    head: float,
    space: float,
) -> Batch:
    """Return a sheet with its rows of each block, taking these pieces from those that are left."""
    pieces: list[Piece] = []
    fronts = []
    y, above = head, None
    for block, waiting, number in zip(blocks, left, rows, strict=True):
        if not number:
            continue
        c, columns = block.component, block.columns
        y += _gap(above, block, space) if above else 0.0
        taken = waiting[: number * columns]
        del waiting[: number * columns]
        places = tuple((i % columns, i // columns) for i in range(number * columns))
        x = (paper.width - columns * c.width - (columns - 1) * c.gutter) / 2
        grid = Grid(paper, places, c.width, c.height, c.gutter, x, y)
        fronts += grid.placements([piece.front for piece in taken])
        pieces += taken
        y, above = y + block.depth(number), block
    return Batch(tuple(pieces), tuple(fronts), paper)
