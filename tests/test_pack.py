"""Pieces of several sizes on shared sheets: none lost, none overlapping, few sheets."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from pnp.errors import UsageError
from pnp.impose.pack import impose_packed
from pnp.impose.papers import find_paper
from pnp.model.face import Face, Piece
from pnp.model.finding import Mark
from pnp.model.game import Component

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def _component(gutter: float) -> Component:
    return Component(
        "strips", "Strips", "cards", None, 100, 20, 0, gutter, 1, "pack", Mark(Path("game.yaml"))
    )


def _pieces(sizes: list[tuple[float, float]]) -> list[Piece]:
    return [Piece(Face(f"{i}", w, h, 0, SVG), None, 1) for i, (w, h) in enumerate(sizes)]


SIZES = {
    "all alike": [(60.0, 20.0)] * 40,
    "many widths": [(57.0 + 12 * (i % 12), 28.8) for i in range(77)],
    "two heights": [(80.0 + i, 20.0 if i % 3 else 45.0) for i in range(30)],
    "one": [(190.0, 277.0)],
}


FITTING = [
    (name, paper) for name in SIZES for paper in ("a4", "a3", "letter") if (name, paper) != ("one", "letter")
]
"""One piece that fills a sheet of A4 is larger than Letter."""


@pytest.mark.parametrize(("name", "paper"), FITTING)
def test_every_piece_lies_once_and_apart(name: str, paper: str) -> None:
    """Each piece lies on one sheet, inside the margins, at least the gutter away from any other."""
    sizes = SIZES[name]
    sheets = impose_packed(_component(3), _pieces(sizes), find_paper(paper))
    names: list[str] = []
    for sheet in sheets:
        page = sheet.front
        names += [p.face.name for p in page.placements]
        for p in page.placements:
            assert p.x >= 10 - 1e-6
            assert p.y >= 10 - 1e-6
            assert p.x + p.face.width <= page.width - 10 + 1e-6
            assert p.y + p.face.height <= page.height - 10 + 1e-6
        for a, b in itertools.combinations(page.placements, 2):
            apart_x = max(a.x, b.x) - min(a.x + a.face.width, b.x + b.face.width)
            apart_y = max(a.y, b.y) - min(a.y + a.face.height, b.y + b.face.height)
            assert max(apart_x, apart_y) >= 3 - 1e-6
    assert sorted(names, key=int) == [str(i) for i in range(len(sizes))]


def test_as_few_sheets_as_it_takes() -> None:
    """Forty of 60 x 20: 12 rows of 3 on an upright A4, or 8 rows of 4 on its side, make two sheets."""
    assert len(impose_packed(_component(3), _pieces(SIZES["all alike"]), find_paper("a4"))) == 2


def test_the_paper_is_turned_for_a_wide_piece() -> None:
    """A piece of 250 x 30 lies on an A4 on its side."""
    (sheet,) = impose_packed(_component(3), _pieces([(250.0, 30.0)]), find_paper("a4"))
    assert (sheet.front.width, sheet.front.height) == (297, 210)


def test_a_piece_too_large_is_one_sentence() -> None:
    """A piece that no side of the paper takes is told, with the paper's name."""
    with pytest.raises(UsageError, match="does not fit on a4"):
        impose_packed(_component(3), _pieces([(300.0, 30.0)]), find_paper("a4"))
