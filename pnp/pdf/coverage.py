"""How much of a page takes ink: each face is looked at once, pages are counted from what lies on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pypdfium2

from pnp.model.sheet import Page, Placement, Sheet, Sides
from pnp.pdf.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pnp.model.face import Face

_DPI = 10.0
_DOTS = _DPI / 25.4


def page_coverage(sheets: Sequence[Sheet]) -> tuple[float, ...]:
    """Return the mean of cyan, magenta and yellow on each page, fronts and backs in order, in per cent.

    It is counted from red, green and blue as they are, without a printer's profile; marks do not count.
    """
    pages = [page for sheet in sheets for page in (sheet.front, sheet.back) if page]
    faces = tuple(dict.fromkeys(p.face for page in pages for p in page.placements))
    darkness = dict(zip(faces, _darkness(faces), strict=True))
    return tuple(round(100 * _covered(page, darkness), 1) for page in pages)


def _covered(page: Page, darkness: dict[Face, NDArray[np.float32]]) -> float:
    return sum(_shown(p, darkness[p.face]) for p in page.placements) / (page.width * page.height)


def _shown(p: Placement, dark: NDArray[np.float32]) -> float:
    """Return how many square millimetres of ink a placed face takes."""
    shown, around = p.shown, p.face.bleed * p.scale
    dots = _DOTS / p.scale
    if not p.turn and min(p.bleed.left, p.bleed.top, p.bleed.right, p.bleed.bottom) < 0:
        left, top = shown.left - p.x + around, shown.top - p.y + around
        right, bottom = shown.right - p.x + around, shown.bottom - p.y + around
        dark = dark[
            max(round(top * dots), 0) : round(bottom * dots), max(round(left * dots), 0) : round(right * dots)
        ]
    area = (shown.right - shown.left) * (shown.bottom - shown.top)
    return float(dark.mean()) * area if dark.size else 0.0


@lru_cache(maxsize=1)
def _darkness(faces: tuple[Face, ...]) -> list[NDArray[np.float32]]:
    """Return how dark each dot of each face with its bleed is, 0 to 1; posters ask for one face in a row."""
    if not faces:
        return []
    document = Document("", "", "none")
    document.add([Sheet(_alone(face)) for face in faces])
    with pypdfium2.PdfDocument(document.to_bytes()) as pdf:
        return [1 - page.render(scale=_DPI / 72).to_numpy()[..., :3].mean(axis=2) / 255 for page in pdf]


def _alone(face: Face) -> Page:
    b = face.bleed
    return Page(face.width + 2 * b, face.height + 2 * b, (Placement(face, b, b, 0, Sides(b, b, b, b)),))
