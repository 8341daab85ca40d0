"""Draw a component by its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.content.gamefile import named_collections
from pnp.content.schema import shown
from pnp.draw.cards import copies_of, draw_cards
from pnp.draw.scale import as_drawn, scaled
from pnp.errors import ContentError
from pnp.model.face import Drawing, Piece
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component, Game

    Drawer = Callable[[Component, Game, Templates], tuple[Face, object]]


BOOKS = ("book", "booklet")
"""The kinds that are set, not drawn, and may show whatever is drawn."""


def draw_game(game: Game, templates: Templates, players: int, skip: Collection[str] = ()) -> list[Drawing]:
    """Return the drawings of a game's components but its books; what cannot be drawn is a finding.

    Components that draw on a collection to `skip` are left out: its records could not all be read.
    """
    drawn = (
        _draw(c, game, templates, players)
        for c in game.components
        if c.kind not in BOOKS and not _uses(c, game, skip)
    )
    return [replace(drawing, pieces=_rounded(drawing.pieces, drawing.component)) for drawing in drawn]


def _uses(component: Component, game: Game, skip: Collection[str]) -> bool:
    if component.kind == "strips":
        component = next(c for c in game.components if c.id == component.options.map)
    return any(name in skip for _, _, name in named_collections(component.options))


def _draw(component: Component, game: Game, templates: Templates, players: int) -> Drawing:
    lost = _lost_templates(component, game, templates)
    if lost:
        return Drawing(component, (), lost)
    try:
        drawn = as_drawn(component)
        if component.kind == "cards":
            pieces = _at_size(draw_cards(drawn, game, templates, players), component)
            return Drawing(component, pieces, _nothing(component, pieces))
        if component.kind == "hexfield":
            from pnp.draw.hexfield import draw_hexfields

            pieces, plans = draw_hexfields(drawn, game, templates, players)
            pieces = _at_size(pieces, component)
            return Drawing(component, pieces, _nothing(component, pieces), plans)
        if component.kind == "strips":
            from pnp.draw.strips import draw_strips

            return Drawing(component, draw_strips(component, game, templates, players))
        face, plan = _drawer(component.kind)(drawn, game, templates)
        pieces = (Piece(face, None, copies_of(component, None, players)),)
        return Drawing(component, _at_size(pieces, component), getattr(plan, "findings", ()), plan)
    except ContentError as error:
        return Drawing(component, (), error.findings)


def _at_size(pieces: tuple[Piece, ...], component: Component) -> tuple[Piece, ...]:
    """Return the pieces at the component's size."""
    if component.drawn_at is None:
        return pieces
    return _each(pieces, lambda face: scaled(face, component.width, component.height))


def _rounded(pieces: tuple[Piece, ...], component: Component) -> tuple[Piece, ...]:
    """Return the pieces with the component's corners."""
    if not component.corners:
        return pieces
    return _each(pieces, lambda face: replace(face, corners=component.corners))


def _each(pieces: tuple[Piece, ...], change: Callable[[Face], Face]) -> tuple[Piece, ...]:
    """Return the pieces with their faces changed; a face that several pieces share stays one."""
    faces = {id(face): face for piece in pieces for face in (piece.front, piece.back) if face}
    known = {key: change(face) for key, face in faces.items()}
    return tuple(Piece(known[id(p.front)], p.back and known[id(p.back)], p.copies) for p in pieces)


def _lost_templates(component: Component, game: Game, templates: Templates) -> tuple[Finding, ...]:
    """Return a finding for each template that the component names and that is not there."""
    names = ((key, getattr(component.options, key, None)) for key in ("face", "back", "square", "corner"))
    return tuple(
        Finding(
            "asset/missing",
            game.document.mark("components", component.id, component.kind, key),
            f"There is no template {shown(name)} for {component.id}.",
            f"Templates lie in templates/{game.id}/ and templates/common/.",
        )
        for key, name in names
        if name is not None and not templates.has(name)
    )


def _nothing(component: Component, pieces: tuple[Piece, ...]) -> tuple[Finding, ...]:
    if any(piece.copies for piece in pieces):
        return ()
    message = f"{component.id} has nothing to print: no record is left, or all have zero copies."
    return (Finding("deck/count", component.mark, message, "Add records, or take the component out."),)


def _drawer(kind: str) -> Drawer:
    if kind == "routemap":
        from pnp.draw.routemap import draw_routemap

        return draw_routemap
    if kind == "track":
        from pnp.draw.track import draw_track

        return draw_track
    from pnp.draw.hextile import draw_hextile

    return draw_hextile
