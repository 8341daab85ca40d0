"""The strings of a game that a translator sees, each by its key, and a game with other strings put in."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic import BaseModel

from pnp.content.numbers import plural_forms
from pnp.content.yamlfile import read_text
from pnp.model.finding import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Collection, Component, Game, Record

Key = tuple[str | int, ...]
"""Where a string belongs: ("places", "tillek", "name"), ("words", "tax"), ("game", "title")."""


@dataclass(frozen=True, slots=True)
class Source:
    """A string in the game's own language, and where it stands."""

    text: str
    mark: Mark


class Untranslated:
    """Stands where a translation is missing; to print it is an error, so that nothing falls back silently."""

    def __init__(self, key: Key) -> None:
        self.key = key

    def __str__(self) -> NoReturn:
        raise UntranslatedError(self.key)

    __html__ = __str__


class UntranslatedError(Exception):
    """A template prints a string that has no translation."""

    def __init__(self, key: Key) -> None:
        super().__init__(f"The string {dotted(key)} has no translation.")
        self.key = key


def dotted(key: Key) -> str:
    """Return a key as people write it: places.tillek.name."""
    return ".".join(str(part) for part in key)


def source_strings(game: Game, language: str) -> dict[Key, Source]:
    """Return every string that a translation into a language has to give, in the order of the game's files.

    A word with plural forms has one string for each form of that language.
    """
    document = game.document
    found: dict[Key, Source] = {("game", "title"): Source(game.title, document.mark("title"))}
    for component in game.components:
        mark = document.mark("components", component.id, "title")
        found["components", component.id, "title"] = Source(component.title, mark)
        for path, text in _option_strings(component.options):
            mark = document.mark("components", component.id, component.kind, *path)
            found["components", component.id, *path] = Source(text, mark)
        if component.kind == "book":
            file = game.content_dir / component.options.rules
            found["files", component.options.rules] = Source(read_text(file), Mark(file, 1, 1))
    for name, value in game.words.items():
        mark = document.mark("words", name)
        if isinstance(value, str):
            found["words", name] = Source(value, mark)
            continue
        for form in plural_forms(language):
            found["words", name, form] = Source(value.get(form, value["other"]), mark)
    for collection in game.collections.values():
        for record in collection:
            for path, text in record_strings(record, collection):
                found[collection.id, record.id, *path] = Source(text, record.mark(*path))
    return found


def _option_strings(options: Any) -> Iterator[tuple[Key, str]]:
    """Yield the paths and texts of a component's options that are in a language."""
    if isinstance(options, BaseModel):
        for name, info in type(options).model_fields.items():
            value = getattr(options, name)
            if not isinstance(value, str):
                yield from (((name, *path), text) for path, text in _option_strings(value))
            elif value and info.json_schema_extra == {"format": "text"}:
                yield (name,), value
    elif isinstance(options, (list, dict)):
        items = options.items() if isinstance(options, dict) else enumerate(options)
        for key, value in items:
            yield from (((key, *path), text) for path, text in _option_strings(value))


def record_strings(record: Record, collection: Collection) -> Iterator[tuple[Key, str]]:
    """Yield the paths and texts of a record that are in a language: its name, its forms, its text fields."""
    fields: dict[str, Any] = {
        "name": {"format": "text"},
        "forms": {"additionalProperties": {"format": "text"}},
        **collection.fields,
    }
    for name, schema in fields.items():
        if record.fields.get(name):
            for path, text in _strings(record[name], schema):
                yield (name, *path), text


def _strings(value: Any, schema: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    if isinstance(value, str):
        if schema.get("format") == "text":
            yield (), value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for path, text in _strings(item, schema.get("items", {})):
                yield (index, *path), text
    elif isinstance(value, Mapping):
        rest = schema.get("additionalProperties", {})
        for key, item in value.items():
            inner = schema.get("properties", {}).get(key, rest)
            for path, text in _strings(item, inner if isinstance(inner, Mapping) else {}):
                yield (key, *path), text


def with_strings(game: Game, language: str, locale: str, texts: Mapping[Key, Any]) -> Game:
    """Return the game in another language, each string replaced by the one of its key.

    `language` names the kit, `locale` decides hyphenation, plurals and numbers.
    """
    words: dict[str, Any] = {}
    for key, text in texts.items():
        if key[0] == "words" and len(key) == 2:  # noqa: PLR2004 - ("words", name)
            words[str(key[1])] = text
        elif key[0] == "words":
            words.setdefault(str(key[1]), {})[key[2]] = text
    styles = {name: replace(style, language=locale) for name, style in game.theme.styles.items()}
    return replace(
        game,
        language=language,
        locale=locale,
        title=str(texts["game", "title"]),
        collections={name: _translated(c, texts) for name, c in game.collections.items()},
        components=tuple(_translated_component(c, texts) for c in game.components),
        words=words,
        theme=replace(game.theme, styles=styles),
    )


def _translated_component(component: Component, texts: Mapping[Key, Any]) -> Component:
    options = component.options.model_copy(deep=True)
    for path, _ in _option_strings(component.options):
        _set(options, path, texts["components", component.id, *path])
    return replace(component, title=str(texts["components", component.id, "title"]), options=options)


def _translated(collection: Collection, texts: Mapping[Key, Any]) -> Collection:
    records = []
    for record in collection:
        fields = copy.deepcopy(dict(record.fields))
        for path, _ in record_strings(record, collection):
            _set(fields, path, texts[collection.id, record.id, *path])
        records.append(replace(record, fields=fields))
    by_id = {record.id: record for record in reversed(records)}
    return replace(collection, records=tuple(records), by_id=by_id)


def _set(value: Any, path: Key, text: Any) -> None:
    for part in path[:-1]:
        value = getattr(value, str(part)) if isinstance(value, BaseModel) else value[part]
    if isinstance(value, BaseModel):
        setattr(value, str(path[-1]), text)
    else:
        value[path[-1]] = text
