"""The kinds of records that the engine knows, as pydantic models; a game adds fields of its own."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, field_validator, model_validator

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


IN_LANGUAGE: Any = Field(json_schema_extra={"format": "text"})
"""Marks a string that is in the game's language, which a translation has to give."""


_POINTS = r"^\s*[-+.0-9]+,[-+.0-9]+(\s+[-+.0-9]+,[-+.0-9]+)*\s*$"


class Rec(BaseModel):
    """What every record may have; `origin` overrides the collection's."""

    model_config = ConfigDict(extra="allow", strict=True)

    origin: Literal["source", "ours"] | None = None


class Card(Rec):
    """Any record with an id; its other fields are the game's own."""

    id: Slug
    name: Annotated[str, IN_LANGUAGE] = ""
    distinct_from: list[Slug] = Field(default_factory=list)


Coordinate = Annotated[float, Field(ge=-1e6, le=1e6)]


class Place(Card):
    """A place on a route map; `x` grows eastwards, `y` southwards, in units of the map."""

    name: Annotated[str, IN_LANGUAGE]
    kind: Slug
    region: Slug | None = None
    x: Coordinate
    y: Coordinate
    forms: dict[str, Annotated[str, IN_LANGUAGE]] = Field(default_factory=dict)


class Route(Rec):
    """A route between two places, through others, crossing routes in order from its first end."""

    number: Annotated[int, Field(ge=1)]
    ends: Annotated[list[Slug], Field(min_length=2, max_length=2)]
    via: list[Slug] = Field(default_factory=list)
    crosses: list[int] = Field(default_factory=list)


class Outline(Card):
    """A drawn shape of a map, a coast or a river; `points` are "x,y x,y …" in units of the map."""

    points: Annotated[list[tuple[float, float]], WithJsonSchema({"type": "string", "pattern": _POINTS})]

    @field_validator("points", mode="before")
    @classmethod
    def _points(cls, value: object) -> list[tuple[float, float]]:
        if not isinstance(value, str) or not value.strip():
            raise ValueError('write the points as text: "x,y x,y x,y"')
        return [_point(pair) for pair in value.split()]


def _point(pair: str) -> tuple[float, float]:
    try:
        x, y = map(float, pair.split(","))
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"{pair!r} is no point; write x,y without a space inside")
    return x, y


class Square(Rec):
    """A square of a ring-shaped board, clockwise from the start."""

    id: Slug
    name: Annotated[str, IN_LANGUAGE]
    kind: Slug
    group: Slug | None = None
    tax: Annotated[int, Field(ge=0)] | None = None
    price: Annotated[int, Field(ge=0)] | None = None


class Direction(Rec):
    """A side of a hex tile and the pair of signs at it."""

    side: Annotated[int, Field(ge=0, le=5)]
    pair: Annotated[list[Slug], Field(min_length=2, max_length=2)]
    reference: bool = False


Hexon = Annotated[list[int], Field(min_length=2, max_length=2)]
"""A tile's place [q, r] on the lattice of tiles."""


class FieldShape(BaseModel):
    """The tiles of a field: so many rings round [0, 0], or a list of them."""

    model_config = ConfigDict(extra="forbid", strict=True)

    hexagon: Annotated[int, Field(ge=1, le=12)] | None = None
    hexons: Annotated[list[Hexon], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if (self.hexagon is None) == (self.hexons is None):
            raise ValueError("a field is either {hexagon: 3} or {hexons: [[0, 0], [1, 0]]}")
        return self


class HexField(Card):
    """A field of hex tiles with things on it, which are lists in fields of the game's own."""

    field: FieldShape


class Standing(BaseModel):
    """A tile that stands on a field; `orientation` is the side that its arrow looks to."""

    model_config = ConfigDict(extra="allow", strict=True)

    at: Hexon
    orientation: int


class Area(BaseModel):
    """Tiles of a field that belong together."""

    model_config = ConfigDict(extra="allow", strict=True)

    hexons: Annotated[list[Hexon], Field(min_length=1)]


KINDS: dict[str, type[Rec]] = {
    "card": Card,
    "place": Place,
    "route": Route,
    "outline": Outline,
    "square": Square,
    "direction": Direction,
    "field": HexField,
}

FIELD_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "minLength": 1, "format": "text"},
    "word": {"type": "string", "minLength": 1},
    "icon": {"type": "string", "minLength": 1, "format": "icon"},
    "color": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "words": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "number"}},
}
"""The short names of field types in a game's `fields`; `text` is what translators see."""


def record_id(kind: str, record: Rec) -> str:
    """Return what a record of a kind is called by: its id, a route's number, a direction's side."""
    return str(getattr(record, {"route": "number", "direction": "side"}.get(kind, "id")))
