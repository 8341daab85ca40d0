"""Gradients in, shading patterns of PDF out (PDF 32000-1, 8.7.4)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.pdf.svg.style import SVG, XLINK_HREF, declared, reference
from pnp.pdf.svg.values import IDENTITY, Matrix, Unknown, color, multiply, number, share, transform, written

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Callable, Iterable, Sequence

    from pnp.pdf.svg.outline import Box

_ENDS = {
    f"{SVG}linearGradient": {"x1": "0", "y1": "0", "x2": "1", "y2": "0"},
    f"{SVG}radialGradient": {"cx": "0.5", "cy": "0.5", "r": "0.5"},
}


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour of a gradient at a place in 0..1."""

    offset: float
    color: tuple[float, float, float]
    opacity: float


@dataclass(frozen=True, slots=True)
class Gradient:
    """A gradient in a space of its own: four numbers when it is linear, six when it is radial.

    `matrix` leads from that space to that of the shape.
    """

    ends: tuple[float, ...]
    matrix: Matrix
    stops: tuple[Stop, ...]

    @property
    def opaque(self) -> bool:
        """Return whether nothing shines through at any place."""
        return all(stop.opacity == 1 for stop in self.stops)

    def pattern(self, ctm: Matrix) -> str:
        """Return the pattern that paints its colours, where `ctm` leads from the shape to the stream."""
        return self._pattern(ctm, "/DeviceRGB", [stop.color for stop in self.stops])

    def alpha_pattern(self) -> str:
        """Return the pattern that paints its opacity in grey, in the space of the shape."""
        return self._pattern(IDENTITY, "/DeviceGray", [(stop.opacity,) for stop in self.stops])

    def _pattern(self, ctm: Matrix, space: str, colors: Sequence[tuple[float, ...]]) -> str:
        kind = 2 if len(self.ends) == 4 else 3  # noqa: PLR2004 - two points
        function = _function([stop.offset for stop in self.stops], colors)
        shading = (
            f"<< /ShadingType {kind} /ColorSpace {space} /Coords {_array(self.ends)}"
            f" /Extend [true true] /Function {function} >>"
        )
        matrix = _array(multiply(self.matrix, ctm))
        return f"<< /Type /Pattern /PatternType 2 /Matrix {matrix} /Shading {shading} >>"


def read_gradient(element: ET.Element, find: Callable[[str], ET.Element], box: Box | None) -> Gradient | None:
    """Return the gradient of an element for a shape with that box; None when it paints nothing."""
    said, stops = _gathered(element, find)
    if element.tag not in _ENDS or said.get("spreadMethod", "pad") != "pad":
        raise Unknown(f"the paint <{element.tag}>")
    matrix = transform(said.get("gradientTransform", ""))
    by_box = said.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    if by_box:
        if box is None or box[:2] == box[2:]:
            return None
        matrix = multiply(matrix, _unit_square(box))
    ends = {key: _end(said.get(key, default), by_box=by_box) for key, default in _ENDS[element.tag].items()}
    if not stops:
        return None
    if "r" not in ends:
        return Gradient(tuple(ends.values()), matrix, stops)
    focus = [_end(said[f"f{k}"], by_box=by_box) if f"f{k}" in said else ends[f"c{k}"] for k in "xy"]
    return Gradient((*focus, 0.0, *ends.values()), matrix, stops)


def _unit_square(box: Box) -> Matrix:
    """Return the matrix from a square of side 1 to a box; a straight line counts as a square's middle."""
    left, top, right, bottom = box
    width, height = (right - left) or (bottom - top), (bottom - top) or (right - left)
    return width, 0, 0, height, (left + right - width) / 2, (top + bottom - height) / 2


def _end(text: str, *, by_box: bool) -> float:
    if by_box and text.endswith("%"):
        return number(text[:-1]) / 100
    return number(text)


def _gathered(
    element: ET.Element, find: Callable[[str], ET.Element]
) -> tuple[dict[str, str], tuple[Stop, ...]]:
    """Return the attributes and stops of a gradient, with those of the gradients that it refers to."""
    said = dict(declared(element))
    stops = _stops(element)
    seen = {element}
    while href := said.pop("href", "") or said.pop(XLINK_HREF, ""):
        element = find(reference(href))
        if element in seen:
            raise Unknown("a gradient that refers to itself")
        seen.add(element)
        said = {**declared(element), **said}
        stops = stops or _stops(element)
    return said, stops


def _stops(element: ET.Element) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    last = 0.0
    for child in element.iter(f"{SVG}stop"):
        said = declared(child)
        last = max(last, share(said.get("offset", "0")))
        rgb = color(said.get("stop-color", "#000000"))
        opacity = share(said.get("stop-opacity", "1"))
        stops.append(Stop(last, rgb or (0.0, 0.0, 0.0), opacity if rgb else 0.0))
    return tuple(stops)


def _function(offsets: list[float], colors: Sequence[tuple[float, ...]]) -> str:
    """Return the function from 0..1 to colours, constant before the first and after the last stop."""
    places = [0.0, *offsets, 1.0]
    values = [colors[0], *colors, colors[-1]]
    parts = [
        (a, b, places[i + 1])
        for i, (a, b) in enumerate(itertools.pairwise(values))
        if places[i] < places[i + 1]
    ]
    functions = [
        f"<< /FunctionType 2 /Domain [0 1] /C0 {_array(a)} /C1 {_array(b)} /N 1 >>" for a, b, _ in parts
    ]
    if len(functions) == 1:
        return functions[0]
    limits = _array([end for *_, end in parts[:-1]])
    encode = " ".join(["0 1"] * len(parts))
    joined = f"/Functions [{' '.join(functions)}] /Bounds {limits} /Encode [{encode}]"
    return f"<< /FunctionType 3 /Domain [0 1] {joined} >>"


def _array(values: Iterable[float]) -> str:
    return f"[{written(values)}]"
