"""Components that share sheets: fewer of them, no piece lost, each back behind its front."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from imposed import component, sound, spots
from printing import MM, clean, measured, through_the_paper
from reading import copied_by_poppler

from pnp.impose.grid import impose_grid
from pnp.impose.papers import find_paper
from pnp.impose.registration import cutters
from pnp.impose.share import impose_shared
from pnp.model.face import Face, Piece

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

    from pnp.impose.marks import Marks
    from pnp.impose.share import Part
    from pnp.model.sheet import Duplex

MIXES: list[list[tuple[float, float, float, float, int]]] = [
    [(63, 88, 3, 6, 9), (63, 88, 3, 6, 5), (63, 88, 3, 6, 2)],
    [(63, 88, 3, 6, 10), (44, 67, 3, 0, 7), (25, 25, 2, 5, 8), (12, 12, 2, 0, 30)],
    [(70, 120, 0, 0, 5), (16, 16, 3, 0, 24), (63, 88, 3, 6, 1)],
    [(95, 46, 0, 0, 1), (18, 18, 2, 0, 42), (19, 19, 2, 4, 24), (30, 34.641, 2, 4, 8), (63, 88, 3, 6, 3)],
]
"""Width, height, bleed, gutter and number of pieces of some decks."""


def parts(mix: list[tuple[float, float, float, float, int]]) -> list[Part]:
    """Return these decks, the pieces of all of them told apart by name."""
    found = []
    for number, (width, height, bleed, gutter, count) in enumerate(mix):
        named = [
            Piece(
                Face(f"front-{number}-{i}", width, height, bleed, ""),
                Face(f"back-{number}-{i}", width, height, bleed, ""),
                1,
            )
            for i in range(count)
        ]
        found.append((component(width, height, bleed, gutter), named))
    return found


MATRIX = [
    (paper, mix, duplex)
    for paper, mix, duplex in itertools.product(
        ("a3", "a4", "letter", "a4+letter"), MIXES, ("long-edge", "short-edge", "none", "fold")
    )
    if duplex != "fold" or all(h <= find_paper(paper).height / 2 - 15 - bleed for _, h, bleed, _, _ in mix)
]
"""For a fold, two cards stand foot to foot."""


@pytest.mark.parametrize(("paper", "mix", "duplex"), MATRIX)
def test_shared_sheets(paper: str, mix: list[tuple[float, float, float, float, int]], duplex: Duplex) -> None:
    """Each piece lies once, apart from others, its back behind it; there are no more sheets than apart."""
    decks, sheet_of = parts(mix), find_paper(paper)
    sheets = impose_shared(decks, sheet_of, duplex)
    for sheet in sheets:
        sound(sheet.front)
        if sheet.back:
            sound(sheet.back)
    fronts, backs = spots(sheets, duplex)
    names = sorted(name for page in fronts for name, _, _ in page)
    assert names == sorted(p.front.name for _, deck in decks for p in deck)
    assert [sorted(page) for page in backs] == [sorted(page) for page in fronts]
    alone = sum(len(impose_grid(part, deck, sheet_of, duplex)) for part, deck in decks)
    assert len(sheets) <= alone


@pytest.mark.parametrize(("mix", "alone", "together"), [(0, 4, 2), (1, 5, 3), (2, 4, 2), (3, 5, 2)])
def test_how_many_sheets_are_saved(mix: int, alone: int, together: int) -> None:
    """On A4: 9 + 5 + 2 cards are two full sheets of eight; small tokens go below what cards leave free.

    The fifth card of 70 x 120 mm shares a sheet with one of 63 x 88 and three rows of chits: 120, 7 between,
    88, 10 between and 48 are 273 of 277 mm.
    """
    decks, paper = parts(MIXES[mix]), find_paper("a4")
    assert sum(len(impose_grid(part, deck, paper, "long-edge")) for part, deck in decks) == alone
    assert len(impose_shared(decks, paper, "long-edge")) == together


def test_nothing_lies_under_a_machines_marks() -> None:
    """Shared sheets for a cutting machine keep its corners clear."""
    for mix in MIXES:
        for sheet in impose_shared(
            parts(mix), find_paper("a4"), "long-edge", "crop", cutters()["silhouette"]
        ):
            page = sheet.front
            upright = page.width < page.height
            for p in page.placements:
                left, top, right, bottom = p.shown.left, p.shown.top, p.shown.right, p.shown.bottom
                if not upright:
                    left, top, right, bottom = top, page.width - right, bottom, page.width - left
                assert left >= 17 or top >= 17
                assert right <= 210 - 21.4 + 1e-6 or top >= 21.4 - 1e-6
                assert left >= 21.4 - 1e-6 or bottom <= 297 - 21.4 + 1e-6


@pytest.mark.parametrize("style", ["crop", "full"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "none"])
@pytest.mark.parametrize("bleed", [0, 3])
def test_marks_keep_off_what_is_cut_along_its_shape(style: Marks, duplex: Duplex, bleed: float) -> None:
    """No card's mark runs into hexes that share its sheet, on the front or on the back, bled or not."""
    (card, cards), (token, squares) = parts([(63, 88, 3, 6, 3), (30, 26, bleed, 6, 10)])
    shape = ((7.5, 0.0), (22.5, 0.0), (30.0, 13.0), (22.5, 26.0), (7.5, 26.0), (0.0, 13.0))
    hexes = [
        Piece(replace(p.front, cut=shape), replace(p.back, cut=shape) if p.back else None, 1) for p in squares
    ]
    sheets = impose_shared([(card, cards), (token, hexes)], find_paper("a4"), duplex, style)
    mixed = [s.front for s in sheets if {bool(p.face.cut) for p in s.front.placements} == {True, False}]
    assert mixed
    assert all(page.marks for page in mixed)
    for page in [page for sheet in sheets for page in (sheet.front, sheet.back) if page]:
        sound(page)


