"""A booklet: pages two on a side of a sheet, in the order in which the folded stack is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sheet import Page, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.face import Face, Piece
    from pnp.model.game import Component


def impose_booklet(component: Component, pieces: Sequence[Piece]) -> list[Sheet]:
    """Return the sheets, the outermost first; they are turned over their short edge.

    The number of pages is a multiple of four; the component's size is that of a sheet.
    """
    pages = [piece.front for piece in pieces]
    last = len(pages) - 1
    return [
        Sheet(
            _side(component, pages[last - at], pages[at]), _side(component, pages[at + 1], pages[last - at - 1])
        )
        for at in range(0, len(pages) // 2, 2)
    ]


def _side(component: Component, left: Face, right: Face) -> Page:
    """Return a side of a sheet, its two pages meeting at the fold in the middle."""
    fold = component.width / 2
    return Page(
        component.width,
        component.height,
        tuple(
            Placement(face, x, (component.height - face.height) / 2, 0, Sides(0, 0, 0, 0))
            for face, x in ((left, fold - left.width), (right, fold))
        ),
    )
