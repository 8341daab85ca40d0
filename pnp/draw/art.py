"""Check art: elements that are drawn, values that mean something, references within the art alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.draw.svg import SVG, XLINK_HREF, SvgError, local
from pnp.draw.values import declarations, value_fault

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Iterator

_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "image", "use"}
_GROUPS = {"svg", "g", "defs", "symbol", "clipPath", "marker", "pattern"}
_GRADIENTS = {"linearGradient", "radialGradient", "stop"}
_WORDS = {"title", "desc", "metadata"}
_DRAWN = {f"{{{SVG}}}{tag}" for tag in _SHAPES | _GROUPS | _GRADIENTS | _WORDS}
_PROSE = {f"{{{SVG}}}{tag}" for tag in _WORDS}
_ID = re.compile(r"url\(\s*['\"]?#([^)'\"]+?)['\"]?\s*\)")
_URL = re.compile(r"url\s*\(\s*['\"]?(?!#)", re.IGNORECASE)
MAX_ELEMENTS = 200_000
"""How many elements art may come to when every `<use>` is followed."""


def check_art(root: ET.Element) -> None:
    """Raise SvgError for the first thing in the art that would not be drawn as it is written."""
    by_id = {element.attrib["id"]: element for element in root.iter() if element.get("id")}
    for element in root.iter():
        if element.tag not in _DRAWN:
            raise SvgError(
                f"<{local(element.tag)}> may not stand in art.",
                f"There may be: {', '.join(sorted(_SHAPES | _GROUPS | _GRADIENTS))}.",
                clues=(rf"<(?:\w+:)?{re.escape(local(element.tag))}\b",),
            )
        _check_attributes(element, by_id)
    _check_prose(root)
    _Expansion(by_id).count(root)


def _check_attributes(element: ET.Element, by_id: dict[str, ET.Element]) -> None:
    for key, value in element.attrib.items():
        if key in {"href", XLINK_HREF}:
            if value.startswith("#") and element.tag != f"{{{SVG}}}image":
                _check_target(element, key, value, value[1:], by_id)
            elif element.tag != f"{{{SVG}}}image":
                raise SvgError(
                    f"The art refers to something outside: {value[:60]!r}.",
                    'Only href="#id" is allowed here.',
                    clues=clues(element, "href", value),
                )
        elif key == "style":
            for name, part in _declared(element, value):
                _check_value(element, name, part, by_id, written=("style", value))
        else:
            _check_value(element, key, value, by_id, written=(key, value))


def _declared(element: ET.Element, value: str) -> tuple[tuple[str, str], ...]:
    found = declarations(value)
    if found is None:
        raise SvgError(
            f"style={value[:60]!r} of <{local(element.tag)}> cannot be read.",
            "Write key: value; key: value.",
            clues=clues(element, "style", value),
        )
    return found


def _check_value(
    element: ET.Element, key: str, value: str, by_id: dict[str, ET.Element], written: tuple[str, str]
) -> None:
    called = "(" in value
    if called and _URL.search(value):
        raise SvgError(
            f"The art refers to something outside: {value[:60]!r}.",
            "Only url(#id) is allowed.",
            clues=clues(element, *written),
        )
    hint = value_fault(key, value)
    if hint is not None:
        raise SvgError(
            f"{key}={value[:60]!r} of <{local(element.tag)}> cannot be drawn.",
            hint,
            clues=clues(element, *written),
        )
    for target in _ID.findall(value) if called else ():
        _check_target(element, *written, target, by_id)


def _check_target(
    element: ET.Element, key: str, value: str, target: str, by_id: dict[str, ET.Element]
) -> None:
    if target not in by_id:
        raise SvgError(
            f"<{local(element.tag)}> refers to #{target[:60]}, which is not there.",
            "Look at the id, or define the element in <defs>.",
            clues=clues(element, local(key), value),
        )


def clues(element: ET.Element, key: str, value: str) -> tuple[str, ...]:
    """Return patterns that find an attribute in the template, the surest first."""
    tag = rf"<(?:\w+:)?{re.escape(local(element.tag))}\b"
    name = rf"{re.escape(key)}\s*=\s*[\"']"
    return (rf"{name}{re.escape(value)}[\"']", rf"(?s:{tag}[^<>]*?){name}[^\"']*{{[{{%]", tag)


def _check_prose(root: ET.Element) -> None:
    """Raise SvgError for text between the elements, which cairosvg leaves out without a word."""
    for element in root.iter():
        texts = [child.tail for child in element]
        texts += [] if element.tag in _PROSE else [element.text]
        stray = next((text.strip() for text in texts if text and text.strip()), "")
        if stray:
            raise SvgError(
                f"The text {stray[:40]!r} stands outside <pnp:text>, where it is not printed.",
                "Put it into a <pnp:text>, or delete it.",
                clues=(re.escape(stray.splitlines()[0]),),
            )


class _Expansion:
    """Counts the elements that a drawing comes to, and finds elements that contain themselves."""

    def __init__(self, by_id: dict[str, ET.Element]) -> None:
        self.by_id = by_id
        self.known: dict[ET.Element, int] = {}
        self.open: set[ET.Element] = set()

    def count(self, element: ET.Element) -> int:
        """Return the number of elements, following references."""
        if element in self.known:
            return self.known[element]
        if element in self.open:
            target = element.get("id", "")
            raise SvgError(
                f"The element #{target} contains itself.",
                "Follow the href and url(#…) in it.",
                clues=(rf"id\s*=\s*[\"']{re.escape(target)}[\"']",),
            )
        self.open.add(element)
        total = 1 + sum(self.count(part) for part in (*element, *self._targets(element)))
        self.open.remove(element)
        self.known[element] = total
        if total > MAX_ELEMENTS:
            raise SvgError(
                f"The art comes to more than {MAX_ELEMENTS:,} elements.",
                "A <use> of a <use> of a <use> grows fast: use fewer.",
                clues=(r"<use\b",),
            )
        return total

    def _targets(self, element: ET.Element) -> Iterator[ET.Element]:
        for key, value in element.attrib.items():
            if "#" in value:
                plain = key in {"href", XLINK_HREF} and value.startswith("#")
                names = [value[1:]] if plain else _ID.findall(value)
                yield from (self.by_id[name] for name in names if name in self.by_id)
