"""A language nobody speaks: the source with accents, 35 % longer, to try templates before translating."""

from __future__ import annotations

import re

CODE = "pseudo"
LONGER = 0.35

_ACCENTS = str.maketrans("аеосуиАЕОСУИaeiouyAEIOUYcnsz", "áéóçýйÁÉÓÇÝЙáéíóúýÁÉÍÓÚÝçñšž")
_KEPT = re.compile(
    r"<!--.*?-->|\[\[[^\]]*\]\]|\]\([^)]*\)|:[a-z][a-z0-9-]+:|\\\n|%\([a-z_]+\)s|\{\w+\}|[*\d]+|\s+",
    re.DOTALL,
)
_HEADING = re.compile(r"(?<=\(#)[^)]*")
_VOWELS = re.compile(r"[áéóýíúäëèàюяыэюё]", re.IGNORECASE)


def pseudo(text: str) -> str:
    """Return a text with accents on its letters, 35 % longer; markup, icons, references and numbers stay.

    Links to headings are changed like the headings.
    """
    parts: list[str] = []
    start = 0
    for kept in _KEPT.finditer(text):
        link = _HEADING.sub(lambda target: "-".join(map(_word, target[0].split("-"))), kept[0])
        parts += [_word(text[start : kept.start()]), link]
        start = kept.end()
    return "".join([*parts, _word(text[start:])])


def _word(word: str) -> str:
    """Return a word accented, its vowels doubled one by one until it is long enough."""
    accented = word.translate(_ACCENTS)
    wanted = round(len(word) * (1 + LONGER))
    at = 0
    while len(accented) < wanted:
        vowel = _VOWELS.search(accented, at)
        if not vowel:
            return accented + accented[-1:] * (wanted - len(accented)) if accented.isalpha() else accented
        accented = accented[: vowel.end()] + vowel[0].lower() + accented[vowel.end() :]
        at = vowel.end() + 1
    return accented
