"""The text of finished PDFs: letters with their places and fonts, pages as they are copied."""

from __future__ import annotations

import ctypes
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MM = 72 / 25.4


@dataclass(frozen=True)
class Letter:
    """A drawn character: its ink in millimetres from the page's upper left corner, and its font."""

    char: str
    left: float
    top: float
    right: float
    bottom: float
    font: str


def letters(file: Path, page: int = 0) -> list[Letter]:
    """Return the characters of a page that leave ink, in the order of the text.

    Of a divided word, which is copied otherwise than it is drawn, pdfium makes the places up.
    """
    found: list[Letter] = []
    with pypdfium2.PdfDocument(file) as pdf:
        height = pdf[page].get_height()
        text = pdf[page].get_textpage()
        for index in range(text.count_chars()):
            char = chr(pdfium.FPDFText_GetUnicode(text, index))
            left, bottom, right, top = text.get_charbox(index)
            if right > left and top > bottom and not char.isspace():
                box = (left / MM, (height - top) / MM, right / MM, (height - bottom) / MM)
                found.append(Letter(char, *box, _font(text, index)))
    return found


def _font(text: pypdfium2.PdfTextPage, index: int) -> str:
    buffer = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(text, index, buffer, len(buffer), ctypes.byref(flags))
    return buffer.value.decode().partition("+")[2]


def copied(file: Path, page: int = 0) -> str:
    """Return the text of a page as pdfium (Chrome) copies it, white space made one."""
    with pypdfium2.PdfDocument(file) as pdf:
        return squeeze(pdf[page].get_textpage().get_text_range())


def copied_by_poppler(file: Path) -> str:
    """Return the text of a file as poppler (Evince, Okular) copies it, white space made one."""
    done = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, check=True)  # noqa: S607 - a tool of the machine
    return squeeze(done.stdout.decode())


def runs(file: Path) -> list[list[tuple[float, float, float, float]]]:
    """Return for each page where its runs of text lie: left, top, right, bottom in millimetres."""
    with pypdfium2.PdfDocument(file) as pdf:
        found = []
        for page in pdf:
            height = page.get_height()
            boxes = _runs(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, pikepdf.Matrix())
            found.append(
                [(x0 / MM, (height - y1) / MM, x1 / MM, (height - y0) / MM) for x0, y0, x1, y1 in boxes]
            )
        return found


def _runs(container: Any, count: Any, get: Any, matrix: pikepdf.Matrix) -> Iterator[tuple[float, ...]]:
    for index in range(count(container)):
        item = get(container, index)
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            own = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(item, own)
            inner = pikepdf.Matrix(own.a, own.b, own.c, own.d, own.e, own.f) @ matrix
            yield from _runs(item, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, inner)
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
            edges = [ctypes.c_float() for _ in range(4)]
            pdfium.FPDFPageObj_GetBounds(item, *edges)
            left, bottom, right, top = (edge.value for edge in edges)
            corners = [matrix.transform((x, y)) for x in (left, right) for y in (bottom, top)]
            across, up = zip(*corners, strict=True)
            if right > left:
                yield min(across), min(up), max(across), max(up)


def squeeze(text: str) -> str:
    """Return a text with all white space made single spaces."""
    return re.sub(r"\s+", " ", text.replace("\u00a0", " ")).strip()


def fonts(file: Path) -> list[dict[str, str]]:
    """Return the fonts of a file as poppler's pdffonts lists them."""
    done = subprocess.run(["pdffonts", str(file)], capture_output=True, check=True)  # noqa: S607 - a tool of the machine
    rows = done.stdout.decode().splitlines()
    columns = [m.span() for m in re.finditer(r"-+", rows[1])]
    names = [rows[0][a:b].strip() for a, b in columns]
    return [{n: row[a:b].strip() for n, (a, b) in zip(names, columns, strict=True)} for row in rows[2:]]
