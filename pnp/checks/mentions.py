"""Names of records that stand in a text without a reference."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.draw.box import without_references

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.model.game import Record

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[.!?…:«—]")
_ENDING = 3
"""A name in another case has at most this many letters after its stem."""
_STEM = 3


def bare_names(text: str, records: Iterable[Record], common: int = 3) -> list[str]:
    """Return what in a text names one of the records outside `[[id]]`, in any case of the language.

    What counts of a name are its capitalised words side by side; those that more than `common` records share
    (Lake, Mount) say nothing. Where a sentence starts and anything is capitalised, the ending must be that of
    the name.
    """
    plain = without_references(text)
    words = list(_WORD.finditer(plain))
    starts = [True, *(bool(_SENTENCE.search(plain[a.end() : b.start()])) for a, b in pairwise(words))]
    tokens = [(word[0], start) for word, start in zip(words, starts, strict=True)]
    found: list[str] = []
    for name in _names(records, common):
        for at in range(len(tokens) - len(name) + 1):
            window = tokens[at : at + len(name)]
            if all(_same(w, n, exact=s) for (w, s), n in zip(window, name, strict=True)):
                found.append(" ".join(w for w, _ in window))
    return found


def _names(records: Iterable[Record], common: int) -> list[tuple[str, ...]]:
    names = [[w for w in _WORD.findall(str(r["name"])) if w[0].isupper()] for r in records]
    times = Counter(word for name in names for word in set(name))
    telling = [tuple(w for w in name if times[w] <= common) for name in names]
    return list(dict.fromkeys(name for name in telling if name))


def _same(word: str, name: str, *, exact: bool) -> bool:
    if exact or word == name:
        return word == name
    stem = name.rstrip("аеёийоуыьэюя")
    return len(stem) >= _STEM and word.startswith(stem) and len(word) - len(stem) <= _ENDING
