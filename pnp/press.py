"""A drawing in, the files of its component out: imposed on paper, as finished PDFs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pnp.draw.kinds import BOOKS
from pnp.impose.backs import shifted
from pnp.impose.booklet import impose_booklet
from pnp.impose.grid import holds, impose_grid
from pnp.impose.pack import impose_packed, packs
from pnp.impose.pages import impose_pages
from pnp.impose.papers import find_paper
from pnp.impose.poster import find_tiling, impose_poster
from pnp.impose.share import impose_shared
from pnp.impose.upright import upright
from pnp.model.face import Drawing
from pnp.model.game import Poster
from pnp.model.listing import CutFiles, FileEntry, PartEntry
from pnp.plot.drawing import as_dxf, as_svg
from pnp.plot.sheets import for_machine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.content.ownwords import Words
    from pnp.impose.marks import Marks
    from pnp.impose.registration import Cutter
    from pnp.model.game import Component
    from pnp.model.sheet import Duplex, Ink, Paper, Sheet, Shift
    from pnp.plot.sheets import CutLayout


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for.

    `players` is None for the most that a game allows, `papers` are those of components that do not go on
    `paper`, `shift` is how far backs are moved, `jobs` how many components are made at once, `cutter` the
    machine that cuts what lies in grids; with `pack` small components share sheets.
    """

    paper: Paper
    duplex: Duplex
    players: int | None = None
    lang: str | None = None
    only: tuple[str, ...] = ()
    allow_untranslated: bool = False
    marks: Marks = "crop"
    papers: Mapping[str, Paper] = field(default_factory=dict)
    shift: Shift = (0.0, 0.0, 0.0)
    ink: Ink = "full"
    jobs: int = 1
    cutter: Cutter | None = None
    pack: bool = False

    def paper_of(self, component: Component) -> Paper:
        """Return the paper that a component is printed on."""
        return self.papers.get(component.id, self.paper)


@dataclass(frozen=True, slots=True)
class Heading:
    """What the files of a kit say of it: the game's title, and the program's words in their language."""

    title: str
    words: Words


@dataclass(frozen=True, slots=True)
class Made:
    """A PDF as the kit lists it, and what is written for it: the file itself, then its cut lines."""

    entry: FileEntry
    files: tuple[tuple[str, bytes], ...]


def make_files(drawing: Drawing, kit: Heading, options: Options) -> list[Made]:
    """Return the files of a component: first the one that bears its name, then its posters."""
    component, options = drawing.component, _followed(drawing, options)
    if component.impose == "poster" or _too_large(drawing, options):
        made = _poster(drawing, kit, Poster("paper"), options, f"{component.id}.pdf")
    else:
        asked = replace(options, duplex="short-edge") if component.impose == "booklet" else options
        paper = options.paper_of(component).name
        if component.impose == "page":
            paper = f"{component.width:g}x{component.height:g}"
        made = _finish(drawing, kit, _impose(drawing, asked), asked, paper)
    return [made, *(_poster(drawing, kit, poster, options) for poster in component.posters)]


def may_share(drawing: Drawing, options: Options) -> bool:
    """Return whether a component's pieces may lie on sheets with others: what is cut out, but no posters."""
    component = drawing.component
    if not options.pack or component.impose != "grid" or component.posters or not drawing.pieces:
        return False
    return holds(component, options.paper_of(component)) and _followed(drawing, options) is options


def make_shared(drawings: Sequence[Drawing], kit: Heading, options: Options) -> list[Made]:
    """Return one file of components for the same paper that share sheets, or theirs if that saves none."""
    paper = options.paper_of(drawings[0].component)
    parts = [(drawing.component, drawing.pieces) for drawing in drawings]
    apart = sum(len(_impose(drawing, options)) for drawing in drawings)
    sheets = impose_shared(parts, paper, options.duplex, options.marks, options.cutter)
    if len(sheets) >= apart:
        return [made for drawing in drawings for made in make_files(drawing, kit, options)]
    sides = "two_sides" if any(piece.back for drawing in drawings for piece in drawing.pieces) else "one_side"
    entries = tuple(
        PartEntry(c.id, c.title, *_counts(drawing), (round(c.width, 3), round(c.height, 3)))
        for drawing in drawings
        for c in (drawing.component,)
    )
    whole = replace(
        max((c for c, _ in parts), key=lambda c: c.width * c.height),
        id="+".join(c.id for c, _ in parts),
        title=kit.words["shared_title"],
    )
    together = Drawing(whole, tuple(piece for _, pieces in parts for piece in pieces))
    name = f"shared_{sides}.pdf" if paper == options.paper else f"shared_{sides}_{paper.name}.pdf"
    made = _finish(together, kit, sheets, options, paper.name, file=name, layout="pack")
    return [replace(made, entry=replace(made.entry, parts=entries))]


