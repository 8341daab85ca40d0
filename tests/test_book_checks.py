"""What is wrong with a book is said with file and line; a sound book has no findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pytest
from books import RULES, add_book, dests, page_text
from reading import MM, letters

if TYPE_CHECKING:
    from helpers import Project

RULES_MD = "content/demo/rules.md"


def test_sound_book_has_no_findings(project: Project) -> None:
    """The small book is set: contents, two pages, back; the booklet has two sheet sides."""
    out = add_book(project).build()
    with pikepdf.open(out / "book.pdf") as pdf:
        assert len(pdf.pages) == 3
    with pikepdf.open(out / "folded.pdf") as pdf:
        assert len(pdf.pages) == 2
    text = page_text(out / "book.pdf", 1)
    for words in (
        "Игрок берёт карту Первую и кладёт Другая обратно.",
        "Квадрат",
        "Пример. Смотрите первую главу.",
        "Имя Первая Карта для пробы. Другая Ещё одна карта.",
        "Всюду Можно ли? Можно.",
    ):
        assert words in text


def test_link_in_the_text_leads_to_its_heading(project: Project) -> None:
    """«первую главу» in an example leads to the page of the heading «Первое»."""
    out = add_book(project, RULES.replace("## Второе", "## Второе" + "\n\nСтрока." * 60)).build()
    book = out / "book.pdf"
    pages = len(pikepdf.open(book).pages)
    links = [(at, *link) for at in range(1, pages) for link in dests(book, at)]
    assert len(links) == 1
    ((at, (left, _, right, _), page),) = links
    assert 18 < (right - left) / MM < 26
    assert at > page
    assert "Игрок берёт карту" in page_text(book, page)


@pytest.mark.parametrize(
    ("edit", "code", "line", "words"),
    [
        (("rules: two", "rules: three"), "book/unknown-rule", 12, "'three'"),
        (("[[one|", "[[noe|"), "ref/unknown", 6, "'noe'"),
        (("(picture:square)", "(picture:circle)"), "asset/missing", 8, "'picture:circle'"),
        (("(picture:square)", "(square.png)"), "asset/missing", 8, "'square.png'"),
        (("(#первое)", "(#третье)"), "book/broken-link", 13, "'#третье'"),
        (("(#первое)", "(https://example.org)"), "book/broken-link", 13, "'https://example.org'"),
        (("## Второе", "## Первое"), "book/duplicate-heading", 10, "line 3"),
        (("берёт", "берёт 𓀀"), "font/missing-glyph", 6, "U+13000"),
        (("берёт", "берёт :no-such-icon:"), "asset/missing", 6, "no-such-icon"),
        (("table: all", "table: none"), "ref/unknown", 15, "'none'"),
        (("## Второе", "## Второе\n\n```\ncode\n```"), "book/markdown", 12, "fence"),
        (("## Второе", "## Второе\n\n<b>важно</b>"), "book/markdown", 12, "html inline"),
        (("## Второе", "## Второе\n\n---"), "book/markdown", 12, "hr"),
        (("## Второе", "# Второе"), "book/markdown", 10, "one title"),
        (("![Квадрат]", "Слова ![Квадрат]"), "book/markdown", 8, "within a paragraph"),
    ],
)
def test_fault_is_found_at_its_line(
    project: Project, edit: tuple[str, str], code: str, line: int, words: str
) -> None:
    """Each fault of rules.md is told once, at its line, and nothing is printed."""
    rules = RULES.replace(*edit)
    assert rules != RULES
    found = [f for f in add_book(project, rules).findings() if f["code"] != "book/rule-unstated"]
    assert [(f["code"], f["file"], f["line"]) for f in found] == [(code, RULES_MD, line)], found
    assert words in found[0]["message"]
    assert project.run("build").code == 1


def test_rule_that_is_not_stated(project: Project) -> None:
    """A rule of the index that rules.md names nowhere is an error at its line in the index."""
    add_book(project)
    index = project.root / "content/demo/rules-index.yaml"
    index.write_text(index.read_text(encoding="utf-8") + "- {id: lost, text: Забыто.}\n", encoding="utf-8")
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == (
        "book/rule-unstated",
        "content/demo/rules-index.yaml",
        3,
    )
    assert "'lost'" in found["message"]


@pytest.mark.parametrize(
    ("index", "code"),
    [
        ("one: 1\n", "schema/type"),
        (
            "- {id: one, text: А.}\n- {id: one, text: Б.}\n- {id: two, text: В.}\n",
            "id/duplicate",
        ),
        ("- {id: one}\n- {id: two, text: В.}\n", "schema/missing-key"),
        ("- {id: one, text: А., page: 3}\n- {id: two, text: В.}\n", "schema/unknown-key"),
    ],
)
def test_index_that_is_none(project: Project, index: str, code: str) -> None:
    """A broken index of rules is a finding in its file."""
    add_book(project).write("content/demo/rules-index.yaml", index)
    found = [f for f in project.findings() if f["file"].endswith("rules-index.yaml")]
    assert [f["code"] for f in found] == [code]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("rules: rules.md", "rules: lost.md", "asset/missing"),
        ("rules: rules.md", "rules: ../../secret.md", "asset/missing"),
        ("index: rules-index.yaml", "index: lost.yaml", "asset/missing"),
        ("page: page.svg", "page: lost.svg", "asset/missing"),
        ("rulings: rulings,", "rulings: lost,", "ref/unknown"),
        ("size: 40x20", "size: 40x190", "template/error"),
        ("of: cards, columns", "of: cards.lost.more, columns", "template/error"),
        ("{{ it.name }}", "{{ it.lost }}", "template/error"),
        ("booklet: {book: book}", "booklet: {book: deck}", "ref/unknown"),
    ],
)
def test_fault_in_the_description_of_a_book(project: Project, old: str, new: str, code: str) -> None:
    """What game.yaml says about a book is checked like everything else there."""
    add_book(project).edit("content/demo/game.yaml", old, new)
    found = project.findings()
    assert code in {f["code"] for f in found}, found
    assert project.run("build").code == 1


def test_picture_larger_than_a_page(project: Project) -> None:
    """A picture that no page can hold is an error at its line, with the room there is."""
    add_book(project).edit("content/demo/game.yaml", "size: 40x20", "size: 40x190")
    project.edit("templates/demo/square.svg", 'viewBox="0 0 40 20"', 'viewBox="0 0 40 190"')
    found = project.only()
    assert (found["code"], found["line"]) == ("text/overflow", 8)
    assert "116 x 173 mm" in found["hint"]


def test_style_that_the_theme_lacks(project: Project) -> None:
    """A book tells which text style it needs."""
    add_book(project).edit("templates/demo/theme.yaml", "  book-caption: ", "  caption: ")
    found = project.only()
    assert (found["code"], found["line"]) == ("ref/unknown", 8)
    assert "'book-caption'" in found["message"]


def test_word_wider_than_its_column(project: Project) -> None:
    """A word that no column can take is an overflow at the table's line."""
    word = "ъ" * 90
    table = f"| А | Б |\n|---|---|\n| {word} | {word} |\n"
    rules = RULES.replace("## Второе", f"## Второе\n\n{table}")
    found = add_book(project, rules).findings()
    assert ("text/overflow", 12) in {(f["code"], f["line"]) for f in found}


