"""A game in the language that is asked for: its overlay read, checked and put in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pnp.checks.language import check_translation, covered
from pnp.content.gamefile import named_collections
from pnp.content.numbers import check_language
from pnp.content.overlay import Overlay, languages_of, load_lock, load_overlay
from pnp.content.pseudo import CODE, pseudo
from pnp.content.schema import did_you_mean
from pnp.content.strings import Key, Source, Untranslated, source_strings, with_strings
from pnp.errors import ContentError, UsageError
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    from pnp.content.project import Project
    from pnp.model.game import Component, Game


@dataclass(frozen=True, slots=True)
class Translated:
    """A game in a language, without the components that its overlay leaves out, and what was found in it.

    A `draft` prints accented or marked texts that nobody is going to keep.
    """

    game: Game
    findings: list[Finding]
    draft: bool = False


def languages(game: Game) -> list[str]:
    """Return the game's own language and those it has overlays for."""
    return [game.language, *languages_of(game.content_dir)]


def translate(game: Game, language: str, *, allow_untranslated: bool) -> Translated:
    """Return the game in a language.

    Missing strings are errors unless `allow_untranslated`; either way the source stands there with a mark.
    Raises UsageError when the game has no such language.
    """
    if language == game.language:
        return Translated(game, [])
    if language == CODE:
        texts = {key: pseudo(source.text) for key, source in source_strings(game, game.locale).items()}
        return Translated(with_strings(game, CODE, game.locale, texts), [], draft=True)
    if language not in languages(game):
        known = ", ".join(languages(game))
        message = f"{game.id} is not there in {language!r}, only in {known}."
        try:
            check_language(language)
        except ValueError:
            raise UsageError(message) from None
        raise UsageError(f"{message} `pnp lang new {language} --game {game.id}` begins a translation.")
    try:
        overlay = load_overlay(game.content_dir, language)
        lock = load_lock(game.content_dir, language)
    except ContentError as error:
        return Translated(replace(game, components=()), list(error.findings))
    game = _within(game, overlay)
    sources = source_strings(game, language)
    findings = check_translation(sources, overlay, lock)
    needed = [f for f in findings if f.code != "lang/missing"]
    draft = allow_untranslated and len(needed) < len(findings)
    findings = needed if draft else findings
    texts = {key: _text(key, source, overlay, game.language) for key, source in sources.items()}
    return Translated(with_strings(game, language, language, texts), findings, draft)


def check_strays(project: Project) -> list[Finding]:
    """Return `lang/no-game` for each overlay that lies in a folder without a game."""
    games = set(project.game_ids())
    found: list[Finding] = []
    for file in sorted((project.root / "content").glob("*/lang/*.yaml")):
        folder = file.parent.parent.name
        if folder not in games:
            message = f"There is no game {folder!r} that this could be a translation of."
            found.append(Finding("lang/no-game", Mark(file, 1, 1), message, did_you_mean(folder, games)))
    return found


def _within(game: Game, overlay: Overlay) -> Game:
    """Return the game with those components alone that draw on nothing but what the overlay covers."""
    if overlay.covers is None:
        return game
    covers = set(overlay.covers)
    chosen = (c for c in game.components if _named(c) and _named(c) <= covers)
    return replace(game, components=tuple(chosen))


def _named(component: Component) -> set[str]:
    return {name for _, _, name in named_collections(component.options)}


def _text(key: Key, source: Source, overlay: Overlay, language: str) -> Any:
    if key in overlay.texts:
        return overlay.texts[key]
    return f"[{language}] {source.text}" if covered(key, overlay) else Untranslated(key)
