"""Marks by which a cutting machine finds a printed sheet, and where nothing else may be printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import yaml

from pnp.impose.upright import laid_down
from pnp.model.sheet import Box, Paper

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Cutter:
    """A cutting machine and its marks in millimetres: a `square` top left, two L marks of `line` thickness.

    They lie `inset` from the edges of an upright page, `clear` stays white round them; `arms` are the lengths
    of the L by paper, `arm` is that on any other.
    """

    name: str
    title: str
    inset: float
    square: float
    line: float
    arms: Mapping[str, float]
    arm: float
    clear: float

    def arm_on(self, paper: str) -> float:
        """Return how long both lines of an L are on a paper of that name."""
        return self.arms.get(paper, self.arm)

    def reach(self, paper: str) -> float:
        """Return how far from the edges of a paper the marks and what is white round them reach."""
        return self.inset + max(self.square, self.arm_on(paper)) + self.clear


@lru_cache(maxsize=1)
def cutters() -> dict[str, Cutter]:
    """Return the machines that the program knows."""
    text = files("pnp.data").joinpath("cutters.yaml").read_text(encoding="utf-8")
    data = cast("dict[str, dict[str, Any]]", yaml.safe_load(text))
    return {name: Cutter(name, **values) for name, values in data.items()}


def registration(cutter: Cutter, paper: Paper) -> tuple[Box, ...]:
    """Return the black boxes on an upright paper: the square, then the two lines of each L."""
    arm, i, line = cutter.arm_on(paper.name), cutter.inset, cutter.line
    right, bottom = paper.width - i, paper.height - i
    return (
        Box(i, i, i + cutter.square, i + cutter.square),
        Box(right - arm, i, right, i + line),
        Box(right - line, i, right, i + arm),
        Box(i, bottom - line, i + arm, bottom),
        Box(i, bottom - arm, i + line, bottom),
    )


def kept_clear(cutter: Cutter | None, paper: Paper) -> tuple[Box, ...]:
    """Return the corners of a paper, as it lies, that belong to a machine's marks; none without a machine."""
    if cutter is None:
        return ()
    if paper.width > paper.height:
        upright = Paper(paper.name, paper.height, paper.width, paper.margin)
        return tuple(laid_down(box, upright) for box in kept_clear(cutter, upright))
    square = cutter.inset + cutter.square + cutter.clear
    arm = cutter.inset + cutter.arm_on(paper.name) + cutter.clear
    return (
        Box(0, 0, square, square),
        Box(paper.width - arm, 0, paper.width, arm),
        Box(0, paper.height - arm, arm, paper.height),
    )
