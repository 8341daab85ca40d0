"""Pieces to impose, and sheets looked at before any PDF: what lies where, and what is behind it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.model.face import Face, Piece
from pnp.model.finding import Mark
from pnp.model.game import Component
from pnp.model.sheet import Box

if TYPE_CHECKING:
    from pnp.model.sheet import Duplex, Page, Placement, Sheet

Spot = tuple[str, float, float]


def component(width: float, height: float, bleed: float, gutter: float, impose: str = "grid") -> Component:
    """Return a component of cards of that size."""
    return Component(
        "deck", "Deck", "cards", None, width, height, bleed, gutter, 1, impose, Mark(Path("game.yaml"))
    )


def pieces(count: int, width: float, height: float, bleed: float) -> list[Piece]:
    """Return that many different pieces, each with a back of its own."""
    return [
        Piece(Face(f"front-{i}", width, height, bleed, ""), Face(f"back-{i}", width, height, bleed, ""), 1)
        for i in range(count)
    ]


def overlaps(a: Box, b: Box) -> bool:
    """Return whether two boxes share more than an edge."""
    near = 1e-6
    return (
        a.left < b.right - near
        and b.left < a.right - near
        and a.top < b.bottom - near
        and b.top < a.bottom - near
    )


def sound(page: Page) -> None:
    """Look that no bleed lies over another piece, nor outside what printers print, nor under a mark."""
    shown = [p.shown for p in page.placements]
    trims = [Box(p.x, p.y, p.x + p.width, p.y + p.height) for p in page.placements]
    for box in shown:
        assert min(box.left, box.top, page.width - box.right, page.height - box.bottom) >= 4 - 1e-6
    for (i, box), (j, trim) in itertools.product(enumerate(shown), enumerate(trims)):
        assert i == j or not overlaps(box, trim)
    for m in page.marks:
        assert m.x1 == m.x2 or m.y1 == m.y2
        for box in shown:
            inside_x = min(m.x1, m.x2) < box.right - 0.01 and max(m.x1, m.x2) > box.left + 0.01
            inside_y = min(m.y1, m.y2) < box.bottom - 0.01 and max(m.y1, m.y2) > box.top + 0.01
            assert not (inside_x and inside_y)


def behind(back: Placement, page: Page, duplex: Duplex) -> Spot:
    """Return where a back lies seen through the paper from the front, by turning the sheet over."""
    across = page.width - back.x - back.width
    over_top = page.height - back.y - back.height
    upright = page.height >= page.width
    sideways = duplex == "none" or upright == (duplex == "long-edge")
    assert back.turn == (0 if sideways and duplex != "fold" else 180)
    name = back.face.name.replace("back", "front")
    if duplex != "fold" and sideways:
        return name, round(across, 4), round(back.y, 4)
    return name, round(back.x, 4), round(over_top, 4)


def spots(sheets: list[Sheet], duplex: Duplex) -> tuple[list[list[Spot]], list[list[Spot]]]:
    """Return the fronts, and the backs as seen from the front, of each sheet."""
    if duplex == "none":
        half = len(sheets) // 2
        assert all(s.back is None for s in sheets)
        front_pages, back_pages = [s.front for s in sheets[:half]], [s.front for s in sheets[half:]]
    elif duplex == "fold":
        front_pages = back_pages = [s.front for s in sheets]
    else:
        front_pages, back_pages = [s.front for s in sheets], [s.back for s in sheets if s.back]
    fronts = [
        [
            (p.face.name, round(p.x, 4), round(p.y, 4))
            for p in page.placements
            if p.face.name.startswith("front")
        ]
        for page in front_pages
    ]
    backs = [
        [behind(p, page, duplex) for p in page.placements if p.face.name.startswith("back")]
        for page in back_pages
    ]
    return fronts, backs
