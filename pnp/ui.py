"""The program's own messages in the user's language: English in the code, Russian from a catalogue.

A catalogue maps each message as it stands in the code, its placeholders written {1}, {2} …, to a translation.
There `{1|файл|файла|файлов}` is the number of placeholder 1 with the word that goes with it.
"""

from __future__ import annotations

import locale
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACE = re.compile(r"\{(\d+)(?:\|([^|{}]*)\|([^|{}]*)\|([^|{}]*))?\}")
_QUOTED = re.compile(r"'([^']*)'")
_KEY = re.compile(r"([a-z_]+: )(.+)", re.DOTALL)
_WORDS = re.compile(r"[A-Za-z]{2}")
_LANGUAGE = re.compile(r"[-_.@]")
"""What ends the language in a locale's name: ru-RU, ru_RU.UTF-8, and Windows' Russian_Russia.1251."""
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
"""A number as English groups its digits; Russian has spaces there."""
_MEASURE = re.compile(r"(\d)\.(\d+)(?=(?: x [\d.,]+)? (?:мм|пт)\b)")


def language() -> str:
    """Return the language of messages: PNP_UI, else Russian where the user's locale is, else English."""
    wanted = _LANGUAGE.split(os.environ.get("PNP_UI", "").lower())[0]
    if wanted in {"ru", "en"}:
        return wanted
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "ru" if _LANGUAGE.split(chosen.lower())[0] in {"ru", "russian"} else "en"


def said(message: str) -> str:
    """Return a message in the user's language; one that is in no catalogue stays as it is."""
    return message if language() == "en" else _translated(message)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A message with placeholders; `part` is its longest literal, to tell quickly what it cannot be.

    One that `joins` messages is a match only where a placeholder holds one.
    """

    part: str
    letters: int
    literals: tuple[str, ...]
    translation: str
    joins: bool


@lru_cache(maxsize=1)
def _catalogue() -> tuple[dict[str, str], list[_Pattern]]:
    """Return the messages without placeholders, and the patterns, those with the most letters first."""
    from importlib.resources import files

    import yaml

    texts: dict[str, str] = {}
    joins: dict[str, str] = {}
    folder = files("pnp.data").joinpath("messages")
    for name in ("ru.yaml", "ru.libraries.yaml"):
        catalogue = yaml.load(folder.joinpath(name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        texts |= catalogue["messages"]
        joins |= catalogue.get("joins", {})
    plain = {key: text for key, text in texts.items() if not _PLACE.search(key)}
    patterns = [_pattern(key, text, joins=False) for key, text in texts.items() if key not in plain]
    patterns += [_pattern(key, text, joins=True) for key, text in joins.items()]
    return plain, sorted(patterns, key=lambda pattern: (pattern.joins, -pattern.letters))


def _pattern(key: str, translation: str, *, joins: bool) -> _Pattern:
    literals = tuple(_PLACE.split(key)[::5])
    return _Pattern(max(literals, key=len), len("".join(literals)), literals, translation, joins)


@lru_cache(maxsize=512)
def _regex(literals: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds the values between the literals; made when it is needed, for it takes long."""
    return re.compile("(.*?)".join(map(re.escape, literals)), re.DOTALL)


@lru_cache(maxsize=4096)
def _translated(message: str) -> str:
    plain, patterns = _catalogue()
    if message in plain:
        return plain[message]
    if not _WORDS.search(message):
        return message
    found = _with_key(message) or next(filter(None, (_matched(message, p) for p in patterns)), None)
    lower = message[0].lower() + message[1:]
    if found is None and lower != message:
        found = _translated(lower)
        found = None if found == lower else found
    if found is None:
        return message
    return found[0].upper() + found[1:] if message[0].isupper() else found


def _with_key(message: str) -> str | None:
    """Return `key: message` with the message translated; None when it is none."""
    match = _KEY.fullmatch(message)
    inner = _translated(match[2]) if match else ""
    return f"{match[1]}{inner}" if match and inner != match[2] else None


def _matched(message: str, pattern: _Pattern) -> str | None:
    match = _regex(pattern.literals).fullmatch(message) if pattern.part in message else None
    if match is None:
        return None
    values = match.groups()
    parts = [_translated(value) if pattern.translation.startswith("{1") else _part(value) for value in values]
    if pattern.joins and parts == list(values):
        return None
    filled = _PLACE.sub(lambda place: _filled(place, parts), pattern.translation)
    return _MEASURE.sub(r"\1,\2", filled)


def _part(value: str) -> str:
    """Return a part within a message translated, with a capital letter only when it is a sentence."""
    part = _translated(value)
    told = part == value or part.isupper() or value.endswith((".", "?"))
    return part if told else part[:1].lower() + part[1:]


def _filled(place: re.Match[str], parts: Sequence[str]) -> str:
    part = _QUOTED.sub(r"«\1»", parts[int(place[1]) - 1])
    if _GROUPED.fullmatch(part):
        part = part.replace(",", "\u00a0")
    return part if place[2] is None else f"{part} {place[_form(part) + 2]}"


def _form(number: str) -> int:
    """Return which form of a Russian noun goes with a number: 0 as with 1, 1 as with 2, 2 as with 5."""
    tens, ones = divmod(int(re.sub(r"\D", "", number) or 0) % 100, 10)
    if tens == 1 or ones == 0 or ones > 4:  # noqa: PLR2004 - two, three and four take the second form
        return 2
    return 0 if ones == 1 else 1
