"""Pieces of several sizes on as few sheets as they take, in rows, in about the order they came in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.errors import UsageError
from pnp.impose.grid import turned
from pnp.impose.marks import cut_marks, cuts_of
from pnp.impose.outlines import cut_outlines
from pnp.model.sheet import Page, Paper, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.impose.marks import Marks
    from pnp.impose.registration import Cutter
    from pnp.model.face import Face, Piece
    from pnp.model.game import Component

_NEAR = 1e-6


@dataclass(slots=True)
class _Row:
    """Pieces side by side: (their number in the component, the face)."""

    height: float
    faces: list[tuple[int, Face]] = field(default_factory=list)

    def width(self, gutter: float) -> float:
        return sum(f.width for _, f in self.faces) + gutter * (len(self.faces) - 1)

    @property
    def first(self) -> int:
        return min(number for number, _ in self.faces)


def impose_packed(
    component: Component,
    pieces: Sequence[Piece],
    paper: Paper,
    marks: Marks = "crop",
    cutter: Cutter | None = None,
) -> list[Sheet]:
    """Return the sheets of a component's fronts, the paper upright or on its side, whichever takes fewer.

    Raises UsageError when a piece is larger than the paper.
    """
    faces = [piece.front for piece in pieces for _ in range(piece.copies)]
    head = cutter.reach(paper.name) + component.bleed if cutter else paper.margin
    laid = [(_pages(component, faces, p, head), p) for p in (paper, turned(paper))]
    pages, chosen = min(laid, key=lambda lay: len(lay[0]) if lay[0] else len(faces) + 1)
    if faces and not pages:
        raise UsageError(
            f"{component.title}: a piece does not fit on {paper.name} with margins of {paper.margin:g} mm."
            " Choose a larger --paper."
        )
    return [Sheet(_page(rows, chosen, head, component.gutter, marks)) for rows in pages]


def packs(component: Component, pieces: Sequence[Piece], paper: Paper, cutter: Cutter) -> bool:
    """Return whether all pieces fit on a paper between a machine's marks."""
    faces = [piece.front for piece in pieces if piece.copies]
    head = cutter.reach(paper.name) + component.bleed
    return not faces or any(_pages(component, faces, lies, head) for lies in (paper, turned(paper)))


def _pages(component: Component, faces: Sequence[Face], paper: Paper, head: float) -> list[list[_Row]]:
    """Return the rows of each page, `head` free above and below, or nothing where a piece is too large."""
    width, height = paper.width - 2 * paper.margin, paper.height - 2 * head
    if any(f.width > width + _NEAR or f.height > height + _NEAR for f in faces):
        return []
    pages: list[list[_Row]] = []
    rows = _rows(list(enumerate(faces)), width, component.gutter)
    for row in sorted(rows, key=lambda r: (-r.height, r.first)):
        needed = row.height + component.gutter
        page = next((p for p in pages if _depth(p, component.gutter) + needed <= height + _NEAR), None)
        if page is None:
            pages.append([row])
        else:
            page.append(row)
    for page in pages:
        page.sort(key=lambda r: r.first)
    return sorted(pages, key=lambda p: (max(row.height for row in p), p[0].first))


def _rows(faces: Sequence[tuple[int, Face]], width: float, gutter: float) -> list[_Row]:
    """Return rows of pieces of one height, each piece in the row that it fills best, the widest first."""
    rows: list[_Row] = []
    for number, face in sorted(faces, key=lambda f: (-f[1].height, -f[1].width, f[0])):
        open_rows = [
            r
            for r in rows
            if abs(r.height - face.height) < _NEAR and r.width(gutter) + gutter + face.width <= width + _NEAR
        ]
        if not open_rows:
            rows.append(_Row(face.height))
            open_rows = rows[-1:]
        max(open_rows, key=lambda r: (r.width(gutter), -r.first if r.faces else 0)).faces.append(
            (number, face)
        )
    for row in rows:
        row.faces.sort(key=lambda f: f[0])
    return rows


def _depth(rows: Sequence[_Row], gutter: float) -> float:
    return sum(r.height for r in rows) + gutter * (len(rows) - 1)


def _page(rows: Sequence[_Row], paper: Paper, head: float, gutter: float, marks: Marks) -> Page:
    """Return a page with its rows one below the other from `head`, each piece with what bleed fits."""
    placements: list[Placement] = []
    y = head
    for row in rows:
        x = paper.margin
        for _, face in row.faces:
            bleed = min(face.bleed, gutter / 2)
            placements.append(Placement(face, x, y, 0, Sides(bleed, bleed, bleed, bleed)))
            x += face.width + gutter
        y += row.height + gutter
    segments = cut_marks(cuts_of(placements), paper.width, paper.height, marks)
    outlines = cut_outlines(placements, marks)
    return Page(paper.width, paper.height, tuple(placements), segments, cuts=outlines)
