"""What the commands share: errors as one line, the project, its games, common options."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pnp.cli.help import Group, in_words
from pnp.errors import ContentError, PnpError, UsageError
from pnp.ui import said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pnp.content.project import Project

_INTERRUPTED = 130
"""What shells expect of a program that SIGINT, signal 2, ended: 128 more."""


class NamedPath(click.Path):
    """A path; nothing at all, as from a variable that is not set, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; a usage error says when there is none."""
        if value == "":
            self.fail("It is empty.", param, ctx)
        return super().convert(value, param, ctx)


class Commands(Group):
    """Turns every error into one line and its exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; letters that a console or a pipe cannot show become question marks."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options; what is wrong with them is said in the user's language."""
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise in_words(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever it raises becomes a line and an exit code unless --debug is on."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise in_words(error) from None
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("", err=True)
            say("Interrupted. What was there before is whole.", err=True)
            sys.exit(_INTERRUPTED)
        except Exception as error:
            if ctx.params.get("debug"):
                raise
            _fail(error)


def _fail(error: Exception) -> NoReturn:
    if isinstance(error, ContentError):
        print_findings(error.findings)
    elif isinstance(error, PnpError):
        say(f"pnp: {error}", err=True)
    elif isinstance(error, OSError):
        say(f"pnp: {error.filename or 'The machine'}: {error.strerror or error}.", err=True)
    else:
        message = f"pnp: a fault of the program: {type(error).__name__}: {error}. --debug shows where."
        say(message.replace("\n", " "), err=True)
    sys.exit(getattr(error, "exit_code", 3))


def say(message: str, *, err: bool = False) -> None:
    """Print a message in the user's language, where errors go if it is one."""
    click.echo(said(message), err=err)


def game_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--game` and `--lang` to a command."""
    game = click.option("--game", default="all", show_default=True, help="A game's id, or all.")
    return game(click.option("--lang", help="Language; the game's own otherwise.")(function))


def open_project(ctx: click.Context) -> Project:
    """Return the project that `--project` names, or the one around the working folder."""
    from pnp.content.project import find_project

    return find_project(ctx.obj)


def chosen_games(project: Project, game: str) -> list[str]:
    """Return the ids of the games that `--game` means; UsageError when there is none of that name."""
    known = project.game_ids()
    if game == "all":
        return known
    if game not in known:
        raise UsageError(f"There is no game {game!r}. There are: {', '.join(known)}.")
    return [game]


def chosen_parts(project: Project, game: str, only: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return which components of `--only` each game of `--game` has; games with none of them are left out."""
    from pnp.kit import share_components

    games = chosen_games(project, game)
    if only and len(games) > 1:
        return share_components(project, games, only)
    return dict.fromkeys(games, tuple(only))


def print_findings(findings: Sequence[Any]) -> None:
    """Print findings, if there are any, where errors go."""
    if findings:
        from pnp.report import as_text

        click.echo(as_text(findings), err=True)


def short_path(path: Path) -> str:
    """Return a path as it is seen from the working folder."""
    from pathlib import Path

    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
