"""A large face over several pages: windows that overlap, a strip to glue, labels and a diagram."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.checks.texts import walk
from pnp.draw.own import own_face
from pnp.errors import UsageError
from pnp.impose.marks import Cut, cut_marks
from pnp.impose.outlines import cut_outlines
from pnp.impose.papers import find_paper
from pnp.model.finding import Finding
from pnp.model.sheet import Box, Page, Paper, Placement, Sheet, Sides

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pnp.content.ownwords import Words
    from pnp.impose.marks import Marks
    from pnp.model.face import Drawing, Face, TextBox

OVERLAP = 10.0
"""Pages share this many millimetres: more than home printers leave unprinted."""
SMALLEST = 5.0
"""Points; smaller text cannot be read on a table."""
MOST_PAGES = 400
"""Nobody glues together more; it is a slip in the size, and takes minutes to draw."""
_NARROWEST = 80.0
"""What a page of a poster has free at least: room for its label and for what says where to glue."""
_EPSILON = 1e-6
_DIAGRAM = 26.0
_GAP = 6.5
"""Between the window and the diagram: marks and glue labels lie there."""
_FOOT = 5.5
"""What stays free between the diagram and the paper's edge."""
_NAMED = 4.5
"""Cells of the diagram from this height on carry their labels."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """Columns and rows of windows of one size, `scale` times the face, on a paper as it lies."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    scale: float


def find_tiling(face: Face, paper: Paper, width: float | None = None) -> Tiling:
    """Return the tiling with fewest pages, the paper upright or on its side; `width` is the poster's.

    Raises UsageError when the paper is too small for pages with labels.
    """
    scale = 1.0 if width is None else width / face.width
    turned = Paper(paper.name, paper.height, paper.width, paper.margin)
    return min((_tiling(face, p, scale) for p in (paper, turned)), key=lambda t: t.columns * t.rows)


def _tiling(face: Face, paper: Paper, scale: float) -> Tiling:
    columns, window_width = _windows(face.width * scale, paper.width - 2 * paper.margin, paper)
    rows, window_height = _windows(face.height * scale, paper.height - 2 * paper.margin, paper)
    return Tiling(paper, columns, rows, window_width, window_height, scale)


def _windows(length: float, free: float, paper: Paper) -> tuple[int, float]:
    if free < _NARROWEST:
        raise UsageError(
            f"A poster does not fit on {paper.name} with margins of {paper.margin:g} mm: its pages need"
            f" {_NARROWEST:g} mm between them. Choose a larger --paper."
        )
    number = max(1, math.ceil((length - OVERLAP) / (free - OVERLAP) - _EPSILON))
    return number, (length + (number - 1) * OVERLAP) / number


def check_posters(drawing: Drawing, paper: Paper) -> list[Finding]:
    """Return what is wrong with a component's posters: `poster/unknown-paper`, `poster/too-many-pages`.

    A warning is `poster/small-text`, where a reduced poster has text under 5 pt. Raises UsageError when
    `paper`, the build's own, is too small for them.
    """
    component = drawing.component
    findings: list[Finding] = []
    smallest = min(
        (box for p in drawing.pieces for box in _boxes(p.front)), key=lambda b: b.layout.size, default=None
    )
    for poster in component.posters:
        where = component.mark
        try:
            chosen = paper if poster.paper == "paper" else find_paper(poster.paper)
        except UsageError as error:
            findings.append(
                Finding("poster/unknown-paper", where, str(error), "Or write `paper`, the build's own.")
            )
            continue
        findings += _too_many(drawing, chosen, poster.width)
        size = (
            smallest.layout.size * poster.width / component.width if smallest and poster.width else SMALLEST
        )
        if smallest and size < SMALLEST:
            text = " ".join(smallest.text.split())[:40]
            message = (
                f"{component.id} at a width of {poster.width:g} mm: its smallest text, «{text}», is"
                f" {size:.1f} pt high, less than {SMALLEST:g} pt."
            )
            hint = "Make the poster wider, or the smallest style of the template larger."
            findings.append(Finding("poster/small-text", where, message, hint, "warning"))
    return findings + (_too_many(drawing, paper, None) if component.impose == "poster" else [])


def _too_many(drawing: Drawing, paper: Paper, width: float | None) -> list[Finding]:
    """Return a finding where a poster takes more pages than anybody glues together."""
    component = drawing.component
    tilings = [find_tiling(piece.front, paper, width) for piece in drawing.pieces]
    pages = max((t.columns * t.rows for t in tilings), default=0)
    if pages <= MOST_PAGES:
        return []
    message = (
        f"{component.id} at a width of {width or component.width:g} mm takes {pages} pages of {paper.name},"
        f" more than {MOST_PAGES}."
    )
    hint = "Make the poster smaller, or print it on larger paper."
    return [Finding("poster/too-many-pages", component.mark, message, hint)]


