"""What lies on each sheet in, sheets with marks and backs out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.impose.backs import backs_behind
from pnp.impose.marks import cut_marks, cuts_of
from pnp.impose.outlines import cut_outlines
from pnp.model.sheet import Duplex, Page, Paper, Placement, Segment, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.impose.marks import Marks
    from pnp.model.face import Piece


@dataclass(frozen=True, slots=True)
class Batch:
    """What lies on a sheet: the pieces, where their fronts lie, and the paper as it lies."""

    pieces: tuple[Piece, ...]
    fronts: tuple[Placement, ...]
    paper: Paper


def sheets_of(batches: Sequence[Batch], duplex: Duplex, marks: Marks) -> list[Sheet]:
    """Return a sheet for each batch with its backs behind it, or after all the others to be glued on."""
    backed = any(piece.back for batch in batches for piece in batch.pieces)
    sheets: list[Sheet] = []
    apart: list[Sheet] = []
    for number, batch in enumerate(batches, 1):
        backs = backs_behind(batch.pieces, batch.fronts, batch.paper, duplex)
        if duplex == "fold" and backed:
            sheets.append(Sheet(_folded(batch.fronts, backs, batch.paper, marks)))
            continue
        front = _page(batch.paper, batch.fronts, marks)
        back = replace(_page(batch.paper, backs, marks), cuts=()) if backs else None
        if duplex == "none":
            sheets.append(Sheet(front))
            apart += [Sheet(back, glued=True)] if back else []
        else:
            empty = Page(front.width, front.height, ()) if backed and number < len(batches) else None
            sheets.append(Sheet(front, back or empty))
    return [*sheets, *apart]


def _page(paper: Paper, placements: Sequence[Placement], marks: Marks) -> Page:
    squared = cuts_of(p for p in placements if not p.face.cut)
    others = [p.shown for p in placements if p.face.cut]
    segments = cut_marks(squared, paper.width, paper.height, marks, others)
    return Page(paper.width, paper.height, tuple(placements), segments, cuts=cut_outlines(placements, marks))


def _folded(fronts: Sequence[Placement], backs: Sequence[Placement], paper: Paper, marks: Marks) -> Page:
    half = paper.height / 2
    fold = Segment(paper.margin, half, paper.width - paper.margin, half)
    return replace(_page(paper, [*fronts, *backs], marks), folds=(fold,))
