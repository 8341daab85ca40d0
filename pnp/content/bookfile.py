"""What `game.yaml` says about a book: its files, its looks, its pictures and tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from pnp.content.kinds import IN_LANGUAGE, Slug
from pnp.model.units import parse_size

_Margin = Annotated[float, Field(ge=5, le=60)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Margins(_Model):
    """What stays free round the text, in millimetres; `inner` is at the fold."""

    inner: _Margin = 18
    outer: _Margin = 14
    top: _Margin = 19
    bottom: _Margin = 18


class PictureSpec(_Model):
    """A picture of the book: a template and its size."""

    face: str
    size: str

    @field_validator("size")
    @classmethod
    def _size(cls, value: str) -> str:
        parse_size(value)
        return value


class ColumnSpec(_Model):
    """A column: its head, and a template that makes a cell of a row, which is called `it`.

    `width` is its share; without it the column takes what its words need.
    """

    head: Annotated[str, IN_LANGUAGE] = ""
    value: str
    align: Literal["left", "center", "right"] = "left"
    width: Annotated[float, Field(gt=0)] | None = None


class TableSpec(_Model):
    """A table made from the game: `of` is an expression that gives its rows.

    It runs in `side_by_side` columns of the page.
    """

    of: str
    columns: Annotated[list[ColumnSpec], Field(min_length=1)]
    side_by_side: Annotated[int, Field(ge=1, le=4)] = 1


class Book(_Model):
    """A book set from Markdown.

    `rulings` names the collection that `<!-- rulings -->` prints, `index` the file of rules that the text
    has to state. `cover`, `page`, `back` and `notes` are templates: the title page, the ground of every other
    page, the last page, and those that fill a booklet up. `contents` is the title of the table of contents.
    """

    rules: str
    page: str
    rulings: str | None = None
    index: str | None = None
    cover: str | None = None
    back: str | None = None
    notes: str | None = None
    contents: Annotated[str | None, IN_LANGUAGE] = None
    margins: Margins = Field(default_factory=Margins)
    pictures: dict[Slug, PictureSpec] = Field(default_factory=dict)
    tables: dict[Slug, TableSpec] = Field(default_factory=dict)


class Booklet(_Model):
    """The pages of a book, two on a side of a sheet, in the order in which they are folded."""

    book: str


class IndexedRule(_Model):
    """A rule of the source, in a book's index: `text` is its gist, for those who write the book."""

    id: Slug
    text: str
