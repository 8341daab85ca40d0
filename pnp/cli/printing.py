"""Options of everything that is printed: paper, duplex, marks, and the profile that gives their defaults."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.common import say
from pnp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pnp.impose.profile import Profile
    from pnp.model.sheet import Paper
    from pnp.press import Options

_OPTIONS = (
    click.option("--paper", help="a0–a5, letter, legal, tabloid, 200x280, or a4+letter to fit both.  [a4]"),
    click.option(
        "--duplex",
        type=click.Choice(["long-edge", "short-edge", "none", "fold"]),
        help="How backs get behind their fronts: turned over an edge, apart (none), or folded.  [long-edge]",
    ),
    click.option(
        "--marks",
        type=click.Choice(["crop", "full", "corners", "none"]),
        help="Cut marks: short, over all that is free, at four corners only, or none.  [crop]",
    ),
    click.option(
        "--ink",
        type=click.Choice(["full", "low", "grey"]),
        help="Low drops large grounds and keeps lines; grey needs no colour.  [full]",
    ),
    click.option(
        "--cut",
        type=click.Choice(["silhouette"]),
        help="Marks for a cutting machine instead of cut marks, and the cut lines as SVG and DXF.",
    ),
    click.option("--pack", is_flag=True, help="Small components share sheets, so that a kit takes fewer."),
    click.option(
        "--jobs", type=click.IntRange(min=1), help="How many components are made at once.  [one a core]"
    ),
    click.option(
        "--profile",
        type=click.Path(path_type=Path, dir_okay=False),
        help="File with your own defaults; printer.yaml in your settings otherwise.",
    ),
    click.option(
        "--players", type=click.IntRange(min=1), help="For how many players; the most possible otherwise."
    ),
    click.option(
        "--only", multiple=True, metavar="COMPONENT", help="Only this component; may be given several times."
    ),
)


def print_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of printing to a command; it hands them to `make_options`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def profile_file() -> Path:
    """Return where a user's own profile is kept."""
    return Path(click.get_app_dir("pnp")) / "printer.yaml"


def load_profile(file: Path | None) -> Profile:
    """Return the profile in a file, or the user's own, or what is usual where there is none."""
    from pnp.impose.profile import Profile, read_profile

    own = profile_file()
    if file is None and not own.is_file():
        return Profile()
    return read_profile(file or own)


def _cores() -> int:
    """Return how many processor cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def make_options(lang: str | None, given: dict[str, Any], *, allow_untranslated: bool = False) -> Options:
    """Return what a build is asked for: by the command line, or else by the profile."""
    from pnp.impose.papers import find_paper
    from pnp.impose.registration import cutters
    from pnp.press import Options

    profile = load_profile(given["profile"])
    duplex = given["duplex"] or profile.duplex
    if given["cut"] and duplex == "fold":
        raise UsageError("A folded sheet fits no cutting machine. Choose another --duplex with --cut.")
    own = profile.papers if given["paper"] is None else {}
    papers = {name: find_paper(p) for name, p in own.items()}
    paper = find_paper(profile.paper if given["paper"] is None else given["paper"])
    if given["cut"]:
        _check_machine(given["marks"], [paper, *papers.values()])
    return Options(
        paper,
        duplex,
        given["players"],
        lang,
        given["only"],
        allow_untranslated,
        given["marks"] or profile.marks,
        papers,
        (profile.shift[0], profile.shift[1], profile.rotation),
        given["ink"] or profile.ink,
        given["jobs"] or _cores(),
        cutters()[given["cut"]] if given["cut"] else None,
        given["pack"],
    )


def _check_machine(marks: str | None, papers: Sequence[Paper]) -> None:
    """Raise UsageError for a paper of two sizes, which no machine can be told; say what --marks is for."""
    both = next((paper.name for paper in papers if "+" in paper.name), None)
    if both:
        raise UsageError(f"A cutting machine must know the paper's size: choose one instead of {both}.")
    if marks:
        say("What the machine cuts bears its own marks; --marks is for the other sheets.", err=True)
