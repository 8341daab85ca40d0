"""`pnp export`: files for print services, for Tabletop Simulator, and single faces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.common import NamedPath, chosen_parts, open_project, print_findings, say, short_path
from pnp.cli.help import Group
from pnp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.model.face import Drawing
    from pnp.model.game import Game


@click.group(cls=Group)
def export() -> None:
    """Write files for print services, for the screen, or single faces."""


_OPTIONS = (
    click.option("--game", default="all", show_default=True, help="A game's id, or all."),
    click.option("--lang", help="Language; the game's own otherwise."),
    click.option("--players", type=click.IntRange(min=1), help="For how many players; the most otherwise."),
    click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component."),
    click.option(
        "--ink",
        type=click.Choice(["full", "low", "grey"]),
        default="full",
        show_default=True,
        help="low drops grounds, grey drops colours.",
    ),
    click.option("--out", type=NamedPath(path_type=Path), help="Folder; export/ beside the kit otherwise."),
)


def _export_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def _drawn(
    ctx: click.Context, given: dict[str, Any], kind: str
) -> Iterator[tuple[Game, list[Drawing], Path]]:
    """Yield each game with its drawings and the folder to write into."""
    from pnp.impose.papers import find_paper
    from pnp.kit import draw_kit
    from pnp.press import Options

    project = open_project(ctx)
    options = Options(
        find_paper("a4"), "long-edge", given["players"], given["lang"], given["only"], ink=given["ink"]
    )
    for game_id, components in chosen_parts(project, given["game"], given["only"]).items():
        game, drawings = draw_kit(project, game_id, replace(options, only=components))
        out: Path = given["out"] or project.root / "out"
        yield game, drawings, out / game.id / game.language / "export" / kind


def _write(game: Game, folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    from pnp.disk import write_all

    write_all(folder, files)
    say(f"{game.id}: {len(files)} file{'s' * (len(files) != 1)} in {short_path(folder)}")


@export.command("print-shop")
@_export_options
@click.option(
    "--service",
    type=click.Choice(["tgc", "mpc", "drivethru"]),
    required=True,
    help="The Game Crafter, MakePlayingCards or DriveThruCards.",
)
@click.pass_context
def print_shop_(ctx: click.Context, /, *, service: str, **given: Any) -> None:
    """Write cards as The Game Crafter, MakePlayingCards or DriveThruCards want them."""
    from pnp.export.shop import print_shop, services

    written = False
    for game, drawings, folder in _drawn(ctx, given, service):
        files, findings = print_shop(drawings, service, game.language)
        print_findings(findings)
        if files:
            _write(game, folder, files)
            written = True
    if not written:
        raise UsageError(f"{services()[service]['title']} has no format for any of these components.")


@export.command()
@_export_options
@click.option("--url", help="Where the pictures will lie; the folder itself otherwise.")
@click.pass_context
def tts(ctx: click.Context, /, *, url: str | None, **given: Any) -> None:
    """Write deck sheets, boards and a saved object for Tabletop Simulator."""
    from pnp.export.tts import tabletop

    for game, drawings, folder in _drawn(ctx, given, "tts"):
        place = url or folder.resolve().as_uri()
        _write(game, folder, tabletop(drawings, game.title, place.rstrip("/") + "/"))


@export.command()
@_export_options
@click.option(
    "--dpi", type=click.FloatRange(10, 2400), default=300, show_default=True, help="Pixels an inch."
)
@click.option("--bleed", is_flag=True, help="With the bleed round the trim.")
@click.pass_context
def png(ctx: click.Context, /, *, dpi: float, bleed: bool, **given: Any) -> None:
    """Write every face as a picture."""
    from pnp.export import files as export_files
    from pnp.export.pictures import faces_by_name, take, whole

    for game, drawings, folder in _drawn(ctx, given, "png"):
        files = []
        for drawing in drawings:
            named = faces_by_name(drawing)
            pictures = take([whole(face, dpi, bleed=bleed) for face in named.values()])
            for name, picture in zip(named, pictures, strict=True):
                files.append((f"{drawing.component.id}/{name}.png", export_files.png(picture, dpi)))
        _write(game, folder, files)


@export.command()
@_export_options
@click.option(
    "--text",
    "letters",
    type=click.Choice(["outlines", "text"]),
    default="outlines",
    show_default=True,
    help="Letters as shapes, or as text for programs that have the fonts.",
)
@click.option("--bleed", is_flag=True, help="With the bleed round the trim.")
@click.pass_context
def svg(ctx: click.Context, /, *, letters: Any, bleed: bool, **given: Any) -> None:
    """Write every face as a drawing, its letters as outlines or as text."""
    from pnp.export.pictures import faces_by_name
    from pnp.export.svg import face_svg

    for game, drawings, folder in _drawn(ctx, given, "svg"):
        files = [
            (f"{drawing.component.id}/{name}.svg", face_svg(face, letters, bleed=bleed))
            for drawing in drawings
            for name, face in faces_by_name(drawing).items()
        ]
        _write(game, folder, files)
