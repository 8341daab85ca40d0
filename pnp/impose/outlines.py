"""The lines that pieces are cut along where crop marks cannot show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.shapes import corner_arcs, face_outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.impose.marks import Marks
    from pnp.model.face import Face, Outline, Point
    from pnp.model.sheet import Page, Placement


def cut_outlines(placements: Iterable[Placement], marks: Marks) -> tuple[Outline, ...]:
    """Return the cut lines of upright pieces in millimetres of the page, closed ones ending where they begin.

    Of rectangles these are the rounded corners, if they have any and marks are wanted. Of a piece that is
    shown in part, so is its line.
    """
    return tuple(
        part
        for p in placements
        if not p.turn
        for line in _drawn(p.face, marks)
        for part in _shown(p, tuple((p.x + p.scale * x, p.y + p.scale * y) for x, y in line))
    )


def piece_outlines(page: Page) -> tuple[Outline, ...]:
    """Return the line that each piece of a page is cut along, in millimetres of the page."""
    return tuple(tuple(_on_page(p, point) for point in face_outline(p.face)) for p in page.placements)


def _on_page(p: Placement, point: Point) -> Point:
    x, y = p.scale * point[0], p.scale * point[1]
    x, y = {0: (x, y), 90: (p.width - y, x), 180: (p.width - x, p.height - y), 270: (y, p.height - x)}[p.turn]
    return p.x + x, p.y + y


def _drawn(face: Face, marks: Marks) -> tuple[Outline, ...]:
    if face.cut:
        return ((*face.cut, face.cut[0]),)
    return corner_arcs(face) if face.corners and marks != "none" else ()


def _shown(p: Placement, line: Outline) -> Iterator[Outline]:
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
