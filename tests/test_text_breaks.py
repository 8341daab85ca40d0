"""Where lines break: by the rules of Russian setting, at every width, without losing a word."""

from __future__ import annotations

import itertools
import re

import pytest
from helpers import ROOT

from pnp.model.theme import FontFamily, Style
from pnp.model.type import Shaped
from pnp.text.fit import fit_text

FONTS = ROOT / "fonts"
FAMILY = FontFamily(
    "text",
    FONTS / "Vollkorn-Regular.ttf",
    FONTS / "Vollkorn-Bold.ttf",
    FONTS / "Vollkorn-Italic.ttf",
    FONTS / "Vollkorn-BoldItalic.ttf",
    FONTS / "DejaVuSans.ttf",
)
WIDTHS = [20 + 1.3 * i for i in range(45)]


def style(size: float = 10, minimum: float | None = None, *, hyphenate: bool = True) -> Style:
    """Return a plain style of the text face."""
    return Style(
        "body", FAMILY, size, size if minimum is None else minimum, 1.2, 0, "#000000", "left", "top",
        hyphenate=hyphenate, bold=False, italic=False, language="ru",
    )  # fmt: skip


def lines(text: str, width: float, look: Style | None = None) -> list[str]:
    """Return the lines of a text set in a box of that width and any height."""
    layout = fit_text(text, width, 1000, look or style())
    assert not layout.over_width
    rows = ["".join(p.text for p in line.pieces if isinstance(p, Shaped)) for line in layout.lines]
    return [row.replace("\u00a0", " ").rstrip() for row in rows]


STORY = (
    "Когда в Вейре бьёт колокол, а у причала стоит корабль, капитан идёт к воротам и с трудом видит: о чём"
    " спорят старики — неясно, но за 100 марок и 5 мм ткани каждый готов плыть 10 000 км до № 7. Я знал"
    " это, и ты — тоже; в 12 лет уходят в ученики, к 20 годам — в мастера."
)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_ends_with_a_letter_alone(width: float) -> None:
    """A preposition or conjunction of one letter never hangs at a line's end."""
    for line in lines(STORY, width)[:-1]:
        last = line.split()[-1]
        assert not re.fullmatch(r"\W*[А-Яа-яЁё]", last), line


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_begins_with_a_dash(width: float) -> None:
    """A dash stays with the word before it."""
    assert not [line for line in lines(STORY, width) if line.startswith(("—", "–"))]


@pytest.mark.parametrize("width", WIDTHS)
def test_numbers_keep_their_units(width: float) -> None:
    """A number and what it counts, its thousands and the sign of a number stand on one line."""
    set_text = "\n".join(lines(STORY, width))
    for whole in ("100 марок", "5 мм", "10 000 км", "№ 7", "12 лет", "20 годам"):
        assert whole in re.sub(r"(\w)-\n(\w)", r"\1\2", set_text)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("align", ["left", "center", "right", "justify"])
def test_no_word_is_lost(width: float, align: str) -> None:
    """The lines put together, our hyphens taken out, are the text again."""
    layout = fit_text(STORY, width, 1000, style(), align)  # type: ignore[arg-type]
    rows = ["".join(p.text for p in line.pieces if isinstance(p, Shaped)) for line in layout.lines]
    joined = "".join(row if row.endswith(" ") else re.sub(r"-$", "", row) for row in rows)
    assert joined.replace("\u00a0", " ").split() == STORY.split()


SYLLABLES = {
    "переправа": "пе-ре-пра-ва",
    "государственный": "го-су-дар-ствен-ный",
    "приключение": "при-клю-че-ние",
    "колокольчик": "ко-ло-коль-чик",
    "огнемётчики": "ог-не-мёт-чи-ки",
    "объявление": "объ-яв-ле-ние",
    "исследователь": "ис-сле-до-ва-тель",
}


@pytest.mark.parametrize("word", SYLLABLES)
def test_words_are_divided_between_syllables(word: str) -> None:
    """A Russian word is parted only where the syllables written here part, never by a letter alone."""
    allowed = {"".join(SYLLABLES[word].split("-")[:n]) for n in range(1, SYLLABLES[word].count("-") + 1)}
    seen: set[str] = set()
    for width in (8 + 0.25 * i for i in range(60)):
        layout = fit_text(word, width, 1000, style())
        if layout.over_width:
            continue
        rows = ["".join(p.text for p in r.pieces if isinstance(p, Shaped)) for r in layout.lines]
        ends = list(itertools.accumulate(row.rstrip().removesuffix("-") for row in rows[:-1]))
        seen |= set(ends)
        assert all(row.rstrip().endswith("-") for row in rows[:-1])
    assert seen
    assert seen <= allowed


