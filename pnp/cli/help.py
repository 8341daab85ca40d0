"""Help and usage errors in the user's language."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import IO, TYPE_CHECKING, Any

import click

from pnp.ui import said

if TYPE_CHECKING:
    from collections.abc import Iterable

_METAVAR = re.compile("(?:INTEGER|FLOAT) RANGE|[A-Z]{2,}")


def _metavars(text: str) -> str:
    return _METAVAR.sub(lambda match: said(match[0]), text)


class Formatter(click.HelpFormatter):
    """Translates what it is given before it breaks it into lines."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, _metavars(args), prefix or f"{said('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(said(heading))

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(said(text))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands, and what they do."""
        super().write_dl([(_metavars(a), said(b)) for a, b in rows], col_max, col_spacing)


class Context(click.Context):
    """The context of every command."""

    formatter_class = Formatter


def in_words(error: click.UsageError) -> click.UsageError:
    """Return a usage error that is told in the user's language; one that shows the help stays as it is."""
    return UsageRefusal(error) if type(error).show is click.UsageError.show else error


class UsageRefusal(click.UsageError):
    """A usage error, its sentences translated."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(said(error.format_message()), error.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the usage, where help is, and what is wrong."""
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), file, err=True)
            click.echo(said(f"Try '{self.ctx.command_path} --help' for help.") + "\n", file, err=True)
        click.echo(said(f"Error: {self.message}"), file, err=True)


class Group(click.Group):
    """A group whose commands are listed with the whole first line of their help."""

    context_class = Context

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command."""
        cmd.context_class = Context
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl(
                [(n, said(cleandoc(c.help or "")).partition("\n")[0]) for n, c in commands if c]
            )
