"""One PDF document: fonts and forms shared by all its pages, deterministic bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp import __version__
from pnp.impose.marks import WIDTH
from pnp.model.units import PT_PER_MM
from pnp.pdf.art import art_form
from pnp.pdf.bookmarks import Bookmarks
from pnp.pdf.fonts import embed
from pnp.pdf.textops import box_operators, turn_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.model.face import Face, Outline
    from pnp.model.sheet import Duplex, Page, Placement, Segment, Sheet
    from pnp.model.type import Shaped

_DUPLEX = {"long-edge": Name("/DuplexFlipLongEdge"), "short-edge": Name("/DuplexFlipShortEdge")}


class Document:
    """A PDF being made. `add` sheets, then take `to_bytes` once."""

    def __init__(self, title: str, language: str, duplex: Duplex) -> None:
        self._pdf = pikepdf.new()
        self._fonts: dict[Path, tuple[str, Dictionary, dict[int, str]]] = {}
        self._forms: dict[object, tuple[str, pikepdf.Object]] = {}
        self._marks = Bookmarks(self._pdf)
        self._pdf.docinfo["/Title"] = title
        self._pdf.docinfo["/Producer"] = f"pnp {__version__}"
        root = self._pdf.Root
        root.Lang = pikepdf.String(language)
        root.ViewerPreferences = Dictionary(
            PrintScaling=Name("/None"), DisplayDocTitle=True, Duplex=Name.Simplex
        )
        self._duplex = _DUPLEX.get(duplex)

    def add(self, sheets: Sequence[Sheet]) -> None:
        """Add the pages of the sheets, each front followed by its back."""
        if self._duplex and any(sheet.back for sheet in sheets):
            self._pdf.Root.ViewerPreferences.Duplex = self._duplex
        for sheet in sheets:
            self._page(sheet.front)
            if sheet.back:
                self._page(sheet.back)

    def to_bytes(self) -> bytes:
        """Return the finished file; the same document gives the same bytes."""
        self._marks.write()
        for path, (_, font, used) in self._fonts.items():
            for key, value in embed(self._pdf, path, used).items():
                font[key] = value
        out = io.BytesIO()
        self._pdf.save(
            out,
            deterministic_id=True,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
        )
        return out.getvalue()

    def _page(self, page: Page) -> None:
        width, height = page.width * PT_PER_MM, page.height * PT_PER_MM
        content = _Content(self)
        content.operators.append(f"{PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {height:.4f} cm")
        for placement in page.placements:
            content.operators.append(_placed(placement, content.form(placement.face)))
        content.operators += _cut_lines(page.cuts)
        content.operators += _stroke(page.marks, "")
        content.operators += _stroke(page.folds, "[2 1.5] 0 d ")
        if page.furniture:
            content.operators.append(f"q {content.form(page.furniture)} Do Q")
        pdf_page = self._pdf.add_blank_page(page_size=(width, height))
        pdf_page.obj.TrimBox = Array([0, 0, round(width, 4), round(height, 4)])
        pdf_page.obj.Resources = content.resources()
        pdf_page.obj.Contents = self._pdf.make_stream("\n".join(content.operators).encode())
        for placement in page.placements:
            self._marks.add(pdf_page.obj, height, placement)

    def font(self, path: Path) -> tuple[str, Dictionary, dict[int, str]]:
        """Return the name, the object and the used glyphs of a font."""
        if path not in self._fonts:
            self._fonts[path] = (f"/F{len(self._fonts)}", self._pdf.make_indirect(Dictionary()), {})
        return self._fonts[path]

    def face_form(self, face: Face) -> tuple[str, pikepdf.Object]:
        """Return the name and the form of a face: its art, its parts and its text, in millimetres, y down."""
        known = self._forms.get(id(face))
        if known:
            return known
        content = _Content(self)
        b = face.bleed
        art = content.art(face.art)
        box = art[1].BBox
        sx = (face.width + 2 * b) / float(box[2])
        sy = (face.height + 2 * b) / float(box[3])
        content.operators.append(f"q {sx:.8f} 0 0 {-sy:.8f} {-b:g} {face.height + b:.4f} cm {art[0]} Do Q")
        for part in face.parts:
            width, height = part.face.width * part.scale, part.face.height * part.scale
            matrix = turn_matrix(part.turn, width, height, part.x, part.y)
            if part.scale != 1:
                matrix += f" {part.scale:.6f} 0 0 {part.scale:.6f} 0 0 cm"
            if part.trimmed:
                matrix += f" {_trim(part.face)} W n"
            content.operators.append(f"q {matrix} {content.form(part.face)} Do Q")
        content.operators += [box_operators(box, content) for box in face.texts]
        form = self._pdf.make_stream(
            "\n".join(content.operators).encode(),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([-b, -b, face.width + b, face.height + b]),
            Resources=content.resources(),
        )
        self._forms[id(face)] = (f"/P{len(self._forms)}", form)
        return self._forms[id(face)]

    def art_form(self, svg: str) -> tuple[str, pikepdf.Object]:
        """Return the name and the form of a piece of art."""
        if svg not in self._forms:
            self._forms[svg] = (f"/A{len(self._forms)}", art_form(self._pdf, svg))
        return self._forms[svg]


class _Content:
    """A content stream being written and the resources it names."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.operators: list[str] = []
        self._fonts: dict[str, Dictionary] = {}
        self._forms: dict[str, pikepdf.Object] = {}

    def font(self, path: Path) -> str:
        name, font, _ = self._document.font(path)
        self._fonts[name] = font
        return name

    def use(self, shaped: Shaped) -> None:
        self._document.font(shaped.font)[2].update(shaped.glyphs)

    def icon(self, svg: str, color: str) -> str:
        name, form = self._document.art_form(svg.replace("currentColor", color))
        box = [float(v) for v in form.BBox]
        self._forms[name] = form
        return f"{1 / box[2]:.8f} 0 0 {-1 / box[3]:.8f} 0 1 cm {name}"

    def art(self, svg: str) -> tuple[str, pikepdf.Object]:
        name, form = self._document.art_form(svg)
        self._forms[name] = form
        return name, form

    def form(self, face: Face) -> str:
        name, form = self._document.face_form(face)
        self._forms[name] = form
        return name

    def resources(self) -> Dictionary:
        return Dictionary(Font=Dictionary(self._fonts), XObject=Dictionary(self._forms))