KIT = """\
  more:
    title: Добавка
    cards: {of: cards, face: card.svg, back: back.svg}
    size: 63x88
    copies: 2
  tokens:
    title: Жетоны
    cards: {face: token.svg, back: token.svg, shape: circle}
    size: 25x25
    bleed: 2
    copies: 8
  single:
    title: Без рубашки
    cards: {face: token.svg}
    size: 25x25
    bleed: 2
    copies: 3
  mat:
    title: Планшет
    cards: {face: token.svg}
    size: 25x25
    bleed: 2
    impose: page
"""


@pytest.fixture
def kit(project: Project) -> Project:
    """Return a project with decks of one size, tokens, pieces without backs and a whole page."""
    project.edit("content/demo/game.yaml", "words:\n", f"{KIT}words:\n")
    names = ["Абаба", "Вгвгв", "Дедед", "Жзжзж", "Иклик"]
    cards = "".join(f"- {{id: c{i}, name: {name}, text: Текст.}}\n" for i, name in enumerate(names))
    project.write("content/demo/cards.yaml", cards)
    project.edit("templates/demo/back.svg", "{{ words.back }}", "{{ card.name }}")
    project.write(
        "templates/demo/token.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25">'
        '<rect x="-2" y="-2" width="29" height="29" fill="#77aa77"/></svg>',
    )
    return project


def files(folder: Path) -> list[dict[str, object]]:
    """Return the files that kit.json lists."""
    return list(json.loads((folder / "kit.json").read_text(encoding="utf-8"))["files"])


def test_a_kit_takes_fewer_sheets(kit: Project) -> None:
    """Two decks and the tokens go on two sheets instead of four; what has no back, or a page, stays apart."""
    apart = files(kit.build())
    assert sum(int(str(f["sheets"])) for f in apart) == 6
    folder = kit.build("--pack")
    listed = files(folder)
    assert [(f["file"], f["sheets"], f["layout"]) for f in listed] == [
        ("shared_two_sides.pdf", 3, "pack"),
        ("single.pdf", 1, "grid"),
        ("mat.pdf", 1, "page"),
    ]
    assert listed[0]["component"] == "deck+more+tokens"
    assert listed[0]["title"] == "Общие листы"
    shared = [(p["component"], p["faces"], p["pieces"], p["size_mm"]) for p in listed[0]["parts"]]  # type: ignore[attr-defined]
    assert shared == [("deck", 5, 5, [63, 88]), ("more", 5, 10, [63, 88]), ("tokens", 1, 8, [25, 25])]
    assert sum(int(str(f["pieces"])) for f in listed) == sum(int(str(f["pieces"])) for f in apart) == 27
    assert clean(folder / "shared_two_sides.pdf")
    plan = copied_by_poppler(folder / "print-plan.pdf")
    for title in ("Колода", "Добавка", "Жетоны", "Без рубашки", "Планшет"):
        assert title in plan
    assert {f.name for f in folder.iterdir() if f.suffix == ".pdf"} >= {"shared_two_sides.pdf", "single.pdf"}


def test_backs_of_shared_sheets_in_the_pdf(kit: Project) -> None:
    """In the finished file each name stands three times in front, and behind each the same within 0.05 mm."""
    file = kit.build("--pack", "--only", "deck", "--only", "more") / "shared_two_sides.pdf"
    pages = measured(file, 63, 88)
    fronts, backs = pages[::2], pages[1::2]
    count = Counter(name[:5] for page in fronts for name, _ in page)
    assert count == dict.fromkeys(["Абаба", "Вгвгв", "Дедед", "Жзжзж", "Иклик"], 3)
    with pikepdf.open(file) as pdf:
        size = tuple(float(v) / MM for v in pdf.pages[0].mediabox[2:])
    for front, back in zip(fronts, backs, strict=True):
        seen = {
            tuple(round(v, 1) for v in there.trim): name
            for name, piece in back
            for there in [through_the_paper(piece, (size[0], size[1]), sideways=True)]
        }
        assert len(seen) == len(front)
        for name, piece in front:
            assert seen[tuple(round(v, 1) for v in piece.trim)] == name[:5]


def test_other_paper_is_not_shared(kit: Project) -> None:
    """A component that its owner prints on another paper keeps a file of its own."""
    profile = kit.write("mine.yaml", "papers: {more: a5}\n")
    folder = kit.build("--pack", "--profile", str(profile))
    listed = {str(f["component"]): f for f in files(folder)}
    assert listed["more"]["paper"] == "a5"
    assert "more" not in str(listed.get("deck+tokens", listed.get("deck"))["component"])  # type: ignore[index]
    with pypdfium2.PdfDocument(folder / "more.pdf") as pdf:
        assert pdf[0].get_width() / MM == pytest.approx(148, abs=0.05)


def test_nothing_is_shared_without_gain(kit: Project) -> None:
    """Where sharing saves no sheet every component keeps its own file."""
    folder = kit.build("--pack", "--only", "deck", "--only", "mat")
    assert [f["file"] for f in files(folder)] == ["deck.pdf", "mat.pdf"]


def test_shared_sheets_with_cut_lines(kit: Project) -> None:
    """With both options the shared file has its drawings, every piece in one of them."""
    folder = kit.build("--pack", "--cut", "silhouette")
    (shared, *_) = files(folder)
    assert shared["file"] == "shared_two_sides.pdf"
    lines = 0
    for cut in shared["cuts"]:  # type: ignore[attr-defined]
        text = (folder / cut["svg"]).read_text(encoding="utf-8")
        lines += text.partition('id="CUT"')[2].count("<path") * len(cut["pages"])
    assert lines == 23
