"""How far each translation of each game is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.checks.language import covered
from pnp.checks.run import check_game
from pnp.checks.translated import languages
from pnp.content.load import load_game
from pnp.content.overlay import load_overlay
from pnp.content.ownwords import SOURCE, given_words, shipped_words
from pnp.content.strings import source_strings
from pnp.errors import ContentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.content.project import Project


@dataclass(frozen=True, slots=True)
class Status:
    """A translation's strings: how many there have to be, are missing, stale, and do not fit their boxes.

    The game of the program's own words is called `pnp`.
    """

    game: str
    language: str
    total: int
    missing: int
    stale: int
    overflowing: int

    @property
    def percent(self) -> int:
        """Return how much is translated, in per cent, never rounded up to a hundred."""
        return 100 * (self.total - self.missing) // max(self.total, 1)


def statuses(project: Project) -> list[Status]:
    """Return the status of every overlay of every game that can be loaded."""
    found: list[Status] = []
    for game_id in project.game_ids():
        game = load_game(project, game_id).game
        for language in languages(game)[1:] if game else []:
            if game is None:
                continue
            try:
                overlay = load_overlay(game.content_dir, language)
            except ContentError:
                total = len(source_strings(game, game.locale))
                found.append(Status(game_id, language, total, total, 0, 0))
                continue
            report = check_game(project, game_id, lambda g: g.max_players, language)
            counts = {
                code: sum(f.code == code for f in report.findings)
                for code in ("lang/missing", "lang/stale", "text/overflow")
            }
            total = sum(covered(key, overlay) for key in source_strings(game, language))
            found.append(Status(game_id, language, total, *counts.values()))
    return [*found, *_own_words(project, sorted({s.language for s in found}))]


def _own_words(project: Project, languages: list[str]) -> Iterator[Status]:
    """Yield how far the program's own words are in the languages that it has not all of them in itself."""
    source = shipped_words(SOURCE)
    for language in languages:
        wanted = set(source) - set(shipped_words(language))
        if wanted:
            missing = wanted - set(given_words(project, language)[0])
            yield Status("pnp", language, len(wanted), len(missing), 0, 0)
