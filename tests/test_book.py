"""The three rulebooks as printed: read back, measured, compared with their sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
import yaml
from books import dests, folio, names, one_line, page_text, sentences
from helpers import ROOT, pnp
from reading import MM, copied, letters

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ["between", "bitra", "vortex"]


def book(kits: Path, game: str) -> Path:
    """Return a game's rulebook."""
    return kits / game / "ru" / "rulebook.pdf"


def count(file: Path) -> int:
    """Return the number of pages."""
    return len(pypdfium2.PdfDocument(file))


def headings(game: str) -> list[tuple[int, str]]:
    """Return the level and words of each heading below the title."""
    source = (ROOT / "content" / game / "rules.md").read_text(encoding="utf-8")
    return [(len(m[1]), m[2].strip()) for m in re.finditer(r"^(##+) (.+)$", source, re.MULTILINE)]


def body(file: Path) -> str:
    """Return the text of all pages but the cover, the contents and the back."""
    return one_line(" ".join(page_text(file, at) for at in range(2, count(file) - 1)))


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_printed_in_order(kits: Path, game: str) -> None:
    """Heading, paragraph, item, caption and cell of rules.md follow each other in the PDF, word for word."""
    title, *blocks = sentences(game)
    assert title in copied(book(kits, game), 0)
    assert len(blocks) > 80
    text = body(book(kits, game))
    at = 0
    for block in blocks:
        found = text.find(block, at)
        assert found >= 0, f"{block!r} is not there after {text[max(0, at - 40) : at]!r}"
        at = found + len(block)


@pytest.mark.parametrize("game", GAMES)
def test_all_rulings_are_printed_in_order(kits: Path, game: str) -> None:
    """Each question of rulings.yaml is followed by its answer, and where it belongs stands above."""
    text = body(book(kits, game))
    rulings = yaml.safe_load((ROOT / "content" / game / "rulings.yaml").read_text(encoding="utf-8"))
    known = names(game)
    at = text.index("Уточнения")
    above = ""
    for ruling in rulings:
        answer = re.sub(
            r"\[\[([a-z0-9-]+)(?:\|([^\]]+))?\]\]", lambda m: m[2] or known[m[1]], ruling["answer"]
        )
        parts = [ruling["question"], answer.replace("*", "")]
        for part in parts if ruling["where"] == above else [ruling["where"], *parts]:
            found = text.find(one_line(part), at)
            assert found >= 0, part
            at = found + len(one_line(part))
        above = ruling["where"]


def test_all_routes_are_in_the_table(kits: Path) -> None:
    """The table has 77 rows: number, first end, second end, number of cells."""
    text = body(book(kits, "between"))
    table = text[text.rindex("Воздушные пути") :]
    places = names("between")
    routes = yaml.safe_load((ROOT / "content/between/routes.yaml").read_text(encoding="utf-8"))
    assert len(routes) == 77
    for route in routes:
        first, second = (re.escape(places[end]) for end in route["ends"])
        row = rf"(?<!\d){route['number']} {first} {second}(?: · [^\d]+)? (\d+)"
        assert re.search(row, table), row


def test_taxes_are_those_of_the_source(kits: Path) -> None:
    """Three rows of the tax table, as the source has them: a Weyr, a hold, a hall for sale."""
    text = body(book(kits, "bitra"))
    for row in ("Форт Вейр 50", "Холд Набол 30", "Цех горняков 40"):
        assert row in text


@pytest.mark.parametrize("game", GAMES)
def test_contents_give_the_right_pages(kits: Path, game: str) -> None:
    """Each entry's number is that printed at the foot of the page where its heading stands."""
    file = book(kits, game)
    contents = page_text(file, 1)
    assert contents.startswith("Содержание")
    at = 0
    for _, text in headings(game):
        match = re.compile(rf"{re.escape(text)} (\d+)").search(contents, at)
        assert match, text
        at = match.end()
        page = int(match[1]) - 1
        assert folio(file, page) == match[1]
        assert text in page_text(file, page)


@pytest.mark.parametrize("game", GAMES)
def test_links_of_the_contents_lead_where_they_say(kits: Path, game: str) -> None:
    """There is a link for each entry, from the top down, to the page where its heading stands."""
    file = book(kits, game)
    found = sorted(dests(file, 1), key=lambda link: -link[0][3])
    wanted = [text for _, text in headings(game)]
    assert len(found) == len(wanted)
    for (rectangle, page), text in zip(found, wanted, strict=True):
        assert text in page_text(file, page)
        assert rectangle[2] - rectangle[0] > 300


