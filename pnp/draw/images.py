"""Pictures that art names: read from the project's folders alone, looked at once, put into the art."""

from __future__ import annotations

import base64
import binascii
import io
import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.content.project import file_within
from pnp.draw.art import check_art, clues
from pnp.draw.svg import SVG, XLINK_HREF, SvgError, parse_svg

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Sequence
    from pathlib import Path

_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
_DATA = re.compile(r"data:(image/(?:png|jpeg|svg\+xml));base64,([A-Za-z0-9+/=\s]+)")
_MAX_PIXELS = 50_000_000
"""An A1 page at 300 dpi has 70 million; a larger picture is a mistake."""


def embed_images(root: ET.Element, folders: Sequence[Path]) -> None:
    """Put the pictures that the art names into it.

    Raises SvgError for one that is not in the folders (`asset/missing`), or cannot be read.
    """
    for element in root.iter(f"{{{SVG}}}image"):
        keys = [key for key in ("href", XLINK_HREF) if key in element.attrib]
        if not keys:
            raise SvgError("An <image> names no picture.", 'Write href="…".', clues=(r"<image\b",))
        for key in keys:
            element.set(key, _embedded(element, element.attrib[key], folders))


def _embedded(element: ET.Element, href: str, folders: Sequence[Path]) -> str:
    where = clues(element, "href", href)
    data = _DATA.fullmatch(href)
    if data:
        try:
            _look(data[1], base64.b64decode(data[2], validate=False))
        except (binascii.Error, ValueError) as error:
            raise SvgError(
                f"A picture in the art cannot be read: {str(error).rstrip('.')}.", clues=where
            ) from None
        return href
    file = next((f for f in (file_within(folder, href) for folder in folders) if f), None)
    if file is None:
        raise SvgError(
            f"There is no image {href[:60]!r} in the project's folders.",
            "Put the file beside the template and name it by its short path.",
            code="asset/missing",
            clues=where,
        )
    if file.suffix.lower() not in _KINDS:
        raise SvgError(f"The image {href[:60]!r} is no PNG, JPEG or SVG.", "Convert it.", clues=where)
    try:
        return _data_uri(file, file.stat().st_mtime_ns)
    except ValueError as error:
        raise SvgError(
            f"The image {href[:60]!r} cannot be read: {str(error).rstrip('.')}.", clues=where
        ) from None


@lru_cache(maxsize=64)
def _data_uri(file: Path, _changed: int) -> str:
    kind = _KINDS[file.suffix.lower()]
    data = file.read_bytes()
    _look(kind, data)
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def _look(kind: str, data: bytes) -> None:
    """Raise ValueError when a picture is none of its kind, too large, or refers to anything else."""
    if kind == "image/svg+xml":
        root = parse_svg(data.decode("utf-8"))
        check_art(root)
        if root.find(f".//{{{SVG}}}image") is not None:
            raise ValueError("an SVG picture may not hold another picture")
        return
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        if picture.width * picture.height > _MAX_PIXELS:
            raise ValueError(f"{picture.width} x {picture.height} pixels are too many")
        picture.load()
    except Image.DecompressionBombError:
        raise ValueError("it has too many pixels") from None
    except (OSError, SyntaxError):
        raise ValueError("it is damaged, or no PNG or JPEG") from None
