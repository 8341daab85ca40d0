"""Hex tiles: seven hexes with a pair of signs at each side, drawn by one template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.hexes import NEIGHBOURS, Side, Tile, hex_centre, hex_corners, side_angle, tile_outline

if TYPE_CHECKING:
    from pnp.content.gamefile import HexTile
    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component, Game


def draw_hextile(component: Component, game: Game, templates: Templates) -> tuple[Face, Tile]:
    """Return the tile's face and the geometry it was drawn from."""
    options: HexTile = component.options
    size = options.across_flats
    middle = (component.width / 2, component.height / 2)
    centres = [
        (middle[0] + x, middle[1] + y) for x, y in (hex_centre(q, r, size) for q, r in ((0, 0), *NEIGHBOURS))
    ]
    records = sorted(game.collections[options.directions], key=lambda r: r.typed.side)
    tile = Tile(
        size,
        middle,
        tuple(hex_corners(c, size) for c in centres),
        tuple(centres),
        tile_outline(middle, size),
        tuple(
            Side(r.typed.side, side_angle(r.typed.side), tuple(r.typed.pair), r.typed.reference)
            for r in records
        ),
    )
    face = templates.face(options.face, component, component.id, component.mark, cut=tile.outline, tile=tile)
    return face, tile
