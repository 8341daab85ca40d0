"""Where a project's files lie, and the fonts and templates that come with the program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pnp.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = _PACKAGE / "shipped" if (_PACKAGE / "shipped").is_dir() else _PACKAGE.parent
"""An installed package carries fonts and common templates inside, a checkout beside."""


@dataclass(frozen=True, slots=True)
class Project:
    """A folder that holds `content/`, and `templates/`, `fonts/` and `out/` beside it."""

    root: Path

    def game_ids(self) -> list[str]:
        """Return the ids of the games, in order of the alphabet.

        Raises UsageError when there is none, OSError where a folder may not be read.
        """
        content = self.root / "content"
        ids = sorted(f.parent.name for f in content.glob("*/game.yaml"))
        if not ids:
            for folder in filter(Path.is_dir, content.iterdir()):
                next(folder.iterdir(), None)
            raise UsageError(f"{content} holds no game: no folder in it has a game.yaml.")
        return ids

    def font_file(self, name: str) -> Path | None:
        """Return a font of the project, or else of the program, by file name."""
        found = (file_within(folder, name) for folder in (self.root / "fonts", SHIPPED / "fonts"))
        return next((file for file in found if file), None)


def file_within(folder: Path, name: str) -> Path | None:
    """Return the file of that name in a folder; None when it is not there or lies elsewhere."""
    file = folder / name
    try:
        if os.path.isfile(file) and os.path.realpath(file).startswith(_real(folder)):  # noqa: PTH113 - pathlib takes three times as long, and there are many icons
            return file
    except (OSError, ValueError, RuntimeError):  # a name too long, a NUL in it, links in a circle
        return None
    return None


@lru_cache(maxsize=64)
def _real(folder: Path) -> str:
    return os.path.realpath(folder) + os.sep


def find_project(start: Path | None) -> Project:
    """Return the project at `start`, or the nearest one upwards from the working folder.

    Raises UsageError when there is none.
    """
    if start is not None:
        if not (start / "content").is_dir():
            raise UsageError(f"{start} is no project: it holds no folder content/.")
        return Project(start.resolve())
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "content").is_dir():
            return Project(folder)
    raise UsageError(
        f"No project here: neither {here} nor a folder above it holds content/. Name one with --project."
    )


def template_folders(game_templates: Path) -> tuple[Path, ...]:
    """Return the folders in which a game's templates, icons and images are looked for, in this order."""
    common = game_templates.parent / "common"
    shipped = SHIPPED / "templates" / "common"
    return tuple(dict.fromkeys((game_templates, common, shipped)))
