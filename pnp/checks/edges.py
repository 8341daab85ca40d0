"""Faces near their edges: art that does not fill the bleed, text that the knife might reach."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ET
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.shapes import face_outline
from pnp.model.finding import Finding
from pnp.model.units import MM_PER_PT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.model.face import Drawing, Face, Outline, Part, Point, TextBox

SAFE = 3.0
"""Millimetres inside the trim where no text may stand: print shops and stacks cut at once drift that far."""
SAFE_UNBLED = 1.5
"""The same for pieces without bleed, which are cut out one by one along their line."""
_NEAR = 0.01
_DOTS = 2
"""Dots a millimetre at which art is looked at."""
_OPAQUE = 200
"""Of 255; the outermost dots are only partly covered."""
_ASCENT, _DESCENT = 0.72, 0.22
"""What letters reach above and below the baseline, in em."""


def check_edges(drawing: Drawing) -> list[Finding]:
    """Return `art/short-of-bleed` and `text/outside-safe-zone`, each once for all faces and boxes."""
    faces = list(dict.fromkeys(f for p in drawing.pieces for f in (p.front, p.back) if f))
    short = [face for face in faces if face.bleed and not _filled(face)]
    findings = [_short(drawing, short)] if short else []
    near = [
        (_safe(face) - min(_depth(face, point) for point in corners), face, box)
        for face in faces
        for box, corners in _texts(face, by_line=bool(face.cut))
        if corners
    ]
    outside = [found for found in near if found[0] > _NEAR]
    return [*findings, _outside(drawing, outside)] if outside else findings


def _short(drawing: Drawing, faces: Sequence[Face]) -> Finding:
    face = faces[0]
    names = f"{face.name} and {len(faces) - 1} more" if len(faces) > 1 else face.name
    message = (
        f"{drawing.component.id}, {names}: the art does not reach all of the bleed of"
        f" {face.bleed:g} mm round the trim."
    )
    hint = f"Draw the ground from {-face.bleed:g} to {face.width + face.bleed:g}, or write `bleed: 0`."
    return Finding("art/short-of-bleed", face.mark or drawing.component.mark, message, hint, "warning")


def _outside(drawing: Drawing, found: Sequence[tuple[float, Face, TextBox]]) -> Finding:
    missing, face, box = max(found, key=lambda f: f[0])
    more = f" ({len(found) - 1} more boxes come too near)" if len(found) > 1 else ""
    message = (
        f"{drawing.component.id}, {face.name}: the text in box {box.id!r} comes {missing:.1f} mm too near to"
        f" the edge; {_safe(face):g} mm inside it stay free{more}."
    )
    hint = "Move the box inwards, or make it smaller."
    return Finding("text/outside-safe-zone", face.mark or drawing.component.mark, message, hint, "warning")


def nearest_text(face: Face) -> float | None:
    """Return how far the outermost text of a face lies inside the line that is cut, None without text."""
    texts = _texts(face, by_line=bool(face.cut))
    depths = (_depth(face, point) for _, corners in texts for point in corners)
    return min(depths, default=None)


def _safe(face: Face) -> float:
    return SAFE if face.bleed else SAFE_UNBLED


def _texts(face: Face, *, by_line: bool) -> Iterator[tuple[TextBox, list[Point]]]:
    """Yield the text boxes of a face and of the faces on it, with the corners of each text or its lines."""
    for box in face.texts:
        yield box, [_out_of_box(box, p) for p in _ink(box, by_line=by_line)]
    for part in face.parts:
        texts = _texts(part.face, by_line=by_line)
        yield from ((box, [_out_of_part(part, p) for p in points]) for box, points in texts)


def _ink(box: TextBox, *, by_line: bool) -> list[Point]:
    lines = box.layout.lines
    if not lines or box.layout.over_width or box.layout.over_height:
        return []  # that it overflows is told already
    em = box.layout.size * MM_PER_PT
    return [
        (x, y)
        for part in ([[line] for line in lines] if by_line else [lines])
        for x in (min(line.x for line in part), max(line.x + line.width for line in part))
        for y in (part[0].baseline - _ASCENT * em, part[-1].baseline + _DESCENT * em)
    ]


def _out_of_box(box: TextBox, point: Point) -> Point:
    inner = (box.height, box.width) if box.turn in {90, 270} else (box.width, box.height)
    x, y = _turned(point, inner, box.turn)
    return box.x + x, box.y + y


def _out_of_part(part: Part, point: Point) -> Point:
    size = (part.face.width * part.scale, part.face.height * part.scale)
    x, y = _turned((point[0] * part.scale, point[1] * part.scale), size, part.turn)
    return part.x + x, part.y + y


def _turned(point: Point, size: tuple[float, float], turn: int) -> Point:
    (x, y), (width, height) = point, size
    return {0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[turn]


def _depth(face: Face, point: Point) -> float:
    """Return how far a point lies inside the line that is cut."""
    x, y = point
    if not face.cut and not face.corners:
        return min(x, y, face.width - x, face.height - y)
    sides = list(_sides(face_outline(face)))
    distance = min(_distance(a, b, point) for a, b in sides)
    crossed = sum((a[1] > y) != (b[1] > y) and x < _at(a, b, y) for a, b in sides)
    return distance if crossed % 2 else -distance


def _at(a: Point, b: Point, y: float) -> float:
    """Return where a side crosses a height."""
    return a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])


def _sides(outline: Outline) -> Iterator[tuple[Point, Point]]:
    yield from zip(outline, (*outline[1:], outline[0]), strict=True)


def _distance(a: Point, b: Point, point: Point) -> float:
    """Return how far a point is from a side."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(ux, uy)
    along = max(0.0, min(1.0, ((point[0] - a[0]) * ux + (point[1] - a[1]) * uy) / length**2))
    return math.hypot(point[0] - a[0] - along * ux, point[1] - a[1] - along * uy)


