"""Crop marks: short lines in line with each edge of the trim, never over a piece or its bleed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sheet import Paper, Placement, Segment

if TYPE_CHECKING:
    from collections.abc import Sequence

LENGTH = 5.0
WIDTH = 0.15
UNPRINTABLE = 4.0
"""Marks end this far from the paper's edge, where home printers stop."""
SHORTEST = 1.5
_OFFSET = 1.0
"""The least distance between trim and mark, for pieces without bleed."""


def crop_marks(placements: Sequence[Placement], paper: Paper) -> tuple[Segment, ...]:
    """Return the marks of all pieces on a page; those that would touch a piece are left out."""
    taken = [_covered(p) for p in placements]
    segments: dict[tuple[float, ...], Segment] = {}
    for placement in placements:
        for segment in _corners(placement, paper):
            length = abs(segment.x2 - segment.x1) + abs(segment.y2 - segment.y1)
            if length >= SHORTEST and not any(_touches(segment, box) for box in taken):
                key = tuple(round(v, 3) for v in (segment.x1, segment.y1, segment.x2, segment.y2))
                segments[key] = segment
    return tuple(segments.values())


def _covered(p: Placement) -> tuple[float, float, float, float]:
    return (
        p.x - p.bleed.left,
        p.y - p.bleed.top,
        p.x + p.width + p.bleed.right,
        p.y + p.height + p.bleed.bottom,
    )


def _corners(p: Placement, paper: Paper) -> list[Segment]:
    left, right = p.x, p.x + p.width
    top, bottom = p.y, p.y + p.height
    offset = max(p.face.bleed, _OFFSET)
    near_x, far_x = (
        max(left - offset - LENGTH, UNPRINTABLE),
        min(right + offset + LENGTH, paper.width - UNPRINTABLE),
    )
    near_y, far_y = (
        max(top - offset - LENGTH, UNPRINTABLE),
        min(bottom + offset + LENGTH, paper.height - UNPRINTABLE),
    )
    marks: list[Segment] = []
    for y in (top, bottom):
        marks += [Segment(min(near_x, left - offset), y, left - offset, y)] if near_x < left - offset else []
        marks += [Segment(right + offset, y, far_x, y)] if far_x > right + offset else []
    for x in (left, right):
        marks += [Segment(x, near_y, x, top - offset)] if near_y < top - offset else []
        marks += [Segment(x, bottom + offset, x, far_y)] if far_y > bottom + offset else []
    return marks


def _touches(s: Segment, box: tuple[float, float, float, float]) -> bool:
    """Return whether a mark runs over a covered box; ending at its edge is no touch, running along it is."""
    upright, near = s.x1 == s.x2, 1e-3
    across, along = (near, -near) if upright else (-near, near)
    return (
        max(s.x1, s.x2) > box[0] - across
        and min(s.x1, s.x2) < box[2] + across
        and max(s.y1, s.y2) > box[1] - along
        and min(s.y1, s.y2) < box[3] + along
    )
