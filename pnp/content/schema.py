"""Check plain values against pydantic models and JSON Schema; say what is wrong in our own words."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from rapidfuzz import process

from pnp.content.kinds import FIELD_TYPES
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pnp.model.marks import Document, Path_

M = TypeVar("M", bound=BaseModel)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or all of them."""
    words = sorted(known)
    best = process.extractOne(word, words, score_cutoff=60)
    if best:
        return f"Did you mean {best[0]!r}?"
    return f"There are: {', '.join(words)}." if words else ""


def read_model(
    model: type[M], value: Any, document: Document, path: Path_ = ()
) -> tuple[M | None, list[Finding]]:
    """Return the model of a value, or None and every finding."""
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        return None, [_finding(model, dict(e), document, path) for e in error.errors()]


def _finding(model: type[BaseModel], error: dict[str, Any], document: Document, path: Path_) -> Finding:
    loc = error["loc"]
    where = (*path, *_real(loc, document, path))
    name = str(loc[-1]) if loc else "value"
    if error["type"] == "extra_forbidden":
        allowed = _fields_at(model, loc[:-1])
        return Finding(
            "schema/unknown-key",
            document.key_mark(*where),
            f"There is no key {name!r} here.",
            did_you_mean(name, allowed),
        )
    if error["type"] == "missing":
        return Finding(
            "schema/missing-key", document.mark(*where[:-1]), f"The key {name!r} is missing.", "Add it."
        )
    message = error["msg"].removeprefix("Value error, ")
    found = (
        "" if isinstance(error["input"], dict) else f" Found: {textwrap.shorten(repr(error['input']), 60)}"
    )
    key = f"{name}: " if loc else ""
    return Finding(
        "schema/type", document.mark(*where), f"{key}{message[0].lower()}{message[1:]}.{found}", ""
    )


def _real(loc: tuple[Any, ...], document: Document, path: Path_) -> Path_:
    """Drop the names of union members that pydantic puts into a location."""
    real: Path_ = ()
    for at, part in enumerate(loc):
        if (*path, *real, part) in document.values or at == len(loc) - 1:
            real = (*real, part)
    return real


def _fields_at(annotation: Any, loc: tuple[Any, ...]) -> list[str]:
    """Return the keys that the model at a location has."""
    models = [
        a for a in (annotation, *_leaves(annotation)) if isinstance(a, type) and issubclass(a, BaseModel)
    ]
    for model in models:
        if not loc:
            return list(model.model_fields)
        if loc[0] in model.model_fields:
            return _fields_at(model.model_fields[loc[0]].annotation, loc[1:])
    if loc and not models:
        return []
    return _fields_at(annotation, loc[1:]) if loc else []


def _leaves(annotation: Any) -> list[Any]:
    found: list[Any] = []
    for argument in get_args(annotation):
        found += [argument, *_leaves(argument)]
    return found


def fields_schema(fields: Mapping[str, str | dict[str, Any]]) -> dict[str, Any]:
    """Return the JSON Schema of a collection's own fields.

    A field is a short type name, or JSON Schema with two words more: `optional: true`, and `ref: collection`
    for the id of a record (also inside lists and objects).
    """
    properties = {name: FIELD_TYPES[f] if isinstance(f, str) else f for name, f in fields.items()}
    required = [name for name, f in properties.items() if not f.get("optional")]
    return {"type": "object", "properties": properties, "required": required}


def read_fields(
    schema: dict[str, Any], extras: dict[str, Any], document: Document, path: Path_, known: Iterable[str]
) -> list[Finding]:
    """Return what is wrong with a record's own fields."""
    from jsonschema import Draft202012Validator

    properties = schema["properties"]
    findings = [
        Finding(
            "schema/unknown-key",
            document.key_mark(*path, key),
            f"There is no key {key!r} here.",
            did_you_mean(str(key), {*known, *properties}),
        )
        for key in extras
        if key not in properties
    ]
    for error in Draft202012Validator(schema).iter_errors(extras):
        where = (*path, *error.absolute_path)
        if error.validator == "required":
            key = next(k for k in error.validator_value if k not in error.instance)
            code, message = "schema/missing-key", f"The key {key!r} is missing."
        elif error.validator == "additionalProperties":
            code, message = "schema/unknown-key", f"{error.message}."
        else:
            name = error.absolute_path[-1] if error.absolute_path else "value"
            code, message = "schema/type", f"{name}: {error.message}."
        findings.append(
            Finding(code, document.mark(*where), message, "Add it." if code.endswith("missing-key") else "")
        )
    return findings
