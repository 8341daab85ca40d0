"""`pnp schema`."""

from __future__ import annotations

import click

from pnp.cli.common import open_project, say


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; exit 1 and name the files that are out of date.")
@click.pass_context
def schema(ctx: click.Context, *, check: bool) -> None:
    """Write JSON Schemas for text editors, and name them in the first line of each YAML file."""
    from pnp.disk import write_all
    from pnp.editors.files import stale_files

    project = open_project(ctx)
    stale = stale_files(project)
    for name in stale.files:
        say(f"{name}: out of date" if check else name)
    for name in stale.needless:
        say(f"{name}: no longer needed")
    if check:
        ctx.exit(1 if stale.files or stale.needless else 0)
    write_all(project.root, list(stale.files.items()), movable=False)
    for name in stale.needless:
        (project.root / name).unlink()
    if not stale.files and not stale.needless:
        say("All schemas are current.")
