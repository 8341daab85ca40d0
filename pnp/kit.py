"""Build kits: load, check, draw, impose, make the PDFs, and only then write."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pnp.checks.run import Report, check_game
from pnp.errors import PnpError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.content.project import Project
    from pnp.model.face import Drawing
    from pnp.model.finding import Finding
    from pnp.model.game import Game
    from pnp.model.sheet import Duplex, Paper, Sheet


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for; `players` is None for the most that a game allows."""

    paper: Paper
    duplex: Duplex
    players: int | None = None
    lang: str | None = None
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the kit as `kit.json` tells it."""

    component: str
    file: str
    pages: int
    sheets: int
    faces: int
    pieces: int
    size_mm: tuple[float, float]
    paper: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Kit:
    """A built kit: what was written where, or nothing when the findings hold errors."""

    game: str
    findings: tuple[Finding, ...]
    folder: Path | None = None
    files: tuple[FileEntry, ...] = ()


def validate_game(project: Project, game_id: str, options: Options) -> Report:
    """Return a game's findings and drawings; nothing is written."""
    return check_game(project, game_id, lambda game: _players(game, options), options.lang)


def build_game(project: Project, game_id: str, options: Options, out: Path) -> Kit:
    """Build one game's kit into `out/<game>/<lang>/`.

    With errors in the content nothing is written and the findings say why. Raises UsageError for options
    that the game cannot follow, PnpError when the disk does not take the files.
    """
    report = validate_game(project, game_id, options)
    game = report.game
    if game is None or any(f.severity == "error" for f in report.findings):
        return Kit(game_id, report.findings)
    unknown = set(options.only) - {c.id for c in game.components}
    if unknown:
        known = ", ".join(c.id for c in game.components)
        raise UsageError(f"{game_id} has no component {min(unknown)!r}. It has: {known}.")
    drawings = [d for d in report.drawings if not options.only or d.component.id in options.only]
    folder = out / game_id / game.language
    made = [_make(drawing, game, options) for drawing in drawings]
    listing = {
        "game": game.id,
        "title": game.title,
        "lang": game.language,
        "players": _players(game, options),
        "paper": options.paper.name,
        "duplex": options.duplex,
        "files": [asdict(entry) for entry, _ in made],
    }
    kit_json = (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()
    write_all(folder, [*((entry.file, data) for entry, data in made), ("kit.json", kit_json)])
    return Kit(game_id, report.findings, folder, tuple(entry for entry, _ in made))


def _players(game: Game, options: Options) -> int:
    if options.players is None:
        return game.max_players
    if not game.min_players <= options.players <= game.max_players:
        raise UsageError(
            f"{game.id} is for {game.min_players} to {game.max_players} players, not for {options.players}."
        )
    return options.players


def _make(drawing: Drawing, game: Game, options: Options) -> tuple[FileEntry, bytes]:
    from pnp.pdf.document import Document

    component = drawing.component
    sheets = impose(drawing, options.paper, options.duplex)
    document = Document(f"{game.title}: {component.title}", game.language, options.duplex)
    document.add(sheets)
    data = document.to_bytes()
    entry = FileEntry(
        component.id,
        f"{component.id}.pdf",
        sum(2 if sheet.back else 1 for sheet in sheets),
        len(sheets),
        len({id(piece.front) for piece in drawing.pieces}),
        sum(piece.copies for piece in drawing.pieces),
        (round(component.width, 3), round(component.height, 3)),
        options.paper.name if component.impose == "grid" else f"{component.width:g}x{component.height:g}",
        hashlib.sha256(data).hexdigest(),
    )
    return entry, data


def impose(drawing: Drawing, paper: Paper, duplex: Duplex) -> list[Sheet]:
    """Return the sheets of a drawing, as its component asks to be put on paper."""
    from pnp.impose.grid import impose_grid
    from pnp.impose.pages import impose_pages

    if drawing.component.impose == "page":
        return impose_pages(drawing.pieces)
    return impose_grid(drawing.component, drawing.pieces, paper, duplex)


def write_all(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    """Write files whole: each into a temporary file beside its place, then all are put there.

    Raises PnpError when the disk is full, read-only, or a file is held open by another program.
    """
    waiting: list[tuple[str, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files:
            with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{name}.", delete=False) as temporary:
                waiting.append((temporary.name, folder / name))
                temporary.write(data)
        for temporary_name, target in waiting:
            os.chmod(temporary_name, 0o644)  # noqa: PTH101 - a temporary file is private, a kit is not
            os.replace(temporary_name, target)  # noqa: PTH105 - the name is a string already
    except OSError as error:
        where = error.filename2 or error.filename or str(folder)
        raise PnpError(
            f"{where} cannot be written: {error.strerror}. Close it elsewhere, or look at the disk."
        ) from None
    finally:
        for temporary_name, _ in waiting:
            with contextlib.suppress(OSError):
                os.unlink(temporary_name)  # noqa: PTH108 - the name is a string already


def describe(project: Project, game_id: str) -> dict[str, Any] | None:
    """Return what `pnp list` tells of a game for the most players, or None when it cannot be loaded."""
    from pnp.content.load import load_game
    from pnp.draw.cards import count_pieces
    from pnp.draw.template import Templates

    game = load_game(project, game_id).game
    if game is None:
        return None
    templates = Templates(game)
    components = []
    for c in game.components:
        faces, pieces = count_pieces(c, game, templates, game.max_players)
        size = [round(c.width, 3), round(c.height, 3)]
        components.append(
            {"id": c.id, "title": c.title, "kind": c.kind, "size_mm": size, "faces": faces, "pieces": pieces}
        )
    return {
        "game": game.id,
        "title": game.title,
        "players": {"min": game.min_players, "max": game.max_players},
        "languages": [game.language],
        "collections": {name: len(c) for name, c in game.collections.items()},
        "components": components,
    }
