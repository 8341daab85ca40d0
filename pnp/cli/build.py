"""`pnp build`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.common import chosen_games, game_options, open_project, print_findings, short_path


@click.command()
@game_options
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
    "--allow-untranslated",
    is_flag=True,
    help="Print the source, with a mark, where a translation is missing.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the kits; out/ in the project otherwise."
)
@click.pass_context
def build(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    *,
    game: str,
    lang: str | None,
    paper: str,
    players: int | None,
    only: tuple[str, ...],
    duplex: Any,
    allow_untranslated: bool,
    out: Path | None,
) -> None:
    """Print kits into out/<game>/<lang>/."""
    from pnp.impose.papers import find_paper
    from pnp.kit import build_game
    from pnp.press import Options

    project = open_project(ctx)
    options = Options(find_paper(paper), duplex, players, lang, only, allow_untranslated)
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
