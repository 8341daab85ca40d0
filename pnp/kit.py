"""Build kits: load, check, draw, impose, make the PDFs, and only then write."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from pnp.checks.run import Report, check_game
from pnp.checks.support import check_support
from pnp.content.ownwords import given_words, words_file
from pnp.content.yamlfile import load_yaml
from pnp.disk import write_all
from pnp.draw.ink import inked
from pnp.errors import ContentError, SheetError, UsageError
from pnp.export.plan import print_plan
from pnp.impose.poster import check_posters
from pnp.jobs import make_all
from pnp.leftovers import find_leftovers
from pnp.model.finding import Finding
from pnp.press import Heading, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pnp.content.ownwords import Words
    from pnp.content.project import Project
    from pnp.leftovers import Leftovers
    from pnp.model.face import Drawing
    from pnp.model.game import Game
    from pnp.model.listing import FileEntry
    from pnp.press import Made


@dataclass(frozen=True, slots=True)
class Kit:
    """A built kit: what was written where, or nothing when the findings hold errors."""

    game: str
    findings: tuple[Finding, ...]
    folder: Path | None = None
    files: tuple[FileEntry, ...] = ()


def validate_game(project: Project, game_id: str, options: Options) -> Report:
    """Return a game's findings and drawings, and the program's words for its kit; nothing is written."""
    report = check_game(
        project,
        game_id,
        lambda game: _players(game, options),
        options.lang,
        allow_untranslated=options.allow_untranslated,
        ink=options.ink,
    )
    if report.game is None:
        return report
    words, found = check_support(project, report.game, allow_untranslated=options.allow_untranslated)
    found += [f for d in report.drawings for f in check_posters(d, options.paper)]
    found = [replace(f, game=game_id) for f in found]
    return replace(report, findings=(*report.findings, *found), words=words)


def build_game(
    project: Project, game_id: str, options: Options, out: Path, told: Callable[[Made], None] = lambda _: None
) -> Kit:
    """Build one game's kit into `out/<game>/<lang>/`; `told` hears of each file when it is made.

    What an earlier build made and this one does not is removed. With errors in the content nothing is written
    and the findings say why. Raises UsageError for options that the game cannot follow, PnpError when the
    disk does not take the files.
    """
    report = validate_game(project, game_id, options)
    game, words = report.game, report.words
    if game is None or words is None or any(f.severity == "error" for f in report.findings):
        return Kit(game_id, report.findings)
    drawings = _chosen(report, game, options)
    folder = out / game_id / game.language
    try:
        made = make_all(drawings, Heading(game.title, words), options, told)
        files = [file for one in made for file in one.files]
        left = find_leftovers(folder, {name for name, _ in files}, options.only)
        listing = _listing(game, options, made, left)
        plan = print_plan(json.loads(listing), words)
    except SheetError as error:
        return Kit(game_id, (*report.findings, _without_room(error, project, game, words)))
    write_all(folder, [*files, ("print-plan.pdf", plan), ("kit.json", listing)], left.gone)
    return Kit(game_id, report.findings, folder, tuple(one.entry for one in made))


def _listing(game: Game, options: Options, made: Sequence[Made], left: Leftovers) -> bytes:
    """Return what `kit.json` holds; `earlier` names the files of builds before that still lie beside."""
    listing: dict[str, Any] = {
        "game": game.id,
        "title": game.title,
        "lang": game.language,
        "players": _players(game, options),
        "paper": options.paper.name,
        "duplex": options.duplex,
        "ink": options.ink,
        "cut": options.cutter.name if options.cutter else None,
        "files": [asdict(one.entry) for one in made],
    }
    if left.stay:
        listing["earlier"] = left.stay
    return (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()


def _without_room(error: SheetError, project: Project, game: Game, words: Words) -> Finding:
    """Return a finding where the text stands that a sheet of the program's own cannot show."""
    given, _ = given_words(project, words.locale)
    key = next((key for key, text in given.items() if text.strip() == error.text.strip()), None)
    component = next((c for c in game.components if c.title in error.text or c.id in error.text), None)
    if key:
        mark = load_yaml(words_file(project, words.locale)).mark(key)
    elif component:
        mark = game.document.mark("components", component.id, "title")
    else:
        mark = game.document.mark("title")
    return Finding(error.code, mark, str(error), "Shorten it, or write it otherwise.", game=game.id)


