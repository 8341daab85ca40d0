"""Drawings for little ink: large grounds become white, what was light on them dark, or all is grey."""

from __future__ import annotations

import colorsys
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cairosvg import colors

from pnp.draw.bounds import IDENTITY, Bounds, Matrix, bounds, matrix_of, times
from pnp.draw.svg import local
from pnp.draw.values import declarations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pnp.model.face import Drawing, Face, TextBox
    from pnp.model.sheet import Ink

LARGE = 0.2
"""A shape is a ground from this part of its face on."""
LEAST_CONTRAST = 4.5
"""Of text and signs against white (WCAG 2.1, 1.4.3)."""
_PALE = 1.04
"""Grounds of less contrast against white take little ink and stay."""
_DARK = 1.4
"""What stands on a ground of more contrast than this may be too light for white."""
_SOLID = 0.9
_ALL = 0.98
_WIDE = 2.5
"""Strokes of this many millimetres and more are grounds too."""
_OUTLINE = 0.25
_GLOW = 0.03
"""A gradient of this part of its face that lay on a dark ground was a glow, and goes with it."""
_PLATE_STEPS = 12
"""A path of so few steps is a plate for something else, one of more is itself a sign."""
_NEAR_WHITE = 0.8
_INK = (0.13, 0.13, 0.13)
_PAINTS = ("fill", "stroke", "stop-color")
_HIDDEN = {"defs", "clipPath", "symbol", "pattern", "marker", "linearGradient", "radialGradient"}
Rgb = tuple[float, float, float]


def inked(drawings: Sequence[Drawing], ink: Ink) -> list[Drawing]:
    """Return the drawings for an ink; faces that pieces share stay shared."""
    if ink == "full":
        return list(drawings)
    known: dict[tuple[Face, bool], Face] = {}
    return [
        replace(
            drawing,
            pieces=tuple(
                replace(p, front=_face(p.front, ink, known), back=p.back and _face(p.back, ink, known))
                for p in drawing.pieces
            ),
        )
        for drawing in drawings
    ]


def _face(face: Face, ink: Ink, known: dict[tuple[Face, bool], Face], *, cleared: bool = False) -> Face:
    """Return a face for an ink; `cleared` if it lies on a dark ground that has become white."""
    key = (face, cleared)
    if key not in known:
        if ink == "grey":
            parts = tuple(replace(p, face=_face(p.face, ink, known)) for p in face.parts)
            texts = tuple(_grey_text(box) for box in face.texts)
            known[key] = replace(face, art=_grey_art(face.art), texts=texts, parts=parts)
        else:
            known[key] = face if face.thrifty else _thin(face, known, cleared=cleared)
    return known[key]


def read_color(value: str) -> Rgb | None:
    """Return red, green and blue of a colour as SVG writes it, or None for a paint that is none."""
    value = value.strip().lower()
    if value in {"none", "currentcolor", "inherit"} or value.startswith("url("):
        return None
    red, green, blue, _ = colors.color(value)
    return float(red), float(green), float(blue)


def write_color(color: Rgb) -> str:
    """Return a colour as #rrggbb."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, v)) * 255):02x}" for v in color)


def contrast(color: Rgb) -> float:
    """Return the contrast of a colour against white, 1 to 21 (WCAG 2.1)."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in color]  # noqa: PLR2004 - sRGB
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def darkened(color: Rgb) -> Rgb:
    """Return the colour, or a darker one of its hue that can be read on white."""
    hue, light, saturation = colorsys.rgb_to_hls(*color)
    if light > _NEAR_WHITE:
        return _INK
    while contrast(color) < LEAST_CONTRAST:
        light *= 0.9
        color = colorsys.hls_to_rgb(hue, light, saturation)
    return color


def _grey(value: str) -> str:
    color = read_color(value)
    if color is None:
        return value
    shade = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
    return write_color((shade, shade, shade))


def _grey_text(box: TextBox) -> TextBox:
    icons = {name: _grey_art(svg) for name, svg in box.icons.items()}
    return replace(box, color=_grey(box.color), icons=icons)


def _grey_art(art: str) -> str:
    return _repainted(art, lambda root: _paint_all(root, _grey))


def _repainted(art: str, change: Callable[[ET.Element], object]) -> str:
    if not art:
        return art
    root = ET.fromstring(art)  # noqa: S314 - drawn by us, parsed before
    for element in root.iter():
        for key, value in declarations(element.attrib.pop("style", "")) or ():
            element.set(key, value)
    change(root)
    return ET.tostring(root, encoding="unicode")


def _paint_all(root: ET.Element, paint: Callable[[str], str]) -> None:
    for element in root.iter():
        for key in _PAINTS:
            if key in element.attrib:
                element.set(key, paint(element.attrib[key]))


def _plate(shape: ET.Element) -> bool:
    """Return whether a shape is so plain that something stands on it."""
    if local(shape.tag) == "path":
        return len(re.findall(r"[a-zA-Z]", shape.get("d", ""))) <= _PLATE_STEPS
    return local(shape.tag) in {"rect", "circle", "ellipse"}


