"""The models of `game.yaml` and `theme.yaml`: what a game may say about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from pnp.content.bookfile import Book, Booklet
from pnp.content.kinds import FIELD_TYPES, KINDS, Slug
from pnp.content.numbers import check_language, plural_forms
from pnp.model.theme import Align, VAlign
from pnp.model.units import COLOR, SIZE, parse_color, parse_size

if TYPE_CHECKING:
    from collections.abc import Iterator

Positive = Annotated[float, Field(gt=0, le=5000)]
Length = Annotated[float, Field(ge=0, le=50)]
Title = Annotated[str, Field(min_length=1)]


def _color(value: str) -> str:
    parse_color(value)
    return value


Color = Annotated[
    str, AfterValidator(_color), WithJsonSchema({"type": "string", "pattern": rf"^{COLOR.pattern}$"})
]
Size = Annotated[str, WithJsonSchema({"type": "string", "pattern": rf"^{SIZE.pattern}$"})]
FieldSpec = Annotated[
    str | dict[str, Any],
    WithJsonSchema({"anyOf": [{"type": "string", "enum": list(FIELD_TYPES)}, {"type": "object"}]}),
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Players(_Model):
    """How many can play."""

    min: Annotated[int, Field(ge=1)]
    max: Annotated[int, Field(ge=1, le=99)]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min > self.max:
            raise ValueError(f"min {self.min} is larger than max {self.max}")
        return self


class About(_Model):
    """What a field holds, for people who edit records, in both languages of the program."""

    ru: Title
    en: Title


class CollectionSpec(_Model):
    """Records of one kind: `fields` are those that the game adds, `count` is how many.

    `about` explains fields by name, or by `field.inner` within them.

    `file` holds a list of them; with a `*` in its name, each file that it matches is one record, called by
    the file's name.
    """

    file: str
    kind: Annotated[str, WithJsonSchema({"type": "string", "enum": list(KINDS)})] = "card"
    origin: Literal["source", "ours"]
    count: Annotated[int, Field(ge=0)] | None = None
    fields: dict[str, FieldSpec] = Field(default_factory=dict)
    about: dict[str, About] = Field(default_factory=dict)

    @field_validator("kind")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in KINDS:
            raise ValueError(f"{value!r} is no kind of record; there are {', '.join(KINDS)}")
        return value


class Cards(_Model):
    """Cards of a collection: a face and, where there is one, a back; `where` picks records.

    `shape` is the outline that is cut, filling the component's size.
    """

    of: str | None = None
    face: str
    back: str | None = None
    where: str | None = None
    shape: Literal["rectangle", "hex", "circle"] = "rectangle"


class RouteMap(_Model):
    """A map of routes, drawn by one template from what the engine works out.

    `labels` are text styles by kind of place (and for a `mark`), with a `default`; `number` is the style of
    the shields. `step` is the wanted distance of cells in map units, `cell` their diameter in millimetres,
    `symbols` the radius of a place by kind (and of a `crossing`), `frame` the room left, above, right and
    below the places, `keep_clear` areas (x, y, width, height) without labels.

    `marks` are records that lie on a cell, by `route` and `cell`; each carries the word `mark_word` of the
    game's words. `regions` are the records that places name as their `region`; their names stand on the map
    where there is room. `land` are outlines of land, `waters` of rivers and lakes, which labels rather keep
    off; `ashore` says how far, in map units, a kind of place may stand from the shore. Up to `styles` looks
    tell the routes apart.
    """

    places: str
    routes: str
    face: str
    step: Positive
    cell: Positive
    labels: Annotated[dict[str, str], Field(min_length=1)]
    number: str
    frame: Annotated[list[Length], Field(min_length=4, max_length=4)]
    margin: Length = 10
    symbols: dict[str, Positive] = Field(default_factory=dict)
    keep_clear: list[Annotated[list[float], Field(min_length=4, max_length=4)]] = Field(default_factory=list)
    marks: str | None = None
    mark_word: str | None = None
    regions: str | None = None
    land: str | None = None
    waters: list[str] = Field(default_factory=list)
    ashore: dict[str, Positive] = Field(default_factory=dict)
    styles: Annotated[int, Field(ge=1, le=12)] = 8


class Strips(_Model):
    """The routes of the component `map` laid straight, a piece each, as cells to stand on, ends included.

    In millimetres: `cell` is the diameter of a cell, `pitch` the distance of two, `head` and `foot` the room
    above and below a row of cells, `side` that before the first and after the last; a route longer than
    `length` folds into two rows.
    """

    map: str
    face: str
    cell: Positive
    pitch: Positive
    head: Positive
    foot: Positive
    side: Positive
    length: Positive


class Track(_Model):
    """A ring of squares round a board, corners first; `corner` is a corner's side in millimetres."""

    of: str
    face: str
    square: str
    corner: str
    corner_side: Positive
    margin: Length = 0


