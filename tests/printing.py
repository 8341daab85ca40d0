"""Finished PDFs read back: what was placed where, in millimetres from the page's upper left corner."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2

if TYPE_CHECKING:
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


def lines(page: pikepdf.Page) -> list[tuple[float, float, float, float]]:
    """Return the straight strokes of a page outside its forms, in millimetres."""
    found = []
    stack = []
    matrix = pikepdf.Matrix()
    start = (0.0, 0.0)
    height = float(page.mediabox[3])
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "m":
            start = _mm(*matrix.transform(tuple(map(float, operands))), height)
        elif name == "l":
            end = _mm(*matrix.transform(tuple(map(float, operands))), height)
            found.append((*start, *end))
            start = end
    return found


def outlines(page: pikepdf.Page) -> list[list[tuple[float, float]]]:
    """Return the closed lines that a page strokes outside its forms, in millimetres, each once."""
    found: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
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
            point = _mm(*matrix.transform(tuple(map(float, operands))), height)
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
