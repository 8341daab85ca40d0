"""What named checks ask about the wording of texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SENTENCES = re.compile(r"(?<=[.!?…])\s+")
_WORDS = re.compile(r"\w+")


def capitalised(text: str) -> list[str]:
    """Return the words that begin with a capital letter though they do not begin a sentence."""
    later = (_WORDS.findall(sentence)[1:] for sentence in _SENTENCES.split(text.strip()))
    return [word for words in later for word in words if word[0].isupper()]


def outside(words: Iterable[str], stems: Iterable[str]) -> list[str]:
    """Return the words that begin with none of the stems."""
    known = tuple(stems)
    return [word for word in words if not word.startswith(known)]


def unitless(text: str, leads: Iterable[str], joins: Iterable[str], units: Iterable[str]) -> list[str]:
    """Return the numbers that follow one of the `leads` without a unit after them, each with its lead.

    A number may be followed by one of the `joins` and another number; units are known by how they begin.
    """
    number = rf"\d+(?:\s+{_any(joins)}\s+\d+)*"
    pattern = re.compile(rf"\b{_any(leads)}\s+{number}\b(?:\s+(\w+))?", re.IGNORECASE)
    known = tuple(units)
    return [m[0] for m in pattern.finditer(text) if not (m[1] or "").startswith(known)]


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"
