"""What a language asks of line breaking: where words may part, which spaces hold, how a word is divided."""

from __future__ import annotations

import re
from functools import lru_cache

import pyphen

NBSP = "\u00a0"
_SHORT = re.compile(r"(?<![^\W\d_])(\w) (?=\S)")
_BEFORE_DASH = re.compile(r" (?=[—–] )")
_NUMBER = re.compile(r"(\d) (?=[^\W\d_])|(№|§) (?=\d)|(?<=\d) (?=\d{3}\b)")
_CORE = re.compile(r"[^\W\d_]{5,}")
_NATURAL = re.compile(r"(?<=\w[-/])(?=\w)")


def hold_spaces(text: str) -> str:
    """Make the spaces hard that no line may end with: after one letter, before a dash, before a unit."""
    text = _SHORT.sub(rf"\1{NBSP}", text)
    text = _BEFORE_DASH.sub(NBSP, text)
    return _NUMBER.sub(lambda m: f"{m[1] or m[2] or ''}{NBSP}", text)


@lru_cache(maxsize=16)
def _dictionary(language: str) -> pyphen.Pyphen | None:
    code = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=code) if code else None


def can_hyphenate(language: str) -> bool:
    """Return whether there are patterns to divide the words of a language."""
    return _dictionary(language) is not None


@lru_cache(maxsize=50_000)
def break_points(word: str, language: str) -> tuple[tuple[int, str], ...]:
    """Return where a word may be divided, from the back: (index, what is added there).

    After its own hyphen nothing is added; inside a run of five letters and more, by the language's
    patterns and never next to a hyphen of its own, a hyphen is.
    """
    points = [(m.start(), "") for m in _NATURAL.finditer(word)]
    dictionary = _dictionary(language)
    if dictionary:
        for core in _CORE.finditer(word):
            points += [(core.start() + at, "-") for at in dictionary.positions(core[0])]
    return tuple(sorted(points, reverse=True))
