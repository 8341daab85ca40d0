"""A `pnp:text` element in, a laid-out TextBox out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast, get_args

from pnp.content.schema import shown
from pnp.draw.svg import SvgError, local, own_clues
from pnp.draw.values import value_fault
from pnp.model.face import TextBox, Turn
from pnp.model.theme import Align, VAlign
from pnp.model.units import parse_color
from pnp.text.fit import fit_text

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Callable

    from pnp.model.game import Game

_ALLOWED = {"id", "x", "y", "width", "height", "style", "align", "valign", "rotate", "color"}
_REFERENCE = re.compile(r"\[\[([a-z0-9-]+)(?:\|([^\]]+))?\]\]")
_TOLERANCE = 0.01
_TURNS: dict[str, Turn] = {"0": 0, "90": 90, "180": 180, "270": 270}


def resolve_references(text: str, game: Game) -> str:
    """Put names for `[[id]]` and the given forms for `[[id|form]]`; an unknown id stays, checks report it."""

    def name(match: re.Match[str]) -> str:
        record = game.find(match[1])
        return match[2] or (str(record["name"]) if record and "name" in record else match[0])

    return _REFERENCE.sub(name, text)


def references(text: str) -> list[str]:
    """Return the ids that a text refers to."""
    return [match[1] for match in _REFERENCE.finditer(text)]


def without_references(text: str) -> str:
    """Return a text with its references taken out."""
    return _REFERENCE.sub("", text)


def make_box(
    element: ET.Element, game: Game, size: tuple[float, float, float], icon_source: Callable[[str], str]
) -> TextBox:
    """Lay out one `pnp:text` of a face of `size` (width, height, bleed).

    Raises SvgError when an attribute is missing, unknown or of no sense, or the box leaves the trim.
    """
    try:
        return _make(element, game, size, icon_source)
    except SvgError as error:
        if error.code == "template/error":  # an icon that is missing is named by the text, not by the box
            error.clues = (*error.clues, *own_clues(element))
        raise


def _make(
    element: ET.Element, game: Game, size: tuple[float, float, float], icon_source: Callable[[str], str]
) -> TextBox:
    attributes = element.attrib
    unknown = sorted(set(attributes) - _ALLOWED)
    if unknown:
        raise SvgError(
            f"<pnp:text> has no attribute {local(unknown[0])!r}.",
            f"It may have: {', '.join(sorted(_ALLOWED))}.",
            clues=(_written(unknown[0], attributes),),
        )
    x, y, width, height = _measures(attributes)
    style = game.theme.styles.get(attributes.get("style", ""))
    if not style:
        raise SvgError(
            f"There is no text style {attributes.get('style')!r}.",
            f"The theme has: {', '.join(sorted(game.theme.styles))}.",
            clues=(_written("style", attributes),),
        )
    turn = _TURNS.get(attributes.get("rotate", "0"))
    if turn is None:
        raise SvgError(
            f"A text cannot be turned by {attributes['rotate']!r}.",
            "Write 0, 90, 180 or 270.",
            clues=(_written("rotate", attributes),),
        )
    align = _choice(attributes.get("align"), get_args(Align), "align")
    valign = _choice(attributes.get("valign"), get_args(VAlign), "valign")
    text = resolve_references(element.text or "", game)
    inner = (height, width) if turn in {90, 270} else (width, height)
    layout = fit_text(text, *inner, style, cast("Align | None", align), cast("VAlign | None", valign))
    icons = {name: icon_source(name) for name in layout.icons}
    color = _color(attributes.get("color"), game) or style.color
    box_id = attributes.get("id", style.name)
    box = TextBox(box_id, x, y, width, height, turn, style, color, text, layout, icons)
    _check_inside(box, size)
    return box


def _check_inside(box: TextBox, size: tuple[float, float, float]) -> None:
    """Raise SvgError when text that fits its box would lie outside the face, where it is cut off."""
    if not box.layout.lines or box.layout.over_width or box.layout.over_height:
        return
    start = min(line.x for line in box.layout.lines)
    end = max(line.x + line.width for line in box.layout.lines)
    left, top, right, bottom = {
        0: (start, 0.0, end, box.height),
        90: (0.0, start, box.width, end),
        180: (box.width - end, 0.0, box.width - start, box.height),
        270: (0.0, box.height - end, box.width, box.height - start),
    }[box.turn]
    beyond = max(-box.x - left, -box.y - top, box.x + right - size[0], box.y + bottom - size[1])
    if beyond > _TOLERANCE:
        raise SvgError(
            f"The text {shown(' '.join(box.text.split()))} reaches {beyond:.2f} mm beyond the trim.",
            "Move the box, or make it smaller.",
        )


def _measures(attributes: dict[str, str]) -> tuple[float, float, float, float]:
    x, y, width, height = (_number(attributes, key) for key in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        key = "width" if width <= 0 else "height"
        raise SvgError(
            f"A text box is {width:g} x {height:g} mm.",
            "Both sides must be larger than zero.",
            clues=(_written(key, attributes),),
        )
    return x, y, width, height


def _written(key: str, attributes: dict[str, str]) -> str:
    """Return the pattern of a `pnp:text` in which an attribute is written out so."""
    return rf"<pnp:text\b[^>]*?\b{re.escape(local(key))}\s*=\s*[\"']{re.escape(attributes.get(key, ''))}[\"']"


def _number(attributes: dict[str, str], key: str) -> float:
    if key not in attributes:
        raise SvgError(f"<pnp:text> lacks {key!r}.", "It needs x, y, width, height and style.")
    hint = value_fault("x", attributes[key])
    if hint is not None or "%" in attributes[key]:
        raise SvgError(
            f"{key}={attributes[key][:40]!r} of a <pnp:text> is no number.",
            "Write a bare number: one unit is one millimetre.",
            clues=(_written(key, attributes),),
        )
    return float(attributes[key])


def _choice(value: str | None, allowed: tuple[str, ...], key: str) -> str | None:
    if value is not None and value not in allowed:
        raise SvgError(
            f"{key}={value!r} of a <pnp:text> is unknown.",
            f"Write one of: {', '.join(allowed)}.",
            clues=(_written(key, {key: value}),),
        )
    return value


def _color(value: str | None, game: Game) -> str | None:
    if value is None:
        return None
    color = game.theme.colors.get(value, value)
    try:
        parse_color(color)
    except ValueError as error:
        raise SvgError(
            f"{error}.", "Or name a colour of the theme.", clues=(_written("color", {"color": value}),)
        ) from None
    return color
