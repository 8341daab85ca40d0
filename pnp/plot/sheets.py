"""Imposed sheets in; the same with a machine's marks, and a drawing of the cuts for each layout, out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.draw.own import own_face
from pnp.impose.outlines import piece_outlines
from pnp.impose.registration import registration
from pnp.impose.upright import upright
from pnp.plot.drawing import CutDrawing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.content.ownwords import Words
    from pnp.impose.registration import Cutter
    from pnp.model.face import Outline
    from pnp.model.sheet import Page, Paper, Sheet

_Lines = tuple["Outline", ...]


@dataclass(frozen=True, slots=True)
class CutLayout:
    """A layout of pieces that one or more pages of a file have: their numbers and what is cut on them."""

    name: str
    pages: tuple[int, ...]
    drawing: CutDrawing


def for_machine(
    sheets: Sequence[Sheet], cutter: Cutter, paper: Paper, stem: str, words: Words
) -> tuple[list[Sheet], list[CutLayout]]:
    """Return the sheets upright, with the machine's marks on their fronts instead of ours, and their layouts.

    Each marked page bears the name of its layout, which is that of the file to cut it by.
    """
    standing = [_bare(upright(sheet)) for sheet in sheets]
    pages = _pages_by_lines(standing)
    layouts: dict[_Lines, CutLayout] = {}
    marks = registration(cutter, paper)
    for number, (lines, at) in enumerate(pages.items(), 1):
        name = f"{stem}-cut" if len(pages) == 1 else f"{stem}-cut-{number}"
        layouts[lines] = CutLayout(name, tuple(at), CutDrawing(paper.width, paper.height, lines, marks))
    marked = [
        sheet if sheet.glued else replace(sheet, front=_marked(sheet.front, layouts, words))
        for sheet in standing
    ]
    return marked, list(layouts.values())


def _bare(sheet: Sheet) -> Sheet:
    """Return a sheet without marks and lines for scissors."""
    back = sheet.back and replace(sheet.back, marks=(), cuts=())
    return replace(sheet, front=replace(sheet.front, marks=(), cuts=()), back=back)


def _pages_by_lines(sheets: Sequence[Sheet]) -> dict[_Lines, list[int]]:
    """Return the numbers of the front pages, from 1, by the lines that are cut on them."""
    found: dict[_Lines, list[int]] = {}
    number = 1
    for sheet in sheets:
        if not sheet.glued:
            found.setdefault(_lines(sheet.front), []).append(number)
        number += 2 if sheet.back else 1
    return found


def _lines(page: Page) -> _Lines:
    return tuple(tuple((round(x, 4), round(y, 4)) for x, y in line) for line in piece_outlines(page))


def _marked(page: Page, layouts: dict[_Lines, CutLayout], words: Words) -> Page:
    layout = layouts[_lines(page)]
    furniture = own_face(
        "registration.svg",
        words,
        page.width,
        page.height,
        marks=layout.drawing.marks,
        label=layout.name,
    )
    return replace(page, furniture=furniture)
