"""Check plain values against pydantic models and JSON Schema; say what is wrong in our own words."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from rapidfuzz import process

from pnp.content.kinds import FIELD_TYPES
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jsonschema import ValidationError as ValidationFault

    from pnp.model.finding import Mark
    from pnp.model.marks import Document, Path_

M = TypeVar("M", bound=BaseModel)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or all of them, or of many a few."""
    words = sorted(known)
    best = process.extractOne(word, words, score_cutoff=60)
    if best:
        return f"Did you mean {best[0]!r}?"
    if len(words) > _FEW:
        near = [word for word, _, _ in process.extract(word, words, limit=5)]
        return f"Nearest to it: {', '.join(near)}."
    return f"There are: {', '.join(words)}." if words else ""


_FEW = 20


def read_model(
    model: type[M], value: Any, document: Document, path: Path_ = ()
) -> tuple[M | None, list[Finding]]:
    """Return the model of a value, or None and every finding."""
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        grouped: dict[Path_, list[dict[str, Any]]] = {}
        for one in error.errors():
            grouped.setdefault(_real(one, document, path), []).append(dict(one))
        found = {real: _finding(model, errors, document, path, real) for real, errors in grouped.items()}
        return None, _without_echoes(found)


def _without_echoes(findings: Mapping[Path_, Finding]) -> list[Finding]:
    """Leave out a missing key where a misspelt one beside it is told to be meant."""
    meant = {(at[:-1], f.hint) for at, f in findings.items() if f.code == "schema/unknown-key"}
    return [
        f
        for at, f in findings.items()
        if f.code != "schema/missing-key" or (at[:-1], f"Did you mean {at[-1]!r}?") not in meant
    ]


def kind_of(value: Any) -> str:
    """Return what a YAML value is, in words."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "nothing")


_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (dict, "a mapping"),
    (list, "a list"),
    (str, "a text"),
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
)


def shown(value: Any) -> str:
    """Return a value as a message shows it: short, and only what it is when it holds others."""
    if value is None or isinstance(value, dict | list):
        return kind_of(value)
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 60
_NOUNS = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a mapping of keys and values",
    "model_type": "a mapping of keys and values",
    "list_type": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a mapping of keys and values",
    "array": "a list",
}
_RULES = {
    "string_pattern_mismatch": "small Latin letters and digits belong here, with single hyphens between them",
    "string_too_long": "no more than {max_length} characters belong here",
    "string_too_short": "the text may not be empty",
    "greater_than": "it must be larger than {gt}",
    "greater_than_equal": "it must be {ge} or more",
    "less_than_equal": "it must be {le} or less",
    "literal_error": "it must be {expected}",
    "too_short": "it must hold {min_length} or more",
    "too_long": "it must hold no more than {max_length}",
    "invalid_key": "a key is a text; put it in quotes",
}
_TOLD = {"value_error", "string_too_short", "invalid_key"}
"""Errors whose words say what was found."""


def _words(errors: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Return in our own words what a value should be, and which of its errors says so.

    A value that could be several things has an error for each of them; what is wrong with the thing that
    it is tells more than what it is not.
    """
    telling = [e for e in errors if e["type"] not in _NOUNS]
    if not telling:
        nouns = dict.fromkeys(_NOUNS[e["type"]] for e in errors)
        return f"{' or '.join(nouns)} belongs here", errors[0]
    error = telling[0]
    rule = _RULES.get(error["type"])
    if rule:
        limits = {k: f"{v:.15g}" if isinstance(v, float) else v for k, v in error.get("ctx", {}).items()}
        return rule.format(**limits), error
    message = error["msg"].removeprefix("Value error, ")
    return f"{message[0].lower()}{message[1:]}", error


def _finding(
    model: type[BaseModel], errors: list[dict[str, Any]], document: Document, path: Path_, real: Path_
) -> Finding:
    where = (*path, *real)
    words, error = _words(errors)
    loc = error["loc"]
    name = str(real[-1]) if real else "value"
    if error["type"] == "extra_forbidden":
        allowed = _fields_at(model, loc[:-1])
        return Finding(
            "schema/unknown-key",
            document.key_mark(*where),
            f"There is no key {name!r} here.",
            did_you_mean(name, allowed),
        )
    if error["type"] == "missing":
        return _missing(name, document.mark(*where[:-1]), error["input"], _fields_at(model, loc[:-1]))
    found = "" if error["type"] in _TOLD else f", not {shown(error['input'])}"
    return _wrong(document.mark(*where), real, f"{words}{found}", error["input"])


