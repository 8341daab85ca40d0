"""Schemas of a game's own files: its collections, and the overlays that translate it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.content.gamefile import COMPONENT_KINDS, ComponentSpec
from pnp.content.kinds import FIELD_TYPES, KINDS
from pnp.editors.models import Json, bare, both, described, model_schema, without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.content.gamefile import About, CollectionSpec, GameFile

_TEXT: Json = {"type": ["string", "null"]}
"""A translation; nothing stands where one is still to be written."""


def collection_schema(spec: CollectionSpec) -> Json:
    """Return the schema of a collection's file: a list of records, or one record."""
    record = _record(spec)
    if "*" in spec.file:
        return record
    definitions = {"$defs": record["$defs"]} if "$defs" in record else {}
    return {"type": "array", "items": without(record, {"$defs"}), **definitions}


def _record(spec: CollectionSpec) -> Json:
    """Return the schema of a record: what its kind has, and what the game adds."""
    record = model_schema(KINDS[spec.kind])
    fields = {name: FIELD_TYPES[f] if isinstance(f, str) else f for name, f in spec.fields.items()}
    needed = [name for name, field in fields.items() if not field.get("optional")]
    for name, about in spec.about.items():
        if name in record["properties"]:
            record["properties"][name]["description"] = both(about.model_dump())
    record["properties"] |= {name: _own(field, name, spec.about) for name, field in fields.items()}
    record["required"] = [*record.get("required", ()), *needed]
    record["additionalProperties"] = False
    return record


def _own(field: Mapping[str, Any], path: str, about: Mapping[str, About]) -> Json:
    """Return the schema of a game's field with its descriptions, without the words that are ours alone."""
    schema = bare(dict(field), {"optional", "ref"})
    if "properties" in schema:
        schema["properties"] = {
            name: _own(inner, f"{path}.{name}", about) for name, inner in schema["properties"].items()
        }
    if isinstance(schema.get("items"), dict):
        schema["items"] = without(_own(schema["items"], path, about), {"description"})
    return {**schema, "description": both(about[path].model_dump())} if path in about else schema


def overlay_schema(spec: GameFile) -> Json:
    """Return the schema of a game's overlays: what may be translated, by collection, record and field."""
    plural = {"type": "object", "additionalProperties": _TEXT}
    sections: Json = {
        "covers": {"type": "array", "items": {"enum": list(spec.collections)}},
        "game": _object({"title": {**_TEXT, "description": described("GameFile.title")}}),
        "components": {"type": "object", "additionalProperties": _component()},
        "words": {"type": "object", "additionalProperties": {"anyOf": [_TEXT, plural]}},
    }
    for name, schema in sections.items():
        schema["description"] = described(f"Overlay.{name}")
    for name, collection in spec.collections.items():
        record = _record(collection)
        texts = _texts(record, record.get("$defs", {}))
        if texts:
            said = described("Overlay.collection")
            sections[name] = {"type": "object", "additionalProperties": texts, "description": said}
    return _object(sections)


def _component() -> Json:
    """Return the schema of a component's texts: its title, and those of whatever kind it is."""
    schema = model_schema(ComponentSpec)
    texts = {"title": {**_TEXT, "description": described("ComponentSpec.title")}}
    for kind in COMPONENT_KINDS:
        options = _texts(schema["properties"][kind], schema["$defs"])
        texts |= options["properties"] if options else {}
    return _object(texts)


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _texts(schema: Json, definitions: Json) -> Json | None:
    """Return the schema of the texts within a value, None where it has none.

    The items of a list go by their numbers, from 0.
    """
    schema = {**definitions.get(schema.get("$ref", "").rpartition("/")[2], {}), **schema}
    found: Json | None = None
    if schema.get("format") == "text":
        found = dict(_TEXT)
    elif isinstance(schema.get("items"), dict):
        item = _texts(schema["items"], definitions)
        found = {**_object({}), "patternProperties": {"^[0-9]+$": item}} if item else None
    else:
        found = _texts_of_object(schema, definitions)
    if found and "description" in schema:
        found["description"] = schema["description"]
    return found


def _texts_of_object(schema: Json, definitions: Json) -> Json | None:
    texts = {name: _texts(inner, definitions) for name, inner in schema.get("properties", {}).items()}
    texts = {name: inner for name, inner in texts.items() if inner}
    named = [schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()]
    rest = [texts_ for inner in named if isinstance(inner, dict) and (texts_ := _texts(inner, definitions))]
    if not texts and not rest:
        return None
    return {**_object(texts), **({"additionalProperties": rest[0]} if rest else {})}
