"""`pnp calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.common import NamedPath, open_project, say, short_path
from pnp.cli.printing import profile_file
from pnp.errors import ContentError, UsageError

if TYPE_CHECKING:
    from pnp.content.ownwords import Words
    from pnp.content.project import Project
    from pnp.impose.profile import Profile


@click.command()
@click.option("--paper", help="A4, Letter or larger.  [a4]")
@click.option(
    "--duplex", type=click.Choice(["long-edge", "short-edge"]), help="How your printer turns.  [long-edge]"
)
@click.option("--lang", help="Language of the sheet; the first game's otherwise.")
@click.option("--set", "shift", metavar="DX,DY[,ROTATION]", help="Keep what you read on the sheet.")
@click.option(
    "--profile",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps it; your settings otherwise.",
)
@click.option(
    "--out",
    type=NamedPath(path_type=Path),
    help="The PDF; out/calibration.pdf in a project, or calibration.pdf here, otherwise.",
)
@click.pass_context
def calibrate(ctx: click.Context, /, *, shift: str | None, profile: Path | None, **given: Any) -> None:
    """Print a sheet that shows how far the second side is off, and keep what it says.

    First print the sheet, on both sides, and read its scales; then give what you read with --set. Later
    builds move backs by it. --set 0,0 forgets it.
    """
    file = profile or profile_file()
    if shift is not None:
        from pnp.disk import write_all
        from pnp.impose.profile import parse_shift, with_shift

        right, down, degrees = parse_shift(shift)
        data = with_shift(_kept(file), (right, down, degrees))
        write_all(file.parent, [(file.name, data)], movable=False)
        say(f"Backs are moved by {right:g} mm right, {down:g} mm down, {degrees:g} degrees: {file}")
        return
    from pnp.disk import write_all
    from pnp.export.calibrate import calibration_sheet
    from pnp.impose.papers import find_paper

    kept = _kept(file)
    project, lang = _surroundings(ctx)
    paper = find_paper(kept.paper if given["paper"] is None else given["paper"])
    words = _words(project, lang if given["lang"] is None else given["lang"])
    data = calibration_sheet(paper, given["duplex"] or kept.duplex, words)
    out: Path = given["out"] or (project.root / "out" if project else Path()) / "calibration.pdf"
    write_all(out.parent, [(out.name, data)])
    say(f"{short_path(out)}: print it on both sides at 100 %, then read it.")


def _kept(file: Path) -> Profile:
    from pnp.impose.profile import Profile, read_profile

    return read_profile(file) if file.is_file() else Profile()


def _words(project: Project | None, language: str) -> Words:
    """Return the words of the sheet; UsageError when there are none in the language."""
    from pnp.content.numbers import check_language
    from pnp.content.ownwords import load_words, shipped_languages
    from pnp.model.finding import Mark

    try:
        check_language(language)
    except ValueError as error:
        raise UsageError(f"{error}.") from None
    words, findings = load_words(project, language, language, Mark(Path("content")))
    if any(finding.code == "lang/missing" for finding in findings):
        known = ", ".join(shipped_languages())
        raise UsageError(f"The program has no words in {language!r}, only in {known}. Name one with --lang.")
    if findings:
        raise ContentError(*findings)
    return words


def _surroundings(ctx: click.Context) -> tuple[Project | None, str]:
    """Return the project, if there is one, and the sheet's language: the first game's, or else English."""
    from pnp.content.yamlfile import load_yaml

    try:
        project = open_project(ctx)
        first = load_yaml(project.root / "content" / project.game_ids()[0] / "game.yaml").data
    except UsageError:
        return None, "en"
    return project, str(first.get("language", "en")) if isinstance(first, dict) else "en"
