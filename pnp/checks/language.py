"""Checks of a translation: missing, stale, unknown, and whatever differs from the source by accident."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pnp.content.schema import did_you_mean
from pnp.content.strings import Key, Source, dotted
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.content.overlay import Lock, Overlay

_ICON = re.compile(r":[a-z][a-z0-9-]+:")
_REFERENCE = re.compile(r"\[\[([^\]|]+)")
_PLACEHOLDER = re.compile(r"%\([a-z]+\)s")
_FACE = re.compile(r"\*{1,3}")
_GROUPED = re.compile(r"(?<=\d)[\u00a0\u202f ,.](?=\d{3}\b)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_DIRECTIVE = re.compile(r"<!--\s*((?:rules|table|rulings)\b.*?)-->", re.DOTALL)
_PICTURE = re.compile(r"\]\((picture:[^)]*)\)")
_DIGITS = re.compile(r"\d+")


def check_translation(sources: Mapping[Key, Source], overlay: Overlay, lock: Lock) -> list[Finding]:
    """Return what is wrong with an overlay of these source strings."""
    findings = list(overlay.findings)
    known = {dotted(key): key for key in sources}
    for key in overlay.texts:
        if key not in sources:
            message = f"The source has no string {dotted(key)}."
            mark = overlay.document.key_mark(*key)
            findings.append(Finding("lang/unknown-key", mark, message, did_you_mean(dotted(key), known)))
    for key, source in sources.items():
        if key not in overlay.texts:
            if covered(key, overlay):
                findings.append(_missing(key, source, overlay))
            continue
        findings += _compare(key, source, overlay, lock)
    return findings


def covered(key: Key, overlay: Overlay) -> bool:
    """Return whether an overlay has to give a string: all of them, or those of the collections it covers.

    The titles of the game and of the pieces that are built are always needed.
    """
    return overlay.covers is None or key[0] in {*overlay.covers, "game", "components"}


def _missing(key: Key, source: Source, overlay: Overlay) -> Finding:
    begin = " ".join(source.text.split())[:60]
    message = f"{dotted(key)} has no translation into {overlay.language}: «{begin}»."
    file = overlay.mark(key).file
    hint = f"Translate it in {file.name}; `pnp lang sync {overlay.language}` adds the key there."
    if key[0] == "files":
        hint = f"Write it in {file.name}, beside {overlay.document.file.name}."
    return Finding("lang/missing", overlay.mark(key), message, hint)


def _compare(key: Key, source: Source, overlay: Overlay, lock: Lock) -> Iterator[Finding]:
    text, mark = overlay.texts[key], overlay.mark(key)
    name = dotted(key)
    if lock.stale(key, source, text):
        now = " ".join(source.text.split())[:80]
        message = f"{name} changed in the source since it was translated: «{now}»."
        game, language = overlay.game, overlay.language
        hint = f"Look at it, then: `pnp lang sync {language} --game {game} --confirm {name}`."
        yield Finding("lang/stale", mark, message, hint, "warning")
    if key[0] == "files":
        yield from _compare_files(source, overlay, key)
        return
    for what, pattern in (
        ("icons", _ICON),
        ("references", _REFERENCE),
        ("bold and italic", _FACE),
        ("placeholders", _PLACEHOLDER),
    ):
        here, there = Counter(pattern.findall(text)), Counter(pattern.findall(source.text))
        if here != there:
            only = ", ".join(sorted((there - here) | (here - there)))
            message = f"{name}: the {what} differ from the source's: {only}."
            yield Finding("lang/markup", mark, message, "Use the same ones, in whatever order.")
    if _numbers(text) != _numbers(source.text):
        message = f"{name}: the numbers differ from the source's."
        hint = f"The source: «{' '.join(source.text.split())[:120]}»."
        yield Finding("lang/number", mark, message, hint)
    if text == source.text and re.search(r"[^\W\d_]{3}", text):
        yield Finding("lang/same", mark, f"{name} is the same as the source.", "", "hint")


def _compare_files(source: Source, overlay: Overlay, key: Key) -> Iterator[Finding]:
    """Yield what a translated book lacks or has too much: stated rules, tables, pictures, references.

    A finding stands at the first line that has too much; what is only lacking is told by its source's line.
    """
    mark = overlay.mark(key)
    for what, pattern in (("comments", _DIRECTIVE), ("pictures", _PICTURE), ("references", _REFERENCE)):
        here, there = _lines(pattern, overlay.texts[key]), _lines(pattern, source.text)
        surplus = {name: lines[len(there.get(name, ())) :] for name, lines in here.items()}
        lacking = {name: lines[len(here.get(name, ())) :] for name, lines in there.items()}
        only = sorted(name for names in (surplus, lacking) for name, lines in names.items() if lines)
        if not only:
            continue
        message = f"{overlay.language}.{key[1]}: the {what} differ from the source's: {', '.join(only)}."
        lines = sorted(line for lines in surplus.values() for line in lines)
        hint = "Each stands in both, as often."
        if not lines:
            there_at = min(line for lines in lacking.values() for line in lines)
            hint = f"Each stands in both, as often. What is lacking here stands there in line {there_at}."
        yield Finding("lang/markup", Mark(mark.file, *lines[:1]), message, hint)


def _lines(pattern: re.Pattern[str], text: str) -> dict[str, list[int]]:
    """Return the lines of whatever a pattern finds outside of comments that say nothing to the program."""
    text = _COMMENT.sub(lambda m: m[0] if _DIRECTIVE.fullmatch(m[0]) else "\n" * m[0].count("\n"), text)
    found: dict[str, list[int]] = {}
    for match in pattern.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        found.setdefault(" ".join(match[1].split()), []).append(line)
    return found


def _numbers(text: str) -> Counter[str]:
    return Counter(_DIGITS.findall(_GROUPED.sub("", _ICON.sub("", text))))