def _thin(face: Face, known: dict[tuple[Face, bool], Face], *, cleared: bool) -> Face:
    canvas = _Canvas(face, cleared=cleared)
    art = _repainted(face.art, canvas.paint)
    texts = tuple(
        replace(box, color=canvas.on(box.x + box.width / 2, box.y + box.height / 2, box.color))
        for box in face.texts
    )
    parts = []
    for part in face.parts:
        sides = (
            (part.face.height, part.face.width)
            if part.turn in {90, 270}
            else (part.face.width, part.face.height)
        )
        middle = (part.x + part.scale * sides[0] / 2, part.y + part.scale * sides[1] / 2)
        below = canvas.cleared_at(*middle)
        parts.append(replace(part, face=_face(part.face, "low", known, cleared=below)))
    return replace(face, art=art, texts=texts, parts=tuple(parts))


@dataclass(slots=True)
class _Canvas:
    """What has been painted on a face so far: boxes, and whether a dark ground there became white."""

    face: Face
    cleared: bool
    grounds: list[tuple[Bounds, bool]] = field(default_factory=list)
    gradients: dict[str, Rgb] = field(default_factory=dict)
    sheer: set[str] = field(default_factory=set)

    def paint(self, root: ET.Element) -> None:
        """Change all shapes of the art, in the order in which they are painted."""
        for element in root.iter():
            if local(element.tag) in {"linearGradient", "radialGradient"}:
                stops = [read_color(s.get("stop-color", "black")) for s in element if local(s.tag) == "stop"]
                if any(float(s.get("stop-opacity", "1")) < _SOLID for s in element):
                    self.sheer.add(f"url(#{element.get('id')})")
                found = [c for c in stops if c]
                if found:
                    mean = [sum(v) / len(found) for v in zip(*found, strict=True)]
                    self.gradients[f"url(#{element.get('id')})"] = (mean[0], mean[1], mean[2])
        self._walk(root, IDENTITY, {"fill": "black", "stroke": "none", "stroke-width": "1", "opacity": "1"})

    def cleared_at(self, x: float, y: float) -> bool:
        """Return whether a dark ground became white at a point."""
        return next((dark for box, dark in reversed(self.grounds) if box.holds(x, y)), self.cleared)

    def on(self, x: float, y: float, paint: str) -> str:
        """Return a paint, made dark where it stood on a dark ground that became white."""
        color = read_color(paint)
        if color is None or not self.cleared_at(x, y):
            return paint
        return write_color(darkened(color))

    def _walk(self, element: ET.Element, matrix: Matrix, above: dict[str, str]) -> None:
        if local(element.tag) in _HIDDEN:
            return
        here = {key: element.get(key, value) for key, value in above.items()}
        here["opacity"] = str(float(above["opacity"]) * float(element.get("opacity", "1")))
        matrix = times(matrix, matrix_of(element))
        box = bounds(element, matrix)
        if box:
            self._shape(element, box, here, (abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) ** 0.5)
        for child in element:
            self._walk(child, matrix, here)

    def _shape(self, shape: ET.Element, box: Bounds, paints: dict[str, str], scale: float) -> None:
        fill = self.gradients.get(paints["fill"]) or read_color(paints["fill"])
        width = float(re.sub(r"[^\d.]", "", paints["stroke-width"]) or 1) * scale
        x, y = box.middle
        if paints["stroke"] != "none" and width >= _WIDE:
            shape.set("stroke-width", f"{_OUTLINE / scale:g}")
        if fill is None:
            shape.set("stroke", self.on(x, y, paints["stroke"]))
            return
        whole = self.face.width * self.face.height
        shown = Bounds(
            max(box.left, 0),
            max(box.top, 0),
            min(box.right, self.face.width),
            min(box.bottom, self.face.height),
        )
        large = shown.left < shown.right and shown.top < shown.bottom and shown.area >= LARGE * whole
        shape.set("stroke", self.on(x, y, paints["stroke"]))
        if large and contrast(fill) > _PALE:
            opacity = float(shape.get("fill-opacity", "1")) * float(paints["opacity"])
            solid = opacity > _SOLID and paints["fill"] not in self.sheer
            dark = contrast(fill) > _DARK or (not solid and self.cleared_at(x, y))
            self.grounds.append((box, dark))
            shape.set("fill", "#ffffff" if solid else "none")
            if paints["stroke"] == "none" and solid and shown.area < _ALL * whole:
                shape.set("stroke", write_color(darkened(fill)))
                shape.set("stroke-width", f"{_OUTLINE / scale:g}")
        elif self.cleared_at(x, y) and paints["fill"] in self.gradients and shown.area >= _GLOW * whole:
            shape.set("fill", "none")
        elif self.cleared_at(x, y) and not _plate(shape) and contrast(fill) < LEAST_CONTRAST:
            shape.set("fill", write_color(darkened(fill)))
        elif shown.area > 0:
            self.grounds.append((box, False))
