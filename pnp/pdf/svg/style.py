"""How an SVG element looks: its attributes and `style`, over what it inherits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.pdf.svg.values import Unknown

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Mapping

SVG = "{http://www.w3.org/2000/svg}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"

DEFAULTS = {
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "clip-rule": "nonzero",
    "color": "#000000",
    "visibility": "visible",
}
"""The properties that children inherit, and what they are without a word."""
_ELSEWHERE = {
    *("mask", "filter", "marker", "marker-start", "marker-mid", "marker-end"),
    *("mix-blend-mode", "paint-order", "vector-effect", "transform-origin"),
}


def declared(element: ET.Element) -> Mapping[str, str]:
    """Return what an element says about itself; its `style` goes before its attributes.

    Raises Unknown when that needs another drawer.
    """
    said: Mapping[str, str] = element.attrib
    if "style" in said:
        pairs = (part.partition(":") for part in said["style"].split(";") if part.strip())
        said = {**said, **{name.strip(): value.strip() for name, _, value in pairs}}
    if not _ELSEWHERE.isdisjoint(said):
        for name in _ELSEWHERE & said.keys():
            if said[name] != "none":
                raise Unknown(f"{name}={said[name]!r}")
    return said


def inherited(said: Mapping[str, str], parent: Mapping[str, str]) -> Mapping[str, str]:
    """Return the inheritable properties of an element: its own over its parent's."""
    own = {name: value for name, value in said.items() if name in DEFAULTS and value != "inherit"}
    return {**parent, **own} if own else parent


def reference(text: str) -> str:
    """Return the id that `url(#id)` or `#id` names; Unknown when it is neither."""
    inner = text.strip().removeprefix("url(").removesuffix(")").strip("'\" ")
    if not inner.startswith("#"):
        raise Unknown(f"the reference {text!r}")
    return inner[1:]
