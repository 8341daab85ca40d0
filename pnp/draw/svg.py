"""Part a rendered template into art and text boxes, and keep everything foreign out of the art."""

from __future__ import annotations

import base64
import mimetypes
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SVG = "http://www.w3.org/2000/svg"
PNP = "urn:pnp"
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_URL = re.compile(r"@import|url\(\s*['\"]?(?!#)", re.IGNORECASE)
_IMAGES = {"image/png", "image/jpeg", "image/svg+xml"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_POLYLINE = re.compile(rf"\s*M\s*(?:{_NUMBER.pattern}[\s,]+{_NUMBER.pattern}\s*L?\s*)+")
_TEXT_TAGS = {f"{{{SVG}}}{tag}" for tag in ("text", "tspan", "textPath", "foreignObject", "script")}

ET.register_namespace("", SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
ET.register_namespace("pnp", PNP)


class SvgError(ValueError):
    """The SVG is not what a template may give; `code` is the finding's code, `line` counts from one."""

    def __init__(self, message: str, hint: str = "", code: str = "template/error", line: int = 0) -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code
        self.line = line


def parse_svg(source: str) -> ET.Element:
    """Return the root of an SVG document; SvgError when it is none or declares entities."""
    if "<!DOCTYPE" in source or "<!ENTITY" in source:
        raise SvgError("The SVG has a DOCTYPE or an entity.", "Delete that line; a template needs none.")
    try:
        root = ET.fromstring(source)  # noqa: S314 - no entities are left
    except ET.ParseError as error:
        line, column = error.position
        problem = str(error).partition(":")[0]
        raise SvgError(f"The SVG is not well formed: {problem}, column {column + 1}.", line=line) from None
    if root.tag != f"{{{SVG}}}svg":
        raise SvgError("The file's outermost element is not <svg>.", f'Begin with <svg xmlns="{SVG}" …>.')
    return root


def part_elements(root: ET.Element, name: str) -> list[ET.Element]:
    """Take the elements `pnp:<name>` out of the tree and return them in order."""
    found: list[ET.Element] = []
    for parent in list(root.iter()):
        for child in [c for c in parent if c.tag == f"{{{PNP}}}{name}"]:
            if len(child):
                raise SvgError(
                    f"<pnp:{name}> holds another element.", "Write **bold**, *italic* and :icon: instead."
                )
            found.append(child)
            parent.remove(child)
    return found


def part_texts(root: ET.Element) -> list[ET.Element]:
    """Take the `pnp:text` elements out of the tree and return them in order; no other text may be there."""
    found = part_elements(root, "text")
    for element in root.iter():
        name = element.tag.partition("}")[2]
        if element.tag in _TEXT_TAGS:
            raise SvgError(
                f"<{name}> may not stand in art.", "Text goes into <pnp:text>, which is fitted and checked."
            )
        if element.tag.startswith(f"{{{PNP}}}"):
            raise SvgError(f"There is no element <pnp:{name}>.", "There are <pnp:text> and <pnp:face>.")
    return found


def part_over(root: ET.Element) -> ET.Element | None:
    """Take the children marked `pnp:over` out; return them as a tree of their own with the definitions."""
    above = [child for child in root if child.attrib.pop(f"{{{PNP}}}over", None) is not None]
    if not above:
        return None
    for child in above:
        root.remove(child)
    over = ET.Element(root.tag, root.attrib)
    over.extend([child for child in root if child.tag == f"{{{SVG}}}defs"])
    over.extend(above)
    return over


def secure_art(root: ET.Element, folders: Sequence[Path]) -> None:
    """Embed the images that the art names, and refuse whatever lies outside `folders`.

    Raises SvgError (`asset/missing` when there is no such file).
    """
    for element in root.iter():
        for key, value in element.attrib.items():
            if key in {"href", _XLINK_HREF}:
                if not value.startswith(("#", "data:")):
                    element.set(key, _embedded(value, folders))
            elif _URL.search(value):
                raise SvgError(
                    f"The art refers to something outside: {value!r}.", "Only url(#id) is allowed."
                )
        if element.text and element.tag == f"{{{SVG}}}style" and _URL.search(element.text):
            raise SvgError("A <style> refers to something outside.", "Only url(#id) is allowed.")


def _embedded(href: str, folders: Sequence[Path]) -> str:
    if "://" in href or href.startswith(("/", "file:")) or ".." in href.split("/"):
        raise SvgError(
            f"The image {href!r} lies outside the project.",
            "Put the file beside the template and name it by its short path.",
        )
    for folder in folders:
        file = (folder / href).resolve()
        if file.is_file():
            if not any(file.is_relative_to(f.resolve()) for f in folders):
                raise SvgError(
                    f"The image {href!r} lies outside the project.", "Copy the file into the project."
                )
            kind = mimetypes.guess_type(file.name)[0]
            if kind not in _IMAGES:
                raise SvgError(f"The image {href!r} is no PNG, JPEG or SVG.", "Convert it.")
            return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
    raise SvgError(f"There is no image {href!r}.", "Look at the name and its folder.", code="asset/missing")


def serialise(root: ET.Element, width: float, height: float, bleed: float) -> str:
    """Return the art as text, its page widened by the bleed on every side."""
    root.set("viewBox", f"{-bleed:g} {-bleed:g} {width + 2 * bleed:g} {height + 2 * bleed:g}")
    root.set("width", f"{width + 2 * bleed:g}mm")
    root.set("height", f"{height + 2 * bleed:g}mm")
    return ET.tostring(root, encoding="unicode")


def drawn_routes(art: str) -> dict[int, list[list[tuple[float, float]]]]:
    """Return the polylines of all elements that carry `pnp:route`, by its number, as the art draws them.

    Raises SvgError for a path of anything but M and L with absolute coordinates.
    """
    found: dict[int, list[list[tuple[float, float]]]] = {}
    for element in parse_svg(art).iter():
        number = element.get(f"{{{PNP}}}route")
        if number is not None:
            data = element.get("d", "")
            if not _POLYLINE.fullmatch(data):
                raise SvgError(
                    f"The path of route {number} is no polyline.", "Draw a route with M and L alone."
                )
            values = [float(v) for v in _NUMBER.findall(data)]
            found.setdefault(int(number), []).append(list(zip(values[::2], values[1::2], strict=True)))
    return found
