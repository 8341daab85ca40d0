"""What a project's editors need: schemas, and the first line of each YAML file that names its own."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.content.bookfile import IndexedRule
from pnp.content.gamefile import GameFile, ThemeFile
from pnp.content.load import collection_files
from pnp.content.overlay import languages_of, overlay_file
from pnp.content.ownwords import shipped_words
from pnp.content.project import file_within
from pnp.content.schema import read_model
from pnp.content.yamlfile import load_yaml
from pnp.editors.models import Json, bare, model_schema
from pnp.editors.records import collection_schema, overlay_schema
from pnp.errors import ContentError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.content.project import Project

_HEAD: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by pnp schema: change game.yaml or the program, not this file.",
}
_LINE = re.compile(rb"# yaml-language-server:[^\r\n]*(?:\r?\n|\Z)")
_OTHER_ENCODINGS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
"""Byte order marks: such files are refused elsewhere, and left alone here."""


@dataclass(frozen=True, slots=True)
class Stale:
    """What is out of date in a project, by its path there: what files should hold, needless schemas."""

    files: dict[str, bytes]
    needless: list[str]


def stale_files(project: Project) -> Stale:
    """Return what is to be written and deleted; ContentError when a game.yaml cannot be read."""
    shared = project.root / "content" / "schema"
    schemas: dict[Path, Json] = {
        shared / "game.json": model_schema(GameFile),
        shared / "theme.json": model_schema(ThemeFile),
        shared / "rules-index.json": {"type": "array", "items": model_schema(IndexedRule)},
    }
    named: dict[Path, Path] = {}
    for game_id in project.game_ids():
        folder = project.root / "content" / game_id
        spec = _read_game(folder / "game.yaml")
        schemas |= _schemas(folder, spec)
        named |= dict(_named(folder, spec, shared))
        named[project.root / "templates" / game_id / "theme.yaml"] = shared / "theme.json"
    words = sorted((project.root / "content" / "words").glob("*.yaml"))
    if words:
        schemas[shared / "words.json"] = _words_schema()
        named |= dict.fromkeys(words, shared / "words.json")
    wanted = {file: _json(schema) for file, schema in schemas.items()}
    wanted |= {file: _with_line(file, schema) for file, schema in named.items() if file.is_file()}
    changed = {file: data for file, data in wanted.items() if not file.is_file() or file.read_bytes() != data}
    needless = [file for file in _written(project) if file not in schemas]
    return Stale(
        {_inside(f, project): data for f, data in changed.items()}, [_inside(f, project) for f in needless]
    )


def _words_schema() -> Json:
    """Return the schema of a project's words for the program, each described by the word itself."""
    russian, english = shipped_words("ru"), shipped_words("en")
    words = {
        key: {"type": ["string", "null"], "description": f"{russian[key].strip()}\n\n{text.strip()}"}
        for key, text in english.items()
    }
    return {"type": "object", "properties": words, "additionalProperties": False}


def _inside(file: Path, project: Project) -> str:
    return file.relative_to(project.root).as_posix()


def _read_game(file: Path) -> GameFile:
    document = load_yaml(file)
    spec, findings = read_model(GameFile, document.data, document)
    if spec is None:
        raise ContentError(*findings)
    return spec


def _schemas(folder: Path, spec: GameFile) -> dict[Path, Json]:
    """Return the schemas of a game's own files, by where they belong."""
    schemas = {name: collection_schema(collection) for name, collection in spec.collections.items()}
    schemas["lang"] = overlay_schema(spec)
    return {folder / "schema" / f"{name}.json": schema for name, schema in schemas.items()}


def _named(folder: Path, spec: GameFile, shared: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each YAML file of a game's folder that has a schema, and that schema's file."""
    yield folder / "game.yaml", shared / "game.json"
    for language in languages_of(folder):
        yield overlay_file(folder, language), folder / "schema" / "lang.json"
    for name, collection in spec.collections.items():
        for file in collection_files(folder, collection):
            if found := file_within(folder, file):
                yield found, folder / "schema" / f"{name}.json"
    for component in spec.components.values():
        index = component.book.index if component.book else None
        if index and (found := file_within(folder, index)):
            yield found, shared / "rules-index.json"


def _json(schema: Json) -> bytes:
    text = json.dumps({**_HEAD, **bare(schema, {"format"})}, ensure_ascii=False, indent=1)
    return f"{text}\n".encode()


def _with_line(file: Path, schema: Path) -> bytes:
    """Return a YAML file with its schema named in the first line."""
    data = file.read_bytes()
    if data.startswith(_OTHER_ENCODINGS):
        return data
    end = "\r\n" if data.partition(b"\n")[0].endswith(b"\r") else "\n"
    path = os.path.relpath(schema, file.parent).replace(os.sep, "/")
    line = f"# yaml-language-server: $schema={path}{end}".encode()
    old = _LINE.match(data)
    return line + (data[old.end() :] if old else data)


def _written(project: Project) -> list[Path]:
    """Return the schemas that an earlier `pnp schema` wrote."""
    content = project.root / "content"
    files = sorted([*content.glob("schema/*.json"), *content.glob("*/schema/*.json")])
    return [file for file in files if _HEAD["$comment"].encode() in file.read_bytes()[:400]]
