"""What earlier builds left in a kit's folder: which of it goes with this build, and which stays."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


class _Cut(BaseModel):
    svg: str
    dxf: str


class _Part(BaseModel):
    component: str


class _Entry(BaseModel):
    component: str
    file: str
    cuts: list[_Cut] = []
    parts: list[_Part] = []


class _Listing(BaseModel):
    """The part of `kit.json` that says which files belong to which components."""

    files: list[_Entry]
    earlier: dict[str, list[str]] = {}


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Files of earlier builds: the names of those that go, and the components of each that stays."""

    gone: tuple[str, ...] = ()
    stay: dict[str, list[str]] = field(default_factory=dict)


def find_leftovers(folder: Path, made: Collection[str], only: Collection[str]) -> Leftovers:
    """Return what the folder's `kit.json` lists, lies there, and is not among the names of what is `made`.

    A whole build leaves none of it; one of some components `only` those that hold pieces of others. Nothing
    is returned where there is no such listing or it cannot be read.
    """
    try:
        listing = _Listing.model_validate_json((folder / "kit.json").read_bytes())
    except (OSError, ValidationError):
        return Leftovers()
    files = dict(listing.earlier)
    for entry in listing.files:
        components = [part.component for part in entry.parts] or [entry.component]
        names = (entry.file, *(name for cut in entry.cuts for name in (cut.svg, cut.dxf)))
        files |= dict.fromkeys(names, components)
    left = {name: ids for name, ids in files.items() if name not in made and _lies_in(folder, name)}
    stay = {name: ids for name, ids in left.items() if only and not set(only).issuperset(ids)}
    return Leftovers(tuple(name for name in left if name not in stay), stay)


def _lies_in(folder: Path, name: str) -> bool:
    """Return whether a listing's name is that of a file in the folder itself, on any system."""
    return PureWindowsPath(name).name == name and (folder / name).is_file()
