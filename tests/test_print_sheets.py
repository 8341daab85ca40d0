"""Sheets: every paper, duplex, card size and number of pieces, without a PDF; then some of them with one."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pikepdf
import pytest
from imposed import component, pieces, sound, spots
from printing import MM, clean, lines, measured, puts, through_the_paper

from pnp.impose.grid import impose_grid
from pnp.impose.marks import MARKS
from pnp.impose.papers import find_paper
from pnp.model.face import Piece

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

    from pnp.model.sheet import Duplex

PAPERS = ("a0", "a1", "a2", "a3", "a4", "a5", "letter", "legal", "tabloid", "a4+letter", "200x280")
DUPLEXES: tuple[Duplex, ...] = ("long-edge", "short-edge", "none", "fold")
SIZES = ((63.0, 88.0, 3.0, 6.0), (44.0, 67.0, 3.0, 0.0), (70.0, 120.0, 0.0, 0.0))
"""Width, height, bleed and gutter of three cards."""


def _foot_to_foot(size: tuple[float, float, float, float], paper: str) -> bool:
    """Return whether two cards stand foot to foot on a paper, 10 from its ends and 5 from the fold."""
    return size[1] <= find_paper(paper).height / 2 - 10 - 5 - size[2]


MATRIX = [
    (paper, size, duplex)
    for paper, size, duplex in itertools.product(PAPERS, SIZES, DUPLEXES)
    if duplex != "fold" or _foot_to_foot(size, paper)
]


@pytest.mark.parametrize(("paper", "size", "duplex"), MATRIX)
def test_every_piece_once_and_its_back_behind_it(
    paper: str, size: tuple[float, float, float, float], duplex: Duplex
) -> None:
    """One to forty pieces: none lost, doubled, misplaced or under a mark, and no page without a piece."""
    cells = 0
    for count in range(1, 41):
        sheets = impose_grid(component(*size), pieces(count, *size[:3]), find_paper(paper), duplex)
        for sheet in sheets:
            sound(sheet.front)
            assert sheet.front.placements
            if sheet.back:
                sound(sheet.back)
                assert sheet.back.placements
        fronts, backs = spots(sheets, duplex)
        assert sorted(name for page in fronts for name, _, _ in page) == sorted(
            f"front-{i}" for i in range(count)
        )
        assert [sorted(page) for page in backs] == [sorted(page) for page in fronts]
        cells = max(cells, len(fronts[0]))
        assert len(fronts) == math.ceil(count / cells)
    assert cells < 41 or paper in {"a0", "a1", "a2", "a3"}


@pytest.mark.parametrize(
    ("paper", "bleed", "cells", "landscape"),
    [("a4", 0.0, 9, False), ("a4", 3.0, 8, True), ("letter", 3.0, 6, True), ("a4+letter", 0.0, 8, True)],
)
def test_known_fits(paper: str, bleed: float, cells: int, landscape: bool) -> None:  # noqa: FBT001 - a parameter
    """Cards of 63 x 88 mm: nine on A4, with 3 mm of bleed eight, on Letter six, as the trade knows."""
    deck = component(63, 88, bleed, 2 * bleed)
    sheets = impose_grid(deck, pieces(40, 63, 88, bleed), find_paper(paper), "long-edge")
    page = sheets[0].front
    assert len(page.placements) == cells
    assert (page.width > page.height) == landscape


def test_a4_and_letter_share_a_page() -> None:
    """a4+letter is as narrow as A4 and as short as Letter."""
    paper = find_paper("a4+letter")
    assert (paper.name, paper.width, paper.height) == ("a4+letter", 210, 279.4)


def test_backs_have_more_bleed_outside() -> None:
    """A back shows 5 mm round the block where a front shows 3, and never more than half a gutter inside."""
    (sheet,) = impose_grid(component(63, 88, 3, 6), pieces(8, 63, 88, 3), find_paper("a4"), "long-edge")
    assert sheet.back is not None
    assert min(p.bleed.left for p in sheet.front.placements) == 3
    lefts = sorted(round(p.bleed.left, 6) for p in sheet.back.placements)
    tops = sorted(round(p.bleed.top, 6) for p in sheet.back.placements)
    assert lefts == [3, 3, 3, 3, 3, 3, 5, 5]
    assert tops == [3, 3, 3, 3, 5, 5, 5, 5]


def test_pieces_without_a_back_cost_no_empty_page() -> None:
    """Nine pieces with and three without a back on sheets of eight: only the last has none behind."""
    backed = pieces(9, 63, 88, 3)
    bare = [Piece(p.front, None, 1) for p in pieces(3, 63, 88, 3)]
    sheets = impose_grid(component(63, 88, 3, 6), [*bare, *backed], find_paper("a4"), "long-edge")
    assert [len(s.front.placements) for s in sheets] == [8, 4]
    assert [len(s.back.placements) if s.back else None for s in sheets] == [8, 1]
    lone = impose_grid(component(63, 88, 3, 6), [*backed[:8], *bare], find_paper("a4"), "long-edge")
    assert [s.back is None for s in lone] == [False, True]


@pytest.mark.parametrize("style", MARKS)
@pytest.mark.parametrize("count", [1, 5, 8])
def test_marks_are_in_line_with_the_trim(style: str, count: int) -> None:
    """Marks stand in line with trims, outside bleed; full ones reach the edge, corners are eight."""
    (sheet,) = impose_grid(
        component(63, 88, 3, 6), pieces(count, 63, 88, 3), find_paper("a4"), "long-edge", style
    )
    assert sheet.back is not None
    for page in (sheet.front, sheet.back):
        sound(page)
        xs = {round(v, 3) for p in page.placements for v in (p.x, p.x + p.width)}
        ys = {round(v, 3) for p in page.placements for v in (p.y, p.y + p.height)}
        for m in page.marks:
            assert round(m.x1, 3) in xs if m.x1 == m.x2 else round(m.y1, 3) in ys
        if style == "none":
            assert not page.marks
        if style == "corners":
            assert len(page.marks) == 8
        if style == "full":
            assert min(m.x1 for m in page.marks) == 4
            assert max(m.y2 for m in page.marks) == page.height - 4
        if style == "crop":
            assert {round(m.x1, 3) for m in page.marks if m.x1 == m.x2} == xs
            assert max(abs(m.x2 - m.x1) + abs(m.y2 - m.y1) for m in page.marks) <= 10


NAMES = "абвгдежзиклмнопрстуфхцчшщэюя"

COUNTS = (1, 9, 16, 7, 40, 8)


def finished_case(paper: int, way: int) -> tuple[str, Duplex, str, int, str]:
    """Return a paper, a way of duplex, a size, a number of cards and a kind of marks, by two numbers."""
    size = ("44x67", "70x120", "63x88")[(paper + way) % 3]
    return PAPERS[paper], DUPLEXES[way], size, COUNTS[(paper + 5 * way) % 6], MARKS[(paper + way) % 4]


FINISHED = [finished_case(paper, way) for paper in range(len(PAPERS)) for way in range(len(DUPLEXES))]


def test_pairs_are_covered() -> None:
    """Any two of paper, duplex, size and marks meet in a finished file; each number meets every duplex."""
    for a, b in ((0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 4), (1, 3)):
        wanted = set(itertools.product({case[a] for case in FINISHED}, {case[b] for case in FINISHED}))
        assert {(case[a], case[b]) for case in FINISHED} == wanted
    assert [len({case[i] for case in FINISHED}) for i in range(5)] == [11, 4, 3, 6, 4]


def deck(project: Project, size: str, count: int) -> None:
    """Make the small project's deck one of that many cards, each with its name on both sides."""
    width, height = size.split("x")
    project.edit("content/demo/game.yaml", "size: 63x88", f"size: {size}")
    cards = "".join(
        f"- {{id: c{i}, name: Карта {NAMES[i % 28] * 4}-{i}, text: Текст.}}\n" for i in range(count)
    )
    project.write("content/demo/cards.yaml", cards)
    for side, color in (("card", "#dddddd"), ("back", "#bbbbcc")):
        project.write(
            f"templates/demo/{side}.svg",
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 {width} {height}">'
            f'<rect x="-3" y="-3" width="{float(width) + 6}" height="{float(height) + 6}" fill="{color}"/>'
            f'<pnp:text id="name" x="4" y="{float(height) / 2 - 5}" width="{float(width) - 8}" height="10"'
            ' style="name">{{ card.name }}</pnp:text></svg>',
        )