def _boxes(face: Face) -> Iterator[TextBox]:
    for inner in walk(face):
        yield from (box for box in inner.texts if box.layout.lines)


def impose_poster(face: Face, tiling: Tiling, title: str, words: Words, marks: Marks = "crop") -> list[Sheet]:
    """Return one sheet for each window of a face, row by row."""
    return [
        Sheet(_page(face, tiling, (column, row), title, words, marks))
        for row in range(tiling.rows)
        for column in range(tiling.columns)
    ]


def _page(face: Face, tiling: Tiling, at: tuple[int, int], title: str, words: Words, marks: Marks) -> Page:
    paper = tiling.paper
    left = (paper.width - tiling.width) / 2
    head = paper.margin + face.bleed * tiling.scale
    free = paper.height - tiling.height - head - _FOOT
    top = head if free > _NAMED * tiling.rows + _GAP else (paper.height - tiling.height) / 2
    window = Box(left, top, left + tiling.width, top + tiling.height)
    placement = _placement(face, tiling, at, window)
    segments = cut_marks([Cut(window, placement.shown)], paper.width, paper.height, marks)
    furniture = own_face(
        "poster.svg",
        words,
        paper.width,
        paper.height,
        **_joints(tiling, at, window, words),
        **_diagram(tiling, at, placement.shown, words),
        label=_label(tiling, at, title, words),
        shown=placement.shown,
    )
    outlines = cut_outlines([placement], marks)
    return Page(paper.width, paper.height, (placement,), segments, cuts=outlines, furniture=furniture)


def _placement(face: Face, tiling: Tiling, at: tuple[int, int], window: Box) -> Placement:
    """Return the face shifted so that its part for this page lies in the window, with bleed outside only."""
    x, y = at[0] * (tiling.width - OVERLAP), at[1] * (tiling.height - OVERLAP)
    bleed = face.bleed * tiling.scale
    sides = Sides(
        -x if at[0] else bleed,
        -y if at[1] else bleed,
        bleed if at[0] == tiling.columns - 1 else x + tiling.width - face.width * tiling.scale,
        bleed if at[1] == tiling.rows - 1 else y + tiling.height - face.height * tiling.scale,
    )
    return Placement(face, window.left - x, window.top - y, 0, sides, tiling.scale)


def _name(at: tuple[int, int], words: Words) -> str:
    letters = words["poster_rows"]
    row = letters[at[1]] if at[1] < len(letters) else f"{at[1] + 1}/"
    return f"{row}{at[0] + 1}"


def _label(tiling: Tiling, at: tuple[int, int], title: str, words: Words) -> str:
    label = words["poster_label"].format(
        title=title,
        label=_name(at, words),
        number=at[1] * tiling.columns + at[0] + 1,
        count=tiling.columns * tiling.rows,
    )
    if tiling.scale == 1:
        return label
    return f"{label}, {words['poster_scale'].format(percent=round(tiling.scale * 100))}"


def _joints(tiling: Tiling, at: tuple[int, int], window: Box, words: Words) -> dict[str, Any]:
    """Return where the next pages' edges come to lie, and what says so."""
    glue = words["poster_glue"]
    right, below = at[0] < tiling.columns - 1, at[1] < tiling.rows - 1
    return {
        "joint_x": window.right - OVERLAP if right else None,
        "joint_y": window.bottom - OVERLAP if below else None,
        "right_label": glue.format(label=_name((at[0] + 1, at[1]), words)),
        "below_label": glue.format(label=_name((at[0], at[1] + 1), words)),
    }


def _diagram(tiling: Tiling, at: tuple[int, int], shown: Box, words: Words) -> dict[str, Any]:
    """Return the small picture of how the pages lie: as high as there is room at the foot."""
    free = tiling.paper.height - _FOOT - shown.bottom - _GAP
    scale = min(free, _DIAGRAM) / (tiling.rows * tiling.height)
    width, height = tiling.width * scale, tiling.height * scale
    top = shown.bottom + _GAP
    cells = [
        {
            "x": shown.left + column * width,
            "y": top + row * height,
            "label": _name((column, row), words),
            "here": (column, row) == at,
        }
        for row in range(tiling.rows)
        for column in range(tiling.columns)
    ]
    return {
        "cells": cells if len(cells) > 1 and free > 0 else [],
        "cell": (width, height),
        "named": height >= _NAMED,
        "diagram": (width * tiling.columns, height * tiling.rows),
    }
