"""Single faces as pictures: each drawn on a page of its own, then made pixels of that page."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image, ImageDraw

from pnp.draw.shapes import face_outline
from pnp.errors import UsageError
from pnp.model.sheet import Page, Placement, Sheet, Sides
from pnp.pdf.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.model.face import Drawing, Face

_SMOOTH = 4
"""How much finer the edge of an outline is drawn than the picture."""
_LARGE = 20e6
"""Pixels of a picture whose edge is fine enough."""
_MOST = 250e6
"""Pixels of a picture: a gigabyte while it is drawn."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A face in the middle of a picture of `pixels` at `dpi`, `scale` times its size, its ground all round.

    `cut_out` leaves nothing but what lies inside the line that is cut.
    """

    face: Face
    pixels: tuple[int, int]
    dpi: float
    scale: float = 1.0
    cut_out: bool = False


def whole(face: Face, dpi: float, *, bleed: bool = False) -> Shot:
    """Return the shot of a face at its size, with or without its bleed.

    Raises UsageError when it would have more pixels than programs can hold.
    """
    around = 2 * face.bleed if bleed else 0.0
    width, height = face.width + around, face.height + around
    if width * height * (dpi / 25.4) ** 2 > _MOST:
        most = math.floor(25.4 * math.sqrt(_MOST / (width * height)))
        raise UsageError(
            f"{face.name}: a picture of {width:g} x {height:g} mm at {dpi:g} dpi is too large. Take at most"
            f" --dpi {most}."
        )
    pixels = (round(width * dpi / 25.4), round(height * dpi / 25.4))
    return Shot(face, pixels, dpi, cut_out=bool(face.cut or face.corners) and not bleed)


def shot_page(shot: Shot) -> Page:
    """Return the page that a shot is taken of."""
    width, height = (side * 25.4 / shot.dpi for side in shot.pixels)
    x = (width - shot.face.width * shot.scale) / 2
    y = (height - shot.face.height * shot.scale) / 2
    return Page(width, height, (Placement(shot.face, x, y, 0, Sides(x, y, x, y), shot.scale),))


def take(shots: Sequence[Shot]) -> Iterator[Image.Image]:
    """Yield the picture of each shot; distinct shots are drawn once, pixels come from the finished PDF."""
    if not shots:
        return
    document = Document("", "", "none")
    document.add([Sheet(shot_page(shot)) for shot in shots])
    with pypdfium2.PdfDocument(document.to_bytes()) as pdf:
        for shot, page in zip(shots, pdf, strict=True):
            across, down = shot.pixels
            picture = page.render(scale=shot.dpi / 72).to_pil().convert("RGB")
            if picture.size != shot.pixels:
                picture = picture.crop((0, 0, across, down))
            yield _cut_out(picture, shot) if shot.cut_out else picture


def _cut_out(picture: Image.Image, shot: Shot) -> Image.Image:
    """Return the picture, clear outside the line that is cut."""
    dots = shot.dpi / 25.4 * shot.scale
    left = (shot.pixels[0] - shot.face.width * dots) / 2
    top = (shot.pixels[1] - shot.face.height * dots) / 2
    finer = _SMOOTH if picture.width * picture.height < _LARGE else 1
    large = Image.new("L", (picture.width * finer, picture.height * finer), 0)
    points = [((left + x * dots) * finer, (top + y * dots) * finer) for x, y in face_outline(shot.face)]
    ImageDraw.Draw(large).polygon(points, fill=255)
    picture.putalpha(large.resize(picture.size, Image.Resampling.LANCZOS))
    return picture


def faces_by_name(drawing: Drawing) -> dict[str, Face]:
    """Return every distinct face of a component by a name for its file: front, back and number tell apart."""
    named: dict[str, Face] = {}
    seen: set[Face] = set()
    for piece in drawing.pieces:
        for face, side in ((piece.front, "front"), (piece.back, "back")):
            if face is None or face in seen:
                continue
            seen.add(face)
            name, number = f"{face.name}-{side}", 2
            while name in named:
                name, number = f"{face.name}-{number}-{side}", number + 1
            named[name] = face
    return named