def check_hints(file: Path, duplex: Duplex, marks: str) -> None:
    """Look that the file tells no scaling and the edge, its boxes lie round all pieces, qpdf is content."""
    assert clean(file)
    edge = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}.get(duplex, "/Simplex")
    with pikepdf.open(file) as pdf:
        hints = pdf.Root.ViewerPreferences
        assert (hints.PrintScaling, hints.Duplex) == ("/None", edge)
        for page in pdf.pages:
            assert bool(lines(page)) == (marks != "none" or duplex == "fold")
            trim, bleed = ([float(v) / MM for v in page.obj[k]] for k in ("/TrimBox", "/BleedBox"))
            out = [abs(t - b) for t, b in zip(trim, bleed, strict=True)]
            assert all(3 - 0.01 <= v <= 5 + 0.01 for v in out)
            shown = [put.clip for put in puts(page)]
            assert bleed[0] == pytest.approx(min(c[0] for c in shown), abs=0.05)
            assert bleed[2] == pytest.approx(max(c[2] for c in shown), abs=0.05)


@pytest.mark.parametrize(("paper", "duplex", "size", "count", "marks"), FINISHED)
def test_finished_pages(
    project: Project, paper: str, duplex: Duplex, size: str, count: int, marks: str
) -> None:
    """In the PDF itself each card stands once, whole, its back within 0.05 mm behind it, heads together."""
    deck(project, size, count)
    file = project.build("--paper", paper, "--duplex", duplex, "--marks", marks) / "deck.pdf"
    check_hints(file, duplex, marks)
    width, height = map(float, size.split("x"))
    pages = measured(file, width, height)
    with pikepdf.open(file) as pdf:
        sizes = {tuple(round(float(v) / MM, 2) for v in page.mediabox[2:]) for page in pdf.pages}
    ((page_width, page_height),) = sizes
    if duplex == "fold":
        fronts, backs = [page[: len(page) // 2] for page in pages], [page[len(page) // 2 :] for page in pages]
    elif duplex == "none":
        fronts, backs = pages[: len(pages) // 2], pages[len(pages) // 2 :]
    else:
        assert page_width <= page_height
        fronts, backs = pages[::2], pages[1::2]
    names = sorted(name for page in fronts for name, _ in page)
    assert names == sorted(f"Карта {NAMES[i % 28] * 4}-{i}" for i in range(count))
    sideways = duplex in {"long-edge", "none"}
    for front, back in zip(fronts, backs, strict=True):
        behind = {
            name: through_the_paper(there, (page_width, page_height), sideways=sideways)
            for name, there in back
        }
        assert sorted(behind) == sorted(name for name, _ in front)
        for name, there in front:
            assert there.trim == pytest.approx(behind[name].trim, abs=0.05)
            assert there.head == behind[name].head
            for piece in (there, behind[name]):
                inside = [abs(t - s) for t, s in zip(piece.trim, piece.shown, strict=True)]
                assert max(inside) >= 3 - 0.01
                assert piece.shown[0] <= piece.trim[0] + 0.01
                assert piece.shown[3] >= piece.trim[3] - 0.01
                assert min(piece.shown[:2]) >= 4 - 0.01
                assert piece.shown[2] <= page_width - 4 + 0.01
                assert piece.shown[3] <= page_height - 4 + 0.01
