"""Load a game: every file read, every record typed, every finding kept."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pnp.content.about import check_about
from pnp.content.gamefile import (
    CollectionSpec,
    ComponentSpec,
    GameFile,
    HexTile,
    Strips,
    named_collections,
)
from pnp.content.kinds import FIELD_TYPES, KINDS, record_id
from pnp.content.project import file_within
from pnp.content.sandbox import RESERVED
from pnp.content.schema import (
    did_you_mean,
    field_fault,
    fields_schema,
    kind_of,
    read_fields,
    read_model,
    shown,
)
from pnp.content.theme import load_theme
from pnp.content.yamlfile import load_yaml
from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark
from pnp.model.game import Collection, Component, Game, Poster, Record
from pnp.model.units import parse_size

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.content.project import Project
    from pnp.model.marks import Document, Path_


@dataclass(slots=True)
class Loaded:
    """A game as far as it could be read; `broken` names collections with records that could not."""

    game: Game | None
    findings: list[Finding] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)


def load_game(project: Project, game_id: str) -> Loaded:
    """Read `content/<game>/` and the game's theme."""
    loaded = Loaded(None)
    content_dir = project.root / "content" / game_id
    template_dir = project.root / "templates" / game_id
    try:
        document = load_yaml(content_dir / "game.yaml")
    except ContentError as error:
        return Loaded(None, _of(game_id, error.findings))
    spec, findings = read_model(GameFile, document.data, document)
    loaded.findings += findings
    theme, findings = load_theme(project, template_dir, spec.language if spec else "")
    loaded.findings += findings
    if spec and spec.id != game_id:
        message = f"The game's id is {spec.id!r}, its folder is {game_id!r}."
        loaded.findings.append(Finding("schema/type", document.mark("id"), message, "Make them the same."))
    if spec:
        collections = {
            name: _load_collection(content_dir, name, c, document, loaded)
            for name, c in spec.collections.items()
        }
        data = _load_data(content_dir, spec, document, loaded)
        components = tuple(_component(name, c, document) for name, c in spec.components.items())
        loaded.findings += check_about(spec, document)
        undrawable = [*_taken_names(spec, document), *_unknown_collections(spec, document)]
        loaded.findings += undrawable
        if theme and not undrawable:
            loaded.game = Game(
                spec.id,
                spec.title,
                spec.language,
                spec.language,
                spec.players.min,
                spec.players.max,
                collections,
                components,
                spec.words,
                data,
                tuple(spec.checks),
                theme,
                document,
                content_dir,
                template_dir,
            )
    loaded.findings = _of(game_id, loaded.findings)
    return loaded


def _of(game_id: str, findings: list[Finding] | tuple[Finding, ...]) -> list[Finding]:
    return [replace(f, game=game_id) for f in findings]


def _taken_names(spec: GameFile, document: Document) -> list[Finding]:
    """Return a finding for each collection or data file that would hide another name in templates."""
    named = [("collections", name) for name in spec.collections] + [("data", name) for name in spec.data]
    return [
        Finding(
            "schema/type",
            document.key_mark(*path),
            f"Templates know {path[1]!r} already.",
            "Choose another name.",
        )
        for path in named
        if path[1] in RESERVED or (path[0] == "data" and path[1] in spec.collections)
    ]


def _unknown_collections(spec: GameFile, document: Document) -> list[Finding]:
    """Return a finding for each component that names a collection which is not there, or of a wrong kind."""
    of_kind = {"track": "square", "hexfield": "field"}
    findings: list[Finding] = []
    for name, component in spec.components.items():
        for key, kind, value in named_collections(getattr(component, component.kind)):
            needed = of_kind.get(component.kind, kind)
            mark = document.mark("components", name, component.kind, key)
            if value not in spec.collections:
                message = f"There is no collection {value!r}."
                findings.append(Finding("ref/unknown", mark, message, did_you_mean(value, spec.collections)))
            elif needed and spec.collections[value].kind != needed:
                message = f"The collection {value!r} holds records of kind {spec.collections[value].kind!r}."
                findings.append(Finding("ref/unknown", mark, message, f"Name one of kind {needed!r}."))
        findings += _unknown_component(name, component, spec, document)
    return findings


def _unknown_component(
    name: str, component: ComponentSpec, spec: GameFile, document: Document
) -> list[Finding]:
    """Return a finding when a booklet is made of no book, or strips of no route map."""
    findings: list[Finding] = []
    for kind, option, wanted in (("booklet", "book", "book"), ("strips", "map", "routemap")):
        options = getattr(component, kind)
        known = [key for key, other in spec.components.items() if getattr(other, wanted)]
        if options and getattr(options, option) not in known:
            value = getattr(options, option)
            mark = document.mark("components", name, kind, option)
            message = f"There is no component {value!r} of kind {wanted}."
            findings.append(Finding("ref/unknown", mark, message, did_you_mean(value, known)))
    return findings


def _load_data(content_dir: Path, spec: GameFile, game: Document, loaded: Loaded) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, file in spec.data.items():
        try:
            data[name] = load_yaml(game_file(content_dir, file, game.mark("data", name))).data
        except ContentError as error:
            loaded.findings += error.findings
            loaded.broken.add(name)
    return data