def _filled(face: Face) -> bool:
    if _grounded(face.art, face.width, face.height, face.bleed):
        return True
    return _painted(face.art, face.width, face.height, face.bleed, face.cut)


def _grounded(art: str, width: float, height: float, bleed: float) -> bool:
    """Return whether the art plainly begins with a rectangle that fills trim and bleed."""
    for element in ET.fromstring(art)[:3]:  # noqa: S314 - drawn by us, parsed before
        opaque = {"opacity", "fill-opacity", "transform", "style", "class"}.isdisjoint(element.attrib)
        if element.tag.endswith("}rect") and opaque and element.get("fill", "black") not in {"none", ""}:
            x, y, w, h = (
                float(element.get(k, "0").removesuffix("mm")) for k in ("x", "y", "width", "height")
            )
            reach = (x + bleed, y + bleed, width + bleed - x - w, height + bleed - y - h)
            if max(reach) <= _NEAR:
                return True
    return False


@lru_cache(maxsize=512)
def _painted(art: str, width: float, height: float, bleed: float, cut: Outline) -> bool:
    """Return whether the outermost dots of the bleed are painted all round."""
    import cairosvg
    from PIL import Image

    columns, rows = round((width + 2 * bleed) * _DOTS), round((height + 2 * bleed) * _DOTS)
    png = cairosvg.svg2png(bytestring=art.encode(), output_width=columns, output_height=rows)
    opaque = Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A").tobytes()
    points = _ring(cut, bleed) if cut else _frame(columns, rows)
    dots = ((min(max(int(x), 0), columns - 1), min(max(int(y), 0), rows - 1)) for x, y in points)
    return all(opaque[x + y * columns] >= _OPAQUE for x, y in dots)


def _frame(columns: int, rows: int) -> list[Point]:
    across: list[Point] = [(x, y) for x in range(columns) for y in (0, rows - 1)]
    return [*across, *((x, y) for y in range(rows) for x in (0, columns - 1))]


def _ring(cut: Outline, bleed: float) -> list[Point]:
    """Return dots a little inside the end of the bleed outside each side of an outline."""
    dots = []
    for (ax, ay), (bx, by) in _sides(cut):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        out = bleed - 1 / _DOTS
        dots.append(((ax + bx) / 2 + nx * out, (ay + by) / 2 + ny * out))
    return [((x + bleed) * _DOTS, (y + bleed) * _DOTS) for x, y in dots]
