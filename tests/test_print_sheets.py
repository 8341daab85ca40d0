"""Sheets: every paper, duplex, card size and number of pieces, without a PDF; then some of them with one."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from printing import MM, clean, lines, puts

from pnp.impose.grid import impose_grid
from pnp.impose.marks import MARKS
from pnp.impose.papers import find_paper
from pnp.model.face import Face, Piece
from pnp.model.finding import Mark
from pnp.model.game import Component
from pnp.model.sheet import Box

if TYPE_CHECKING:
    from helpers import Project

    from pnp.model.sheet import Duplex, Page, Placement, Sheet

PAPERS = ("a0", "a1", "a2", "a3", "a4", "a5", "letter", "legal", "tabloid", "a4+letter", "200x280")
DUPLEXES: tuple[Duplex, ...] = ("long-edge", "short-edge", "none", "fold")
SIZES = ((63.0, 88.0, 3.0, 6.0), (44.0, 67.0, 3.0, 0.0), (70.0, 120.0, 0.0, 0.0))
"""Width, height, bleed and gutter of three cards."""
Spot = tuple[str, float, float]


def component(width: float, height: float, bleed: float, gutter: float) -> Component:
    """Return a component of cards of that size."""
    return Component(
        "deck", "Deck", "cards", None, width, height, bleed, gutter, 1, "grid", Mark(Path("game.yaml"))
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


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("duplex", DUPLEXES)
def test_every_piece_once_and_its_back_behind_it(
    paper: str, size: tuple[float, float, float, float], duplex: Duplex
) -> None:
    """One to forty pieces: none lost, doubled, misplaced or under a mark, and no page without a piece."""
    if duplex == "fold" and size[1] > find_paper(paper).height / 2 - 10 - 5 - size[2]:
        pytest.skip("two such cards do not stand foot to foot on this paper")
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

FINISHED = [
    ("a4", "long-edge", "63x88", 9, "crop"),
    ("a4", "short-edge", "44x67", 17, "full"),
    ("a4", "fold", "63x88", 3, "corners"),
    ("a4", "none", "70x120", 5, "none"),
    ("letter", "long-edge", "70x120", 1, "full"),
    ("letter", "none", "63x88", 7, "crop"),
    ("letter", "fold", "44x67", 6, "none"),
    ("letter", "short-edge", "63x88", 2, "corners"),
    ("a4+letter", "long-edge", "44x67", 13, "none"),
    ("a4+letter", "fold", "70x120", 4, "full"),
    ("a3", "short-edge", "70x120", 12, "crop"),
    ("a3", "none", "44x67", 27, "corners"),
    ("a5", "long-edge", "63x88", 4, "corners"),
    ("200x280", "short-edge", "63x88", 10, "none"),
]
"""Every pair of paper and duplex kinds, of duplex and size, of duplex and marks stands in one of these."""


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


@dataclass(frozen=True)
class Measured:
    """A piece on a finished page: its trim's box, what is shown of it, and where its head points (x, y)."""

    trim: tuple[float, float, float, float]
    shown: tuple[float, float, float, float]
    head: tuple[int, int]


def measured(file: Path, width: float, height: float) -> list[list[tuple[str, Measured]]]:
    """Return the pieces of each page with the name that each bears."""
    pages = []
    with pikepdf.open(file) as pdf, pypdfium2.PdfDocument(file) as seen:
        for page, picture in zip(pdf.pages, seen, strict=True):
            up = float(page.mediabox[3])
            text = picture.get_textpage()
            found = []
            for put in puts(page):
                left, top, right, bottom = put.clip
                words = text.get_text_bounded(left * MM, up - bottom * MM, right * MM, up - top * MM)
                a, b, c, d, _, _ = put.matrix
                assert math.hypot(a, b) == pytest.approx(1, abs=1e-4)
                assert (a, b) == pytest.approx((d, -c), abs=1e-6)
                xs, ys = zip(put.corner(0, 0), put.corner(width, height), strict=True)
                trim = (min(xs), min(ys), max(xs), max(ys))
                found.append((" ".join(words.split()), Measured(trim, put.clip, (round(-c), round(-d)))))
            pages.append(found)
    return pages


def through_the_paper(back: Measured, size: tuple[float, float], *, sideways: bool) -> Measured:
    """Return a back as it would be seen from the front if the paper were clear."""

    def seen(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        left, top, right, bottom = box
        if sideways:
            return size[0] - right, top, size[0] - left, bottom
        return left, size[1] - bottom, right, size[1] - top

    x, y = back.head
    return Measured(seen(back.trim), seen(back.shown), (-x, y) if sideways else (x, -y))


@pytest.mark.parametrize(("paper", "duplex", "size", "count", "marks"), FINISHED)
def test_finished_pages(
    project: Project, paper: str, duplex: Duplex, size: str, count: int, marks: str
) -> None:
    """In the PDF itself each card stands once, whole, its back within 0.05 mm behind it, heads together."""
    deck(project, size, count)
    file = project.build("--paper", paper, "--duplex", duplex, "--marks", marks) / "deck.pdf"
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


@pytest.mark.parametrize(("paper", "duplex", "size", "count", "marks"), FINISHED)
def test_finished_hints(
    project: Project, paper: str, duplex: Duplex, size: str, count: int, marks: str
) -> None:
    """The file tells: no scaling, which edge; trim and bleed lie round all pieces; qpdf is content."""
    deck(project, size, count)
    file = project.build("--paper", paper, "--duplex", duplex, "--marks", marks) / "deck.pdf"
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