def game_file(content_dir: Path, name: str, mark: Mark) -> Path:
    """Return a file of the game's folder; ContentError at `mark` when it is not there."""
    file = file_within(content_dir, name)
    if file is None:
        message = f"There is no file {shown(name)} in the game's folder."
        hint = "Look at the file's name and folder."
        raise ContentError(Finding("asset/missing", mark, message, hint))
    return file


def _load_collection(
    content_dir: Path, name: str, spec: CollectionSpec, game: Document, loaded: Loaded
) -> Collection:
    records: list[Record] = []
    findings = _field_types(name, spec, game)
    well_typed = not findings
    schema = fields_schema(spec.fields) if well_typed else {"properties": {}, "required": []}
    document = game
    try:
        for document in _documents(content_dir, spec, game.mark("collections", name, "file")):
            if well_typed:
                read, found = _records(document, spec, schema)
                records += read
                findings += found
    except ContentError as error:
        findings += error.findings
    if findings:
        loaded.broken.add(name)
        loaded.findings += findings
    by_id: dict[str, Record] = {}
    for record in records:
        by_id.setdefault(record.id, record)
    return Collection(name, spec.kind, spec.origin, document, tuple(records), schema["properties"], by_id)


def collection_files(content_dir: Path, spec: CollectionSpec) -> list[str]:
    """Return the names of the files that hold a collection, from the game's folder."""
    if "*" not in spec.file:
        return [spec.file]
    folder, pattern = PurePosixPath(spec.file).parent, PurePosixPath(spec.file).name
    return sorted(f"{folder}/{f.name}" for f in (content_dir / folder).glob(pattern))


def _documents(content_dir: Path, spec: CollectionSpec, mark: Mark) -> Iterator[Document]:
    """Yield the files of a collection; ContentError at `mark` when there is none."""
    for name in collection_files(content_dir, spec) or [spec.file]:
        yield load_yaml(game_file(content_dir, name, mark))


def _field_types(name: str, spec: CollectionSpec, game: Document) -> list[Finding]:
    return [
        Finding(
            "schema/type",
            game.mark("collections", name, "fields", key),
            fault,
            did_you_mean(value, FIELD_TYPES) if isinstance(value, str) else "",
        )
        for key, value in spec.fields.items()
        if (fault := field_fault(value))
    ]


def _records(
    document: Document, spec: CollectionSpec, schema: dict[str, Any]
) -> tuple[list[Record], list[Finding]]:
    single = "*" in spec.file
    data: Any = document.data
    if not isinstance(data, dict if single else list):
        wanted = "One record" if single else "A list of records"
        message = f"{wanted} belongs here, not {kind_of(data)}."
        hint = "Write its keys at the start of the lines." if single else "Begin each record with '- '."
        return [], [Finding("schema/type", document.mark(), message, hint)]
    model = KINDS[spec.kind]
    records: list[Record] = []
    findings: list[Finding] = []
    entries: list[tuple[Path_, Any]] = [((), data)] if single else [((i,), v) for i, v in enumerate(data)]
    for path, value in entries:
        typed, wrong = read_model(model, value, document, path)
        if typed:
            extras = typed.model_extra or {}
            wrong += read_fields(schema, extras, document, path, model.model_fields)
            wrong += _misnamed(document, record_id(spec.kind, typed)) if single else []
        findings += wrong
        if typed and not wrong:
            fields = {**typed.model_dump(exclude_none=True), **value}
            records.append(Record(record_id(spec.kind, typed), fields, typed, document, path))
    return records, findings


def _misnamed(document: Document, name: str) -> list[Finding]:
    if name == document.file.stem:
        return []
    message = f"The record is called {name!r}, its file {document.file.name!r}."
    return [Finding("id/file", document.mark("id"), message, "Make them the same.")]


def _component(name: str, spec: ComponentSpec, document: Document) -> Component:
    options = getattr(spec, spec.kind)
    width, height = parse_size(spec.size) if spec.size else _own_size(options)
    gutter = 2 * spec.bleed if spec.gutter is None else spec.gutter
    return Component(
        name,
        spec.title,
        spec.kind,
        options,
        width,
        height,
        spec.bleed,
        gutter,
        spec.copies,
        spec.impose,
        document.key_mark("components", name),
        tuple(Poster(p) if isinstance(p, str) else Poster(p.paper, p.width) for p in spec.posters),
        parse_size(spec.drawn_at) if spec.drawn_at else None,
        spec.corners,
    )


def _own_size(options: HexTile | Strips) -> tuple[float, float]:
    """Return the size of what is as large as its options make it; of strips, the longest on one row."""
    if isinstance(options, Strips):
        return options.length, options.head + options.cell + options.foot
    return hexon_size(options.across_flats)


def hexon_size(across_flats: float) -> tuple[float, float]:
    """Return the width and height in millimetres of seven pointy-top hexes round a centre."""
    side = across_flats / math.sqrt(3)
    return 3 * across_flats, 5 * side
