"""A `pnp:face` element in, a face of another component set on this one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.content.schema import did_you_mean
from pnp.draw.svg import SvgError, own_clues
from pnp.draw.values import value_fault
from pnp.errors import ContentError
from pnp.model.face import Part

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Mapping

    from pnp.model.face import Drawing

_ALLOWED = {"of", "record", "side", "x", "y", "scale"}


def make_part(element: ET.Element, drawn: Mapping[str, Drawing]) -> Part:
    """Return the piece `record` of the component `of`, or a part of a piece, scaled, at (x, y).

    Without `record` it is the first piece; `side` is `front` or `back`. Raises SvgError when there is no such
    piece, ContentError without findings when a fault kept all of them from being drawn.
    """
    try:
        return _make(element, drawn)
    except SvgError as error:
        error.clues = own_clues(element)
        raise


def _make(element: ET.Element, drawn: Mapping[str, Drawing]) -> Part:
    attributes = element.attrib
    unknown = sorted(set(attributes) - _ALLOWED)
    if unknown:
        raise SvgError(
            f"<pnp:face> has no attribute {unknown[0]!r}.", f"It may have: {', '.join(sorted(_ALLOWED))}."
        )
    drawing = drawn.get(attributes.get("of", ""))
    if drawing is None:
        raise SvgError(
            f"<pnp:face> shows no component {attributes.get('of')!r}.",
            did_you_mean(attributes.get("of", ""), drawn),
            code="ref/unknown",
        )
    if not drawing.pieces and drawing.findings:
        raise ContentError  # what keeps the pieces from being drawn is told where it is
    sides = [piece.back if attributes.get("side") == "back" else piece.front for piece in drawing.pieces]
    faces = [inner for side in sides if side for inner in (side, *(part.face for part in side.parts))]
    named = {face.name: face for face in reversed(faces)}
    record = attributes.get("record")
    face = named.get(record) if record else next(iter(faces), None)
    if face is None:
        raise SvgError(
            f"{drawing.component.id} has no piece {record!r}.",
            did_you_mean(record or "", named),
            code="ref/unknown",
        )
    for key, default in _DEFAULTS:
        value = attributes.get(key, default)
        if value_fault("x", value) is not None or "%" in value or (key == "scale" and float(value) <= 0):
            raise SvgError(f"{key}={value[:40]!r} of a <pnp:face> is of no use.", "Write a bare number.")
    x, y, scale = (float(attributes.get(key, default)) for key, default in _DEFAULTS)
    return Part(face, x, y, scale=scale, trimmed=True)


_DEFAULTS = (("x", "0"), ("y", "0"), ("scale", "1"))
