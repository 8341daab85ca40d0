"""A game as read: its records, its components, its looks. No stage below changes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pnp.model.finding import Mark
    from pnp.model.marks import Document, Path_
    from pnp.model.theme import Theme


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One record: fields by `record["name"]`, the typed model of its kind in `typed`."""

    id: str
    fields: Mapping[str, Any]
    typed: Any
    document: Document = field(repr=False)
    path: Path_ = ()

    def __getitem__(self, key: str) -> Any:
        return self.fields[key]

    def __contains__(self, key: str) -> bool:
        return key in self.fields

    def mark(self, *path: str | int) -> Mark:
        """Return where a field of the record stands."""
        return self.document.mark(*self.path, *path)


@dataclass(frozen=True, slots=True, eq=False)
class Collection:
    """The records of one file, in its order; `collection[id]` and iteration."""

    id: str
    kind: str
    origin: str
    document: Document = field(repr=False)
    records: tuple[Record, ...]
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)
    by_id: Mapping[str, Record] = field(default_factory=dict, repr=False)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, key: str) -> Record:
        return self.by_id[key]

    def __contains__(self, key: object) -> bool:
        return key in self.by_id


@dataclass(frozen=True, slots=True)
class Poster:
    """A face over several pages: of which paper (`paper` is the kit's), how wide in mm if not as it is."""

    paper: str
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Component:
    """One printed thing of the kit: what it is (`kind` and its options) and how it is put on paper.

    `drawn_at` is the size that its template is made for, where this is not its own size; `corners` is the
    radius in millimetres by which the corners of its pieces are rounded.
    """

    id: str
    title: str
    kind: str
    options: Any
    width: float
    height: float
    bleed: float
    gutter: float
    copies: int | str | Mapping[int, int]
    impose: str
    mark: Mark
    posters: tuple[Poster, ...] = ()
    drawn_at: tuple[float, float] | None = None
    corners: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A whole game in one language; `locale` is what decides its hyphenation, plurals and numbers."""

    id: str
    title: str
    language: str
    locale: str
    min_players: int
    max_players: int
    collections: Mapping[str, Collection]
    components: tuple[Component, ...]
    words: Mapping[str, Any]
    data: Mapping[str, Any]
    checks: tuple[Any, ...]
    theme: Theme
    document: Document = field(repr=False)
    content_dir: Path
    template_dir: Path

    @property
    def own_language(self) -> str:
        """Return the language that the game is written in."""
        return str(self.document.data["language"])

    def find(self, record_id: str) -> Record | None:
        """Return the record of that id from whichever collection has it."""
        for collection in self.collections.values():
            if record_id in collection:
                return collection[record_id]
        return None