@pytest.mark.parametrize("game", GAMES)
def test_outline_has_all_headings(kits: Path, game: str) -> None:
    """The bookmarks are the headings, sections below their chapters, each leading to its page."""
    file = book(kits, game)
    pdf = pypdfium2.PdfDocument(file)
    found = [(b.level + 2, b.get_title(), b.get_dest().get_index()) for b in pdf.get_toc()]
    assert [(level, text) for level, text, _ in found] == headings(game)
    for _, text, page in found:
        assert text in page_text(file, page)


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_a5_and_numbered(kits: Path, game: str) -> None:
    """Every page is 148 x 210 mm, and all but cover and back bear their number."""
    file = book(kits, game)
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            assert [float(v) * 25.4 / 72 for v in page.mediabox[2:]] == pytest.approx([148, 210], abs=0.01)
    assert [folio(file, at) for at in range(1, count(file) - 1)] == [
        str(at + 1) for at in range(1, count(file) - 1)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_text_keeps_to_its_margins(kits: Path, game: str) -> None:
    """Text stands 14 mm from the outer edge and 18 from the fold, letters may lean out half a millimetre."""
    file = book(kits, game)
    for at in range(1, count(file) - 1):
        inner_left = at % 2 == 0
        left, right = (18, 134) if inner_left else (14, 130)
        for letter in letters(file, at):
            assert left - 0.6 < letter.left, (at + 1, letter)
            assert letter.right < right + 0.6, (at + 1, letter)
            assert letter.top > 7, (at + 1, letter)
            assert letter.bottom < 203, (at + 1, letter)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_is_left_empty(kits: Path, game: str) -> None:
    """On every page of the text but the last it goes down to at least two thirds of the page."""
    file = book(kits, game)
    for at in range(2, count(file) - 2):
        lowest = max(letter.bottom for letter in letters(file, at) if letter.bottom < 193)
        assert lowest > 19 + 2 / 3 * 173, at + 1


@pytest.mark.parametrize("game", GAMES)
def test_no_heading_ends_a_page(kits: Path, game: str) -> None:
    """A page never ends with a heading: at least two lines of what it announces follow."""
    file = book(kits, game)
    for at in range(2, count(file) - 1):
        text = page_text(file, at)
        for _, heading in headings(game):
            assert not text.endswith(heading), (at + 1, heading)


@pytest.mark.parametrize("game", GAMES)
def test_booklet_reads_in_order_when_folded(kits: Path, game: str) -> None:
    """A4 on its side; sheet k has pages n-2k+1 and 2k left and right, and two more on its back."""
    file = kits / game / "ru" / "rulebook-booklet.pdf"
    a5 = book(kits, game)
    with pikepdf.open(file) as pdf:
        sides = len(pdf.pages)
        for page in pdf.pages:
            assert [float(v) * 25.4 / 72 for v in page.mediabox[2:]] == pytest.approx([297, 210], abs=0.01)
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
    pages = 2 * sides
    assert pages % 4 == 0
    assert 0 <= pages - count(a5) < 4
    written = count(a5) - 1
    for side in range(sides):
        left, right = (pages - side, side + 1) if side % 2 == 0 else (side + 1, pages - side)
        for number in (left, right):
            at = number - 1 if number <= written else written if number == pages else None
            text = "Заметки" if at is None else copied(a5, at)
            place = half(file, side, right=number == right)
            assert text in copied(file, side)
            assert text[:60].replace(" ", "") in place


def half(file: Path, page: int, *, right: bool) -> str:
    """Return the characters on one half of a page on its side."""
    middle = pypdfium2.PdfDocument(file)[page].get_width() / MM / 2
    return "".join(x.char for x in letters(file, page) if (x.left > middle) == right)


@pytest.mark.parametrize("game", GAMES)
def test_kit_lists_book_and_booklet(kits: Path, game: str) -> None:
    """kit.json tells the pages of both; a book is one piece."""
    files = {
        entry["component"]: entry
        for entry in yaml.safe_load((kits / game / "ru" / "kit.json").read_text(encoding="utf-8"))["files"]
    }
    for component in ("rulebook", "rulebook-booklet"):
        entry = files[component]
        assert entry["pages"] == count(kits / game / "ru" / entry["file"])
        assert (entry["faces"], entry["pieces"]) == (1, 1)
    assert files["rulebook-booklet"]["layout"] == "booklet"


def test_same_book_twice(kits: Path, tmp_path: Path) -> None:
    """Two builds give the same bytes."""
    ran = pnp("--project", ROOT, "build", "--game", "vortex", "--only", "rulebook", "--out", tmp_path)
    assert ran.code == 0, ran.err
    again = tmp_path / "vortex" / "ru" / "rulebook.pdf"
    assert again.read_bytes() == book(kits, "vortex").read_bytes()


def test_booklet_fits_letter(tmp_path: Path) -> None:
    """On Letter the pages are reduced by one scale, none runs over the paper's edge."""
    ran = pnp(
        *("--project", ROOT, "build", "--game", "vortex", "--only", "rulebook-booklet"),
        *("--paper", "letter", "--out", tmp_path),
    )
    assert ran.code == 0, ran.err
    with pikepdf.open(tmp_path / "vortex/ru/rulebook-booklet.pdf") as pdf:
        page = pdf.pages[0]
        assert [round(float(v) * 25.4 / 72, 1) for v in page.mediabox[2:]] == [279.4, 215.9]
        matrices = [
            [float(v) for v in operands]
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "cm"
        ]
    scales = {round(m[0], 4) for m in matrices if 0.9 < m[0] < 1}
    assert scales == {round(279.4 / 297, 4)}
