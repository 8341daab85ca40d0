"""Texts that do not fit their boxes, and characters that no font has."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pnp.model.finding import Finding, Mark
from pnp.text.rich import parse_rich

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.model.face import Drawing, Face, TextBox
    from pnp.model.game import Game


SMALLEST = 5.0
"""Points that even a reduced poster keeps."""


def check_texts(drawing: Drawing, game: Game) -> list[Finding]:
    """Return what is wrong with the texts of every face, each face once: overflow, size, glyphs.

    The pages of a booklet are those of its book.
    """
    if drawing.component.kind == "booklet":
        return []
    faces = {id(f): f for piece in drawing.pieces for f in (piece.front, piece.back) if f}
    seen: dict[int, Face] = {}
    for face in faces.values():
        for inner in walk(face):
            seen[id(inner)] = inner
    findings: list[Finding] = []
    for face in seen.values():
        for box in face.texts:
            findings += _overflow(face, box, drawing, game)
            findings += _missing(face, box, drawing)
            findings += _small(face, box, drawing)
    return findings + _plain(list(seen.values()), drawing)


def walk(face: Face) -> Iterator[Face]:
    """Yield a face and all faces set on it."""
    yield face
    for part in face.parts:
        yield from walk(part.face)


def _mark(face: Face, box: TextBox, drawing: Drawing) -> Mark:
    return box.mark or face.mark or drawing.component.mark


def _overflow(face: Face, box: TextBox, drawing: Drawing, game: Game) -> list[Finding]:
    layout = box.layout
    if not (layout.over_width or layout.over_height):
        return []
    parts = []
    if layout.over_height:
        parts.append(f"{layout.over_height:.1f} mm too high")
    if layout.over_width:
        parts.append(f"{layout.over_width:.1f} mm too wide")
    begin = " ".join(box.text.split())[:40]
    message = (
        f"{drawing.component.id}, {face.name}, box {box.id!r} ({game.language}): at the least size of"
        f" {layout.size:g} pt the text is {' and '.join(parts)}: «{begin}…»."
    )
    hint = f"Shorten the text, or enlarge the box of {box.width:g} x {box.height:g} mm in the template."
    return [Finding("text/overflow", _mark(face, box, drawing), message, hint)]


def _missing(face: Face, box: TextBox, drawing: Drawing) -> list[Finding]:
    if not box.layout.missing:
        return []
    shown = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in sorted(box.layout.missing))
    where = f"{drawing.component.id}, {face.name}, box {box.id!r}"
    message = f"{where}: no font of {box.style.family.name!r} has {shown}."
    hint = "Use another character, or give the font a `signs` font that has it."
    return [Finding("font/missing-glyph", _mark(face, box, drawing), message, hint)]


def _plain(faces: list[Face], drawing: Drawing) -> list[Finding]:
    """Return, once for each font, that a text is bold or italic and the font is not."""
    found: dict[tuple[str, str], Finding] = {}
    for face, box in [(f, b) for f in faces for b in f.texts]:
        family = box.style.family.name
        where = f"{drawing.component.id}, {face.name}, box {box.id!r}"
        for look, file in _looks(box):
            if file is None and (family, look) not in found:
                message = f"{where}: the font {family!r} has no {look} face, so it looks like any other text."
                hint = f"Give it `{look}:` in theme.yaml, or write the text without."
                mark = _mark(face, box, drawing)
                found[family, look] = Finding("font/missing-face", mark, message, hint, "warning")
    return list(found.values())


def _looks(box: TextBox) -> Iterator[tuple[str, Path | None]]:
    """Yield bold and italic where a text is, with the font's file for it."""
    family = box.style.family
    for span in itertools.chain(*parse_rich(box.text)):
        if box.style.bold or span.bold:
            yield "bold", family.bold
        if box.style.italic or span.italic:
            yield "italic", family.italic


def _small(face: Face, box: TextBox, drawing: Drawing) -> list[Finding]:
    if not box.layout.lines or box.layout.size >= SMALLEST:
        return []
    where = f"{drawing.component.id}, {face.name}, box {box.id!r}"
    message = f"{where}: a text of {box.layout.size:.1f} pt can hardly be read."
    hint = f"Print the piece larger, or let the text have {SMALLEST:g} pt at this size."
    return [Finding("text/too-small", _mark(face, box, drawing), message, hint, "warning")]