def _followed(drawing: Drawing, options: Options) -> Options:
    """Return the options as far as a component can follow them, the same where it can.

    What is too large for a machine's marks is cut by hand, what is too large to be folded is glued.
    """
    component, paper, cutter = drawing.component, options.paper_of(drawing.component), options.cutter
    if cutter and component.impose == "grid" and not holds(component, paper, cutter):
        options = replace(options, cutter=None)
    if cutter and component.impose == "pack" and not packs(component, drawing.pieces, paper, cutter):
        options = replace(options, cutter=None)
    backed = any(piece.back for piece in drawing.pieces)
    if options.duplex == "fold" and backed and not holds(component, paper, fold=True):
        options = replace(options, duplex="none")
    return options


def _too_large(drawing: Drawing, options: Options) -> bool:
    """Return whether pieces without backs are larger than their paper, so that they go over several pages."""
    component = drawing.component
    if component.impose != "grid" or any(piece.back for piece in drawing.pieces):
        return False
    return not holds(component, options.paper_of(component))


def _impose(drawing: Drawing, options: Options) -> list[Sheet]:
    component, pieces = drawing.component, drawing.pieces
    paper = options.paper_of(component)
    if component.impose == "page":
        return impose_pages(pieces)
    if component.impose == "booklet":
        return impose_booklet(component, pieces, paper)
    if component.impose == "pack":
        return impose_packed(component, pieces, paper, options.marks, options.cutter)
    return impose_grid(component, pieces, paper, options.duplex, options.marks, options.cutter)


def _poster(drawing: Drawing, kit: Heading, poster: Poster, options: Options, name: str = "") -> Made:
    component = drawing.component
    paper = options.paper_of(component) if poster.paper == "paper" else find_paper(poster.paper)
    faces = [f for p in drawing.pieces for f in (p.front, p.back) if f for _ in range(p.copies)]
    tilings = [find_tiling(face, paper, poster.width) for face in faces]
    sheets = [
        sheet
        for face, tiling in zip(faces, tilings, strict=True)
        for sheet in impose_poster(face, tiling, component.title, kit.words, options.marks)
    ]
    name = name or poster_file(component.id, paper.name, poster.width)
    scale = round(tilings[0].scale, 4) if tilings else 1.0
    return _finish(drawing, kit, sheets, options, paper.name, file=name, layout="poster", scale=scale)


def poster_file(component: str, paper: str, width: float | None) -> str:
    """Return the name of a poster's file, such as `board-a4.pdf` or, when reduced, `board-a4-370.pdf`."""
    return f"{component}-{paper}-{width:g}.pdf" if width else f"{component}-{paper}.pdf"


def _counts(drawing: Drawing) -> tuple[int, int]:
    """Return how many distinct fronts and how many pieces a component has."""
    return len({id(piece.front) for piece in drawing.pieces}), sum(p.copies for p in drawing.pieces)


def _duplex(sheets: Sequence[Sheet], asked: Duplex) -> Duplex:
    """Return how backs get behind fronts in a file: as asked for, but only where there are backs."""
    if any(sheet.back for sheet in sheets):
        return asked
    return "fold" if asked == "fold" and any(sheet.front.folds for sheet in sheets) else "none"


def _finish(
    drawing: Drawing,
    kit: Heading,
    sheets: Sequence[Sheet],
    options: Options,
    paper: str,
    *,
    file: str = "",
    layout: str = "",
    scale: float = 1.0,
) -> Made:
    from pnp.pdf.coverage import page_coverage
    from pnp.pdf.document import Document

    component = drawing.component
    file = file or f"{component.id}.pdf"
    layouts: list[CutLayout] = []
    if component.impose != "booklet" and any(sheet.back for sheet in sheets):
        sheets = [upright(sheet) for sheet in sheets]
    if options.cutter and component.impose in {"grid", "pack"} and layout != "poster":
        sheets, layouts = for_machine(
            sheets, options.cutter, options.paper_of(component), file.removesuffix(".pdf"), kit.words
        )
    document = Document(f"{kit.title}: {component.title}", kit.words.language, options.duplex)
    document.add([shifted(sheet, options.shift) for sheet in sheets])
    data = document.to_bytes()
    entry = FileEntry(
        component.id,
        component.title,
        file,
        sum(2 if sheet.back else 1 for sheet in sheets),
        len(sheets),
        *((1, 1) if component.kind in BOOKS else _counts(drawing)),
        (round(component.width, 3), round(component.height, 3)),
        paper,
        layout or component.impose,
        scale,
        _duplex(sheets, options.duplex),
        page_coverage(sheets),
        tuple(CutFiles(c.pages, f"{c.name}.svg", f"{c.name}.dxf") for c in layouts),
        hashlib.sha256(data).hexdigest(),
        glued=any(sheet.glued for sheet in sheets),
        instead_of=component.options.book if component.kind == "booklet" else None,
    )
    drawings = [(c.svg, as_svg(o.drawing)) for c, o in zip(entry.cuts, layouts, strict=True)]
    drawings += [(c.dxf, as_dxf(o.drawing)) for c, o in zip(entry.cuts, layouts, strict=True)]
    return Made(entry, ((file, data), *drawings))
