"""Pages that lie on their side set upright: everything on them is turned a quarter clockwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pnp.model.sheet import Box, Paper, Segment, Sides

if TYPE_CHECKING:
    from pnp.model.face import Point, Turn
    from pnp.model.sheet import Page, Placement, Sheet


def upright(sheet: Sheet) -> Sheet:
    """Return a sheet whose pages stand upright, as a printer and a cutting machine take paper in.

    How a page on its side is turned to lie on the paper is the printer driver's choice; of an upright page
    there is nothing to choose. Front and back are turned the same way, so that over the same edge of the
    paper every back still lies behind its front.
    """
    if sheet.front.width <= sheet.front.height:
        return sheet
    return replace(sheet, front=_turned(sheet.front), back=_turned(sheet.back) if sheet.back else None)


def laid_down(box: Box, paper: Paper) -> Box:
    """Return where a box of an upright paper lies when the paper lies on its side."""
    return Box(box.top, paper.width - box.right, box.bottom, paper.width - box.left)


def _turned(page: Page) -> Page:
    def point(x: float, y: float) -> Point:
        return page.height - y, x

    return replace(
        page,
        width=page.height,
        height=page.width,
        placements=tuple(_placed(p, page.height) for p in page.placements),
        marks=tuple(_segment(s, page.height) for s in page.marks),
        folds=tuple(_segment(s, page.height) for s in page.folds),
        cuts=tuple(tuple(point(x, y) for x, y in line) for line in page.cuts),
    )


def _placed(p: Placement, height: float) -> Placement:
    b = p.bleed
    return replace(
        p,
        x=height - p.y - p.height,
        y=p.x,
        turn=cast("Turn", (p.turn + 90) % 360),
        bleed=Sides(b.bottom, b.left, b.top, b.right),
    )


def _segment(s: Segment, height: float) -> Segment:
    return Segment(height - s.y1, s.x1, height - s.y2, s.x2)
