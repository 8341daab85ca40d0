"""A pydantic model as JSON Schema for editors: each field described in Russian and English, no noise."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast, get_args

import yaml
from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

Json = dict[str, Any]
_NAMED = {"properties", "patternProperties", "$defs"}
"""Keywords whose keys are names of the author's."""


@lru_cache(maxsize=1)
def field_texts() -> Mapping[str, Mapping[str, str]]:
    """Return the descriptions of the program's own fields: `Model.field`, then the language."""
    text = files("pnp.data").joinpath("fields.yaml").read_text(encoding="utf-8")
    return cast("Mapping[str, Mapping[str, str]]", yaml.safe_load(text))


def both(texts: Mapping[str, str]) -> str:
    """Return a description in its two languages, one after the other."""
    return f"{texts['ru'].strip()}\n\n{texts['en'].strip()}"


def described(name: str) -> str:
    """Return the description of `Model.field` in both languages; KeyError when nobody wrote one."""
    return both(field_texts()[name])


def models_of(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """Return a model and all that its fields hold, by name."""
    found = {model.__name__: model}
    for info in model.model_fields.values():
        for inner in _models_in(info.annotation):
            found |= {} if inner.__name__ in found else models_of(inner)
    return found


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for argument in get_args(annotation) for model in _models_in(argument)]


def model_schema(model: type[BaseModel]) -> Json:
    """Return the schema of a model, its fields described; the models within it are in its `$defs`."""
    schema = _plain(model.model_json_schema())
    models = models_of(model)
    for name, part in {model.__name__: schema, **schema.get("$defs", {})}.items():
        for field, inner in part.get("properties", {}).items():
            inner["description"] = _description(models[name], field)
    return schema


def _description(model: type[BaseModel], field: str) -> str:
    """Return the description of a model's field, which it may have from a model above it."""
    names = [f"{owner.__name__}.{field}" for owner in model.__mro__]
    return described(next((name for name in names if name in field_texts()), names[0]))


def _plain(schema: Json) -> Json:
    """Leave out what tells an author nothing: titles, docstrings, that a field may be null."""
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        schema = {**options[0], **{key: value for key, value in schema.items() if key != "anyOf"}}
    elif options:
        schema = {**schema, "anyOf": options}
    schema = without(schema, {"title", "description"})
    if schema.get("default", "") is None:
        del schema["default"]
    if "patternProperties" in schema:
        schema["additionalProperties"] = False
    return _mapped(schema, _plain)


def without(schema: Json, keywords: Collection[str]) -> Json:
    """Return a schema without some keywords, those within it left as they are."""
    return {key: value for key, value in schema.items() if key not in keywords}


def bare(schema: Json, keywords: Collection[str]) -> Json:
    """Return a schema without some keywords at any depth."""
    return _mapped(without(schema, keywords), lambda inner: bare(inner, keywords))


def _mapped(schema: Json, change: Callable[[Json], Json]) -> Json:
    """Return a schema with each schema directly within it changed."""
    mapped: Json = {}
    for key, value in schema.items():
        if key in _NAMED:
            mapped[key] = {name: change(inner) for name, inner in value.items()}
        elif isinstance(value, list):
            mapped[key] = [change(inner) if isinstance(inner, dict) else inner for inner in value]
        else:
            mapped[key] = change(value) if isinstance(value, dict) else value
    return mapped
