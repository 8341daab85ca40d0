"""A booklet: pages two on a side of a sheet, in the order in which the folded stack is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sheet import Page, Paper, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.face import Face, Piece
    from pnp.model.game import Component


def impose_booklet(component: Component, pieces: Sequence[Piece], paper: Paper) -> list[Sheet]:
    """Return the sheets, the outermost first; they are turned over their short edge.

    The number of pages is a multiple of four; the component's size is that of a sheet, on a smaller paper
    everything is reduced.
    """
    width, height = max(paper.width, paper.height), min(paper.width, paper.height)
    scale = min(1.0, width / component.width, height / component.height)
    if scale == 1:
        width, height = component.width, component.height
    pages = [piece.front for piece in pieces]
    last = len(pages) - 1
    return [
        Sheet(
            _side(width, height, scale, pages[last - at], pages[at]),
            _side(width, height, scale, pages[at + 1], pages[last - at - 1]),
        )
        for at in range(0, len(pages) // 2, 2)
    ]


def _side(width: float, height: float, scale: float, left: Face, right: Face) -> Page:
    """Return a side of a sheet, its two pages meeting at the fold in the middle."""
    uncut = Sides(0, 0, 0, 0)
    return Page(
        width,
        height,
        tuple(
            Placement(face, x, (height - scale * face.height) / 2, 0, uncut, scale)
            for face, x in ((left, width / 2 - scale * left.width), (right, width / 2))
        ),
    )
