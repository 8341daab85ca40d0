"""An SVG document in, a PDF form out: the walk through its elements."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

from pnp.pdf.svg.canvas import Canvas
from pnp.pdf.svg.outline import outline
from pnp.pdf.svg.paint import paint
from pnp.pdf.svg.style import DEFAULTS, SVG, XLINK_HREF, declared, inherited, reference
from pnp.pdf.svg.values import (
    IDENTITY,
    Unknown,
    inverse,
    multiply,
    number,
    numbers,
    share,
    transform,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pikepdf

_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_SILENT = {
    *("defs", "title", "desc", "metadata", "clipPath", "linearGradient", "radialGradient", "symbol"),
}
_SVG_IMAGE = "data:image/svg+xml;base64,"
_DEEPEST = 60


def svg_form(pdf: pikepdf.Pdf, svg: str) -> pikepdf.Stream:
    """Return an SVG document as a form as large as its viewBox, its lower left corner at the origin.

    Raises Unknown when it holds something that is not drawn here, or is no SVG.
    """
    root = _parsed(svg)
    left, top, width, height = _view_box(root)
    canvas = Canvas(pdf, (0, 0, width, height))
    canvas.transform((1, 0, 0, -1, -left, top + height))
    _Drawing(root, canvas).children(root, inherited(declared(root), DEFAULTS), 0)
    return canvas.form()


def _parsed(svg: str | bytes) -> ET.Element:
    try:
        return ET.fromstring(svg)  # noqa: S314 - Python's expat limits entities, and art has none
    except ET.ParseError as error:
        raise Unknown(f"no SVG: {error}") from None


def _view_box(root: ET.Element) -> list[float]:
    """Return the viewBox of a document; Unknown when its width and height are of another shape."""
    box = numbers(root.get("viewBox", ""))
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:  # noqa: PLR2004 - left, top, width, height
        raise Unknown(f"the viewBox {root.get('viewBox')!r}")
    given = [root.get(key, "").removesuffix("mm") for key in ("width", "height")]
    if all(given) and abs(number(given[0]) * box[3] - number(given[1]) * box[2]) > 1e-3 * box[2] * box[3]:
        raise Unknown("a size of another shape than the viewBox")
    return box


class _Drawing:
    """Draws one document; documents inside it are drawings of their own on the same canvas."""

    def __init__(self, root: ET.Element, canvas: Canvas) -> None:
        self._root = root
        self._canvas = canvas
        self._ids: dict[str, ET.Element] = {}

    def find(self, name: str) -> ET.Element:
        """Return the element of an id, the last one before its use when it is there twice; else Unknown."""
        if name not in self._ids:
            first = next((e for e in self._root.iter() if e.get("id") == name), None)
            if first is None:
                raise Unknown(f"the reference #{name}")
            self._ids[name] = first
        return self._ids[name]

    def children(self, element: ET.Element, look: Mapping[str, str], depth: int) -> None:
        """Draw what an element holds."""
        if depth > _DEEPEST:
            raise Unknown("elements too deep in each other")
        for child in element:
            self._element(child, look, depth + 1)

    def _element(self, element: ET.Element, parent: Mapping[str, str], depth: int) -> None:
        tag = element.tag.removeprefix(SVG)
        if tag in _SILENT:
            self._ids.update((e.attrib["id"], e) for e in element.iter() if "id" in e.attrib)
            return
        said = declared(element)
        if said.get("display") == "none":
            return
        look = inherited(said, parent)
        opacity = share(said["opacity"]) if "opacity" in said else 1.0
        matrix = transform(said["transform"]) if "transform" in said else IDENTITY
        clip = said.get("clip-path", "none")
        apart = matrix != IDENTITY or clip != "none"
        if apart:
            self._canvas.save()
            if matrix != IDENTITY:
                self._canvas.transform(matrix)
            if clip != "none":
                self._clip(self.find(reference(clip)))
        if opacity < 1 and not (tag in _SHAPES and "none" in {look["fill"], look["stroke"]}):
            self._grouped(element, tag, look, opacity, depth)
        else:
            self._painted(element, tag, look, opacity, depth)
        if apart:
            self._canvas.restore()

    def _grouped(
        self, element: ET.Element, tag: str, look: Mapping[str, str], opacity: float, depth: int
    ) -> None:
        """Paint an element as one, so that its parts do not shine through each other."""
        outer, self._canvas = self._canvas, self._canvas.group()
        self._painted(element, tag, look, 1.0, depth)
        form = self._canvas.form("/DeviceRGB")
        self._canvas = outer
        outer.save()
        outer.set_alpha(opacity, opacity)
        outer.add(f"{outer.name('XObject', form)} Do")
        outer.restore()

    def _painted(
        self, element: ET.Element, tag: str, look: Mapping[str, str], opacity: float, depth: int
    ) -> None:
        if tag in _SHAPES:
            if look["visibility"] == "visible":
                paint(self._canvas, tag, declared(element), look, opacity, self.find)
        elif tag == "g":
            self.children(element, look, depth)
        elif tag == "svg":
            self.viewport(element, element, look, depth)
        elif tag == "use":
            self._use(element, look, depth)
        elif tag == "image":
            self._image(element, depth)
        else:
            raise Unknown(f"<{tag}>")

    def _use(self, element: ET.Element, look: Mapping[str, str], depth: int) -> None:
        target = self.find(reference(_href(element)))
        if target.tag in {f"{SVG}symbol", f"{SVG}svg"} or depth > _DEEPEST:
            raise Unknown(f"a use of <{target.tag}>")
        x, y = number(element.get("x", "0")), number(element.get("y", "0"))
        self._canvas.save()
        self._canvas.transform((1, 0, 0, 1, x, y))
        self._element(target, look, depth + 1)
        self._canvas.restore()

    def _image(self, element: ET.Element, depth: int) -> None:
        href = _href(element)
        if not href.startswith(_SVG_IMAGE):
            raise Unknown("an image of pixels")
        root = _parsed(base64.b64decode(href.removeprefix(_SVG_IMAGE)))
        if not ("width" in element.attrib and "height" in element.attrib):
            raise Unknown("an image without a size")
        look = inherited(declared(root), DEFAULTS)
        _Drawing(root, self._canvas).viewport(element, root, look, depth)

    def viewport(self, frame: ET.Element, root: ET.Element, look: Mapping[str, str], depth: int) -> None:
        """Draw what `root` holds in the rectangle of `frame`, which clips it."""
        x, y = number(frame.get("x", "0")), number(frame.get("y", "0"))
        width, height = number(frame.get("width", "")), number(frame.get("height", ""))
        box = numbers(root.get("viewBox", f"0 0 {width} {height}"))
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:  # noqa: PLR2004 - left, top, width, height
            raise Unknown(f"the viewBox {root.get('viewBox')!r}")
        scales = width / box[2], height / box[3]
        fit = frame.get("preserveAspectRatio", "xMidYMid")
        if fit in {"xMidYMid", "xMidYMid meet"}:
            scales = (min(scales),) * 2
        elif fit != "none":
            raise Unknown(f"preserveAspectRatio={fit!r}")
        self._canvas.save()
        self._canvas.add(f"{written((x, y, width, height))} re W n")
        left = x + (width - scales[0] * box[2]) / 2 - scales[0] * box[0]
        top = y + (height - scales[1] * box[3]) / 2 - scales[1] * box[1]
        self._canvas.transform((scales[0], 0, 0, scales[1], left, top))
        self.children(root, look, depth)
        self._canvas.restore()

    def _clip(self, element: ET.Element) -> None:
        """Clip to the one shape of a <clipPath>."""
        said = declared(element)
        if (
            len(element) != 1
            or "clip-path" in said
            or said.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
        ):
            raise Unknown("a <clipPath> of more than a shape")
        shape = element[0]
        own = declared(shape)
        tag = shape.tag.removeprefix(SVG)
        if tag not in _SHAPES or "clip-path" in own:
            raise Unknown(f"a <clipPath> of <{tag}>")
        matrix = multiply(transform(own.get("transform", "")), transform(said.get("transform", "")))
        rule = inherited(own, inherited(said, DEFAULTS))["clip-rule"]
        path = outline(tag, own).area or "0 0 0 0 re"
        if matrix != IDENTITY:
            self._canvas.transform(matrix)
        self._canvas.add(f"{path} {'W*' if rule == 'evenodd' else 'W'} n")
        if matrix != IDENTITY:
            self._canvas.transform(inverse(matrix))


def _href(element: ET.Element) -> str:
    return element.get("href", "") or element.get(XLINK_HREF, "")
