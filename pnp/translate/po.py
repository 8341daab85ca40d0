"""Overlays as PO files for Poedit and Weblate, and back, nothing lost on the way."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from babel.messages import Catalog, pofile

from pnp.content.overlay import load_lock, load_overlay
from pnp.content.strings import Key, dotted, source_strings
from pnp.content.yamlfile import read_text
from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.game import Game

_LINE = re.compile(r" on \d+$")
"""What Babel's messages end with, counted from zero."""
_LANGUAGE = re.compile(r'^"Language: *([\w-]+) *\\n"', re.MULTILINE)
_BROKEN = re.compile(r"^\s*(msgid_plural|msgstr\[)", re.MULTILINE)


def export_po(game: Game, language: str) -> bytes:
    """Return the PO file of a translation: the key as context, the source as id, stale ones as fuzzy.

    Raises ContentError when the overlay cannot be read.
    """
    overlay = load_overlay(game.content_dir, language)
    lock = load_lock(game.content_dir, language)
    catalog = Catalog(
        locale=language.replace("-", "_"), project=game.title, version="1", charset="utf-8", fuzzy=False
    )
    catalog.mime_headers = [
        (name, value) for name, value in catalog.mime_headers if name in {"Language", "Content-Type"}
    ]
    for key, source in source_strings(game, language).items():
        if key[0] == "files":
            continue
        text = overlay.texts.get(key, "")
        flags = {"fuzzy"} if text and lock.stale(key, source, text) else set()
        place = f"{source.mark.file.name}"
        catalog.add(
            source.text, text, context=dotted(key), locations=[(place, source.mark.line)], flags=flags
        )
    out = io.BytesIO()
    pofile.write_po(out, catalog, width=0, omit_header=False, sort_output=False)
    return out.getvalue()


def read_po(game: Game, language: str, file: Path) -> dict[Key, str]:
    """Return the translations of a PO file by key, fuzzy ones left out.

    Raises ContentError with file and line when the file is no PO, is in another language, has plural forms,
    or a context that is no key of the game.
    """
    text = read_text(file)
    _check_language(text, game, language, file)
    plural = _BROKEN.search(text)
    if plural:
        line = text.count("\n", 0, plural.start(1)) + 1
        hint = "Each plural form of a word is an entry of its own, such as words.marks.few."
        raise ContentError(
            Finding("lang/markup", Mark(file, line, 1), "The entry has PO plural forms.", hint)
        )
    try:
        catalog = pofile.read_po(io.StringIO(text), abort_invalid=True)
    except (pofile.PoFileError, ValueError) as error:
        mark = Mark(file, int(getattr(error, "lineno", 0)) + 1)
        message = f"The PO file cannot be read: {_LINE.sub('', str(error))}."
        hint = f"Export it again: `pnp lang export {language} --po --game {game.id}`."
        raise ContentError(Finding("yaml/syntax", mark, message, hint)) from None
    keys = {dotted(key): key for key in source_strings(game, language)}
    texts: dict[Key, str] = {}
    for entry in catalog:
        if not entry.id:
            continue
        if entry.context not in keys:
            mark = Mark(file, entry.lineno or 0)
            problem = f"The entry's context {entry.context!r} is no key of {game.id}."
            raise ContentError(Finding("lang/unknown-key", mark, problem, "Export the file again."))
        if entry.string and not entry.fuzzy:
            texts[keys[entry.context]] = str(entry.string)
    return texts


def _check_language(text: str, game: Game, language: str, file: Path) -> None:
    """Raise ContentError when a PO file says that it is in another language; pt and pt-BR go together."""
    header = _LANGUAGE.search(text)
    theirs = header[1].replace("_", "-") if header else language
    if header and not f"{theirs}-".startswith(f"{language}-") and not f"{language}-".startswith(f"{theirs}-"):
        line = text.count("\n", 0, header.start()) + 1
        message = f"The PO file is in {theirs!r}, not in {language!r}."
        named = f'"{file}"' if " " in str(file) else file
        hint = f"To put it there: `pnp lang import {theirs} {named} --game {game.id}`."
        raise ContentError(Finding("lang/code", Mark(file, line, 1), message, hint))
