"""`pnp lang`: translations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.common import NamedPath, chosen_games, open_project, say, short_path
from pnp.cli.help import Group
from pnp.errors import ContentError, UsageError
from pnp.ui import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.content.project import Project
    from pnp.model.game import Game

_GAME = click.option("--game", default="all", show_default=True, help="A game's id, or all.")


@click.group("lang", cls=Group)
def lang() -> None:
    """See, begin, update, export and import translations."""


def _loaded(ctx: click.Context, game: str) -> Iterator[tuple[Project, Game]]:
    from pnp.content.load import load_game

    project = open_project(ctx)
    for game_id in chosen_games(project, game):
        loaded = load_game(project, game_id)
        if loaded.game is None or loaded.broken:
            raise ContentError(*loaded.findings)
        yield project, loaded.game


@lang.command()
@click.pass_context
def status(ctx: click.Context) -> None:
    """Show each translation: per cent, missing, stale, overflowing."""
    from pnp.translate.status import statuses

    rows = statuses(open_project(ctx))
    heads = said("game|language|done|missing|stale|overflowing").split("|")
    click.echo("{:<12}{:<10}{:>8}{:>10}{:>10}{:>15}".format(*heads))
    for s in rows:
        click.echo(
            f"{s.game:<12}{s.language:<10}{s.percent:>7}%{s.missing:>10}{s.stale:>10}{s.overflowing:>15}"
        )


@lang.command()
@click.argument("language")
@_GAME
@click.pass_context
def new(ctx: click.Context, language: str, game: str) -> None:
    """Begin a translation: a file with every key, the source as a comment above each."""
    from pnp.content.ownwords import words_file
    from pnp.translate.sync import new_overlay, sync_words

    for _, loaded in _loaded(ctx, game):
        click.echo(short_path(new_overlay(loaded, language)))
    project = open_project(ctx)
    if sync_words(project, language):
        click.echo(short_path(words_file(project, language)))


@lang.command()
@click.argument("language")
@click.option(
    "--confirm", multiple=True, metavar="KEY", help="This translation still suits its changed source."
)
@_GAME
@click.pass_context
def sync(ctx: click.Context, language: str, confirm: tuple[str, ...], game: str) -> None:
    """Add what is new in the source, and note what each translation was made from."""
    from pnp.translate.sync import sync_overlay, sync_words

    written_in = any(loaded.language == language for _, loaded in _loaded(ctx, game))
    for _, loaded in _with_overlay(ctx, game, language, needed=not written_in):
        added, missing, stale = sync_overlay(loaded, language, confirm)
        say(f"{loaded.id}: {added} keys added, {missing} to translate, {stale} out of date")
    if words := sync_words(open_project(ctx), language):
        say(f"words/{language}.yaml: {words[0]} keys added, {words[1]} to translate")


def _with_overlay(
    ctx: click.Context, game: str, language: str, *, needed: bool = True
) -> Iterator[tuple[Project, Game]]:
    """Yield the games that have an overlay of the language; UsageError when none has and one is needed."""
    from pnp.content.overlay import overlay_file

    found = [pair for pair in _loaded(ctx, game) if overlay_file(pair[1].content_dir, language).exists()]
    if needed and not found:
        if game != "all":
            hint = f"`pnp lang new {language} --game {game}` begins one."
            raise UsageError(f"{game} has no overlay {language}.yaml. {hint}")
        raise UsageError(f"No game has an overlay for {language!r}. `pnp lang new {language}` begins one.")
    yield from found


@lang.command()
@click.argument("language")
@click.option("--po", is_flag=True, required=True, help="As PO, for Poedit and Weblate.")
@click.option("--out", type=NamedPath(path_type=Path), help="Folder; out/po/ in the project otherwise.")
@_GAME
@click.pass_context
def export(ctx: click.Context, *, language: str, po: bool, out: Path | None, game: str) -> None:  # noqa: ARG001
    """Write a translation as a file for translators' programs."""
    from pnp.disk import write_all
    from pnp.translate.po import export_po

    for project, loaded in _with_overlay(ctx, game, language):
        folder = out or project.root / "out" / "po"
        name = f"{loaded.id}.{language}.po"
        write_all(folder, [(name, export_po(loaded, language))])
        click.echo(short_path(folder / name))


@lang.command("import")
@click.argument("language")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game's id.")
@click.pass_context
def import_(ctx: click.Context, language: str, file: Path, game: str) -> None:
    """Put the translations of a PO file into the game's overlay."""
    from pnp.translate.po import read_po
    from pnp.translate.sync import set_texts, sync_overlay

    if game == "all":
        raise UsageError("A PO file is of one game: name it with --game.")
    for _, loaded in _with_overlay(ctx, game, language):
        texts = read_po(loaded, language, file)
        set_texts(loaded, language, texts)
        missing = sync_overlay(loaded, language)[1]
        say(f"{loaded.id}: {len(texts)} translations read, {missing} still missing")
