"""The command line: parse, call one function, print. Heavy imports happen inside the commands."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from pnp import __version__
from pnp.cli.build import build
from pnp.cli.calibrate import calibrate
from pnp.cli.check import list_, validate
from pnp.cli.common import Commands
from pnp.cli.export import export
from pnp.cli.lang import lang
from pnp.cli.schema import schema


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
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
    gc.disable()  # a kit is made of much that is kept and hardly anything that goes in circles


for _command in (build, validate, list_, calibrate, export, lang, schema):
    main.add_command(_command)
