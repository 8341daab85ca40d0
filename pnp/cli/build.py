"""`pnp build`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.common import chosen_games, game_options, open_project, print_findings, short_path
from pnp.cli.printing import make_options, print_options


@click.command()
@game_options
@print_options
@click.option(
    "--allow-untranslated",
    is_flag=True,
    help="Print the source, with a mark, where a translation is missing.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the kits; out/ in the project otherwise."
)
@click.pass_context
def build(
    ctx: click.Context,
    /,
    *,
    game: str,
    lang: str | None,
    allow_untranslated: bool,
    out: Path | None,
    **given: Any,
) -> None:
    """Print kits into out/<game>/<lang>/."""
    from pnp.kit import build_game

    project = open_project(ctx)
    options = make_options(lang, given, allow_untranslated=allow_untranslated)
    refused = False
    for game_id in chosen_games(project, game):
        kit = build_game(project, game_id, options, out or project.root / "out")
        print_findings(kit.findings)
        if kit.folder is None:
            refused = True
            click.echo(f"{game_id}: not built, mend the errors first.", err=True)
            continue
        pages = sum(f.pages for f in kit.files)
        click.echo(f"{game_id}: {len(kit.files)} files, {pages} pages in {short_path(kit.folder)}")
    if refused:
        ctx.exit(1)
