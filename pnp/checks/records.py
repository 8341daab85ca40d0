"""Checks of records: ids, names, references, counts, icons."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

from rapidfuzz.distance import Levenshtein

from pnp.content.project import template_folders
from pnp.content.schema import did_you_mean
from pnp.draw.box import references
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.model.game import Collection, Game, Record
    from pnp.model.marks import Path_

_SHORTEST_NAME = 4
_FIGURES = re.compile(r"\d+")
_NAMED_KINDS = {"place", "card"}


def check_records(game: Game, broken: set[str]) -> list[Finding]:
    """Return what is wrong with single records and with what they name."""
    findings: list[Finding] = []
    for collection in game.collections.values():
        findings += _duplicates(collection)
        if collection.kind in _NAMED_KINDS:
            findings += _near_duplicates(collection)
        if collection.id not in broken:
            findings += _count(collection, game)
        findings += _fields(collection, game, broken)
        findings += _references(collection, game, broken)
    return findings


def _duplicates(collection: Collection) -> list[Finding]:
    findings: list[Finding] = []
    first: dict[str, Record] = {}
    for record in collection:
        if record.id in first:
            line = first[record.id].mark().line
            message = f"The id {record.id!r} stands twice in {collection.id}; the first is in line {line}."
            findings.append(
                Finding("id/duplicate", record.mark("id"), message, "Give each record an id of its own.")
            )
        first.setdefault(record.id, record)
    return findings


def _plain(name: str) -> str:
    return name.casefold().replace("ё", "е").replace("-", " ")


def _numbered(first: str, second: str) -> bool:
    """Return whether two names are of a numbered series: the same but for their figures."""
    return first != second and _FIGURES.sub("", first) == _FIGURES.sub("", second)


def _alike(names: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of names that may differ by a letter: those that are the same without one."""
    shorter: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        for variant in {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}:
            shorter.setdefault(variant, []).append(index)
    return sorted({pair for found in shorter.values() for pair in itertools.combinations(found, 2)})


def _near_duplicates(collection: Collection) -> list[Finding]:
    named = [(r, _plain(str(r["name"]))) for r in collection if r.fields.get("name")]
    findings: list[Finding] = []
    for i, j in _alike([name for _, name in named]):
        (a, first), (b, second) = named[i], named[j]
        if a.id == b.id or max(len(first), len(second)) < _SHORTEST_NAME:
            continue
        if Levenshtein.distance(first, second, score_cutoff=1) > 1 or _numbered(first, second):
            continue
        if b.id in a.typed.distinct_from and a.id in b.typed.distinct_from:
            continue
        message = f"The names {a['name']!r} and {b['name']!r} are almost the same (line {a.mark().line})."
        hint = (
            f"If they are two things, write distinct_from: [{a.id}] here and distinct_from: [{b.id}] there."
        )
        findings.append(Finding("id/near-duplicate", b.mark("name"), message, hint))
    return findings


def _count(collection: Collection, game: Game) -> list[Finding]:
    wanted = game.document.data["collections"][collection.id].get("count")
    if wanted is None or wanted == len(collection):
        return []
    mark = collection.document.mark()
    message = f"{collection.id} holds {len(collection)} records, the game says {wanted}."
    return [Finding("deck/count", mark, message, f"Mend the records, or count in {game.document.file.name}.")]


def _fields(collection: Collection, game: Game, broken: set[str]) -> list[Finding]:
    """Return icons that are not there and declared references that lead nowhere."""
    findings: list[Finding] = []
    folders = template_folders(game.template_dir)
    for record in collection:
        for path, value, schema in _declared(record, collection.fields):
            if schema.get("format") == "icon" and not any(
                (f / "icons" / f"{value}.svg").is_file() for f in folders
            ):
                message = f"There is no icon {value!r}."
                findings.append(
                    Finding(
                        "asset/missing", record.mark(*path), message, "Icons lie in templates/common/icons/."
                    )
                )
            target = schema.get("ref")
            if target is not None and target not in broken:
                findings += _lookup(str(value), target, game, record, path)
    return findings


def _declared(record: Record, fields: Mapping[str, Any]) -> Iterator[tuple[Path_, Any, Mapping[str, Any]]]:
    for name, schema in fields.items():
        if name in record:
            yield from _descend(record[name], schema, (name,))


def _descend(
    value: Any, schema: Mapping[str, Any], path: Path_
) -> Iterator[tuple[Path_, Any, Mapping[str, Any]]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _descend(item, schema.get("items", {}), (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _descend(item, schema.get("properties", {}).get(key, {}), (*path, key))
    else:
        yield path, value, schema


def _lookup(value: str, target: str, game: Game, record: Record, path: Path_) -> list[Finding]:
    if target not in game.collections:
        message = f"The field refers to a collection {target!r}, which is not there."
        return [Finding("ref/unknown", game.document.mark("collections"), message, "")]
    if value in game.collections[target]:
        return []
    message = f"There is no {value!r} in {target}."
    hint = did_you_mean(value, game.collections[target].by_id)
    return [Finding("ref/unknown", record.mark(*path), message, hint)]


def _references(collection: Collection, game: Game, broken: set[str]) -> list[Finding]:
    """Return `[[id]]` in texts, ends and stops of routes, and `distinct_from` that lead nowhere."""
    findings: list[Finding] = []
    for record in collection:
        for path, text in _strings(_written(record), ()):
            for name in references(text):
                if game.find(name) is None and not broken:
                    known = [r.id for c in game.collections.values() for r in c]
                    message = f"There is no record {name!r} for [[{name}]]."
                    findings.append(
                        Finding("ref/unknown", record.mark(*path), message, did_you_mean(name, known))
                    )
        for other in getattr(record.typed, "distinct_from", ()):
            if other not in collection:
                message = f"There is no {other!r} in {collection.id}."
                hint = did_you_mean(other, collection.by_id)
                findings.append(Finding("ref/unknown", record.mark("distinct_from"), message, hint))
    return findings


def _written(record: Record) -> Any:
    """Return a record as it stands in its file."""
    return record.document.data[record.path[0]] if record.path else record.document.data


def _strings(value: Any, path: Path_) -> Iterator[tuple[Path_, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, (*path, key))