def test_words_stay_whole_where_the_style_says_so() -> None:
    """Without hyphenation a word that is too wide overflows instead of being divided."""
    layout = fit_text("переправа", 8, 100, style(hyphenate=False))
    assert len(layout.lines) == 1
    assert layout.over_width > 0


def test_hyphens_of_the_word_itself() -> None:
    """A word with a hyphen may part after it, and nothing is added there."""
    assert lines("юго-восточный", 19, style(hyphenate=False)) == ["юго-", "восточный"]
    assert lines("юго-восточный", 60) == ["юго-восточный"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("один\\\nдва", ["один", "два"]),
        ("один  \nдва", ["один", "два"]),
        ("один\nдва", ["один два"]),
        ("один\n\nдва", ["один", "два"]),
        ("**один** *два* ***три***", ["один два три"]),
        (r"\*не курсив\*", ["*не курсив*"]),
        ("a\tb  c", ["a b c"]),
        ("мяг\u00adкий з\u200bнак", ["мягкий знак"]),
        ("  по краям  ", ["по краям"]),
        ("тёплый «дом» № 7 → 20 °C", ["тёплый «дом» № 7 → 20 °C"]),
    ],
)
def test_breaks_that_are_asked_for(text: str, rows: list[str]) -> None:
    """A backslash or two spaces break a line, a blank line a paragraph, any other white space is a space."""
    assert lines(text, 200) == rows


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "\u200b"])
def test_nothing_is_no_line(text: str) -> None:
    """An empty text is no line, and no fault."""
    assert fit_text(text, 10, 10, style()).lines == ()


def test_size_between_minimum_and_wish() -> None:
    """The largest size that fits is taken, in quarters of a point, and never one below the minimum."""
    look = style(12, 7)
    sizes = [fit_text(STORY, 60, height, look).size for height in range(4, 80, 2)]
    assert sizes == sorted(sizes)
    assert min(sizes) == 7
    assert max(sizes) == 12
    assert len(set(sizes)) > 10
    assert all(size * 4 == round(size * 4) for size in sizes)
    for height, size in zip(range(4, 80, 2), sizes, strict=True):
        layout = fit_text(STORY, 60, height, look)
        assert bool(layout.over_height) == (
            size == 7 and bool(fit_text(STORY, 60, height, style(7)).over_height)
        )
        if 7 < size < 12:
            assert fit_text(STORY, 60, height, style(size + 0.25)).over_height


@pytest.mark.parametrize(("width", "height"), [(30, 10), (42.5, 17), (60, 3)])
def test_overflow_is_what_the_box_lacks(width: float, height: float) -> None:
    """A box that is larger by the millimetres told holds the text; one 0.05 mm smaller does not."""
    lacking = fit_text(STORY, width, height, style(9)).over_height
    assert lacking > 1
    assert not fit_text(STORY, width, height + lacking + 0.001, style(9)).over_height
    assert fit_text(STORY, width, height + lacking - 0.05, style(9)).over_height


def test_overflow_in_width() -> None:
    """The same sideways, for a word that cannot be parted."""
    look = style(9, hyphenate=False)
    lacking = fit_text("Достопримечательность", 20, 50, look).over_width
    assert lacking > 1
    assert not fit_text("Достопримечательность", 20 + lacking + 0.001, 50, look).over_width
    assert fit_text("Достопримечательность", 20 + lacking - 0.05, 50, look).over_width


def test_word_of_300_letters() -> None:
    """A word longer than any line is set whole at many lines or overflows: no letter is lost."""
    word = "превысокомногорассмотрительствующий" * 9
    layout = fit_text(word, 40, 200, style(9))
    rows = ["".join(p.text for p in r.pieces if isinstance(p, Shaped)) for r in layout.lines]
    assert "".join(row.rstrip().removesuffix("-") for row in rows) == word
    assert not layout.over_width
    wide = fit_text("щ" * 300, 40, 200, style(9))
    assert wide.over_width > 0 or len(wide.lines) > 1
