"""Whole pages: a page of the face's own size for each copy of each piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sheet import Page, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.face import Face, Piece


def impose_pages(pieces: Sequence[Piece]) -> list[Sheet]:
    """Return one sheet a copy, the trim with the bleed round it, its back on its other page."""
    return [
        Sheet(_page(piece.front), _page(piece.back) if piece.back else None)
        for piece in pieces
        for _ in range(piece.copies)
    ]


def _page(face: Face) -> Page:
    b = face.bleed
    placement = Placement(face, b, b, 0, Sides(b, b, b, b))
    return Page(face.width + 2 * b, face.height + 2 * b, (placement,), cropped=b > 0)
