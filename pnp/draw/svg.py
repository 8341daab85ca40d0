"""Part a rendered template into art and text boxes, and keep everything foreign out of the art."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "http://www.w3.org/2000/svg"
PNP = "urn:pnp"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_TEXT_BOX = re.compile(r"""<pnp:text\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*?(?:/>|>[^<]*</pnp:text\s*>)""")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_POLYLINE = re.compile(rf"\s*M\s*(?:{_NUMBER.pattern}[\s,]+{_NUMBER.pattern}\s*L?\s*)+")
_TEXT_TAGS = {f"{{{SVG}}}{tag}" for tag in ("text", "tspan", "textPath", "foreignObject", "script")}

ET.register_namespace("", SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
ET.register_namespace("pnp", PNP)


class SvgError(ValueError):
    """The SVG is not what a template may give.

    `code` is the finding's code; `clues` are patterns, the surest first, of what to look for in the template.
    """

    def __init__(
        self, message: str, hint: str = "", code: str = "template/error", clues: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code
        self.clues = clues


def local(tag: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return tag.rpartition("}")[2]


def parse_svg(source: str) -> ET.Element:
    """Return the root of an SVG document; SvgError when it is none or declares entities."""
    if "<!DOCTYPE" in source or "<!ENTITY" in source:
        raise SvgError(
            "The SVG has a DOCTYPE or an entity.",
            "Delete that line; a template needs none.",
            clues=(r"<!DOCTYPE", r"<!ENTITY"),
        )
    try:
        root = ET.fromstring(source)  # noqa: S314 - no entities are left
    except ET.ParseError as error:
        problem = str(error).partition(":")[0]
        raise SvgError(
            f"The SVG is not well formed: {problem}.",
            "Look for a tag that is not closed, or a < or & that is meant as text.",
            clues=_clues_of_line(source, error.position[0]),
        ) from None
    except ValueError as error:  # an encoding that Python does not know
        raise SvgError(f"The SVG cannot be read: {error}.", clues=(r"<\?xml",)) from None
    if root.tag != f"{{{SVG}}}svg":
        raise SvgError(
            "The outermost element is not <svg>.",
            f'Begin with <svg xmlns="{SVG}" …>.',
            clues=(rf"<{re.escape(local(root.tag))}\b",),
        )
    return root


def _clues_of_line(source: str, number: int) -> tuple[str, ...]:
    """Return patterns of a line of the rendered SVG: whole, then what the template may have word for word."""
    lines = [line for line in source.splitlines()[:number] if line.strip()] or [""]
    line = lines[-1].strip()
    parts = [line, line.partition(">")[0], line.partition('"')[0]]
    return tuple(re.escape(part) for part in parts if part)


def without_texts(source: str) -> tuple[str, list[ET.Element]]:
    """Return an SVG document without its plain `pnp:text` elements, and these, parsed.

    None are taken out when one cannot be read by itself, or where comments may hold some that are none.
    """
    if "<!" in source or "<?" in source:
        return source, []
    found = "".join(m[0] for m in _TEXT_BOX.finditer(source))
    try:
        texts = ET.fromstring(f'<svg xmlns:pnp="{PNP}">{found}</svg>')  # noqa: S314 - no entities are in it
    except ET.ParseError:
        return source, []
    return _TEXT_BOX.sub("<pnp:text/>", source), list(texts)


def part_elements(root: ET.Element, name: str) -> list[ET.Element]:
    """Take the elements `pnp:<name>` out of the tree and return them in order.

    Raises SvgError for one that holds another, or stands where the art around it is moved without it.
    """
    still = set(_unmoved(root))
    parents = {child: parent for parent in root.iter() for child in parent}
    found = [e for e in root.iter(f"{{{PNP}}}{name}") if e is not root]
    for element in found:
        _check_own(element, moved=parents[element] not in still)
        _take_out(parents[element], element)
    return found


def part_texts(root: ET.Element) -> list[ET.Element]:
    """Take the `pnp:text` elements out of the tree and return them in order; no other text may be there."""
    found = part_elements(root, "text")
    for element in root.iter():
        name = local(element.tag)
        if element.tag in _TEXT_TAGS:
            raise SvgError(
                f"<{name}> may not stand in art.",
                "Text goes into <pnp:text>, which is fitted and checked.",
                clues=(rf"<{name}\b",),
            )
        if element.tag.startswith(f"{{{PNP}}}"):
            raise SvgError(
                f"There is no element <pnp:{name}>.",
                "There are <pnp:text> and <pnp:face>.",
                clues=(rf"<pnp:{re.escape(name)}\b",),
            )
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


def _unmoved(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the element and the groups in it that are drawn as they stand: moved, turned or kept by none."""
    yield element
    for child in element:
        if child.tag == f"{{{SVG}}}g" and "transform" not in child.attrib:
            yield from _unmoved(child)


def _check_own(element: ET.Element, *, moved: bool) -> None:
    name = local(element.tag)
    if len(element):
        raise SvgError(
            f"<pnp:{name}> holds another element.",
            "Write **bold**, *italic* and :icon: instead.",
            clues=own_clues(element),
        )
    if moved:
        raise SvgError(
            f"A <pnp:{name}> stands inside an element that is moved or not drawn, and would not go with it.",
            "Put it outside, with its own x and y.",
            clues=own_clues(element),
        )


def own_clues(element: ET.Element) -> tuple[str, ...]:
    """Return patterns that find a `pnp:` element in the template."""
    tag = rf"<pnp:{local(element.tag)}\b"
    keys = [key for key in ("id", "style", "name") if key in element.attrib]
    return (*(rf"{tag}[^>]*?\b{key}=[\"']{re.escape(element.attrib[key])}[\"']" for key in keys), tag)


def _take_out(parent: ET.Element, child: ET.Element) -> None:
    """Remove a child, and leave whatever text follows it."""
    at = list(parent).index(child)
    if child.tail and child.tail.strip():
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def serialise(root: ET.Element, width: float, height: float, bleed: float) -> str:
    """Return the art as text, its page widened by the bleed on every side."""
    root.set("viewBox", f"{-bleed:g} {-bleed:g} {width + 2 * bleed:g} {height + 2 * bleed:g}")
    root.set("width", f"{width + 2 * bleed:g}mm")
    root.set("height", f"{height + 2 * bleed:g}mm")
    return ET.tostring(root, encoding="unicode")


def drawn_routes(art: str) -> dict[int, list[list[tuple[float, float]]]]:
    """Return the polylines of all elements that carry `pnp:route`, by its number, as the art draws them.

    Raises SvgError for a path of anything but M and L with absolute coordinates, or one that is moved.
    """
    found: dict[int, list[list[tuple[float, float]]]] = {}
    root = parse_svg(art)
    still = {child for element in _unmoved(root) for child in element if "transform" not in child.attrib}
    for element in root.iter():
        number = element.get(f"{{{PNP}}}route")
        if number is not None:
            data = element.get("d", "")
            if not number.isdecimal() or not _POLYLINE.fullmatch(data) or element not in still:
                raise SvgError(
                    f"The path of route {number[:20]!r} is no polyline on the map.",
                    "Draw a route with M and L alone, inside nothing that is moved.",
                )
            values = [float(v) for v in _NUMBER.findall(data)]
            found.setdefault(int(number), []).append(list(zip(values[::2], values[1::2], strict=True)))
    return found
