"""Sheets: where each face lies on which paper, front and back, with the marks to cut along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.model.face import Face, Outline, Turn

Ink = Literal["full", "low", "grey"]
Duplex = Literal["long-edge", "short-edge", "none", "fold"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper in portrait, and the margin that stays free on every side, in millimetres."""

    name: str
    width: float
    height: float
    margin: float


Shift = tuple[float, float, float]
"""Right and down in millimetres, then degrees clockwise about the page's centre."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Four lengths in millimetres, one for each side."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, by its edges."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A face on a page: scaled, turned clockwise, then its trim's top left corner put at (x, y).

    It is shown `bleed` millimetres of the page beyond the trim; less than zero shows only a part of it.
    """

    face: Face
    x: float
    y: float
    turn: Turn
    bleed: Sides
    scale: float = 1.0

    @property
    def width(self) -> float:
        """Return the width of the turned and scaled trim."""
        return self.scale * (self.face.height if self.turn in {90, 270} else self.face.width)

    @property
    def height(self) -> float:
        """Return the height of the turned and scaled trim."""
        return self.scale * (self.face.width if self.turn in {90, 270} else self.face.height)

    @property
    def shown(self) -> Box:
        """Return what of the page the face covers."""
        b = self.bleed
        return Box(
            self.x - b.left, self.y - b.top, self.x + self.width + b.right, self.y + self.height + b.bottom
        )


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line of a mark, in millimetres of the page."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One side of a sheet of paper; `cuts` are lines to cut along, in millimetres of the page.

    `furniture` is a face of the page's own size with what is no piece: labels, diagrams, signs for machines.
    A `cropped` page is its piece with bleed, which viewers and home printers leave out. `shift` moves all
    that is printed.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...] = ()
    folds: tuple[Segment, ...] = ()
    cuts: tuple[Outline, ...] = ()
    furniture: Face | None = None
    cropped: bool = False
    shift: Shift = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A sheet of paper: its front page, and its back page where something is printed there.

    A `glued` one shows the backs of another's pieces and goes behind it.
    """

    front: Page
    back: Page | None = None
    glued: bool = False
