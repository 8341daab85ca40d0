"""What a book prints from the game's records: tables that `game.yaml` describes, and the rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.book.document import Column, Ruling, Table
from pnp.content.schema import did_you_mean
from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from pnp.content.bookfile import Book
    from pnp.draw.template import Templates
    from pnp.model.finding import Mark
    from pnp.model.game import Game


def game_table(name: str, mark: Mark, options: Book, templates: Templates, where: Mark) -> list[Table]:
    """Return the table of that name. Its expressions know as `plans` what other components have worked out.

    Raises ContentError at `mark` when there is none, at `where`, the book in game.yaml, when it fails.
    """
    spec = options.tables.get(name)
    if spec is None:
        message = f"There is no table {name!r}."
        hint = did_you_mean(name, options.tables) or "Tables are declared with the book in game.yaml."
        raise ContentError(Finding("ref/unknown", mark, message, hint))
    plans = {component: drawing.plan for component, drawing in templates.drawn.items()}
    rows = templates.evaluate(spec.of, where, plans=plans)
    columns = tuple(Column(column.head, column.align, column.width) for column in spec.columns)
    cells = tuple(
        tuple(templates.text(column.value, where, it=row, plans=plans).strip() for column in spec.columns)
        for row in rows
    )
    return [Table(columns, cells, mark, spec.side_by_side)]


def game_rulings(mark: Mark, options: Book, game: Game) -> list[Ruling]:
    """Return the game's rulings in their order; ContentError at `mark` when the book names no collection."""
    if options.rulings is None:
        message = "The book does not say which collection its rulings are."
        raise ContentError(
            Finding("ref/unknown", mark, message, "Write rulings: … with the book in game.yaml.")
        )
    rulings: list[Ruling] = []
    where = ""
    for record in game.collections[options.rulings]:
        here = str(record["where"])
        rulings.append(
            Ruling(
                "" if here == where else here,
                str(record["question"]).strip(),
                str(record["answer"]).strip(),
                record.mark("answer"),
            )
        )
        where = here
    return rulings
