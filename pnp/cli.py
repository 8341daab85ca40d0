"""The command line: parse, call one function, print. Heavy imports happen inside the commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pnp import __version__
from pnp.errors import ContentError, PnpError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pnp.content.project import Project
    from pnp.kit import Options


class _Commands(click.Group):
    """Turns every error into one line and its exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except Exception as error:
            if ctx.params.get("debug"):
                raise
            _fail(error)


def _fail(error: Exception) -> NoReturn:
    if isinstance(error, ContentError):
        from pnp.report import as_text

        click.echo(as_text(error.findings), err=True)
    elif isinstance(error, PnpError):
        click.echo(f"pnp: {error}", err=True)
    elif isinstance(error, OSError):
        click.echo(f"pnp: {error.filename or 'The machine'}: {error.strerror or error}.", err=True)
    else:
        message = f"pnp: a fault of the program: {type(error).__name__}: {error}. --debug shows where."
        click.echo(message.replace("\n", " "), err=True)
    sys.exit(getattr(error, "exit_code", 3))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    help="Folder that holds content/; looked for upwards otherwise.",
)
@click.option("--debug", is_flag=True, help="Show a traceback when the program itself fails.")
@click.pass_context
def main(ctx: click.Context, project: Path | None, debug: bool) -> None:  # noqa: ARG001, FBT001 - click hands it over
    """Print board games from canonical YAML: kits of PDFs that fit the paper and the scissors."""
    ctx.obj = project


def _project(ctx: click.Context) -> Project:
    from pnp.content.project import find_project

    return find_project(ctx.obj)


def _games(project: Project, game: str) -> list[str]:
    known = project.game_ids()
    if game == "all":
        return known
    if game not in known:
        raise UsageError(f"There is no game {game!r}. There are: {', '.join(known)}.")
    return [game]


def _build_options(function: Callable[..., None]) -> Callable[..., None]:
    options = (
        click.option("--game", default="all", show_default=True, help="A game's id, or all."),
        click.option("--lang", help="Language; the game's own otherwise."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@main.command()
@_build_options
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    help="a0–a5, letter, legal, tabloid, or a size such as 200x280.",
)
@click.option(
    "--players", type=click.IntRange(min=1), help="For how many players; the most possible otherwise."
)
@click.option(
    "--only", multiple=True, metavar="COMPONENT", help="Only this component; may be given several times."
)
@click.option(
    "--duplex",
    type=click.Choice(["long-edge", "short-edge", "none", "fold"]),
    default="long-edge",
    show_default=True,
    help="How backs get behind their fronts.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the kits; out/ in the project otherwise."
)
@click.pass_context
def build(
    ctx: click.Context,
    *,
    game: str,
    lang: str | None,
    paper: str,
    players: int | None,
    only: tuple[str, ...],
    duplex: Any,
    out: Path | None,
) -> None:
    """Print kits into out/<game>/<lang>/."""
    from pnp.impose.papers import find_paper
    from pnp.kit import Options, build_game

    project = _project(ctx)
    options = Options(find_paper(paper), duplex, players, lang, only)
    refused = False
    for game_id in _games(project, game):
        kit = build_game(project, game_id, options, out or project.root / "out")
        _print_findings(kit.findings)
        if kit.folder is None:
            refused = True
            click.echo(f"{game_id}: not built, mend the errors first.", err=True)
            continue
        pages = sum(f.pages for f in kit.files)
        click.echo(f"{game_id}: {len(kit.files)} files, {pages} pages in {_short(kit.folder)}")
    if refused:
        ctx.exit(1)


def _print_findings(findings: Sequence[Any]) -> None:
    if findings:
        from pnp.report import as_text

        click.echo(as_text(findings), err=True)


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


@main.command()
@_build_options
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--explain",
    metavar="[CODE]",
    is_flag=False,
    flag_value="",
    help="Tell what a rule wants and why; all rules without a code.",
)
@click.pass_context
def validate(
    ctx: click.Context, *, game: str, lang: str | None, form: str, strict: bool, explain: str | None
) -> None:
    """Check the content: every rule, every game, in one pass."""
    from pnp.report import as_github, as_json, as_text, explanation, summary

    if explain is not None:
        click.echo(explanation(explain))
        return
    from pnp.kit import validate_game

    project = _project(ctx)
    options = _default_options(lang)
    findings = [
        f for game_id in _games(project, game) for f in validate_game(project, game_id, options).findings
    ]
    if form == "json":
        click.echo(as_json(findings, project.root))
    else:
        body = as_text(findings) if form == "text" else as_github(findings, project.root)
        click.echo("\n".join(part for part in (body, summary(findings)) if part))
    if any(f.severity == "error" or (strict and f.severity == "warning") for f in findings):
        ctx.exit(1)


def _default_options(lang: str | None) -> Options:
    from pnp.impose.papers import find_paper
    from pnp.kit import Options

    return Options(find_paper("a4"), "long-edge", None, lang)


@main.command("list")
@click.option("--game", default="all", show_default=True, help="A game's id, or all.")
@click.option("--json", "as_json_", is_flag=True, help="For programs.")
@click.pass_context
def list_(ctx: click.Context, *, game: str, as_json_: bool) -> None:
    """Show games, components, counts and languages."""
    from pnp.kit import describe
    from pnp.report import as_table

    project = _project(ctx)
    games = [describe(project, game_id) for game_id in _games(project, game)]
    click.echo(json.dumps(games, ensure_ascii=False, indent=2) if as_json_ else as_table(games))


if __name__ == "__main__":
    main()
