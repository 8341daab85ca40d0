"""What the exports share: pictures as bytes, and a component's pieces with their copies."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.model.face import Drawing, Face

File = tuple[str, bytes]


def png(picture: Image, dpi: float) -> bytes:
    """Return a picture as PNG that tells its resolution."""
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi), optimize=False)
    return out.getvalue()


def copies_of_faces(drawing: Drawing) -> list[tuple[Face, Face | None, int]]:
    """Return each distinct (front, back) of a component with its copies, in order."""
    counted: dict[tuple[Face, Face | None], int] = {}
    for piece in drawing.pieces:
        key = (piece.front, piece.back)
        counted[key] = counted.get(key, 0) + piece.copies
    return [(front, back, copies) for (front, back), copies in counted.items()]
