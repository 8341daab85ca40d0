"""A ring-shaped board: squares clockwise from the lower right corner, each readable from its own side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.errors import ContentError
from pnp.model.face import Face, Part
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from pnp.content.gamefile import Track
    from pnp.draw.template import Templates
    from pnp.model.face import Turn
    from pnp.model.game import Component, Game

SIDES = 4
_TURNS: tuple[Turn, ...] = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Ring:
    """The board's measures for its template: the ring's outer edge and the field inside it, in mm."""

    margin: float
    corner: float
    square: float
    x: float
    y: float
    width: float
    height: float


def draw_track(component: Component, game: Game, templates: Templates) -> tuple[Face, Ring]:
    """Return the board's face, every square set on it, and its measures.

    Raises ContentError when the squares do not make four equal sides.
    """
    options: Track = component.options
    squares = list(game.collections[options.of])
    if len(squares) % SIDES or len(squares) < 2 * SIDES:
        message = f"{len(squares)} squares do not make four equal sides."
        raise ContentError(
            Finding("deck/count", component.mark, message, "Their number must be 8, 12, 16 and so on.")
        )
    per_side = len(squares) // SIDES
    ring = _ring(component, options, per_side)
    parts: list[Part] = []
    for index, record in enumerate(squares):
        side, step = divmod(index, per_side)
        template = options.square if step else options.corner
        size = (ring.square if step else ring.corner, ring.corner, 0.0)
        face = templates.sized(template, size, record.id, record.mark(), square=record, index=index)
        parts.append(_part(face, component, ring, side, step))
    board = templates.face(options.face, component, component.id, component.mark, ring=ring)
    return Face(
        board.name, board.width, board.height, board.bleed, board.art, board.texts, tuple(parts), board.mark
    ), ring


def _ring(component: Component, options: Track, per_side: int) -> Ring:
    side = component.width - 2 * options.margin
    inner = side - 2 * options.corner_side
    square = inner / (per_side - 1)
    if component.width != component.height or square <= 0:
        message = f"A ring of squares does not fit on {component.width:g} x {component.height:g} mm."
        raise ContentError(
            Finding("schema/type", component.mark, message, "The board must be square, its corners smaller.")
        )
    start = options.margin + options.corner_side
    return Ring(options.margin, options.corner_side, square, start, start, inner, inner)


def _part(face: Face, component: Component, ring: Ring, side: int, step: int) -> Part:
    """Return a square in its place: `step` squares on from the corner that begins its side."""
    along = 0.0 if step == 0 else ring.corner + (step - 1) * ring.square
    near, far = ring.margin, component.width - ring.margin
    width = face.width
    x, y = {
        0: (far - along - width, far - ring.corner),
        1: (near, far - along - width),
        2: (near + along, near),
        3: (far - ring.corner, near + along),
    }[side]
    return Part(face, x, y, _TURNS[side])
