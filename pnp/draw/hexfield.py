"""Fields of hex tiles: a sheet a record, with the tiles that stand there and the areas that are marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.content.kinds import Area, Standing
from pnp.content.schema import read_model
from pnp.draw.cards import copies_of
from pnp.draw.hexes import NEIGHBOURS, hex_centre, hex_corners, side_angle, tile_centre, tile_outline
from pnp.errors import ContentError
from pnp.model.face import Piece
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pydantic import BaseModel

    from pnp.content.gamefile import HexFieldSheet
    from pnp.content.kinds import FieldShape
    from pnp.draw.template import Templates
    from pnp.model.face import Outline, Point
    from pnp.model.game import Component, Game, Record

    M = TypeVar("M", bound=BaseModel)

Place = tuple[int, int]
SIDES = len(NEIGHBOURS)


@dataclass(frozen=True, slots=True)
class FieldTile:
    """A tile of the field in millimetres of the face: its centre, its outline and its seven hexes."""

    at: Place
    centre: Point
    outline: Outline
    hexes: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """A tile that stands on the field: `angle` in degrees, clockwise from the right, is its arrow's.

    `data` is the tile as the record has it, `index` its number in the record's list.
    """

    index: int
    data: Mapping[str, Any]
    tile: FieldTile
    orientation: int
    angle: float


@dataclass(frozen=True, slots=True)
class Zone:
    """An area of the field; `outlines` go round tiles that lie together, holes included."""

    index: int
    data: Mapping[str, Any]
    tiles: tuple[FieldTile, ...]
    outlines: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """What a field's template draws from."""

    record: Record
    across_flats: float
    tiles: tuple[FieldTile, ...]
    standing: tuple[Stand, ...]
    areas: Mapping[str, tuple[Zone, ...]]


def draw_hexfields(
    component: Component, game: Game, templates: Templates, players: int
) -> tuple[tuple[Piece, ...], tuple[FieldPlan, ...]]:
    """Return a piece for each record of a component, and the plans that they were drawn from.

    Raises ContentError for a thing on the field that has no place.
    """
    options: HexFieldSheet = component.options
    plans = tuple(plan_field(record, options) for record in game.collections[options.of])
    pieces = tuple(
        Piece(
            templates.face(options.face, component, p.record.id, p.record.mark(), card=p.record, field=p),
            None,
            copies_of(component, p.record, players),
        )
        for p in plans
    )
    return pieces, plans


def plan_field(record: Record, options: HexFieldSheet) -> FieldPlan:
    """Return a field as large as the options' box takes, in its middle."""
    places = field_places(record.typed.field)
    corners = [c for q, r in places for c in tile_outline(tile_centre(q, r, 1.0), 1.0)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    x, y, width, height = options.box
    scale = min(width / (right - left), height / (bottom - top))
    origin = (x + (width - scale * (left + right)) / 2, y + (height - scale * (top + bottom)) / 2)

    def tile(at: Sequence[int]) -> FieldTile:
        return _field_tile((at[0], at[1]), origin, scale)

    standing = tuple(
        Stand(i, s.model_dump(), tile(s.at), s.orientation, side_angle(s.orientation % SIDES))
        for i, s in _read(Standing, record, options.tiles)
    )
    areas = {
        name: tuple(_zone(i, a, [tile(at) for at in a.hexons]) for i, a in _read(Area, record, name))
        for name in options.areas
    }
    return FieldPlan(record, scale, tuple(tile(at) for at in places), standing, areas)


def field_places(shape: FieldShape) -> tuple[Place, ...]:
    """Return the places (q, r) of a field's tiles."""
    if shape.hexons is not None:
        return tuple(dict.fromkeys((q, r) for q, r in shape.hexons))
    n = shape.hexagon or 0
    return tuple((q, r) for r in range(-n, n + 1) for q in range(-n, n + 1) if abs(q + r) <= n)


def _read(model: type[M], record: Record, name: str) -> Iterable[tuple[int, M]]:
    """Return the things that a field of the record lists; ContentError for any that is none."""
    values = record.fields.get(name, [])
    if not isinstance(values, list):
        raise ContentError(Finding("schema/type", record.mark(name), f"{name}: a list belongs here.", ""))
    read = [
        (i, *read_model(model, value, record.document, (*record.path, name, i)))
        for i, value in enumerate(values)
    ]
    findings = [f for _, _, found in read for f in found]
    if findings:
        raise ContentError(*findings)
    return [(i, value) for i, value, _ in read if value is not None]


def _field_tile(at: Place, origin: Point, across_flats: float) -> FieldTile:
    x, y = tile_centre(*at, across_flats)
    centre = (origin[0] + x, origin[1] + y)
    middles = [hex_centre(q, r, across_flats) for q, r in ((0, 0), *NEIGHBOURS)]
    hexes = tuple(hex_corners((centre[0] + dx, centre[1] + dy), across_flats) for dx, dy in middles)
    return FieldTile(at, centre, tile_outline(centre, across_flats), hexes)


def _zone(index: int, area: Area, tiles: Sequence[FieldTile]) -> Zone:
    import shapely

    near = 1e-4 * abs(tiles[0].outline[0][0] - tiles[0].centre[0])
    grown = shapely.union_all([shapely.Polygon(t.outline).buffer(near, join_style="mitre") for t in tiles])
    whole = shapely.get_parts(grown.buffer(-near, join_style="mitre"))
    rings = [ring for part in whole for ring in (part.exterior, *part.interiors)]
    outlines = tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)
    return Zone(index, area.model_dump(), tuple(tiles), outlines)
