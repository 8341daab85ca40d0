"""Marks to cut along: in line with the edges of the trim, never over a piece or its bleed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from pnp.impose.boxes import around
from pnp.model.sheet import Box, Segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.model.sheet import Placement

Marks = Literal["crop", "full", "corners", "none"]
MARKS: tuple[Marks, ...] = get_args(Marks)
WIDTH = 0.15
UNPRINTABLE = 4.0
"""Marks end this far from the paper's edge, where home printers stop."""
SHORTEST = 1.5
_LENGTH = 5.0
_OFFSET = 1.0
"""The least distance between trim and mark, for pieces without bleed."""
_NEAR = 1e-3
_Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cut:
    """A rectangle to cut out: its `trim`, and what it `covers` with its bleed."""

    trim: Box
    covers: Box


def cuts_of(placements: Iterable[Placement]) -> list[Cut]:
    """Return what is to be cut out of a page."""
    return [Cut(Box(p.x, p.y, p.x + p.width, p.y + p.height), p.shown) for p in placements]


def cut_marks(
    cuts: Sequence[Cut], width: float, height: float, style: Marks = "crop", others: Sequence[Box] = ()
) -> tuple[Segment, ...]:
    """Return the marks of a page of `width` x `height` millimetres.

    `crop` gives short lines at every cut, `full` lines that run on over everything that is free, `corners`
    only the four corners of all pieces together, for a guillotine with a stop. They keep off the `others` on
    the page, which are not cut along straight lines.
    """
    if style == "none" or not cuts:
        return ()
    if style == "corners":
        cuts = [Cut(around([c.trim for c in cuts]), around([c.covers for c in cuts]))]
    off = [Cut(box, box) for box in others]
    across = _marks(tuple(map(_flipped, cuts)), width, style, tuple(map(_flipped, off)))
    upright = _marks(tuple(cuts), height, style, tuple(off))
    rows = [Segment(a, y, b, y) for y, a, b in across]
    return (*rows, *(Segment(x, a, x, b) for x, a, b in upright))


def _flipped(cut: Cut) -> Cut:
    t, c = cut.trim, cut.covers
    return Cut(Box(t.top, t.left, t.bottom, t.right), Box(c.top, c.left, c.bottom, c.right))


@lru_cache(maxsize=64)
def _marks(
    cuts: tuple[Cut, ...], length: float, style: Marks, off: tuple[Cut, ...]
) -> list[tuple[float, float, float]]:
    """Return (x, from, to) of the upright marks on a page that is `length` high; most pages have the same."""
    lines = sorted({round(x, 4) for c in cuts for x in (c.trim.left, c.trim.right)})
    marks: list[tuple[float, float, float]] = []
    for x in lines:
        for low, high in _free(x, (*cuts, *off), length):
            spans = [(low, high)] if style == "full" else _ends(x, cuts, low, high)
            marks += [(x, a, b) for a, b in spans if b - a >= SHORTEST]
    return marks


def _free(x: float, cuts: Sequence[Cut], length: float) -> list[_Span]:
    """Return the parts of the line at `x` where nothing lies, nor anything to which it keeps a distance."""
    free: list[_Span] = []
    low = UNPRINTABLE
    touched = [c for c in cuts if c.covers.left - _NEAR < x < c.covers.right + _NEAR]
    for top, bottom in sorted(_kept_off(c) for c in touched):
        if top > low:
            free.append((low, top))
        low = max(low, bottom)
    return [*free, (low, length - UNPRINTABLE)] if low < length - UNPRINTABLE else free


def _kept_off(cut: Cut) -> _Span:
    top, bottom = cut.trim.top - _OFFSET, cut.trim.bottom + _OFFSET
    return min(top, cut.covers.top), max(bottom, cut.covers.bottom)


def _ends(x: float, cuts: Sequence[Cut], low: float, high: float) -> list[_Span]:
    """Return the short marks in a free part of the line: at each end where a piece is cut along it."""
    edges = [_kept_off(c) for c in cuts if min(abs(c.trim.left - x), abs(c.trim.right - x)) < _NEAR]
    begins = any(abs(bottom - low) < _NEAR for _, bottom in edges)
    ends = any(abs(top - high) < _NEAR for top, _ in edges)
    if begins and ends and high - low <= 2 * _LENGTH:
        return [(low, high)]
    spans = [(low, min(high, low + _LENGTH))] if begins else []
    return [*spans, (max(low, high - _LENGTH), high)] if ends else spans
