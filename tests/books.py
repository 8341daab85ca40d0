"""A small book to break, and finished books read back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import yaml
from helpers import ROOT
from reading import copied, letters

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

STYLES = (
    "body h2 h3 marker quote table table-head caption where question toc toc-sub".split()  # noqa: SIM905 - shorter
)
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 148 210">
  {% for s in page.shapes %}<path d="M{{ s.x }} {{ s.y }} h1 v1 Z" fill="#eeeeee"/>{% endfor %}
  <pnp:text id="folio" x="14" y="199" width="120" height="5" style="body">{{ page.number }}</pnp:text>
</svg>
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{art}</svg>'
BOOK = """\
  book:
    title: Книга
    book: {rules: rules.md, page: page.svg, index: rules-index.yaml, contents: Содержание, notes: notes.svg,
           back: last.svg, rulings: rulings, pictures: {square: {face: square.svg, size: 40x20}},
           tables: {all: {of: cards, columns: [{head: Имя, value: "{{ it.name }}"},
                                               {value: "{{ it.text }}"}]}}}
    size: 148x210
    bleed: 0
    impose: page
  folded:
    title: Буклет
    booklet: {book: book}
    size: 297x210
    bleed: 0
    impose: booklet
"""
RULES = """\
# Проба

## Первое

<!-- rules: one -->
Игрок берёт карту [[one|Первую]] и кладёт [[two]] обратно.

![Квадрат](picture:square)

## Второе

<!-- rules: two -->
> **Пример.** Смотрите [первую главу](#первое).

<!-- table: all -->

<!-- rulings -->
"""


def add_book(project: Project, rules: str = RULES) -> Project:
    """Give a small project a book and a booklet; return it."""
    game = project.root / "content/demo/game.yaml"
    text = game.read_text(encoding="utf-8").replace("components:\n", f"components:\n{BOOK}")
    text = text.replace(
        "collections:\n",
        "collections:\n  rulings: {file: rulings.yaml, origin: ours,"
        " fields: {where: text, question: text, answer: text}}\n",
    )
    game.write_text(text, encoding="utf-8")
    project.write("content/demo/rules.md", rules)
    project.write("content/demo/rules-index.yaml", "- {id: one, text: Первое.}\n- {id: two, text: Второе.}\n")
    project.write(
        "content/demo/rulings.yaml", "- {id: a, where: Всюду, question: Можно ли?, answer: Можно.}\n"
    )
    theme = project.root / "templates/demo/theme.yaml"
    styles = "".join(f"  book-{name}: {{font: text, size: 10, leading: 1.3}}\n" for name in STYLES)
    justified = styles.replace("book-body: {font: text", "book-body: {align: justify, font: text")
    theme.write_text(theme.read_text(encoding="utf-8") + justified, encoding="utf-8")
    project.write("templates/demo/page.svg", PAGE)
    project.write("templates/demo/notes.svg", PAGE.replace("{{ page.number }}", "Заметки {{ page.number }}"))
    last = '<rect width="148" height="210" fill="#334433"/>'
    project.write("templates/demo/last.svg", SVG.format(size="148 210", art=last))
    square = '<rect width="40" height="20" fill="#ddeedd"/>'
    project.write("templates/demo/square.svg", SVG.format(size="40 20", art=square))
    return project


def page_text(file: Path, page: int) -> str:
    """Return a page's text after its head and number; labels of pictures come before and are left out."""
    pdf = pypdfium2.PdfDocument(file)
    title = pdf.get_metadata_value("Title").partition(":")[0]
    heads = [title, "Содержание", *(b.get_title() for b in pdf.get_toc())]
    head = "|".join(map(re.escape, heads))
    return re.sub(rf"^.*?(?:{head}) {page + 1}\b ?", "", copied(file, page), count=1)


def one_line(text: str) -> str:
    """Return a text with single spaces, as it is read and not as it is broken."""
    return " ".join(text.replace("\ufeff", "").split())


def folio(file: Path, page: int) -> str:
    """Return the figures at a page's foot."""
    return "".join(x.char for x in letters(file, page) if x.top > 193 and x.char.isdigit())


def names(game: str) -> dict[str, str]:
    """Return the names of a game's records by id, read from its YAML."""
    found: dict[str, str] = {}
    for file in (ROOT / "content" / game).glob("*.yaml"):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        for record in data if isinstance(data, list) else ():
            if isinstance(record, dict) and "name" in record:
                found.setdefault(str(record["id"]), str(record["name"]))
    return found


def sentences(game: str) -> list[str]:
    """Return what a game's rules.md prints, block by block: its markup gone, its references resolved."""
    source = (ROOT / "content" / game / "rules.md").read_text(encoding="utf-8")
    known = names(game)
    source = re.sub(r"<!--.*?-->", "\n", source, flags=re.DOTALL)
    source = re.sub(r"\[\[([a-z0-9-]+)\|([^\]]+)\]\]", r"\2", source)
    source = re.sub(r"\[\[([a-z0-9-]+)\]\]", lambda m: known[m[1]], source)
    source = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", source)
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", source):
        for part in re.split(r"^(?=\s*(?:-|\d+\.)\s|\|)", block.strip(), flags=re.MULTILINE):
            text = re.sub(r"^\s*(?:#+|>|-|\d+\.)\s+", "", part, flags=re.MULTILINE)
            if re.fullmatch(r"[|\s:-]*", text):
                continue
            cells = text.strip().strip("|").split("|") if text.startswith("|") else [text]
            blocks += [one_line(cell.replace("*", "")) for cell in cells if cell.strip()]
    return blocks


def dests(file: Path, page: int) -> list[tuple[tuple[float, float, float, float], int]]:
    """Return a page's links: their rectangle in points, and the index of the page they lead to."""
    with pikepdf.open(file) as pdf:
        numbers = {p.obj.objgen: at for at, p in enumerate(pdf.pages)}
        return [
            (tuple(float(v) for v in a.Rect), numbers[a.Dest[0].objgen])
            for a in pdf.pages[page].obj.get("/Annots", [])
        ]
