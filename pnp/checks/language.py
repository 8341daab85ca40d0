"""Checks of a translation: missing, stale, unknown, and whatever differs from the source by accident."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pnp.content.schema import did_you_mean
from pnp.content.strings import Key, Source, dotted
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.content.overlay import Lock, Overlay

_ICON = re.compile(r":[a-z][a-z0-9-]+:")
_REFERENCE = re.compile(r"\[\[([^\]|]+)")
_PLACEHOLDER = re.compile(r"%\([a-z]+\)s")
_FACE = re.compile(r"\*{1,3}")
_GROUPED = re.compile(r"(?<=\d)[\u00a0\u202f ,.](?=\d{3}\b)")
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
    hint = f"Translate it in {overlay.document.file.name}; pnp lang sync adds the key there."
    return Finding("lang/missing", overlay.mark(key), message, hint)


def _compare(key: Key, source: Source, overlay: Overlay, lock: Lock) -> Iterator[Finding]:
    text, mark = overlay.texts[key], overlay.mark(key)
    name = dotted(key)
    if lock.stale(key, source, text):
        now = " ".join(source.text.split())[:80]
        message = f"{name} changed in the source since it was translated: «{now}»."
        hint = f"Look at it, then: pnp lang sync --confirm {name}."
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
    """Yield what a translated book lacks or has too much: stated rules, tables, pictures, references."""
    for what, pattern in (("comments", _DIRECTIVE), ("pictures", _PICTURE), ("references", _REFERENCE)):
        here = Counter(" ".join(found.split()) for found in pattern.findall(overlay.texts[key]))
        there = Counter(" ".join(found.split()) for found in pattern.findall(source.text))
        if here != there:
            only = ", ".join(sorted((there - here) | (here - there)))
            message = f"{overlay.language}.{key[1]}: the {what} differ from the source's: {only}."
            yield Finding("lang/markup", overlay.mark(key), message, "Each stands in both, as often.")


def _numbers(text: str) -> Counter[str]:
    return Counter(_DIGITS.findall(_GROUPED.sub("", _ICON.sub("", text))))
