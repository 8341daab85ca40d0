"""A language overlay: what it translates, what it leaves out, and what no longer fits the source."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.content.numbers import check_language
from pnp.content.schema import kind_of
from pnp.content.strings import Key, Source, dotted
from pnp.content.yamlfile import load_yaml, read_text
from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.marks import Document


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Overlay:
    """The strings of one language; `covers` are the collections it is about, None for the whole game."""

    language: str
    document: Document
    texts: dict[Key, str]
    covers: tuple[str, ...] | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def game(self) -> str:
        """Return the id of the game that it translates, as its folder has it."""
        return self.document.file.parent.parent.name

    def mark(self, key: Key) -> Mark:
        """Return where a string, or what is above it, stands in the overlay."""
        if key[0] == "files":
            return Mark(self.document.file.with_name(f"{self.language}.{key[1]}"))
        return self.document.mark(*key)


def overlay_file(content_dir: Path, language: str) -> Path:
    """Return where a game's overlay of a language lies."""
    return content_dir / "lang" / f"{language}.yaml"


def languages_of(content_dir: Path) -> list[str]:
    """Return the languages that a game has overlays for."""
    return sorted(file.stem for file in (content_dir / "lang").glob("*.yaml"))


def load_overlay(content_dir: Path, language: str) -> Overlay:
    """Return an overlay; ContentError when it cannot be read, is no mapping, or its name is no language."""
    file = overlay_file(content_dir, language)
    try:
        check_language(language)
    except ValueError as error:
        hint = "An overlay is named by its language: lang/de.yaml."
        raise ContentError(Finding("lang/code", Mark(file, 1, 1), f"{error}.", hint)) from None
    document = load_yaml(file)
    if not isinstance(document.data, dict):
        message = f"A mapping of collections belongs here, not {kind_of(document.data)}."
        hint = "Write it as pnp lang new does: places:, then ids, then fields."
        raise ContentError(Finding("schema/type", document.mark(), message, hint))
    data = dict(document.data)
    covers = data.pop("covers", None)
    findings: list[Finding] = []
    if covers is not None and not _is_words(covers):
        message = "covers is a list of collections."
        findings.append(
            Finding("schema/type", document.mark("covers"), message, "Write covers: [phenomena].")
        )
        covers = None
    texts: dict[Key, str] = {}
    _flatten(data, (), texts, findings, document)
    for file in sorted(document.file.parent.glob(f"{language}.*.md")):
        text = read_text(file)
        if _COMMENT.sub("", text).strip():
            texts["files", file.name.removeprefix(f"{language}.")] = text
    return Overlay(language, document, texts, tuple(covers) if covers is not None else None, findings)


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _flatten(
    value: Any, key: Key, texts: dict[Key, str], findings: list[Finding], document: Document
) -> None:
    """Gather the strings below a value; an empty one is a translation that is still to be written."""
    if isinstance(value, dict):
        for part, inner in value.items():
            _flatten(inner, (*key, part), texts, findings, document)
    elif isinstance(value, str):
        if value.strip():
            texts[key] = value
    elif value is not None:
        message = f"{dotted(key)} is a text in the source, not {kind_of(value)}."
        findings.append(Finding("schema/type", document.mark(*key), message, "Put quotes round it."))


def fingerprint(text: str) -> str:
    """Return a short fingerprint of a string."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True)
class Lock:
    """What each translation was made from: by key, the fingerprints of source and translation."""

    file: Path
    entries: dict[str, tuple[str, str]]

    def stale(self, key: Key, source: Source, translation: str) -> bool:
        """Return whether the source changed since the translation was made from it."""
        made_from, made = self.entries.get(dotted(key), ("", ""))
        return made == fingerprint(translation) and made_from != fingerprint(source.text)


def load_lock(content_dir: Path, language: str) -> Lock:
    """Return the lock beside an overlay, empty when there is none; ContentError when it is damaged."""
    file = content_dir / "lang" / f"{language}.lock.json"
    if not file.exists():
        return Lock(file, {})
    try:
        text = read_text(file)
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise _no_lock(Mark(file, error.lineno, error.colno)) from None
    except RecursionError:
        raise _no_lock(Mark(file, 1, 1)) from None
    if not isinstance(data, dict):
        raise _no_lock(Mark(file, 1, 1))
    entries: dict[str, tuple[str, str]] = {}
    for key, pair in data.items():
        if not _is_words(pair) or len(pair) != 2:  # noqa: PLR2004 - of the source, of the translation
            at = max(text.find(json.dumps(key, ensure_ascii=False)), 0)
            raise _no_lock(Mark(file, text.count("\n", 0, at) + 1, 1))
        entries[key] = (pair[0], pair[1])
    return Lock(file, entries)


def _no_lock(mark: Mark) -> ContentError:
    message = "The lock file is not as pnp lang sync writes it: two fingerprints for each key."
    hint = "It is written by pnp lang sync alone; restore it from the last commit, or delete it."
    return ContentError(Finding("yaml/syntax", mark, message, hint))
