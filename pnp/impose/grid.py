"""Pieces of one size in a grid on sheets of paper, backs behind their fronts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.errors import UsageError
from pnp.impose.batch import Batch, sheets_of
from pnp.impose.nest import nest
from pnp.impose.registration import kept_clear
from pnp.model.sheet import Box, Duplex, Paper, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.impose.marks import Marks
    from pnp.impose.registration import Cutter
    from pnp.model.face import Face, Piece, Point
    from pnp.model.game import Component

EPSILON = 1e-6
FOLD_GAP = 5.0
"""Between the bleed and the fold of a gutterfold sheet; less makes the fold run into the art."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells on a paper by (column, row), row by row; `x` and `y` are where the first column and row begin."""

    paper: Paper
    places: tuple[tuple[int, int], ...]
    width: float
    height: float
    gutter: float
    x: float
    y: float

    @property
    def cells(self) -> int:
        """Return how many pieces a sheet holds."""
        return len(self.places)

    def placements(self, faces: Sequence[Face]) -> list[Placement]:
        """Return the faces in the first cells."""
        cells = self.places[: len(faces)]
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


def find_layout(
    component: Component,
    pieces: Sequence[Piece],
    paper: Paper,
    cutter: Cutter | None = None,
    *,
    fold: bool = False,
) -> Grid | Nest:
    """Return the grid of a component's pieces, or a nest where the pieces' outline makes that save paper."""
    grid = find_grid(component, paper, cutter, fold=fold)
    count = sum(piece.copies for piece in pieces)
    outlines = {piece.front.cut for piece in pieces}
    if fold or count <= grid.cells or len(outlines) > 1 or () in outlines:
        return grid
    gap, margin = max(component.gutter, 2 * component.bleed), paper.margin
    most = min(count, 2 * grid.cells + 2)
    best: Grid | Nest = grid
    for lies in (paper, turned(paper)):
        clear = [
            Box(b.left - margin, b.top - margin, b.right - margin, b.bottom - margin)
            for b in kept_clear(cutter, lies)
        ]
        free = (lies.width - 2 * margin, lies.height - 2 * margin)
        places = nest(next(iter(outlines)), gap, *free, most, clear, component.bleed)
        if -(-count // max(len(places), 1)) < -(-count // best.cells):
            best = Nest(lies, tuple((margin + x, margin + y) for x, y in places))
    return best


def turned(paper: Paper) -> Paper:
    """Return a paper on its side."""
    return Paper(paper.name, paper.height, paper.width, paper.margin)


def find_grid(
    component: Component, paper: Paper, cutter: Cutter | None = None, *, fold: bool = False
) -> Grid:
    """Return the grid that holds most pieces, the paper upright or on its side; upright wins a tie.

    With `fold` the rows fill the upper half, their foot at the fold across the middle of the page. No piece
    comes near a cutting machine's marks. Raises UsageError when not even one piece fits.
    """
    grid = _fullest(component, paper, cutter, fold=fold)
    if not grid.cells:
        raise UsageError(
            f"{component.title}: a piece of {component.width:g} x {component.height:g} mm does not fit on"
            f" {paper.name} with margins of {paper.margin:g} mm. Choose a larger --paper."
        )
    return grid


def holds(component: Component, paper: Paper, cutter: Cutter | None = None, *, fold: bool = False) -> bool:
    """Return whether a paper takes a piece of a component, between a machine's marks, or folded."""
    return _fullest(component, paper, cutter, fold=fold).cells > 0


def _fullest(component: Component, paper: Paper, cutter: Cutter | None, *, fold: bool) -> Grid:
    grids = [_grid(component, p, p.margin, p.margin, fold=fold) for p in (paper, turned(paper))]
    if cutter:
        wide = cutter.reach(paper.name) + component.bleed
        margins = ((paper.margin, paper.margin), (wide, paper.margin), (paper.margin, wide), (wide, wide))
        grids = [
            _without(_grid(component, p, *free, fold=False), kept_clear(cutter, p), component.bleed)
            for p in (paper, turned(paper))
            for free in margins
        ]
    return max(grids, key=lambda g: g.cells)


def _without(grid: Grid, clear: Sequence[Box], bleed: float) -> Grid:
    """Return a grid without the cells whose pieces would reach with their bleed into what is kept clear."""
    return replace(grid, places=tuple(p for p in grid.places if not _reaches(grid, p, clear, bleed)))


def _reaches(grid: Grid, place: tuple[int, int], clear: Sequence[Box], bleed: float) -> bool:
    x = grid.x + place[0] * (grid.width + grid.gutter)
    y = grid.y + place[1] * (grid.height + grid.gutter)
    return any(
        x - bleed < b.right - EPSILON
        and x + grid.width + bleed > b.left + EPSILON
        and y - bleed < b.bottom - EPSILON
        and y + grid.height + bleed > b.top + EPSILON
        for b in clear
    )


def _grid(component: Component, paper: Paper, side: float, head: float, *, fold: bool) -> Grid:
    """Return the grid in the middle of a paper, `side` free left and right, `head` above and below."""
    width, height, gutter = component.width, component.height, component.gutter
    free_width, free_height = paper.width - 2 * side, paper.height - 2 * head
    columns = int((free_width + EPSILON) // (width + gutter))
    rows = int((free_height + EPSILON) // (height + gutter))
    y = (paper.height - rows * height - (rows - 1) * gutter) / 2
    if fold:
        foot = FOLD_GAP + component.bleed
        rows = max(0, int((free_height / 2 - foot + gutter + EPSILON) // (height + gutter)))
        y = paper.height / 2 - foot - rows * height - (rows - 1) * gutter
    x = (paper.width - columns * width - (columns - 1) * gutter) / 2
    places = tuple((column, row) for row in range(rows) for column in range(columns))
    return Grid(paper, places, width, height, gutter, x, y)


def impose_grid(
    component: Component,
    pieces: Sequence[Piece],
    paper: Paper,
    duplex: Duplex,
    marks: Marks = "crop",
    cutter: Cutter | None = None,
) -> list[Sheet]:
    """Return the sheets of a component's pieces, each piece as often as its copies say.

    Pieces without a back come last, so that only then a sheet has an empty other page or none at all.
    """
    fold = duplex == "fold" and any(piece.back for piece in pieces)
    batches, _ = find_batches(component, pieces, paper, cutter, fold=fold)
    return sheets_of(batches, duplex, marks)


def find_batches(
    component: Component, pieces: Sequence[Piece], paper: Paper, cutter: Cutter | None, *, fold: bool
) -> tuple[list[Batch], int]:
    """Return the batches of a component's pieces with all copies, and how many pieces a sheet holds."""
    layout = find_layout(component, pieces, paper, cutter, fold=fold)
    queue = [p for p in sorted(pieces, key=lambda p: p.back is None) for _ in range(p.copies)]
    parts = (queue[start : start + layout.cells] for start in range(0, len(queue), layout.cells))
    batches = [
        Batch(tuple(part), tuple(layout.placements([p.front for p in part])), layout.paper) for part in parts
    ]
    return batches, layout.cells


def _placement(face: Face, cell: tuple[int, int], cells: Sequence[tuple[int, int]], grid: Grid) -> Placement:
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
