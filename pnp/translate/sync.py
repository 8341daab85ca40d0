"""Write overlays: every key with its source above it, comments and order kept."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap

from pnp.content.numbers import check_language
from pnp.content.overlay import Lock, fingerprint, load_lock, load_overlay, overlay_file
from pnp.content.ownwords import given_words, shipped_words, words_file
from pnp.content.strings import Key, Source, dotted, source_strings
from pnp.disk import write_all
from pnp.errors import ContentError, UsageError
from pnp.model.finding import Mark
from pnp.ui import language as ui_language
from pnp.ui import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pnp.content.project import Project
    from pnp.model.game import Game

_COMMENT = re.compile(r"(<!--.*?-->)", re.DOTALL)
_WIDTH = 4096
"""A string stays on its line: folded lines would be torn by every small change."""


def new_overlay(game: Game, language: str) -> Path:
    """Write an overlay with every key, its source as a comment above it and no translation; return its file.

    Raises UsageError when there is one already or the code names no language.
    """
    try:
        check_language(language)
    except ValueError as error:
        raise UsageError(f"{error}.") from None
    file = overlay_file(game.content_dir, language)
    if file.exists() or language == game.language:
        raise UsageError(f"{game.id} has {language!r} already; `pnp lang sync {language}` adds what is new.")
    root = CommentedMap()
    schema = game.content_dir / "schema" / "lang.json"
    named = f"yaml-language-server: $schema=../schema/{schema.name}\n" if schema.is_file() else ""
    root.yaml_set_start_comment(
        f"{named}{game.title}: {language}. {_how()}\n"
        + said("Keep :icons:, [[references]], **bold** and numbers.")
        + f"\n> pnp validate --game {game.id} --lang {language}"
    )
    sources = source_strings(game, language)
    _add(root, sources)
    books = [_blank_book(file, key, source) for key, source in sources.items() if key[0] == "files"]
    _write(file, root, Lock(file.with_suffix(".lock.json"), {}), books)
    return file


def _how() -> str:
    return said("Write each translation behind its key; the comment above is the source.")


def _blank_book(file: Path, key: Key, source: Source) -> tuple[str, bytes]:
    """Return the name and the text of a book to translate: the source's blocks as comments, a gap below each.

    A comment stays as it is: it says what the book states or prints there.
    """
    parts = _COMMENT.split(source.text)
    shown = [
        part if _COMMENT.fullmatch(part) else f"<!-- source:\n{part}\n-->\n\n"
        for text in parts
        for part in ([text] if _COMMENT.fullmatch(text) else re.split(r"\n{2,}", text.strip("\n")))
        if part.strip()
    ]
    return f"{file.stem}.{key[1]}", ("\n".join(shown) + "\n").encode()


def sync_overlay(game: Game, language: str, confirmed: Iterable[str] = ()) -> tuple[int, int, int]:
    """Add the keys that are new, note what each translation was made from.

    Returns how many keys were added, how many are still missing, and how many are stale.

    A translation that was changed counts as made from the source as it stands now; one that was left alone
    while its source changed stays stale, unless its key is `confirmed`. Raises UsageError for an unknown
    key or language, ContentError when the overlay cannot be read.
    """
    file = overlay_file(game.content_dir, language)
    if not file.exists():
        hint = f"`pnp lang new {language} --game {game.id}` begins one."
        raise UsageError(f"{game.id} has no overlay {file.name}. {hint}")
    overlay = load_overlay(game.content_dir, language)
    lock = load_lock(game.content_dir, language)
    sources = source_strings(game, language)
    wanted = {k: s for k, s in sources.items() if overlay.covers is None or k[0] in {*overlay.covers, "game"}}
    names = {dotted(key) for key in overlay.texts}
    unknown = set(confirmed) - names
    if unknown:
        raise UsageError(f"There is no translation {min(unknown)!r} in {file.name}.")
    yaml = _yaml()
    root = yaml.load(file.read_text(encoding="utf-8")) or CommentedMap()
    added = _add(root, {key: s for key, s in wanted.items() if not _has(root, key)})
    entries: dict[str, tuple[str, str]] = {}
    for key, text in overlay.texts.items():
        name = dotted(key)
        if key not in sources:
            continue
        was = lock.entries.get(name)
        if was and was[1] == fingerprint(text) and name not in set(confirmed):
            entries[name] = was
        else:
            entries[name] = (fingerprint(sources[key].text), fingerprint(text))
    now = Lock(lock.file, entries)
    _write(file, root, now)
    known = {key: text for key, text in overlay.texts.items() if key in sources}
    stale = sum(now.stale(key, sources[key], text) for key, text in known.items())
    return added, sum(key not in overlay.texts for key in wanted), stale


def sync_words(project: Project, language: str) -> tuple[int, int] | None:
    """Add the program's own words that it lacks in a language to the project's file, begun if need be.

    Their sources are in the language of messages. Returns (added, still missing), None where the program has
    them all. Raises ContentError when the file cannot be read.
    """
    own = shipped_words(language)
    wanted = {key: text for key, text in shipped_words(ui_language()).items() if key not in own}
    if not wanted:
        return None
    file = words_file(project, language)
    _, faults = given_words(project, language)
    if faults:
        raise ContentError(*faults)
    root = CommentedMap()
    if file.is_file():
        root = _yaml().load(file.read_text(encoding="utf-8")) or root
    else:
        root.yaml_set_start_comment(
            said(f"What the program itself prints in kits in {language!r}.")
            + f" {_how()}\n"
            + said("Keep {names in braces}, **bold** and numbers; `decimal` is the sign in 0.5.")
        )
    mark = Mark(file)
    added = _add(root, {(key,): Source(text, mark) for key, text in wanted.items() if key not in root})
    write_all(file.parent, [(file.name, _dump(root))], movable=False)
    return added, sum(not root[key] for key in wanted)


def set_texts(game: Game, language: str, texts: Mapping[Key, str]) -> None:
    """Put translations into an overlay, where their keys stand or belong, and leave all else as it is."""
    file = overlay_file(game.content_dir, language)
    root = _yaml().load(file.read_text(encoding="utf-8")) or CommentedMap()
    for key, text in texts.items():
        _place(root, key)[key[-1]] = text
    write_all(file.parent, [(file.name, _dump(root))], movable=False)


def _yaml() -> YAML:
    yaml = YAML()
    yaml.width = _WIDTH
    yaml.preserve_quotes = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.representer.add_representer(type(None), _nothing)
    return yaml


def _nothing(representer: Any, _: None) -> Any:
    return representer.represent_scalar("tag:yaml.org,2002:null", "")


def _has(root: Any, key: Key) -> bool:
    for part in key:
        if not isinstance(root, dict) or part not in root:
            return False
        root = root[part]
    return True


def _place(root: Any, key: Key) -> Any:
    """Return the mapping that holds a key, made where it is not there."""
    for part in key[:-1]:
        if not isinstance(root.get(part), dict):
            root[part] = CommentedMap()
        root = root[part]
    return root


def _add(root: Any, sources: Mapping[Key, Source]) -> int:
    strings = {key: source for key, source in sources.items() if key[0] != "files"}
    for key, source in strings.items():
        holder = _place(root, key)
        holder[key[-1]] = None
        indent = 2 * (len(key) - 1)
        holder.yaml_set_comment_before_after_key(key[-1], before=source.text.strip(), indent=indent)
    return len(strings)


def _dump(root: Any) -> bytes:
    import io

    out = io.BytesIO()
    _yaml().dump(root, out)
    return out.getvalue()


def _write(file: Path, root: Any, lock: Lock, books: Iterable[tuple[str, bytes]] = ()) -> None:
    entries = {name: list(entry) for name, entry in sorted(lock.entries.items())}
    text = json.dumps(entries, ensure_ascii=False, indent=0) + "\n"
    write_all(file.parent, [(file.name, _dump(root)), (lock.file.name, text.encode()), *books], movable=False)
