"""Draw a component by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.cards import copies_of, draw_cards
from pnp.errors import ContentError
from pnp.model.face import Drawing, Piece

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
    return [
        _draw(c, game, templates, players)
        for c in game.components
        if c.kind not in BOOKS and not _uses(c, skip)
    ]


def _uses(component: Component, skip: Collection[str]) -> bool:
    names = (getattr(component.options, key, None) for key in ("of", "places", "routes", "directions"))
    return any(name in skip for name in names)


def _draw(component: Component, game: Game, templates: Templates, players: int) -> Drawing:
    try:
        if component.kind == "cards":
            return Drawing(component, draw_cards(component, game, templates, players))
        face, plan = _drawer(component.kind)(component, game, templates)
        return Drawing(component, (Piece(face, None, copies_of(component, None, players)),), plan=plan)
    except ContentError as error:
        return Drawing(component, (), error.findings)


def _drawer(kind: str) -> Drawer:
    if kind == "routemap":
        from pnp.draw.routemap import draw_routemap

        return draw_routemap
    if kind == "track":
        from pnp.draw.track import draw_track

        return draw_track
    from pnp.draw.hextile import draw_hextile

    return draw_hextile
