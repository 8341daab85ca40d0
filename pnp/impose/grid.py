"""Pieces of one size in a grid on sheets of paper, backs behind their fronts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.errors import UsageError
from pnp.impose.marks import cut_marks, cuts_of
from pnp.impose.nest import nest
from pnp.model.face import Face, Piece
from pnp.model.sheet import Duplex, Page, Paper, Placement, Segment, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.face import Point
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

    def placements(self, faces: Sequence[Face]) -> list[Placement]:
        """Return the faces in the first cells, row by row."""
        cells = [self.place(i) for i in range(len(faces))]
        return [_placement(face, cell, cells, self) for face, cell in zip(faces, cells, strict=True)]


@dataclass(frozen=True, slots=True)
class Nest:
    """Places of the trim's top left corner on a paper, for pieces set into each other's hollows."""

    paper: Paper
    places: tuple[Point, ...]

    @property
    def cells(self) -> int:
        """Return how many pieces a sheet holds."""
        return len(self.places)

    def placements(self, faces: Sequence[Face]) -> list[Placement]:
        """Return the faces in the first places, each with its whole bleed."""
        return [
            Placement(face, x, y, 0, Sides(face.bleed, face.bleed, face.bleed, face.bleed))
            for face, (x, y) in zip(faces, self.places, strict=False)
        ]


def _layout(
    component: Component, pieces: Sequence[Piece], paper: Paper, count: int, *, fold: bool
) -> Grid | Nest:
    """Return the grid of a component's pieces, or a nest where the pieces' outline makes that save paper."""
    grid = find_grid(component, paper, fold=fold)
    outlines = {piece.front.cut for piece in pieces}
    if fold or count <= grid.cells or len(outlines) > 1 or () in outlines:
        return grid
    gap, margin = max(component.gutter, 2 * component.bleed), paper.margin
    most = min(count, 2 * grid.cells + 2)
    best: Grid | Nest = grid
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        places = nest(next(iter(outlines)), gap, width - 2 * margin, height - 2 * margin, most)
        if -(-count // max(len(places), 1)) < -(-count // best.cells):
            moved = tuple((margin + x, margin + y) for x, y in places)
            best = Nest(Paper(paper.name, width, height, margin), moved)
    return best


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
    count = sum(piece.copies for piece in pieces)
    layout = _layout(component, pieces, paper, count, fold=fold)
    laid = layout.paper
    queue = [piece for piece in pieces for _ in range(piece.copies)]
    sheets: list[Sheet] = []
    for start in range(0, len(queue), layout.cells):
        batch = queue[start : start + layout.cells]
        fronts = layout.placements([p.front for p in batch])
        if fold:
            backs = [_overturned(p.back, f, laid) for p, f in zip(batch, fronts, strict=True) if p.back]
            half = laid.height / 2
            line = Segment(paper.margin, half, laid.width - paper.margin, half)
            sheets.append(Sheet(_page(laid, [*fronts, *backs], (line,))))
            continue
        back = None
        if backed and duplex != "none":
            backs = [_behind(p.back, f, laid, duplex) for p, f in zip(batch, fronts, strict=True) if p.back]
            back = replace(_page(laid, backs), cuts=())
        sheets.append(Sheet(_page(laid, fronts), back))
    if backed and duplex == "none":
        sheets += _backs_apart(component, pieces, paper)
    return sheets


def _backs_apart(component: Component, pieces: Sequence[Piece], paper: Paper) -> list[Sheet]:
    """Return sheets of the backs alone, for those who print one side and glue."""
    backs = [Piece(p.back, None, p.copies) for p in pieces if p.back]
    return impose_grid(component, backs, paper, "none")


def _page(paper: Paper, placements: list[Placement], folds: tuple[Segment, ...] = ()) -> Page:
    squared = [p for p in placements if not p.face.cut]
    cuts = tuple(
        tuple((p.x + x, p.y + y) for x, y in p.face.cut) for p in placements if p.face.cut and not p.turn
    )
    marks = cut_marks(cuts_of(squared), paper.width, paper.height)
    return Page(paper.width, paper.height, tuple(placements), marks, folds, cuts)


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