def _missing(name: str, mark: Mark, mapping: Any, known: Iterable[str]) -> Finding:
    """Return a `schema/missing-key`; a key beside it that nobody knows may be what was meant."""
    others = [str(key) for key in mapping if key not in known] if isinstance(mapping, dict) else []
    best = process.extractOne(name, others, score_cutoff=60)
    hint = f"Is {best[0]!r} meant to be it?" if best else "Add it."
    return Finding("schema/missing-key", mark, f"The key {name!r} is missing.", hint)


def _wrong(mark: Mark, where: Path_, words: str, found: Any) -> Finding:
    """Return a `schema/type`; a number where a text belongs is told to be put in quotes."""
    key = f"{where[-1]}: " if where and isinstance(where[-1], str) else ""
    number = words.startswith("a text") and isinstance(found, int | float)
    message = f"{key}{words}." if key else f"{words[0].upper()}{words[1:]}."
    return Finding("schema/type", mark, message, "Put it in quotes." if number else "")


def _real(error: Any, document: Document, path: Path_) -> Path_:
    """Return an error's location without the names of union members that pydantic puts into it."""
    real: Path_ = ()
    missing = len(error["loc"]) - 1 if error["type"] == "missing" else -1
    for at, part in enumerate(error["loc"]):
        if (*path, *real, part) in document.values or at == missing:
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


def field_fault(field: str | dict[str, Any]) -> str:
    """Return what is wrong with the type of a field in a sentence, nothing when it is right."""
    from jsonschema import Draft202012Validator, SchemaError

    if isinstance(field, str):
        return "" if field in FIELD_TYPES else f"{shown(field)} is no type of field."
    if any(key.startswith("$") for key in _keys(field)):
        return "A field may not refer to another schema: write it out."
    try:
        Draft202012Validator.check_schema(field, format_checker=Draft202012Validator.FORMAT_CHECKER)
    except SchemaError as error:
        return f"The field is no JSON Schema: {textwrap.shorten(error.message, 120)}."
    return "" if isinstance(field.get("ref", ""), str) else "ref names a collection."


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (str(key) for key in value)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(item)


def fields_schema(fields: Mapping[str, str | dict[str, Any]]) -> dict[str, Any]:
    """Return the JSON Schema of a collection's own fields.

    A field is a short type name, or JSON Schema with two words more: `optional: true`, and `ref: collection`
    for the id of a record (also inside lists and objects).
    """
    properties = {name: FIELD_TYPES[f] if isinstance(f, str) else f for name, f in fields.items()}
    required = [name for name, f in properties.items() if not f.get("optional")]
    return {"type": "object", "properties": properties, "required": required}


def _json_words(error: ValidationFault) -> str:
    if error.validator == "type":
        wanted: Any = error.validator_value
        nouns = [_NOUNS.get(t, "another value") for t in (wanted if isinstance(wanted, list) else [wanted])]
        return f"{' or '.join(nouns)} belongs here, not {shown(error.instance)}"
    if error.validator == "minLength" and error.instance == "":
        return _RULES["string_too_short"]
    if error.validator == "pattern" and error.validator_value == FIELD_TYPES["color"]["pattern"]:
        return f"{shown(error.instance)} is no colour; write it like #1f6fb2"
    return textwrap.shorten(error.message, 160)


def read_fields(
    schema: dict[str, Any], extras: dict[str, Any], document: Document, path: Path_, known: Iterable[str]
) -> list[Finding]:
    """Return what is wrong with a record's own fields."""
    from jsonschema import Draft202012Validator

    properties = schema["properties"]
    found = {
        (*path, key): Finding(
            "schema/unknown-key",
            document.key_mark(*path, key),
            f"There is no key {key!r} here.",
            did_you_mean(str(key), {*known, *properties}),
        )
        for key in extras
        if key not in properties
    }
    for error in Draft202012Validator(schema).iter_errors(extras):
        where = (*path, *error.absolute_path)
        mark = document.mark(*where)
        if error.validator == "required":
            lacking = [k for k in error.validator_value if k not in error.instance]
            found |= {(*where, k): _missing(k, mark, error.instance, {*known, *properties}) for k in lacking}
        elif error.validator == "additionalProperties":
            found[where] = Finding("schema/unknown-key", mark, f"{error.message}.")
        else:
            found[where] = _wrong(mark, where, _json_words(error), error.instance)
    return _without_echoes(found)
