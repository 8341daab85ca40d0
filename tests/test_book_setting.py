"""How a book is set: even lines, no lonely lines, heads of tables on every page."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pikepdf
import pytest
from books import RULES, add_book, page_text
from reading import Letter, letters

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

# fmt: off
WORDS = [
    "молодой", "всадник", "недавно", "впервые", "уходил", "в", "черноту", "между", "ударами", "сердца",
    "и", "вспоминал", "холодные", "скалы", "далёкого", "побережья", "где", "подолгу", "дожидались",
    "посылки", "рыбаки", "кузнецы", "и", "странствующие", "арфисты",
]
# fmt: on
SIGNS = "ЦЧШЩЪЫЬЭЮЯ"


def paragraph(number: int, words: int) -> str:
    """Return a paragraph whose every word ends with the two signs of its number."""
    signs = SIGNS[number // 10] + SIGNS[number % 10]
    return " ".join(WORDS[(7 * number + at) % len(WORDS)] + signs for at in range(words)) + "."


def lines(file: Path, page: int) -> list[list[Letter]]:
    """Return the lines of a page's text, letters of about one height together, from the top down."""
    found = [x for x in letters(file, page) if x.top > 18 and x.bottom < 196 and x.bottom - x.top > 1.2]
    found.sort(key=lambda x: x.bottom)
    rows: list[list[Letter]] = []
    for letter in found:
        if rows and letter.bottom - rows[-1][0].bottom < 2:
            rows[-1].append(letter)
        else:
            rows.append([letter])
    return [sorted(row, key=lambda x: x.left) for row in rows]


def test_lines_are_even_but_the_last(project: Project) -> None:
    """All lines of a justified paragraph end at the right margin within 0.3 mm, the last one before it."""
    text = " ".join(WORDS * 5) + "."
    out = add_book(project, RULES.replace("## Второе", f"## Второе\n\n{text}")).build()
    rows = [row for row in lines(out / "book.pdf", 1) if row[-1].right > 60]
    full = [row for row in rows if row[-1].right > 128]
    assert len(full) >= 8
    for row in full:
        assert row[-1].right == pytest.approx(130, abs=0.5)


def test_spaces_stay_within_limits(project: Project) -> None:
    """Between the words of full lines there is never less than 0.4 mm and never more than 2.6 mm."""
    text = " ".join(WORDS * 5) + "."
    out = add_book(project, RULES.replace("## Второе", f"## Второе\n\n{text}")).build()
    gaps = [
        b.left - a.right
        for row in lines(out / "book.pdf", 1)
        if row[-1].right > 128
        for a, b in pairwise(row)
        if b.left - a.right > 0.4
    ]
    assert len(gaps) > 60
    assert max(gaps) < 2.6


@pytest.mark.parametrize("length", [22, 31, 45])
def test_no_line_stands_alone(project: Project, length: int) -> None:
    """Where a paragraph goes on over the page, at least two of its lines stand on either side."""
    text = "\n\n".join(paragraph(number, length) for number in range(50))
    add_book(project, RULES.replace("## Второе", f"## Второе\n\n{text}"))
    project.edit("templates/demo/theme.yaml", "book-body: {", "book-body: {hyphenate: false, ")
    out = project.build()
    with pikepdf.open(out / "book.pdf") as pdf:
        pages = len(pdf.pages)
    shares: dict[str, list[int]] = {}
    for page in range(1, pages - 1):
        marks = [
            signs[-2:]
            for row in lines(out / "book.pdf", page)
            if len(signs := "".join(x.char for x in row if x.char in SIGNS)) >= 2
        ]
        for number, group in groupby(marks):
            shares.setdefault(number, []).append(len(list(group)))
    broken = [counts for counts in shares.values() if len(counts) > 1]
    assert len(shares) >= 50
    assert broken
    assert min(min(counts) for counts in broken) >= 2


def test_head_of_a_table_stands_on_every_page(project: Project) -> None:
    """A table of 120 rows has its head on each of its pages, and every row is there once, in order."""
    rows = "\n".join(f"| ряд{number} | слово |" for number in range(1, 121))
    table = f"| Голова | Вторая |\n|---|---|\n{rows}\n"
    out = add_book(project, RULES.replace("## Второе", f"## Второе\n\n{table}")).build()
    book = out / "book.pdf"
    with pikepdf.open(book) as pdf:
        texts = [page_text(book, at) for at in range(1, len(pdf.pages) - 1)]
    held = [text for text in texts if "ряд" in text]
    assert len(held) >= 3
    assert all(text.count("Голова") == 1 for text in held)
    seen = [word for text in texts for word in text.split() if word.startswith("ряд")]
    assert seen == [f"ряд{number}" for number in range(1, 121)]


def test_table_side_by_side_reads_down_its_columns(project: Project) -> None:
    """Nine rows in three columns: 1 to 3 under each other, 4 beside 1, in this order in the text too."""
    add_book(project)
    numbers = "[1, 2, 3, 4, 5, 6, 7, 8, 9]"
    project.edit("content/demo/game.yaml", "of: cards, columns", f'of: "{numbers}", side_by_side: 3, columns')
    project.edit("content/demo/game.yaml", "{{ it.name }}", "ряд{{ it }}")
    project.edit("content/demo/game.yaml", "{{ it.text }}", "место")
    book = project.build() / "book.pdf"
    words = [word for word in page_text(book, 1).split() if word.startswith("ряд")]
    assert words == [f"ряд{number}" for number in range(1, 10)]
    digits = {x.char: x for x in letters(book, 1) if x.char in "123456789" and x.top < 196}
    assert digits["1"].bottom == pytest.approx(digits["4"].bottom, abs=0.3)
    assert digits["1"].bottom == pytest.approx(digits["7"].bottom, abs=0.3)
    assert digits["1"].bottom < digits["2"].bottom < digits["3"].bottom
    assert digits["1"].left < digits["4"].left - 20 < digits["7"].left - 40


def test_divided_words_are_copied_whole(project: Project) -> None:
    """Words that were divided at line ends are whole in the text, each as often as it was written."""
    text = " ".join(WORDS * 8) + "."
    out = add_book(project, RULES.replace("## Второе", f"## Второе\n\n{text}")).build()
    copied = [word for page in (1, 2) for word in page_text(out / "book.pdf", page).split()]
    for word in set(WORDS) - {"и", "в", "где"}:
        assert sum(w.strip(".") == word for w in copied) == 8 * WORDS.count(word), word


def test_example_stays_on_one_page(project: Project) -> None:
    """A box of six lines is never parted, wherever it falls."""
    add_book(project)
    for filler in range(0, 40, 8):
        text = "\n\n".join(["Строка."] * (20 + filler))
        box = "> **Пример.** " + "коробка " * 60
        project.write("content/demo/rules.md", RULES.replace("## Второе", f"## Второе\n\n{text}\n\n{box}"))
        out = project.build()
        with pikepdf.open(out / "book.pdf") as pdf:
            texts = [page_text(out / "book.pdf", at) for at in range(1, len(pdf.pages) - 1)]
        assert sum("коробка" in text for text in texts) == 1
