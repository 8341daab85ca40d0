"""The words that the program prints itself: those that come with it, or those a project gives it.

A project's lie in `content/words/<language>.yaml` and go before the program's own, word by word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any, cast

import yaml

from pnp.content.pseudo import CODE, pseudo
from pnp.content.schema import did_you_mean, kind_of
from pnp.content.yamlfile import load_yaml
from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pnp.content.project import Project
    from pnp.model.finding import Mark
    from pnp.model.marks import Document

SOURCE = "en"
"""The language that others are translated from."""
_SIGNS = {"poster_rows", "decimal"}
"""Letters and signs, no words."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the program prints itself, by key; `language` names the kit, `locale` decides hyphenation.

    In a draft, for trying templates or with marks where words are missing, texts may be too long.
    """

    language: str
    locale: str
    texts: Mapping[str, str]
    draft: bool = False

    def __getitem__(self, key: str) -> str:
        """Return the text of a key."""
        return self.texts[key]


def words_file(project: Project, language: str) -> Path:
    """Return where a project's words for the program lie."""
    return project.root / "content" / "words" / f"{language}.yaml"


def shipped_languages() -> list[str]:
    """Return the languages that the program has words in."""
    return sorted(f.name.removesuffix(".yaml") for f in files("pnp.data").joinpath("words").iterdir())


@lru_cache(maxsize=8)
def shipped_words(language: str) -> dict[str, str]:
    """Return the program's words in a language, `pt` for `pt-BR`; none where it has none."""
    name = next((n for n in (language, language.partition("-")[0]) if n in shipped_languages()), None)
    if name is None:
        return {}
    text = files("pnp.data").joinpath("words", f"{name}.yaml").read_text(encoding="utf-8")
    return cast("dict[str, str]", yaml.safe_load(text))


def load_words(
    project: Project | None, language: str, locale: str, asked: Mark, *, allow_untranslated: bool = False
) -> tuple[Words, list[Finding]]:
    """Return the program's words for a kit, and what is wrong with those that the project gives.

    Where one is missing the English stands, with a mark; that is a finding unless `allow_untranslated`, at
    `asked` when the project has no file for it.
    """
    source = shipped_words(SOURCE)
    given, findings = given_words(project, locale)
    known = {**shipped_words(locale), **given}
    missing = {key: text for key, text in source.items() if key not in known}
    if missing and not allow_untranslated and not findings:
        findings += _missing(project, locale, missing, asked)
    texts = {
        key: known.get(key, text if key in _SIGNS else f"[{SOURCE}] {text}") for key, text in source.items()
    }
    if language == CODE:
        texts = {key: text if key in _SIGNS else pseudo(text) for key, text in texts.items()}
    return Words(language, locale, texts, draft=allow_untranslated or language == CODE), findings


def _missing(
    project: Project | None, language: str, missing: Mapping[str, str], asked: Mark
) -> Iterator[Finding]:
    """Yield a finding for each word that a project's file lacks; one in all where there is no file."""
    file = words_file(project, language) if project else None
    if not file or not file.is_file():
        message = f"The program has no words in {language!r} for the print plan and the pages of posters."
        hint = f"`pnp lang sync {language}` writes content/words/{language}.yaml: translate it."
        yield Finding("lang/missing", asked, message, hint)
        return
    document = load_yaml(file)
    hint = f"Translate it in {file.name}; `pnp lang sync {language}` adds the key there."
    for key, text in missing.items():
        message = f"{key} has no translation into {language}: «{' '.join(text.split())[:60]}»."
        yield Finding("lang/missing", document.mark(key), message, hint)


def given_words(project: Project | None, language: str) -> tuple[dict[str, str], list[Finding]]:
    """Return the words of a project's file, empty ones left out, and what is wrong in it."""
    file = words_file(project, language) if project else None
    if not file or not file.is_file():
        return {}, []
    try:
        document = load_yaml(file)
    except ContentError as error:
        return {}, list(error.findings)
    if not isinstance(document.data, dict):
        message = f"A mapping of keys and words belongs here, not {kind_of(document.data)}."
        hint = "Write it as pnp lang sync does: a key, a colon, the translation."
        return {}, [Finding("schema/type", document.mark(), message, hint)]
    source = shipped_words(SOURCE)
    wrong = [f for key, text in document.data.items() if (f := _fault(key, text, document, source))]
    return {key: text for key, text in document.data.items() if isinstance(text, str) and text.strip()}, wrong


def _fault(key: Any, text: Any, document: Document, source: Mapping[str, str]) -> Finding | None:
    if key not in source:
        message = f"The program has no word {key!r}."
        mark = document.key_mark(key)
        return Finding("lang/unknown-key", mark, message, did_you_mean(str(key), source))
    if text is not None and not isinstance(text, str):
        message = f"{key} is a text in the source, not {kind_of(text)}."
        return Finding("schema/type", document.mark(key), message, "Put quotes round it.")
    if text and text.strip() and _places(text) != _places(source[key]):
        message = f"{key}: the placeholders differ from the source's."
        return Finding("lang/markup", document.mark(key), message, f"The source: «{source[key].strip()}».")
    return None


def _places(text: str) -> set[str] | None:
    """Return the names in braces; None when a brace stands alone."""
    try:
        return {
            f"{name}{spec}{sign or ''}" for _, name, spec, sign in Formatter().parse(text) if name is not None
        }
    except ValueError:
        return None
