"""One PDF document: fonts and forms shared by all its pages, deterministic bytes."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp import __version__
from pnp.impose.boxes import page_boxes
from pnp.model.units import PT_PER_MM
from pnp.pdf.art import art_form
from pnp.pdf.bookmarks import Bookmarks
from pnp.pdf.fonts import embed
from pnp.pdf.pageops import cut_lines, exceeds, mirrored, placed, set_on, shifted, stroked
from pnp.pdf.textops import box_operators

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.model.face import Face
    from pnp.model.sheet import Box, Duplex, Page, Sheet
    from pnp.model.type import Shaped

Named = tuple[str, pikepdf.Object]
_DUPLEX = {"long-edge": Name("/DuplexFlipLongEdge"), "short-edge": Name("/DuplexFlipShortEdge")}


class Document:
    """A PDF being made. `add` sheets, then take `to_bytes` once."""

    def __init__(self, title: str, language: str, duplex: Duplex) -> None:
        self._pdf = pikepdf.new()
        self._fonts: dict[Path, tuple[str, Dictionary, dict[Shaped, None]]] = {}
        self._forms: dict[object, Named] = {}
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
        for path, (_, font, texts) in self._fonts.items():
            for key, value in embed(self._pdf, path, texts).items():
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
        width, height = (round(v * PT_PER_MM, 4) for v in (page.width, page.height))
        content = _Content(self)
        content.operators.append(f"{PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {height:.4f} cm")
        content.operators += shifted(page)
        for p in page.placements:
            name = content.wide_form(p.face) if exceeds(p) else content.form(p.face)
            content.operators.append(placed(p, name))
        content.operators += cut_lines(page.cuts)
        content.operators += stroked(page.marks)
        content.operators += stroked(page.folds, "[2 1.5] 0 d ")
        if page.furniture:
            content.operators.append(f"q {content.form(page.furniture)} Do Q")
        pdf_page = self._pdf.add_blank_page(page_size=(width, height))
        for key, box in page_boxes(page).items():
            pdf_page.obj[key] = _box(box, page)
        pdf_page.obj.Resources = content.resources()
        pdf_page.obj.Contents = self._pdf.make_stream("\n".join(content.operators).encode())
        for placement in page.placements:
            self._marks.add(pdf_page.obj, height, placement)

    def font(self, path: Path) -> tuple[str, Dictionary, dict[Shaped, None]]:
        """Return the name and the object of a font, and where to note what is written in it."""
        if path not in self._fonts:
            self._fonts[path] = (f"/F{len(self._fonts)}", self._pdf.make_indirect(Dictionary()), {})
        return self._fonts[path]

    def face_form(self, face: Face) -> Named:
        """Return the name and the form of a face: its art, its parts and its text, in millimetres, y down."""
        if face not in self._forms:
            content = _Content(self)
            content.operators.append(f"q {content.art(face)} Q")
            content.operators += [set_on(part, content.form(part.face)) for part in face.parts]
            content.operators += [box_operators(box, content) for box in face.texts]
            self._forms[face] = (f"/P{len(self._forms)}", self._form(content, face, face.bleed))
        return self._forms[face]

    def wide_form(self, face: Face) -> Named:
        """Return the name and the form of a face whose art goes on, mirrored, beyond its bleed."""
        key = (face, "wide")
        if key not in self._forms:
            content = _Content(self)
            content.operators += [f"q {matrix} {content.art(face)} Q" for matrix in mirrored(face)]
            content.operators.append(f"{content.form(face)} Do")
            self._forms[key] = (f"/W{len(self._forms)}", self._form(content, face, 2 * face.bleed))
        return self._forms[key]

    def _form(self, content: _Content, face: Face, around: float) -> pikepdf.Stream:
        return self._pdf.make_stream(
            zlib.compress("\n".join(content.operators).encode()),
            Filter=Name.FlateDecode,
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([-around, -around, face.width + around, face.height + around]),
            Resources=content.resources(),
        )

    def art_form(self, svg: str) -> Named:
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

    def font(self, path: Path) -> tuple[str, dict[Shaped, None]]:
        name, font, texts = self._document.font(path)
        self._fonts[name] = font
        return name, texts

    def icon(self, svg: str, color: str) -> str:
        name, form = self._document.art_form(svg.replace("currentColor", color))
        box = [float(v) for v in form.BBox]
        self._forms[name] = form
        return f"{1 / box[2]:.8f} 0 0 {-1 / box[3]:.8f} 0 1 cm {name}"

    def art(self, face: Face) -> str:
        """Return the operators that draw a face's art where the face has it."""
        name, form = self._document.art_form(face.art)
        self._forms[name] = form
        b, box = face.bleed, form.BBox
        sx = (face.width + 2 * b) / float(box[2])
        sy = (face.height + 2 * b) / float(box[3])
        return f"{sx:.8f} 0 0 {-sy:.8f} {-b:g} {face.height + b:.4f} cm {name} Do"

    def form(self, face: Face) -> str:
        return self._named(self._document.face_form(face))

    def wide_form(self, face: Face) -> str:
        return self._named(self._document.wide_form(face))

    def _named(self, named: Named) -> str:
        self._forms[named[0]] = named[1]
        return named[0]

    def resources(self) -> Dictionary:
        return Dictionary(Font=Dictionary(self._fonts), XObject=Dictionary(self._forms))


def _box(box: Box, page: Page) -> Array:
    """Return a page box in points, y up."""
    edges = (box.left, page.height - box.bottom, box.right, page.height - box.top)
    return Array([round(v * PT_PER_MM, 4) for v in edges])