class HexTile(_Model):
    """A tile of seven hexes with a sign at each of its six sides; `across_flats` is of one hex."""

    directions: str
    face: str
    back: str | None = None
    across_flats: Positive


class HexFieldSheet(_Model):
    """Fields of hex tiles, one face a record; `box` (x, y, width, height) in mm is where the field is drawn.

    `tiles` names the records' field that lists tiles standing on it, `areas` the fields that list areas, and
    `amount` the field of a standing tile that holds a whole number above zero.
    """

    of: str
    face: str
    box: Annotated[list[Positive], Field(min_length=4, max_length=4)]
    tiles: str
    areas: list[str] = Field(default_factory=list)
    amount: str | None = None


class PosterSpec(_Model):
    """An extra file with the component cut over pages of a paper; `width` of the whole in mm reduces it.

    The paper `paper` is that of the build. A name alone stands for the paper.
    """

    paper: str
    width: Positive | None = None


class ComponentSpec(_Model):
    """One printed thing: exactly one of the kinds, its size and how it goes on paper.

    `corners` is the radius of rounded corners in mm, `posters` are further files with the same on several
    pages.
    Templates and options are made for the size `drawn_at`, where it is given, and scaled to `size`.
    """

    title: Title
    cards: Cards | None = None
    routemap: RouteMap | None = None
    strips: Strips | None = None
    track: Track | None = None
    hextile: HexTile | None = None
    hexfield: HexFieldSheet | None = None
    book: Book | None = None
    booklet: Booklet | None = None
    size: Size | None = None
    drawn_at: Size | None = None
    corners: Length = 0
    bleed: Length = 3
    gutter: Length | None = None
    copies: Annotated[int, Field(ge=1, le=1000)] | str | dict[int, int] = 1
    impose: Literal["grid", "page", "poster", "booklet", "pack"] = "grid"
    posters: list[str | PosterSpec] = Field(default_factory=list)

    @property
    def kind(self) -> str:
        """Return which of the kinds it is."""
        return next(k for k in COMPONENT_KINDS if getattr(self, k) is not None)

    @field_validator("size", "drawn_at")
    @classmethod
    def _size(cls, value: str | None) -> str | None:
        if value is not None:
            parse_size(value)
        return value

    @field_validator("corners")
    @classmethod
    def _corners(cls, value: float, info: ValidationInfo) -> float:
        cards, size = info.data.get("cards"), info.data.get("size")
        whole = any(info.data.get(kind) for kind in ("book", "booklet", "hextile"))
        if value and (whole or (cards and cards.shape != "rectangle")):
            raise ValueError("only rectangular pieces have corners to round")
        if size and 2 * value > min(parse_size(size)):
            raise ValueError(f"{value:g} is more than half of the shorter side of {size}")
        return value

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        given = [k for k in COMPONENT_KINDS if getattr(self, k) is not None]
        if len(given) != 1:
            raise ValueError(
                f"a component is exactly one of {', '.join(COMPONENT_KINDS)}; this has {len(given)}"
            )
        if self.size is None and self.hextile is None and self.strips is None:
            raise ValueError("a component needs a size, such as 63x88")
        if self.impose == "pack" and self.cards and self.cards.back:
            raise ValueError("pieces of several sizes that share sheets have no backs")
        return self


