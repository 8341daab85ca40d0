"""Faces: what is seen on one side of a piece, in real millimetres, before any paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.model.finding import Finding, Mark
    from pnp.model.game import Component
    from pnp.model.theme import Style
    from pnp.model.type import Layout

Turn = Literal[0, 90, 180, 270]
Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TextBox:
    """A laid-out text: its box in millimetres of the face, turned clockwise within that box.

    `mark` is where the text stands in the content, if it is not where the face comes from.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    turn: Turn
    style: Style
    color: str
    text: str
    layout: Layout
    icons: Mapping[str, str] = field(default_factory=dict, repr=False)
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An area of a face, in millimetres, that leads to an anchor."""

    x: float
    y: float
    width: float
    height: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """A height on a face that links name; with a title it is an entry of the document's outline."""

    name: str
    y: float
    title: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One side of a piece: `width` x `height` is the trim, the art goes `bleed` beyond it.

    `art` is SVG whose viewBox is the trim plus the bleed in millimetres, with no text in it. `parts` are
    faces set on this one. `cut` is the corners of the line to cut along, clockwise; without it the trim is
    cut, its corners rounded by the radius `corners`. A `thrifty` face has a template that asks for the ink
    itself.
    """

    name: str
    width: float
    height: float
    bleed: float
    art: str = field(repr=False)
    texts: tuple[TextBox, ...] = ()
    parts: tuple[Part, ...] = ()
    mark: Mark | None = None
    cut: Outline = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    thrifty: bool = False
    corners: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A face on another: scaled, turned clockwise, then its trim's top left corner put at (x, y).

    If `trimmed`, it is shown as it is when cut out, without its bleed.
    """

    face: Face
    x: float
    y: float
    turn: Turn = 0
    scale: float = 1.0
    trimmed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece of the kit: its front, its back if it has one, how many of it are printed."""

    front: Face
    back: Face | None
    copies: int


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A component drawn: its pieces, what was found wrong on the way, and whatever its kind measured."""

    component: Component
    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...] = ()
    plan: object = None
