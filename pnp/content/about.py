"""What a game says about the fields of its own records, for people who edit them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.content.kinds import KINDS
from pnp.content.schema import did_you_mean
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.content.gamefile import CollectionSpec, GameFile
    from pnp.model.marks import Document


def own_fields(spec: CollectionSpec) -> list[str]:
    """Return the names of the fields that the game adds to a collection, inner ones as `task.who`."""
    return [path for name, field in spec.fields.items() for path in (name, *_inner(name, field))]


def _inner(path: str, field: Any) -> Iterator[str]:
    """Yield the fields within a field, which may be an object or a list of objects."""
    if not isinstance(field, Mapping):
        return
    properties = field.get("properties")
    for name, inner in properties.items() if isinstance(properties, Mapping) else ():
        yield f"{path}.{name}"
        yield from _inner(f"{path}.{name}", inner)
    yield from _inner(path, field.get("items"))


def check_about(spec: GameFile, document: Document) -> list[Finding]:
    """Return a finding for each field that `about` explains though no record has it."""
    findings: list[Finding] = []
    for name, collection in spec.collections.items():
        known = {*own_fields(collection), *KINDS[collection.kind].model_fields}
        findings += [
            Finding(
                "schema/unknown-key",
                document.key_mark("collections", name, "about", path),
                f"Records of {name} have no field {path!r}.",
                did_you_mean(path, known),
            )
            for path in collection.about
            if path not in known
        ]
    return findings