COMPONENT_KINDS = ("cards", "routemap", "strips", "track", "hextile", "hexfield", "book", "booklet")

_COLLECTION_KEYS: dict[str, str | None] = {
    "of": None,
    "places": "place",
    "routes": "route",
    "directions": "direction",
    "marks": None,
    "regions": None,
    "land": "outline",
    "waters": "outline",
    "rulings": None,
}
"""Options that name collections, and the kind of record that these must hold."""


def named_collections(options: object) -> Iterator[tuple[str, str | None, str]]:
    """Yield (option, wanted kind of record, collection) for each collection that a component names."""
    for key, kind in _COLLECTION_KEYS.items():
        value = getattr(options, key, None) or ()
        for name in (value,) if isinstance(value, str) else value:
            yield key, kind, name


class CheckSpec(_Model):
    """A named check: `that` must be true, for all or `each` record of a collection (called `it`)."""

    id: Slug
    that: str
    each: str | None = None
    message: str
    why: str = ""


class GameFile(_Model):
    """`game.yaml`; `data` are files that templates read as they are, `words` are the templates' own words.

    A word that is counted gives its plural forms: one, few, many, other, as the language has them.
    """

    id: Slug
    title: Title
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    players: Players
    collections: dict[Slug, CollectionSpec] = Field(default_factory=dict)
    components: dict[Slug, ComponentSpec]
    data: dict[str, str] = Field(default_factory=dict)
    words: dict[str, str | dict[str, str]] = Field(default_factory=dict)
    checks: list[CheckSpec] = Field(default_factory=list)
    credits: list[str] = Field(default_factory=list)

    @field_validator("checks")
    @classmethod
    def _called_apart(cls, value: list[CheckSpec]) -> list[CheckSpec]:
        ids = [check.id for check in value]
        twice = next((i for i in ids if ids.count(i) > 1), None)
        if twice is not None:
            raise ValueError(f"two checks are called {twice!r}")
        return value

    @field_validator("language")
    @classmethod
    def _language(cls, value: str) -> str:
        check_language(value)
        return value

    @model_validator(mode="after")
    def _plurals(self) -> Self:
        for name, forms in self.words.items():
            if isinstance(forms, dict) and set(forms) != set(plural_forms(self.language)):
                wanted = ", ".join(plural_forms(self.language))
                raise ValueError(f"the word {name!r} must have the plural forms {wanted}")
        return self


class FontSpec(_Model):
    """Font files of one family, by name in `fonts/`."""

    regular: str
    bold: str | None = None
    italic: str | None = None
    bold_italic: str | None = None
    signs: str | None = None


class StyleSpec(_Model):
    """A text style: `size` and `min` in points, `leading` and `tracking` in parts of the size."""

    font: str
    size: Annotated[float, Field(ge=1, le=400)]
    min: Annotated[float, Field(ge=1, le=400)] | None = None
    leading: Annotated[float, Field(ge=0.7, le=3)] = 1.2
    tracking: Annotated[float, Field(ge=-0.1, le=1)] = 0
    color: str = "#000000"
    align: Align = "left"
    valign: VAlign = "top"
    hyphenate: bool = True
    bold: bool = False
    italic: bool = False

    @model_validator(mode="after")
    def _minimum(self) -> Self:
        if self.min is not None and self.min > self.size:
            raise ValueError(f"min {self.min:g} is larger than size {self.size:g}")
        return self


class ThemeFile(_Model):
    """`theme.yaml`."""

    fonts: dict[str, FontSpec]
    colors: dict[str, Color] = Field(default_factory=dict)
    styles: dict[str, StyleSpec]
