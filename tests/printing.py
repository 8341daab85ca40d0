"""Finished PDFs read back: what was placed where, in millimetres from the page's upper left corner."""

from __future__ import annotations

import math
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PIL.Image import Image

MM = 72 / 25.4


@dataclass(frozen=True)
class Put:
    """A form on a page: which one, its matrix in millimetres, and the box it is clipped to."""

    form: tuple[int, int]
    matrix: tuple[float, ...]
    clip: tuple[float, float, float, float]

    def corner(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the form lies on the page."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f


def puts(page: pikepdf.Page) -> list[Put]:
    """Return the forms that a page shows, in their order, furniture left out (it is not clipped)."""
    found: list[Put] = []
    stack: list[tuple[pikepdf.Matrix, tuple[float, ...] | None]] = []
    matrix, clip, rectangle = pikepdf.Matrix(), None, None
    height = float(page.mediabox[3])
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            stack.append((matrix, clip))
        elif name == "Q":
            matrix, clip = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "re":
            x, y, w, h = map(float, operands)
            (x0, y0), (x1, y1) = matrix.transform((x, y)), matrix.transform((x + w, y + h))
            rectangle = _mm(x0, y0, height) + _mm(x1, y1, height)
        elif name == "W":
            clip = rectangle
        elif name == "Do" and clip:
            form = page.Resources.XObject[operands[0]]
            a, b, c, d, e, f = matrix.shorthand
            found.append(Put(form.objgen, (a / MM, -b / MM, c / MM, -d / MM, *_mm(e, f, height)), clip))
    return found


def _mm(x: float, y: float, height: float) -> tuple[float, float]:
    return x / MM, (height - y) / MM


def _points(page: pikepdf.Page) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the operators of a page outside its forms; m and l with their point on it, in millimetres."""
    stack = []
    matrix = pikepdf.Matrix()
    height = float(page.mediabox[3])
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name in {"m", "l"}:
            x, y = matrix.transform(tuple(map(float, operands)))
            yield name, _mm(x, y, height)
        else:
            yield name, (0.0, 0.0)


def lines(page: pikepdf.Page) -> list[tuple[float, float, float, float]]:
    """Return the straight strokes of a page outside its forms, in millimetres."""
    found = []
    start = (0.0, 0.0)
    for name, point in _points(page):
        if name == "l":
            found.append((*start, *point))
        if name in {"m", "l"}:
            start = point
    return found


def outlines(page: pikepdf.Page) -> list[list[tuple[float, float]]]:
    """Return the closed lines that a page strokes outside its forms, in millimetres, each once."""
    found: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
    for name, point in _points(page):
        if name in {"m", "l"}:
            points = [point] if name == "m" else [*points, point]
        elif name == "s" and points not in found:
            found.append(points)
    return found


def render(file: Path, page: int, dpi: float) -> Image:
    """Return a page as a picture."""
    with pypdfium2.PdfDocument(file) as pdf:
        return pdf[page].render(scale=dpi / 72).to_pil().convert("RGB")


def clean(file: Path) -> bool:
    """Return whether qpdf finds nothing wrong with a file."""
    return subprocess.run(["qpdf", "--check", str(file)], capture_output=True, check=False).returncode == 0  # noqa: S607 - a tool of the machine


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
