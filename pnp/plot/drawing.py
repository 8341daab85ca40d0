"""What a cutting machine is to cut on a page, as a drawing of the page's size."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ezdxf.document import Drawing as DxfDocument

    from pnp.model.face import Outline
    from pnp.model.sheet import Box

_SVG = "http://www.w3.org/2000/svg"
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
CUT, MARKS = "CUT", "REGISTRATION"
"""Layers: lines to cut, and the printed marks, which show whether the drawing lies right and are not cut."""
_RED, _GREY = 1, 8
"""Colours of the layers by AutoCAD's index."""


@dataclass(frozen=True, slots=True)
class CutDrawing:
    """Closed lines to cut and the black boxes of the marks, in millimetres of a page, y down."""

    width: float
    height: float
    lines: tuple[Outline, ...]
    marks: tuple[Box, ...]


def as_svg(drawing: CutDrawing) -> bytes:
    """Return the drawing as SVG whose user unit is a millimetre, its layers as Inkscape knows them."""
    ET.register_namespace("", _SVG)
    ET.register_namespace("inkscape", _INKSCAPE)
    size = {"width": f"{drawing.width:g}mm", "height": f"{drawing.height:g}mm"}
    root = ET.Element(
        f"{{{_SVG}}}svg", {**size, "viewBox": f"0 0 {drawing.width:g} {drawing.height:g}", "version": "1.1"}
    )
    for name, lines, color in (
        (MARKS, [_corners(box) for box in drawing.marks], "#808080"),
        (CUT, drawing.lines, "#ff0000"),
    ):
        layer = {f"{{{_INKSCAPE}}}groupmode": "layer", f"{{{_INKSCAPE}}}label": name}
        look = {"id": name, "fill": "none", "stroke": color, "stroke-width": "0.1"}
        group = ET.SubElement(root, f"{{{_SVG}}}g", {**layer, **look})
        for line in lines:
            points = " L".join(f"{x:.3f} {y:.3f}" for x, y in line)
            ET.SubElement(group, f"{{{_SVG}}}path", {"d": f"M{points} Z"})
    return ET.tostring(root, encoding="unicode").encode()


def as_dxf(drawing: CutDrawing) -> bytes:
    """Return the drawing as DXF of AutoCAD 2000 in millimetres, y up, the page's lower left corner at 0, 0.

    The marks reach equally far on all sides, so that a program that puts what it opens in the middle of the
    page puts it where it belongs.
    """
    import ezdxf
    from ezdxf import units

    meta = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        document = ezdxf.new("R2000", units=units.MM)
        _fill(document, drawing)
        out = io.StringIO()
        document.write(out)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = meta
    return out.getvalue().encode()


def _fill(document: DxfDocument, drawing: CutDrawing) -> None:
    space = document.modelspace()
    for name, lines, color in (
        (MARKS, [_corners(box) for box in drawing.marks], _GREY),
        (CUT, drawing.lines, _RED),
    ):
        document.layers.add(name, color=color)
        for line in lines:
            space.add_lwpolyline(list(_upwards(line, drawing.height)), close=True, dxfattribs={"layer": name})


def _upwards(line: Outline, height: float) -> Iterator[tuple[float, float]]:
    for x, y in line:
        yield round(x, 4), round(height - y, 4)


def _corners(box: Box) -> Outline:
    return (
        (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)
    )  # fmt: skip
