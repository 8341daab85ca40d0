"""Backs behind their fronts, on the sheet's other page or across a fold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.impose.marks import UNPRINTABLE
from pnp.model.sheet import Box, Duplex, Paper, Placement, Sheet, Shift, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.face import Face, Piece

BACK_BLEED = 2.0
"""Backs show this much more at outer edges, since home printers set the second side down 1 to 4 mm off."""
_EPSILON = 1e-6


def backs_behind(
    batch: Sequence[Piece], fronts: Sequence[Placement], paper: Paper, duplex: Duplex
) -> list[Placement]:
    """Return the backs of the pieces whose fronts lie on a page; `paper` is that page's."""
    behind = _mirrored if _sideways(paper, duplex) else _overturned
    placed = [behind(p.back, f, paper) for p, f in zip(batch, fronts, strict=True) if p.back]
    if duplex == "fold":
        return placed
    shown = [p.shown for p in placed]
    return [_widened(p, shown, paper) for p in placed]


def shifted(sheet: Sheet, shift: Shift) -> Sheet:
    """Return the sheet with its back moved by what was measured on the calibration sheet, an upright page.

    A page on its side is left alone: printer drivers turn it one way or the other to set it on the paper, so
    that nobody knows where it would move. Sheets to be cut are upright (`pnp.impose.upright`); only booklets
    lie, and their pages need not lie exactly behind each other.
    """
    if sheet.back is None or sheet.back.width > sheet.back.height or not any(shift):
        return sheet
    return replace(sheet, back=replace(sheet.back, shift=shift))


def _sideways(paper: Paper, duplex: Duplex) -> bool:
    """Return whether left and right change places when the sheet is turned over, as when it is glued.

    So it does over the long edge of an upright page and over the short edge of one on its side. Otherwise
    top and bottom change places, and the back stands on its head so that it is upright when the piece itself
    is turned over sideways.
    """
    upright = paper.height >= paper.width
    return duplex == "none" or (duplex == "long-edge" and upright) or (duplex == "short-edge" and not upright)


def _mirrored(back: Face, front: Placement, paper: Paper) -> Placement:
    b = front.bleed
    sides = Sides(b.right, b.top, b.left, b.bottom)
    return Placement(back, paper.width - front.x - front.width, front.y, 0, sides)


def _overturned(back: Face, front: Placement, paper: Paper) -> Placement:
    """Return the back mirrored top to bottom: behind its front over a horizontal edge or fold."""
    b = front.bleed
    y = paper.height - front.y - front.height
    return Placement(back, front.x, y, 180, Sides(b.left, b.bottom, b.right, b.top))


def _widened(back: Placement, shown: Sequence[Box], paper: Paper) -> Placement:
    """Return a back with more bleed where that reaches neither a neighbour nor the paper's edge."""
    b, s, bleed = back.bleed, back.shown, back.face.bleed
    if not bleed or back.face.cut:
        return back
    room = Box(s.left - BACK_BLEED, s.top - BACK_BLEED, s.right + BACK_BLEED, s.bottom + BACK_BLEED)
    beside = [(o.left, o.right) for o in shown if o.top < room.bottom and o.bottom > room.top]
    along = [(o.top, o.bottom) for o in shown if o.left < room.right and o.right > room.left]
    left, right = _reach(s.left, s.right, beside, paper.width)
    top, bottom = _reach(s.top, s.bottom, along, paper.height)
    most = bleed + BACK_BLEED
    sides = Sides(
        min(most, b.left + s.left - left),
        min(most, b.top + s.top - top),
        min(most, b.right + right - s.right),
        min(most, b.bottom + bottom - s.bottom),
    )
    return replace(back, bleed=sides)


def _reach(
    low: float, high: float, others: Sequence[tuple[float, float]], length: float
) -> tuple[float, float]:
    """Return how far a span may widen: half way to the next one, or to where printers stop."""
    before = [(end + low) / 2 for _, end in others if end <= low + _EPSILON]
    after = [(begin + high) / 2 for begin, _ in others if begin >= high - _EPSILON]
    return min(low, max([UNPRINTABLE, *before])), max(high, min([length - UNPRINTABLE, *after]))