def draw_kit(project: Project, game_id: str, options: Options) -> tuple[Game, list[Drawing]]:
    """Return a game and the drawings that the options ask for; ContentError when there are errors in it."""
    report = validate_game(project, game_id, options)
    errors = [f for f in report.findings if f.severity == "error"]
    if report.game is None or errors:
        raise ContentError(*errors)
    return report.game, _chosen(report, report.game, options)


def _chosen(report: Report, game: Game, options: Options) -> list[Drawing]:
    """Return the drawings of the components that are asked for, for the ink; UsageError if one is not."""
    unknown = set(options.only) - {c.id for c in game.components}
    if unknown:
        known = ", ".join(c.id for c in game.components)
        raise UsageError(f"{game.id} has no component {min(unknown)!r}. It has: {known}.")
    chosen = [d for d in report.drawings if not options.only or d.component.id in options.only]
    return inked(chosen, options.ink)


def _players(game: Game, options: Options) -> int:
    if options.players is None:
        return game.max_players
    if not game.min_players <= options.players <= game.max_players:
        raise UsageError(
            f"{game.id} is for {game.min_players} to {game.max_players} players, not for {options.players}."
        )
    return options.players


def share_components(
    project: Project, game_ids: Sequence[str], wanted: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return which of the wanted components each game has, games with none of them left out.

    Raises UsageError for a component that no game has; games that cannot be loaded keep all.
    """
    shares = _shares(project, game_ids, wanted)
    nowhere = set(wanted).difference(*shares.values())
    if nowhere:
        raise UsageError(f"No game has a component {min(nowhere)!r}. pnp list shows what there is.")
    return {game_id: share for game_id, share in shares.items() if share}


def idle_papers(project: Project, game_ids: Sequence[str], options: Options) -> list[str]:
    """Return the components that the profile has a paper for and none of the games has."""
    wanted = sorted(options.papers)
    return sorted(set(wanted).difference(*_shares(project, game_ids, wanted).values())) if wanted else []


def _shares(project: Project, game_ids: Sequence[str], wanted: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return which of the wanted components each game has; games that cannot be loaded keep all."""
    from pnp.content.load import load_game

    games = {game_id: load_game(project, game_id).game for game_id in game_ids}
    known = {
        game_id: {c.id for c in game.components} if game else set(wanted) for game_id, game in games.items()
    }
    return {game_id: tuple(w for w in wanted if w in ids) for game_id, ids in known.items()}


def languages_of(project: Project, game_id: str) -> list[str | None]:
    """Return the languages that a game can be had in; its own alone, as None, when it cannot be loaded."""
    from pnp.checks.translated import languages
    from pnp.content.load import load_game

    game = load_game(project, game_id).game
    return [*languages(game)] if game else [None]


def describe(project: Project, game_id: str) -> dict[str, Any] | None:
    """Return what `pnp list` tells of a game for the most players, or None when it cannot be loaded."""
    from pnp.checks.translated import languages
    from pnp.content.load import load_game
    from pnp.draw.cards import count_pieces
    from pnp.draw.template import Templates

    game = load_game(project, game_id).game
    if game is None:
        return None
    templates = Templates(game)
    components = []
    for c in game.components:
        faces, pieces = count_pieces(c, game, templates, game.max_players)
        size = [round(c.width, 3), round(c.height, 3)]
        components.append(
            {"id": c.id, "title": c.title, "kind": c.kind, "size_mm": size, "faces": faces, "pieces": pieces}
        )
    return {
        "game": game.id,
        "title": game.title,
        "players": {"min": game.min_players, "max": game.max_players},
        "languages": languages(game),
        "collections": {name: len(c) for name, c in game.collections.items()},
        "components": components,
    }
