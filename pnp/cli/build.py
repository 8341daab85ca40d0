"""`pnp build`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pnp.cli.common import (
    NamedPath,
    chosen_parts,
    game_options,
    open_project,
    print_findings,
    say,
    short_path,
)
from pnp.cli.printing import make_options, print_options
from pnp.cli.progress import progress
from pnp.errors import ContentError, UsageError


@click.command()
@game_options
@print_options
@click.option(
    "--allow-untranslated",
    is_flag=True,
    help="Print the source, with a mark, where a translation is missing.",
)
@click.option(
    "--out", type=NamedPath(path_type=Path), help="Folder for the kits; out/ in the project otherwise."
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
    from pnp.kit import build_game, idle_papers

    project = open_project(ctx)
    options = make_options(lang, given, allow_untranslated=allow_untranslated)
    failed = 0
    chosen = chosen_parts(project, game, options.only)
    for name in idle_papers(project, list(chosen), options):
        say(f"The profile's papers name {name!r}, which is no component of what is built.", err=True)
    for game_id, components in chosen.items():
        try:
            asked = replace(options, only=components)
            with progress(game_id) as told:
                kit = build_game(project, game_id, asked, out or project.root / "out", told)
        except UsageError as error:
            say(f"pnp: {error}", err=True)
            failed = UsageError.exit_code
            continue
        print_findings([f for f in kit.findings if f.severity != "hint"])
        if kit.folder is None:
            failed = failed or ContentError.exit_code
            say(f"{game_id}: not built, mend the errors first.", err=True)
            continue
        pages = sum(f.pages for f in kit.files)
        files = len(kit.files)
        say(
            f"{game_id}: {files} file{'s' * (files != 1)}, {pages} page{'s' * (pages != 1)}"
            f" in {short_path(kit.folder)}"
        )
    if failed:
        ctx.exit(failed)