def test_book_without_a_text(project: Project) -> None:
    """An empty rules.md is told, and which rules are missing."""
    found = add_book(project, "\n").findings()
    assert [f["code"] for f in found] == ["book/rule-unstated", "book/rule-unstated", "book/markdown"]


def test_picture_shows_a_piece_of_another_component(project: Project) -> None:
    """`pnp:face` sets a card on a picture at a scale: its name stands where it should, 0.4 times as large."""
    add_book(project)
    face = '<pnp:face of="deck" record="two" x="10" y="1" scale="0.2"/>'
    project.edit("templates/demo/square.svg", "</svg>", f"{face}</svg>")
    project.edit(
        "templates/demo/square.svg", 'viewBox="0 0 40 20"', 'xmlns:pnp="urn:pnp" viewBox="0 0 40 20"'
    )
    out = project.build()
    small = [x for x in letters(out / "book.pdf", 1) if x.bottom - x.top < 0.8 and x.char == "Д"]
    assert len(small) == 1
    # the picture lies in the middle of 116 mm of text that begins 14 mm from the left
    assert small[0].left == pytest.approx(14 + 38 + 10 + 0.2 * 5, abs=0.2)


def test_piece_that_is_not_there(project: Project) -> None:
    """A picture that shows an unknown component or record says so."""
    add_book(project)
    face = '<pnp:face of="deck" record="tow" x="10" y="1"/>'
    project.edit(
        "templates/demo/square.svg",
        'viewBox="0 0 40 20">',
        f'xmlns:pnp="urn:pnp" viewBox="0 0 40 20">{face}',
    )
    found = project.only()
    assert found["code"] == "ref/unknown"
    assert "'tow'" in found["message"]
    assert "'two'" in found["hint"]


def test_title_of_a_book_without_a_cover(project: Project) -> None:
    """The title stands over the first page of text; a template for the cover shows it instead."""
    out = add_book(project).build()
    assert page_text(out / "book.pdf", 1).startswith("2 Проба Первое Игрок берёт карту")
    game = project.root / "content/demo/game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("page: page.svg,", "page: page.svg, cover: last.svg,")
    )
    out = project.build()
    assert page_text(out / "book.pdf", 2).startswith("3 Первое Игрок берёт карту")


@pytest.mark.parametrize("rules", ["# Проба\n", "# Проба\n\n## Первое\n"])
def test_book_of_headings_alone(project: Project, rules: str) -> None:
    """A book that holds nothing besides is told."""
    add_book(project, rules)
    found = [f for f in project.findings() if f["code"] == "book/markdown"]
    assert [(f["file"], f["line"], f["message"]) for f in found] == [(RULES_MD, 1, "The book has no text.")]


def test_all_styles_that_a_book_lacks(project: Project) -> None:
    """Every style is named in one run, each where it is needed first."""
    add_book(project)
    theme = project.root / "templates/demo/theme.yaml"
    lines = theme.read_text(encoding="utf-8").splitlines(keepends=True)
    lost = ("book-marker:", "book-quote:", "book-table-head:", "book-caption:")
    theme.write_text("".join(line for line in lines if not line.strip().startswith(lost)), encoding="utf-8")
    found = {
        (f["message"].split("'")[1], f["line"]) for f in project.findings() if f["code"] == "ref/unknown"
    }
    assert found == {("book-caption", 8), ("book-quote", 13), ("book-table-head", 15)}


def test_picture_of_a_broken_card_adds_no_finding(project: Project) -> None:
    """What keeps a card from being drawn is told once, not again by the picture that shows it."""
    add_book(project)
    face = '<pnp:face of="deck" record="two" x="0" y="0" scale="0.2"/>'
    project.edit("templates/demo/square.svg", "</svg>", f'<g xmlns:pnp="urn:pnp">{face}</g></svg>')
    assert project.findings() == []
    project.edit("templates/demo/card.svg", "{{ card.text }}", "{{ card.txet }}")
    assert [f["code"] for f in project.findings()] == ["template/error"]
