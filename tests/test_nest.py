"""Pieces that are no rectangles: nested on the sheet, cut along their own outline."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from shapely.affinity import translate
from shapely.geometry import Polygon

from pnp.draw.hexes import tile_outline
from pnp.draw.shapes import shape_outline
from pnp.impose.nest import nest

if TYPE_CHECKING:
    from pnp.model.face import Outline

HEXON = tile_outline((52.5, 50.5181), 35)
"""Seven hexes of 35 mm: 105 x 101.036 mm."""


def laid(outline: Outline, gap: float, width: float, height: float, most: int) -> list[Polygon]:
    """Return the nested pieces as polygons."""
    return [translate(Polygon(outline), x, y) for x, y in nest(outline, gap, width, height, most)]


@pytest.mark.parametrize(
    ("gap", "width", "height", "count"),
    [(0, 190, 277, 4), (5, 190, 277, 4), (6, 190, 277, 3), (4, 195.9, 259.4, 4), (4, 105, 101.04, 1)],
)
def test_hexons_nest(gap: float, width: float, height: float, count: int) -> None:
    """Hexons go into each other's hollows: four on A4 or Letter, apart by the gap to 0.01 mm."""
    pieces = laid(HEXON, gap, width, height, 20)
    assert len(pieces) == count
    assert all(a.distance(b) >= gap - 0.01 for a, b in itertools.combinations(pieces, 2))
    assert all(
        p.bounds[0] >= -1e-4
        and p.bounds[1] >= -1e-4
        and p.bounds[2] <= width + 1e-4
        and p.bounds[3] <= height + 1e-4
        for p in pieces
    )


def test_nothing_nests_where_nothing_fits() -> None:
    """A piece wider than the area has no place."""
    assert nest(HEXON, 0, 104.9, 500, 5) == ()


def test_no_more_than_wanted() -> None:
    """The area is not filled beyond the pieces that there are, and what is there stands in the middle."""
    assert nest(shape_outline("circle", 20, 20), 2, 200, 200, 1) == ((pytest.approx(90), pytest.approx(90)),)


@pytest.mark.parametrize(
    ("shape", "size", "corners", "area"),
    [("hex", (30, 34.641), 6, 779.42), ("hex", (34.641, 30), 6, 779.42), ("circle", (20, 20), 72, 314.16)],
)
def test_shapes_fill_their_size(shape: str, size: tuple[float, float], corners: int, area: float) -> None:
    """A hex of 30 mm across its flats and a circle of 20 mm have the area that school books give."""
    outline = shape_outline(shape, *size)  # type: ignore[arg-type]
    polygon = Polygon(outline)
    assert len(outline) == corners
    assert polygon.bounds == pytest.approx((0, 0, *size))
    assert polygon.area == pytest.approx(area, rel=0.002)
