"""Pages that lie on their side set upright: everything on them is turned a quarter anticlockwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pnp.model.sheet import Box, Paper, Segment, Sides

if TYPE_CHECKING:
    from pnp.model.face import Point, Turn
    from pnp.model.sheet import Page, Placement, Sheet


def upright(sheet: Sheet) -> Sheet:
    """Return a sheet whose pages stand upright, as a printer and a cutting machine take paper in.

    How a page on its side is turned to lie on the paper is the printer driver's choice (Windows tells the
    angle, 90 or 270 degrees, but nobody can set it); of an upright page there is nothing to choose: the shift
    that was measured on the calibration sheet, the edge to turn over and a machine's marks mean the same on
    all. Front and back are turned the same way, so that over the same edge every back still lies behind its
    front. They are turned anticlockwise, since readers copy the lines of text that runs upwards in order.
    """
    if sheet.front.width <= sheet.front.height:
        return sheet
    return replace(sheet, front=_turned(sheet.front), back=_turned(sheet.back) if sheet.back else None)


def laid_down(box: Box, paper: Paper) -> Box:
    """Return where a box of an upright paper lies when the paper lies on its side."""
    return Box(paper.height - box.bottom, box.left, paper.height - box.top, box.right)


def _turned(page: Page) -> Page:
    def point(x: float, y: float) -> Point:
        return y, page.width - x

    return replace(
        page,
        width=page.height,
        height=page.width,
        placements=tuple(_placed(p, page.width) for p in page.placements),
        marks=tuple(_segment(s, page.width) for s in page.marks),
        folds=tuple(_segment(s, page.width) for s in page.folds),
        cuts=tuple(tuple(point(x, y) for x, y in line) for line in page.cuts),
    )


def _placed(p: Placement, width: float) -> Placement:
    b = p.bleed
    return replace(
        p,
        x=p.y,
        y=width - p.x - p.width,
        turn=cast("Turn", (p.turn + 270) % 360),
        bleed=Sides(b.top, b.right, b.bottom, b.left),
    )


def _segment(s: Segment, width: float) -> Segment:
    return Segment(s.y1, width - s.x1, s.y2, width - s.x2)
