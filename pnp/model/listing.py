"""The files of a kit as `kit.json` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.model.sheet import Duplex


@dataclass(frozen=True, slots=True)
class CutFiles:
    """Drawings of the same cuts, and the pages of a PDF that are cut by them, from 1."""

    pages: tuple[int, ...]
    svg: str
    dxf: str


@dataclass(frozen=True, slots=True)
class PartEntry:
    """A component whose pieces lie on shared sheets."""

    component: str
    title: str
    faces: int
    pieces: int
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the kit as `kit.json` tells it.

    `layout` is grid, pack, page, poster or booklet; `scale` is less than one where a poster is reduced. A
    book is one piece. `duplex` is how its backs get behind the fronts, none where there are none or where
    they are `glued`, on pages after all fronts. `coverage` is how much of each page takes ink, in per cent.
    `cuts` are drawings for a cutting machine, each for the pages that are laid out alike. `parts` are the
    components that share a file's sheets; its size is then that of the largest. `instead_of` is the component
    that the file may be printed for.
    """

    component: str
    title: str
    file: str
    pages: int
    sheets: int
    faces: int
    pieces: int
    size_mm: tuple[float, float]
    paper: str
    layout: str
    scale: float
    duplex: Duplex
    coverage: tuple[float, ...]
    cuts: tuple[CutFiles, ...]
    sha256: str
    glued: bool = False
    parts: tuple[PartEntry, ...] = ()
    instead_of: str | None = None
