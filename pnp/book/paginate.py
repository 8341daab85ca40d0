"""Strips in, pages out: the breaks that leave least room empty, all pages weighed together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.book.document import Heading
    from pnp.book.strips import Run, Strip

_STRETCH = 0.6
"""By what part of itself a space between blocks may grow to fill a page."""
_EMPTY, _UNEVEN, _FORCED, _THIN = 500.0, 12.0, 1e5, 40.0
"""Costs: of room that stays empty, of stretched spaces, of a break where none may be, of a thin last page."""
_THIN_PART = 1 / 3
_EPSILON = 1e-6
_PRECISION = 0.01
"""Millimetres within which columns are evened out."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A strip on a page: `y` millimetres below the top of the text, `x` to the right of its place."""

    strip: Strip
    y: float
    x: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A page's strips, in reading order, and how far down they reach."""

    strips: tuple[Laid, ...]
    end: float

    def headings(self) -> list[Heading]:
        """Return the headings that stand on the page."""
        return [laid.strip.heading for laid in self.strips if laid.strip.heading]


def paginate(strips: Sequence[Strip], height: float) -> list[Leaf]:
    """Return the pages of `height` millimetres that hold the strips.

    A page ends only where a strip allows it; if that is nowhere, where the page is full. A strip higher than
    a page stands alone on one.
    """
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(strips) + 1)
    for start in range(len(strips) - 1, -1, -1):
        best[start] = min((cost + best[end][0], end) for end, cost in _endings(strips, start, height))
    leaves: list[Leaf] = []
    start = 0
    while start < len(strips):
        end = best[start][1]
        leaves.append(_leaf(strips, start, end, height))
        start = end
    return leaves


def _endings(strips: Sequence[Strip], start: int, height: float) -> list[tuple[int, float]]:
    """Return where a page that begins at `start` may end, and what that costs."""
    found: list[tuple[int, float]] = []
    end = start
    for end, used, spaces in _growing(strips, start):
        if used > height + _EPSILON:
            break
        if end == len(strips):
            return [*found, (end, _THIN if used < _THIN_PART * height else 0.0)]
        if not strips[end - 1].keep:
            empty = height - used
            waste = max(0.0, empty - _STRETCH * spaces) / height
            found.append((end, _EMPTY * waste**2 + _UNEVEN * (empty / height) ** 2 + strips[end - 1].cost))
    return found or [(max(start + 1, end - 1), _FORCED)]


def _growing(strips: Sequence[Strip], start: int) -> Iterator[tuple[int, float, float]]:
    """Yield, strip by strip, where a page ends, its height so far, and how much of that is space."""
    used = sum(h.height for h in strips[start].head) if not strips[start].run else 0.0
    spaces = above = 0.0
    first = start
    for at in range(start, len(strips)):
        strip = strips[at]
        if strip.run is None or at == start or strips[at - 1].run is not strip.run:
            gap = _gap(strips[at - 1], strip) if at > start else 0.0
            used, spaces = used + gap, spaces + gap
            first, above = at, used
        used = above + (_columns(strips[first : at + 1], strip.run)[0] if strip.run else strip.height)
        yield at + 1, used, spaces


def _gap(above: Strip, below: Strip) -> float:
    return max(above.after, below.before)


def _run_end(strips: Sequence[Strip], start: int, end: int) -> int:
    return next((i for i in range(start, end) if strips[i].run is not strips[start].run), end)


def _columns(strips: Sequence[Strip], run: Run) -> tuple[float, list[Sequence[Strip]]]:
    """Return the least height at which strips fill the run's columns, and the columns."""
    total = sum(s.height for s in strips)
    low, high = max(total / run.columns, *(s.height for s in strips)), total
    while high - low > _PRECISION:
        middle = (low + high) / 2
        if len(_filled(strips, middle)) <= run.columns:
            high = middle
        else:
            low = middle
    columns = _filled(strips, high)
    head = sum(h.height for h in strips[0].head)
    return head + max(sum(s.height for s in column) for column in columns), columns


def _filled(strips: Sequence[Strip], height: float) -> list[Sequence[Strip]]:
    columns: list[list[Strip]] = [[]]
    used = 0.0
    for strip in strips:
        if used + strip.height > height + _EPSILON and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append(strip)
        used += strip.height
    return list(columns)


def _leaf(strips: Sequence[Strip], start: int, end: int, height: float) -> Leaf:
    used, spaces = next((used, spaces) for at, used, spaces in _growing(strips, start) if at == end)
    last = end == len(strips)
    growth = 1.0 if last or not spaces else 1 + min(_STRETCH, max(0.0, height - used) / spaces)
    placed: list[Laid] = []
    y = 0.0
    at = start
    while at < end:
        if at > start:
            y += growth * _gap(strips[at - 1], strips[at])
        run = strips[at].run
        if run:
            stop = _run_end(strips, at, end)
            placed += _set_columns(strips[at:stop], run, y)
            y += _columns(strips[at:stop], run)[0]
            at = stop
            continue
        for strip in (*(strips[at].head if at == start else ()), strips[at]):
            placed.append(Laid(strip, y))
            y += strip.height
        at += 1
    return Leaf(tuple(placed), y)


def _set_columns(strips: Sequence[Strip], run: Run, top: float) -> list[Laid]:
    placed: list[Laid] = []
    for number, column in enumerate(_columns(strips, run)[1]):
        y = top
        for strip in (*strips[0].head, *column):
            placed.append(Laid(strip, y, number * run.step))
            y += strip.height
    return placed
