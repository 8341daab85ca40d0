"""Pieces of one size in a grid on sheets of paper, backs behind their fronts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.errors import UsageError
from pnp.impose.marks import crop_marks
from pnp.model.face import Face, Piece
from pnp.model.sheet import Duplex, Page, Paper, Placement, Segment, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.game import Component

EPSILON = 1e-6
FOLD_GAP = 5.0
"""Between the bleed and the fold of a gutterfold sheet; less makes the fold run into the art."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of cells on a paper; `x` and `y` are where the first piece's trim begins."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gutter: float
    x: float
    y: float

    @property
    def cells(self) -> int:
        """Return how many pieces a sheet holds."""
        return self.columns * self.rows

    def place(self, index: int) -> tuple[int, int]:
        """Return (column, row) of a cell, row by row."""
        return index % self.columns, index // self.columns


def find_grid(component: Component, paper: Paper, *, fold: bool = False) -> Grid:
    """Return the grid that holds most pieces, the paper upright or on its side; upright wins a tie.

    With `fold` there is one row, its foot at the fold across the middle of the page. Raises UsageError when
    not even one piece fits.
    """
    turned = Paper(paper.name, paper.height, paper.width, paper.margin)
    grid = max((_grid(component, p, fold=fold) for p in (paper, turned)), key=lambda g: g.cells)
    if not grid.cells:
        raise UsageError(
            f"{component.title}: a piece of {component.width:g} x {component.height:g} mm does not fit on"
            f" {paper.name} with margins of {paper.margin:g} mm. Choose a larger --paper."
        )
    return grid


def _grid(component: Component, paper: Paper, *, fold: bool) -> Grid:
    width, height, gutter = component.width, component.height, component.gutter
    free_width, free_height = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    columns = int((free_width + EPSILON) // (width + gutter))
    rows = int((free_height + EPSILON) // (height + gutter))
    y = (paper.height - rows * height - (rows - 1) * gutter) / 2
    if fold:
        foot = FOLD_GAP + component.bleed
        rows = int(free_height / 2 + EPSILON >= foot + height)
        y = paper.height / 2 - foot - height
    x = (paper.width - columns * width - (columns - 1) * gutter) / 2
    return Grid(paper, columns, rows, width, height, gutter, x, y)


def impose_grid(component: Component, pieces: Sequence[Piece], paper: Paper, duplex: Duplex) -> list[Sheet]:
    """Return the sheets of a component's pieces, each piece as often as its copies say."""
    backed = any(piece.back for piece in pieces)
    fold = duplex == "fold" and backed
    grid = find_grid(component, paper, fold=fold)
    laid = grid.paper
    queue = [piece for piece in pieces for _ in range(piece.copies)]
    sheets: list[Sheet] = []
    for start in range(0, len(queue), grid.cells):
        batch = queue[start : start + grid.cells]
        cells = [grid.place(i) for i in range(len(batch))]
        fronts = [_placement(p.front, cell, cells, grid) for p, cell in zip(batch, cells, strict=True)]
        if fold:
            backs = [_overturned(p.back, f, laid) for p, f in zip(batch, fronts, strict=True) if p.back]
            half = laid.height / 2
            line = Segment(paper.margin, half, laid.width - paper.margin, half)
            sheets.append(Sheet(_page(laid, [*fronts, *backs], (line,))))
            continue
        back = None
        if backed and duplex != "none":
            backs = [_behind(p.back, f, laid, duplex) for p, f in zip(batch, fronts, strict=True) if p.back]
            back = _page(laid, backs)
        sheets.append(Sheet(_page(laid, fronts), back))
    if backed and duplex == "none":
        sheets += _backs_apart(component, pieces, paper)
    return sheets


def _backs_apart(component: Component, pieces: Sequence[Piece], paper: Paper) -> list[Sheet]:
    """Return sheets of the backs alone, for those who print one side and glue."""
    backs = [Piece(p.back, None, p.copies) for p in pieces if p.back]
    return impose_grid(component, backs, paper, "none")


def _page(paper: Paper, placements: list[Placement], folds: tuple[Segment, ...] = ()) -> Page:
    return Page(paper.width, paper.height, tuple(placements), crop_marks(placements, paper), folds)


def _placement(face: Face, cell: tuple[int, int], cells: list[tuple[int, int]], grid: Grid) -> Placement:
    """Return a face in its cell: towards a neighbour the bleed ends half way, elsewhere it is whole."""
    column, row = cell
    taken = set(cells)

    def bleed(dx: int, dy: int) -> float:
        return min(face.bleed, grid.gutter / 2) if (column + dx, row + dy) in taken else face.bleed

    return Placement(
        face,
        grid.x + column * (grid.width + grid.gutter),
        grid.y + row * (grid.height + grid.gutter),
        0,
        Sides(bleed(-1, 0), bleed(0, -1), bleed(1, 0), bleed(0, 1)),
    )


def _behind(back: Face, front: Placement, paper: Paper, duplex: Duplex) -> Placement:
    """Return the back of a piece on the sheet's other page.

    A sheet that turns about an upright axis changes left and right: over the long edge of an upright page,
    over the short edge of one on its side. Otherwise top and bottom change places, and the back stands on
    its head so that it is upright when the piece itself is turned over sideways.
    """
    if (duplex == "long-edge") == (paper.height >= paper.width):
        b = front.bleed
        sides = Sides(b.right, b.top, b.left, b.bottom)
        return Placement(back, paper.width - front.x - front.width, front.y, 0, sides)
    return _overturned(back, front, paper)


def _overturned(back: Face, front: Placement, paper: Paper) -> Placement:
    """Return the back mirrored top to bottom: behind its front over a horizontal edge or fold."""
    b = front.bleed
    y = paper.height - front.y - front.height
    return Placement(back, front.x, y, 180, Sides(b.left, b.bottom, b.right, b.top))
