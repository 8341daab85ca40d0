"""Scale a drawn face: what is made for one size, printed at another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from pnp.model.face import Face, Part, TextBox
    from pnp.model.game import Component
    from pnp.model.type import Layout

SKEW = 0.01
"""How much two sizes may differ in shape: the A sizes do, by rounding to whole millimetres."""


def as_drawn(component: Component) -> Component:
    """Return the component at the size that its template is made for.

    Raises ContentError when that size has another shape than the component's own.
    """
    if component.drawn_at is None:
        return component
    width, height = component.drawn_at
    across, down = component.width / width, component.height / height
    if abs(across / down - 1) > SKEW:
        message = (
            f"drawn_at {width:g}x{height:g} has another shape than {component.width:g}x{component.height:g}."
        )
        hint = f"For a width of {component.width:g} the height is {height * across:.0f}."
        raise ContentError(Finding("schema/type", component.mark, message, hint))
    return replace(component, width=width, height=height, bleed=component.bleed / min(across, down))


def scaled(face: Face, width: float, height: float) -> Face:
    """Return the face at another size; the art follows its frame, texts and parts are moved and scaled."""
    across, down = width / face.width, height / face.height
    factor = min(across, down)
    return replace(
        face,
        width=width,
        height=height,
        bleed=face.bleed * factor,
        texts=tuple(_text(box, across, down) for box in face.texts),
        parts=tuple(_part(part, across, down) for part in face.parts),
        cut=tuple((x * across, y * down) for x, y in face.cut),
    )


def _part(part: Part, across: float, down: float) -> Part:
    inner = (across, down) if part.turn in {0, 180} else (down, across)
    face = scaled(part.face, part.face.width * inner[0], part.face.height * inner[1])
    return replace(part, face=face, x=part.x * across, y=part.y * down)


def _text(box: TextBox, across: float, down: float) -> TextBox:
    return replace(
        box,
        x=box.x * across,
        y=box.y * down,
        width=box.width * across,
        height=box.height * down,
        layout=_layout(box.layout, min(across, down)),
    )


def _layout(layout: Layout, factor: float) -> Layout:
    lines = tuple(
        replace(line, x=line.x * factor, baseline=line.baseline * factor, width=line.width * factor)
        for line in layout.lines
    )
    return replace(
        layout,
        size=layout.size * factor,
        lines=lines,
        over_width=layout.over_width * factor,
        over_height=layout.over_height * factor,
    )
