"""What a book says, free of any page: blocks with the line of the file that each comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.model.finding import Mark
    from pnp.model.theme import Align

_MARKUP = re.compile(r"\[\[[a-z0-9-]+\|([^\]]+)\]\]|\[([^\]]+)\]\([^)]*\)|[*_\\`]|:[a-z][a-z0-9-]+:")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: 1 is the book's title, 2 a chapter, 3 a section; `anchor` is what links name."""

    level: int
    text: str
    anchor: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of rich text."""

    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `start` is the first number, or None for bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    mark: Mark


@dataclass(frozen=True, slots=True)
class Quote:
    """What stands in a tinted box: an example."""

    blocks: tuple[Block, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; without `width`, its share, it takes what its words need."""

    head: str
    align: Align
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table that runs in `side_by_side` columns of the page."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    mark: Mark
    side_by_side: int = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its name in the game, with a caption."""

    name: str
    caption: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question about the rules and its answer; `where` is empty when it is the same as the one before."""

    where: str
    question: str
    answer: str
    mark: Mark


Block = Heading | Paragraph | Listing | Quote | Table | Picture | Ruling


@dataclass(frozen=True, slots=True)
class Named:
    """Something that the file names: a rule, a record, the target of a link."""

    name: str
    mark: Mark


@dataclass(frozen=True, slots=True, eq=False)
class BookText:
    """A book as read: its blocks, and all that it names."""

    file: Path
    title: str
    blocks: tuple[Block, ...]
    rules: tuple[Named, ...] = ()
    references: tuple[Named, ...] = ()
    links: tuple[Named, ...] = field(default=())

    def headings(self) -> Iterator[Heading]:
        """Yield the headings in their order."""
        return (block for block in self.blocks if isinstance(block, Heading))


def plain(text: str) -> str:
    """Return a rich text without its markup."""
    return _MARKUP.sub(lambda m: m[1] or m[2] or "", text)


def anchor(text: str) -> str:
    """Return what a link to a heading is written like: its words in small letters with hyphens between."""
    return re.sub(r"[\W_]+", "-", plain(text).casefold()).strip("-")
