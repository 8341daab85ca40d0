"""Run every check on a game in one pass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.book.draw import draw_books
from pnp.checks.books import check_book
from pnp.checks.edges import check_edges
from pnp.checks.fields import check_fields
from pnp.checks.named import check_named
from pnp.checks.records import check_records
from pnp.checks.routes import check_routes
from pnp.checks.terrain import check_terrain
from pnp.checks.texts import check_texts
from pnp.checks.translated import translate
from pnp.content.load import load_game
from pnp.draw.kinds import draw_game
from pnp.draw.template import Templates
from pnp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.content.ownwords import Words
    from pnp.content.project import Project
    from pnp.model.face import Drawing
    from pnp.model.finding import Finding
    from pnp.model.game import Game
    from pnp.model.sheet import Ink


_ROOM = {"text/overflow", "map/label-overlap"}
"""What texts of a draft may do: they are longer than those that will be kept."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a game, and its drawings; `game` is None when it could not be loaded.

    `words` are the program's own in the game's language, once they are looked up.
    """

    game: Game | None
    findings: tuple[Finding, ...]
    drawings: tuple[Drawing, ...] = ()
    words: Words | None = None


def check_game(
    project: Project,
    game_id: str,
    players: Callable[[Game], int],
    lang: str | None = None,
    *,
    allow_untranslated: bool = False,
    ink: Ink = "full",
) -> Report:
    """Load, check and draw a game in a language, its own when `lang` is None.

    Findings come sorted by file and line, none of them twice. With `allow_untranslated`, strings that have no
    translation are no findings. Raises UsageError when the game is not there in that language.
    """
    if game_id not in project.game_ids():
        raise UsageError(f"There is no game {game_id!r}. There are: {', '.join(project.game_ids())}.")
    loaded = load_game(project, game_id)
    game = loaded.game
    if game is None:
        return Report(None, _sorted(loaded.findings))
    findings = list(loaded.findings)
    findings += check_records(game, loaded.broken)
    findings += check_named(game, loaded.broken)
    findings += check_terrain(game, loaded.broken)
    translated = translate(
        game, game.language if lang is None else lang, allow_untranslated=allow_untranslated
    )
    findings += translated.findings
    game = translated.game
    drawings = _draw(game, players(game), loaded.broken, ink)
    for drawing in drawings:
        findings += [f for f in drawing.findings if not loaded.broken or f.code != "template/error"]
        findings += check_texts(drawing, game)
        findings += check_edges(drawing)
        findings += check_book(drawing, game)
    findings += check_routes(game, drawings, loaded.broken)
    findings += check_fields(drawings)
    if translated.draft:
        findings = [replace(f, severity="warning") if f.code in _ROOM else f for f in findings]
    return Report(game, _sorted([replace(f, game=game_id) for f in findings]), tuple(drawings))


def _draw(game: Game, players: int, broken: set[str], ink: Ink) -> list[Drawing]:
    """Return the drawings in the order of the game's components; books last need what books show."""
    templates = Templates(game, ink)
    drawn = draw_game(game, templates, players, skip=broken)
    order = [component.id for component in game.components]
    books = [] if broken else draw_books(game, templates, drawn)
    return sorted([*drawn, *books], key=lambda d: order.index(d.component.id))


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(
        sorted(
            dict.fromkeys(findings),
            key=lambda f: (str(f.mark.file), f.mark.line, f.mark.column, f.code, f.message),
        )
    )
