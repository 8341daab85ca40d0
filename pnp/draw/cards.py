"""Cards: one template for all fronts of a collection, one for their backs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.draw.shapes import shape_outline
from pnp.errors import ContentError
from pnp.model.face import Piece
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.content.gamefile import Cards
    from pnp.draw.template import Templates
    from pnp.model.game import Collection, Component, Game, Record


def draw_cards(component: Component, game: Game, templates: Templates, players: int) -> tuple[Piece, ...]:
    """Return the pieces of a component of cards; a set for each player lies together."""
    options: Cards = component.options
    cut = shape_outline(options.shape, component.width, component.height)
    if options.of is None:
        face = templates.face(options.face, component, component.id, component.mark, cut=cut)
        back = (
            templates.face(options.back, component, component.id, component.mark, cut=cut)
            if options.back
            else None
        )
        return (Piece(face, back, copies_of(component, None, players)),)
    sets = players if component.copies == "players" else 1
    cards = [
        Piece(
            templates.face(options.face, component, record.id, record.mark(), cut=cut, card=record),
            templates.face(options.back, component, record.id, record.mark(), cut=cut, card=record)
            if options.back
            else None,
            1 if sets > 1 else copies_of(component, record, players),
        )
        for record in _chosen(game.collections[options.of], options, component, templates)
    ]
    return tuple(cards * sets)


def count_pieces(component: Component, game: Game, templates: Templates, players: int) -> tuple[int, int]:
    """Return how many distinct fronts and how many pieces a component has, without drawing it.

    Fronts that turn out to look the same are counted apart here.
    """
    collection = getattr(component.options, "of", None) if component.kind == "cards" else None
    if collection is None:
        return 1, copies_of(component, None, players)
    records = list(_chosen(game.collections[collection], component.options, component, templates))
    return len(records), sum(copies_of(component, record, players) for record in records)


def _chosen(
    collection: Collection, options: Cards, component: Component, templates: Templates
) -> Iterator[Record]:
    for record in collection:
        mark = templates.game.document.mark("components", component.id, "cards", "where")
        if options.where is None or templates.holds(options.where, mark, card=record):
            yield record


def copies_of(component: Component, record: Record | None, players: int) -> int:
    """Return how often a piece is printed: a number, `players`, a table by players, or a field of these."""
    copies: Any = component.copies
    mark = component.mark
    if isinstance(copies, str) and copies != "players":
        if record is None or copies not in record:
            message = f"copies: there is no field {copies!r} to take the number from."
            raise ContentError(
                Finding("deck/count", mark, message, "Write a number, 'players' or a field's name.")
            )
        copies, mark = record[copies], record.mark(copies)
    if copies == "players":
        return players
    if isinstance(copies, dict):
        if players not in copies:
            message = f"copies says nothing for {players} players, only for {', '.join(map(str, copies))}."
            raise ContentError(Finding("deck/count", mark, message, "Add that number of players."))
        copies = copies[players]
    if not isinstance(copies, int) or copies < 0:
        raise ContentError(
            Finding("deck/count", mark, f"{copies!r} is no number of copies.", "Write a whole number.")
        )
    return copies
