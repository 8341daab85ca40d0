"""A face as one SVG: its art, its parts, and its text as outlines of the letters or as text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import uharfbuzz as hb

from pnp.draw.svg import SVG
from pnp.model.type import Icon
from pnp.model.units import MM_PER_PT
from pnp.text.fonts import load_font

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.model.face import Face, Part, TextBox
    from pnp.model.type import Line, Shaped

Letters = Literal["outlines", "text"]
_TOKEN = re.compile(r"<([0-9a-f]*)>|(-?\d+(?:\.\d+)?) Ts|(-?\d+(?:\.\d+)?)")
_ICON_TOP = 0.82
"""How far an icon's upper edge lies above the baseline, in em."""


def face_svg(face: Face, letters: Letters, *, bleed: bool = False) -> bytes:
    """Return the face as an SVG in millimetres, cut at the trim unless `bleed`."""
    b = face.bleed if bleed else 0.0
    root = ET.Element(
        f"{{{SVG}}}svg",
        {
            "width": f"{face.width + 2 * b:g}mm",
            "height": f"{face.height + 2 * b:g}mm",
            "viewBox": f"{0 - b:g} {0 - b:g} {face.width + 2 * b:g} {face.height + 2 * b:g}",
        },
    )
    _Writer(letters).face(root, face)
    return ET.tostring(root, encoding="unicode").encode()


class _Writer:
    """Writes faces into one document; ids of each piece of art are made its own."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters
        self.count = 0

    def face(self, into: ET.Element, face: Face) -> None:
        if face.art:
            into.append(self._art(face.art, -face.bleed, -face.bleed, face.width + 2 * face.bleed))
        for part in face.parts:
            self.face(ET.SubElement(into, f"{{{SVG}}}g", {"transform": _placing(part)}), part.face)
        for box in face.texts:
            self._text(into, box)

    def _art(self, svg: str, x: float, y: float, width: float) -> ET.Element:
        self.count += 1
        own = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>a{self.count}-", svg)
        art = ET.fromstring(own)  # noqa: S314 - drawn by us, parsed before
        left, top, across, _ = (float(v) for v in art.get("viewBox", "0 0 512 512").split())
        group = ET.Element(f"{{{SVG}}}g")
        scale = width / across
        group.set("transform", f"translate({x - left * scale:.5g} {y - top * scale:.5g}) scale({scale:.6g})")
        inherited = {k: v for k, v in art.attrib.items() if k not in {"viewBox", "width", "height", "x", "y"}}
        for key, value in inherited.items():
            group.set(key, value)
        group.extend(list(art))
        return group

    def _text(self, into: ET.Element, box: TextBox) -> None:
        group = ET.SubElement(into, f"{{{SVG}}}g", {"transform": _turning(box), "fill": box.color})
        em = box.layout.size * MM_PER_PT
        for line in box.layout.lines:
            for at, piece in enumerate(line.pieces):
                x = line.x + line.offset(at) * em
                if isinstance(piece, Icon):
                    icon = box.icons[piece.name].replace("currentColor", box.color)
                    group.append(self._art(icon, x, line.baseline - _ICON_TOP * em, em))
                elif self.letters == "outlines":
                    self._outlines(group, piece, x, line, em)
                elif piece.text.strip():
                    _plain(group, piece, x, line, em)

    def _outlines(self, group: ET.Element, piece: Shaped, x: float, line: Line, em: float) -> None:
        path = " ".join(_glyphs(piece))
        if path:
            scale = em / load_font(piece.font).upem
            matrix = f"matrix({scale:.8g} 0 0 {-scale:.8g} {x:.5g} {line.baseline:.5g})"
            ET.SubElement(group, f"{{{SVG}}}path", {"d": path, "transform": matrix})


def _plain(group: ET.Element, piece: Shaped, x: float, line: Line, em: float) -> None:
    family, _, face = piece.font.stem.partition("-")
    style = {"font-weight": "bold"} if "Bold" in face else {}
    if "Italic" in face:
        style["font-style"] = "italic"
    place = {"x": f"{x:.5g}", "y": f"{line.baseline:.5g}", "font-size": f"{em:.5g}", "font-family": family}
    ET.SubElement(group, f"{{{SVG}}}text", {**place, **style}).text = piece.text


def _glyphs(piece: Shaped) -> Iterator[str]:
    """Yield the path of each glyph of a run, in font units, moved to where it stands."""
    font = load_font(piece.font)
    x = rise = 0.0
    for glyphs, raised, shift in _TOKEN.findall(piece.tj):
        if raised:
            rise = float(raised) * font.upem
        elif shift:
            x -= float(shift) * font.upem / 1000
        for at in range(0, len(glyphs), 4):
            gid = int(glyphs[at : at + 4], 16)
            path = _outline(piece.font, gid, round(x), round(rise))
            if path:
                yield path
            x += font.advance(gid)


@lru_cache(maxsize=20_000)
def _outline(font: Path, gid: int, x: int, y: int) -> str:
    steps: list[str] = []
    load_font(font).hb.draw_glyph(gid, _funcs(), (steps, x, y))
    return "".join(steps)


@lru_cache(maxsize=1)
def _funcs() -> hb.DrawFuncs:
    def points(data: Any, values: tuple[float, ...]) -> str:
        _, x, y = data
        return " ".join(f"{v + (y if i % 2 else x):g}" for i, v in enumerate(values))

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda *v: v[-1][0].append("M" + points(v[-1], v[:-1])))
    funcs.set_line_to_func(lambda *v: v[-1][0].append("L" + points(v[-1], v[:-1])))
    funcs.set_quadratic_to_func(lambda *v: v[-1][0].append("Q" + points(v[-1], v[:-1])))
    funcs.set_cubic_to_func(lambda *v: v[-1][0].append("C" + points(v[-1], v[:-1])))
    funcs.set_close_path_func(lambda data: data[0].append("Z"))
    return funcs


def _placing(part: Part) -> str:
    width, height = part.face.width * part.scale, part.face.height * part.scale
    return f"{_turned(part.turn, width, height, part.x, part.y)} scale({part.scale:g})"


def _turning(box: TextBox) -> str:
    width, height = (box.height, box.width) if box.turn in {90, 270} else (box.width, box.height)
    return _turned(box.turn, width, height, box.x, box.y)


def _turned(turn: int, width: float, height: float, x: float, y: float) -> str:
    corner = {0: (x, y), 90: (x + height, y), 180: (x + width, y + height), 270: (x, y + width)}[turn]
    return f"translate({corner[0]:.5g} {corner[1]:.5g}) rotate({turn})"
