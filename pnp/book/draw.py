"""A component that is a book: its text read and set, its pages as leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.book.compose import Compositor
from pnp.book.document import Heading
from pnp.book.read import read_book
from pnp.book.setting import Measure, Setter
from pnp.book.strips import Typesetter, leading
from pnp.book.tables import game_rulings, game_table
from pnp.content.load import game_file
from pnp.content.pseudo import CODE, pseudo
from pnp.content.yamlfile import read_text
from pnp.errors import ContentError
from pnp.model.face import Drawing, Piece
from pnp.model.finding import Finding
from pnp.model.units import parse_size

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.book.document import BookText
    from pnp.content.bookfile import Book
    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component, Game

SHEET = 4
"""Pages on a folded sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class BookPlan:
    """A book's text and its pages, the title page first.

    `folded` are the pages with so many for notes before the last that their number is a multiple of four.
    """

    text: BookText
    pages: tuple[Face, ...] = ()
    folded: tuple[Face, ...] = ()


def draw_books(game: Game, templates: Templates, drawings: Sequence[Drawing]) -> list[Drawing]:
    """Return the drawings of a game's books and booklets.

    Their pictures may show pieces of the `drawings`, which are the game's other components.
    """
    templates.drawn = {d.component.id: d for d in drawings}
    books = {c.id: _draw(c, game, templates) for c in game.components if c.kind == "book"}
    booklets = [_booklet(c, books[c.options.book]) for c in game.components if c.kind == "booklet"]
    return [*books.values(), *booklets]


def _draw(component: Component, game: Game, templates: Templates) -> Drawing:
    try:
        text, findings = _read(component, game, templates)
    except ContentError as error:
        return Drawing(component, (), error.findings)
    if findings:
        return Drawing(component, (), tuple(findings), BookPlan(text))
    try:
        plan = _set(component, game, templates, text)
    except ContentError as error:
        return Drawing(component, (), error.findings, BookPlan(text))
    return Drawing(component, _leaves(plan.pages), plan=plan)


def _booklet(component: Component, book: Drawing) -> Drawing:
    pages = book.plan.folded if isinstance(book.plan, BookPlan) else ()
    return Drawing(component, tuple(Piece(page, None, 1) for page in pages))


def _leaves(pages: Sequence[Face]) -> tuple[Piece, ...]:
    """Return the book's leaves: an odd page, and the even page on its back."""
    return tuple(
        Piece(pages[i], pages[i + 1] if i + 1 < len(pages) else None, 1) for i in range(0, len(pages), 2)
    )


def _read(component: Component, game: Game, templates: Templates) -> tuple[BookText, list[Finding]]:
    options: Book = component.options
    file, text = _rules(component, game)
    return read_book(
        file,
        text,
        {
            "table": lambda name, mark: game_table(name, mark, options, templates, component.mark),
            "rulings": lambda _, mark: game_rulings(mark, options, game),
        },
        options.pictures,
    )


def _rules(component: Component, game: Game) -> tuple[Path, str]:
    """Return the book's Markdown in the game's language; where it is missing, the source with a mark."""
    source = game_file(game.content_dir, component.options.rules, component.mark)
    file = source.parent / "lang" / f"{game.language}.{source.name}"
    if game.language == game.own_language:
        return source, read_text(source)
    if game.language == CODE:
        return source, pseudo(read_text(source))
    if file.is_file():
        return file, read_text(file)
    return source, read_text(source).replace("# ", f"# [{game.own_language}] ", 1)


def _set(component: Component, game: Game, templates: Templates, text: BookText) -> BookPlan:
    """Return the book's pages; ContentError, with every style that the theme lacks where it lacks some."""
    types = Typesetter(game, templates)
    try:
        plan = _composed(component, templates, text, types)
    except ContentError as error:
        raise ContentError(*(types.lacking.values() or error.findings)) from None
    if types.lacking:
        raise ContentError(*types.lacking.values())
    return plan


def _composed(component: Component, templates: Templates, text: BookText, types: Typesetter) -> BookPlan:
    options: Book = component.options
    compositor = Compositor(component, templates, types, text)
    plans = {component_id: drawing.plan for component_id, drawing in templates.drawn.items()}
    pictures = {
        name: templates.sized(
            spec.face, (*parse_size(spec.size), 0.0), f"picture {name}", component.mark, plans=plans
        )
        for name, spec in options.pictures.items()
    }
    line = leading(types.style("book-body", component.mark))
    setter = Setter(types, pictures, compositor.area.height, line)
    heading = [] if options.cover or not text.title else [Heading(2, text.title, "", component.mark)]
    strips = setter.blocks([*heading, *text.blocks], Measure(0, compositor.area.width))
    high = [s.slices[0].box.mark for s in strips if s.slices and s.height > compositor.area.height]
    if high:
        message = "A row of this table is higher than a page."
        raise ContentError(Finding("text/overflow", high[0] or component.mark, message, "Shorten its texts."))
    pages = compositor.pages(strips)
    return BookPlan(text, tuple(pages), tuple(compositor.folded(pages, SHEET)))