def _trim(face: Face) -> str:
    """Return the path of the line that a face is cut along."""
    if not face.cut:
        return f"0 0 {face.width:.4f} {face.height:.4f} re"
    points = [f"{x:.4f} {y:.4f} {'l' if at else 'm'}" for at, (x, y) in enumerate(face.cut)]
    return f"{' '.join(points)} h"


def _placed(p: Placement, name: str) -> str:
    s = p.shown
    clip = (s.left, s.top, s.right - s.left, s.bottom - s.top)
    matrix = turn_matrix(p.turn, p.scale * p.face.width, p.scale * p.face.height, p.x, p.y)
    if p.scale != 1:
        matrix += f" {p.scale:.8f} 0 0 {p.scale:.8f} 0 0 cm"
    return f"q {' '.join(f'{v:.4f}' for v in clip)} re W n {matrix} {name} Do Q"


def _stroke(segments: Sequence[Segment], dash: str) -> list[str]:
    if not segments:
        return []
    lines = [f"{s.x1:.4f} {s.y1:.4f} m {s.x2:.4f} {s.y2:.4f} l" for s in segments]
    return [f"q {WIDTH} w 0 G {dash}", *lines, "S Q"]


def _cut_lines(outlines: Sequence[Outline]) -> list[str]:
    """Return closed lines to cut along: dark on a light border, so that they show on any ground."""
    if not outlines:
        return []
    paths = []
    for (x, y), *others in outlines:
        rest = " ".join(f"{a:.4f} {b:.4f} l" for a, b in others)
        paths.append(f"{x:.4f} {y:.4f} m {rest} s")
    return [f"q 1 j {3 * WIDTH} w 1 G", *paths, f"{WIDTH} w 0 G", *paths, "Q"]
