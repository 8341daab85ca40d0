"""Text measured in finished PDFs: where letters stand, in which font, and what is copied."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import ROOT
from printing import render
from reading import copied, copied_by_poppler, letters

from pnp.text.fonts import shape

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project
    from reading import Letter

PT = 25.4 / 72
PAGE = """\
id: demo
title: Проба
language: ru
players: {min: 1, max: 4}
components:
  sheet: {title: Лист, cards: {face: sheet.svg}, size: 200x150, bleed: 0, impose: page}
"""
NEAR = 0.1


def _print(project: Project, boxes: str, theme: str = "") -> Path:
    """Print a page of 200 x 150 mm with the text boxes, and return the PDF."""
    project.write("content/demo/game.yaml", PAGE)
    if theme:
        project.edit("templates/demo/theme.yaml", "  body:", f"{theme}  body:")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 200 150">{boxes}</svg>'
    project.write("templates/demo/sheet.svg", svg)
    return project.build() / "sheet.pdf"


def _box(
    text: str, more: str = "", x: float = 60, y: float = 40, width: float = 80, height: float = 30
) -> str:
    size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<pnp:text {size} style="body" {more}>{text}</pnp:text>'


def _one(file: Path) -> Letter:
    found = letters(file)
    assert len(found) == 1
    return found[0]


def test_alignment_across(project: Project) -> None:
    """Two letters at the left, in the middle and at the right: measured against each other and the box."""
    at = {}
    for align in ("left", "center", "right"):
        at[align] = letters(_print(project, _box("НН", f'align="{align}"')))
    advance = at["left"][1].left - at["left"][0].left
    bearing = at["left"][0].left - 60
    assert 0 <= bearing < 0.5
    assert at["right"][0].left - at["left"][0].left == pytest.approx(80 - 2 * advance, abs=NEAR)
    middle = (at["left"][0].left + at["right"][0].left) / 2
    assert at["center"][0].left == pytest.approx(middle, abs=NEAR)
    assert (at["center"][0].left + at["center"][1].right) / 2 == pytest.approx(100, abs=NEAR)


def test_alignment_down(project: Project) -> None:
    """The highest letters touch the top, the lowest the foot, and capitals stand in the middle."""
    top = min(letter.top for letter in letters(_print(project, _box("ЁЙÉdfl", 'valign="top"'))))
    assert top == pytest.approx(40, abs=NEAR)
    foot = max(letter.bottom for letter in letters(_print(project, _box("pgyруцЩ(,;", 'valign="bottom"'))))
    assert foot == pytest.approx(70, abs=NEAR)
    capital = _one(_print(project, _box("Н", 'valign="middle"')))
    assert (capital.top + capital.bottom) / 2 == pytest.approx(55, abs=NEAR)


def test_middle_of_several_lines(project: Project) -> None:
    """Of several lines, the capitals of the first and the baseline of the last are as far from the edges."""
    found = letters(_print(project, _box("Н\\\nН\\\nН", 'valign="middle"')))
    assert [letter.char for letter in found] == ["Н", "Н", "Н"]
    assert found[0].top - 40 == pytest.approx(70 - found[2].bottom, abs=NEAR)
    assert found[1].top - found[0].top == pytest.approx(10 * 1.2 * PT, abs=0.02)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("valign", ["top", "bottom"])
def test_quarter_turns(project: Project, turn: int, align: str, valign: str) -> None:
    """A turned text runs the right way, inside its box, and keeps to the edges that it is told."""
    x, y, width, height = (60, 40, 70, 20) if turn in {0, 180} else (60, 40, 20, 70)
    more = f'rotate="{turn}" align="{align}" valign="{valign}"'
    found = letters(_print(project, _box("НЕТЬ", more, x, y, width, height)))
    assert [letter.char for letter in found] == list("НЕТЬ")
    run = [letter.left if turn in {0, 180} else letter.top for letter in found]
    assert run == sorted(run, reverse=turn in {180, 270})
    left, right = min(letter.left for letter in found), max(letter.right for letter in found)
    top, bottom = min(letter.top for letter in found), max(letter.bottom for letter in found)
    assert left >= x - NEAR
    assert right <= x + width + NEAR
    assert top >= y - NEAR
    assert bottom <= y + height + NEAR
    gaps = {0: (left - x, x + width - right), 90: (top - y, y + height - bottom)}
    gaps |= {180: gaps[0][::-1], 270: gaps[90][::-1]}
    before, after = gaps[turn]
    if align == "center":
        assert before == pytest.approx(after, abs=NEAR)
    else:
        assert (before if align == "left" else after) < 0.4
        assert (after if align == "left" else before) > 40
    above = {0: top - y, 90: x + width - right, 180: y + height - bottom, 270: left - x}[turn]
    assert (above < 2) == (valign == "top")


def test_faces_of_the_family(project: Project) -> None:
    """Bold, italic and both are set in the fonts that the theme names, what they lack in that of signs."""
    found = letters(_print(project, _box("а **б** *в* ***г*** Ⅷ")))
    assert {letter.char: letter.font for letter in found} == {
        "а": "Vollkorn-Regular",
        "б": "Vollkorn-Bold",
        "в": "Vollkorn-Italic",
        "г": "Vollkorn-BoldItalic",
        "Ⅷ": "DejaVuSans",
    }


def test_icon_is_one_em_wide(project: Project) -> None:
    """An icon takes the room of one em in its line, and a text may be an icon alone."""
    plain = letters(_print(project, _box("НН")))
    parted = letters(_print(project, _box("Н:anvil:Н")))
    wider = (parted[1].left - parted[0].left) - (plain[1].left - plain[0].left)
    assert wider == pytest.approx(10 * PT, abs=0.02)
    assert letters(_print(project, _box(":anvil:"))) == []


def test_kerning(project: Project) -> None:
    """«Т» and «А» stand nearer than their advances say, in the shaping as in the print."""
    font = ROOT / "fonts" / "Vollkorn-Regular.ttf"
    pair, alone = shape(font, "ТА", "ru").width, shape(font, "Т", "ru").width + shape(font, "А", "ru").width
    assert pair < alone - 0.03
    near = letters(_print(project, _box("ТА")))
    far = letters(_print(project, _box("Т:anvil:А")))
    kern = (near[1].left - near[0].left) - (far[1].left - far[0].left - 10 * PT)
    assert kern == pytest.approx((pair - alone) * 10 * PT, abs=0.02)


def test_tracking(project: Project) -> None:
    """Tracking of a tenth is added after every letter."""
    wide = "  wide: {font: text, size: 10, tracking: 0.1, color: ink}\n"
    plain = letters(_print(project, _box("ННН")))
    spaced = letters(_print(project, _box("ННН").replace('style="body"', 'style="wide"'), wide))
    assert spaced[2].left - spaced[0].left - (plain[2].left - plain[0].left) == pytest.approx(
        2 * PT, abs=0.02
    )


LONG = (
    "Исследователь переправляется через государственную границу, достопримечательности которой"
    " превысокомногорассмотрительствующие путешественники описывают неудовлетворительно."
)


@pytest.mark.parametrize("width", [24, 31, 38, 47])
@pytest.mark.parametrize("align", ["left", "justify", "center", "right"])
def test_divided_words_are_copied_whole(project: Project, width: int, align: str) -> None:
    """Hyphens of ours at line ends are seen, but neither reader copies them."""
    file = _print(project, _box(LONG, f'align="{align}"', 10, 10, width, 130))
    assert len({round(letter.bottom) for letter in letters(file)}) > 4
    assert copied(file) == LONG
    assert copied_by_poppler(file) == LONG


def test_justified_lines_fill_the_box(project: Project) -> None:
    """Of a justified paragraph every line but the last reaches both edges, hyphens included, as seen."""
    file = _print(project, _box(LONG, 'align="justify"', 10, 10, 60, 130))
    dots = 10
    picture = 255 - np.asarray(render(file, 0, dots * 25.4).convert("L"))
    inked = [int(np.flatnonzero(row).max()) / dots if row.any() else 0.0 for row in picture > 100]
    bands = [list(band) for _, band in itertools.groupby(inked, key=bool)]
    rows = [max(band) for band in bands if band[0] and len(band) > dots]
    assert len(rows) > 3
    assert rows[:-1] == pytest.approx([70] * (len(rows) - 1), abs=0.3)


@pytest.mark.parametrize(
    "text", ["е́ Е́ ы́ Я́ — й", "ﬁшка", "½ ₽ № Ⅷ → ← да", "«Ёж»", "&lt;тег&gt; &amp; знак", "привет, мир"]
)
def test_signs_are_copied_as_written(project: Project, text: str) -> None:
    """Accents, ligatures of the source, arrows and signs come out of the PDF as they went in."""
    shown = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    file = _print(project, _box(text))
    assert copied(file).replace("fi", "ﬁ") == shown
    assert copied_by_poppler(file) == shown


@pytest.mark.parametrize(
    ("text", "char"), [("שלום", "ש"), ("مرحبا", "م"), ("👩‍👧", "👩"), ("猫", "猫"), ("\ue000", "\ue000")]
)
def test_signs_that_cannot_be_set(project: Project, text: str, char: str) -> None:
    """Scripts that run leftwards, pictures and signs that no font has are told, not printed as boxes."""
    project.write("content/demo/cards.yaml", f"- {{id: one, name: Первая, text: {text}}}\n")
    found = project.only()
    assert found["code"] == "font/missing-glyph"
    assert f"U+{ord(char):04X}" in found["message"]


ASIDE = '<pnp:text x="5" y="70" width="53" height="10" style="body">Не печатать {{ card.name }}</pnp:text>'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<rect", f"<!-- {ASIDE} --><rect", ["Первая", "Карта для пробы.", "Другая", "Ещё одна карта."]),
        ("{{ card.text }}", "<![CDATA[{{ card.text }}]]>", ["Карта для пробы.", "Ещё одна карта."]),
        ('id="text"', "id='a>b'", ["Карта для пробы.", "Ещё одна карта."]),
        (">{{ card.text }}</pnp:text>", ' align="right"/>', ["Первая", "Другая"]),
        ("{{ card.name }}</pnp:text>", "{{ card.name }}&amp;Ко</pnp:text >", ["Первая&Ко", "Другая&Ко"]),
    ],
)
def test_texts_however_they_are_written(project: Project, old: str, new: str, words: list[str]) -> None:
    """Cards of one ground: comments print nothing, and every card has its own texts."""
    project.edit("templates/demo/card.svg", old, new)
    text = copied(project.build() / "deck.pdf")
    for word in words:
        assert text.count(word) == 1, text
    assert "Не печатать" not in text


@pytest.mark.parametrize(
    ("written", "face"), [("*Не надо*", "italic"), ("**Да**", "bold"), ("*Не* **надо**", "")]
)
def test_fonts_without_a_face(project: Project, written: str, face: str) -> None:
    """Bold or italic words in a font without such a face are a warning, once for each look."""
    theme = (project.root / "templates/demo/theme.yaml").read_text(encoding="utf-8")
    lost = ("bold:", "italic:", "bold_italic:")
    kept = [line for line in theme.splitlines(keepends=True) if not line.strip().startswith(lost)]
    project.write("templates/demo/theme.yaml", "".join(kept).replace(", bold: true}", "}"))
    project.edit("content/demo/cards.yaml", "Карта для пробы.", f'"{written}"')
    project.edit("content/demo/cards.yaml", "Ещё одна карта.", f'"{written}"')
    found = [f for f in project.findings() if f["code"] == "font/missing-face"]
    assert [f["line"] for f in found] == ([1] if face else [1, 1])
    assert all(f["severity"] == "warning" and f"has no {face or ''}" in f["message"] for f in found)
