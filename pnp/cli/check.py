"""`pnp validate` and `pnp list`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pnp.cli.common import chosen_games, game_options, open_project
from pnp.errors import UsageError

if TYPE_CHECKING:
    from pnp.content.project import Project
    from pnp.press import Options


@click.command()
@game_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="For people, for programs, or as annotations on GitHub.",
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
        click.echo(explanation(explain, _project_if_any(ctx)))
        return
    from pnp.checks.translated import check_strays
    from pnp.kit import languages_of, validate_game

    project = open_project(ctx)
    findings = [
        finding
        for game_id in chosen_games(project, game)
        for language in (languages_of(project, game_id) if lang == "all" else [lang])
        for finding in validate_game(project, game_id, _default_options(language)).findings
    ]
    findings = list(dict.fromkeys([*findings, *check_strays(project)]))
    if form == "json":
        click.echo(as_json(findings, project.root))
    else:
        body = as_text(findings) if form == "text" else as_github(findings, project.root)
        click.echo("\n".join(part for part in (body, summary(findings)) if part))
    if any(f.severity == "error" or (strict and f.severity == "warning") for f in findings):
        ctx.exit(1)


def _project_if_any(ctx: click.Context) -> Project | None:
    """Return the project around; the program's own rules are explained without one too."""
    try:
        return open_project(ctx)
    except UsageError:
        return None


def _default_options(lang: str | None) -> Options:
    from pnp.impose.papers import find_paper
    from pnp.press import Options

    return Options(find_paper("a4"), "long-edge", None, lang)


@click.command("list")
@click.option("--game", default="all", show_default=True, help="A game's id, or all.")
@click.option("--json", "as_json_", is_flag=True, help="For programs.")
@click.pass_context
def list_(ctx: click.Context, *, game: str, as_json_: bool) -> None:
    """Show games, components, counts and languages."""
    from pnp.kit import describe
    from pnp.report import as_table

    project = open_project(ctx)
    games = [describe(project, game_id) for game_id in chosen_games(project, game)]
    click.echo(json.dumps(games, ensure_ascii=False, indent=2) if as_json_ else as_table(games))
