"""The lines that pieces are cut along where these are no rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.model.face import Outline
    from pnp.model.sheet import Placement


def cut_outlines(placements: Iterable[Placement]) -> tuple[Outline, ...]:
    """Return the cut lines of upright pieces in millimetres of the page, closed ones ending where they begin.

    Of a piece that is shown in part, so is its line.
    """
    return tuple(line for p in placements if p.face.cut and not p.turn for line in _lines(p))


def _lines(p: Placement) -> Iterator[Outline]:
    line = tuple((p.x + p.scale * x, p.y + p.scale * y) for x, y in (*p.face.cut, p.face.cut[0]))
    if min(p.bleed.left, p.bleed.top, p.bleed.right, p.bleed.bottom) >= 0:
        yield line
        return
    import shapely

    window = p.shown
    inside = shapely.clip_by_rect(
        shapely.LineString(line), window.left, window.top, window.right, window.bottom
    )
    for part in shapely.get_parts(shapely.line_merge(inside)):
        yield tuple((float(x), float(y)) for x, y in shapely.get_coordinates(part))
