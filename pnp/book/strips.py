"""Strips: what a book is set in. A strip is as wide as the text, and no page breaks within it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.draw.box import resolve_references
from pnp.draw.svg import SvgError
from pnp.errors import ContentError
from pnp.model.face import TextBox
from pnp.model.finding import Finding
from pnp.model.units import MM_PER_PT
from pnp.text.fit import fit_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.book.document import Heading
    from pnp.draw.template import Templates
    from pnp.model.face import Part
    from pnp.model.finding import Mark
    from pnp.model.game import Game
    from pnp.model.theme import Align, Style

ENDLESS = 1e5
"""A height in millimetres that every text fits into."""
SPLIT_COST, HYPHEN_COST = 3.0, 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """The lines `first` to `last` (not included) of a box laid out whole, `y` from the strip's top."""

    box: TextBox
    first: int
    last: int
    y: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Something that the page's template draws behind strips; neighbours with the same shape share it."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Strips that run in `columns` columns, `step` millimetres from one to the next."""

    columns: int
    step: float


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A strip of `height` millimetres, `before` and `after` apart from its neighbours.

    With `keep` no page ends after it, otherwise that has a `cost`. `head` is set again above it when it
    begins a page or a column. `target` is where the whole strip leads.
    """

    height: float
    slices: tuple[Slice, ...] = ()
    parts: tuple[Part, ...] = ()
    shapes: tuple[Shape, ...] = ()
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    cost: float = 0.0
    head: tuple[Strip, ...] = ()
    run: Run | None = None
    heading: Heading | None = None
    target: str = ""


def leading(style: Style) -> float:
    """Return the distance of lines in millimetres."""
    return style.size * style.leading * MM_PER_PT


class Typesetter:
    """Lays out texts in the styles of a game."""

    def __init__(self, game: Game, templates: Templates) -> None:
        self.game = game
        self.templates = templates
        self.lacking: dict[str, Finding] = {}

    def style(self, name: str, mark: Mark) -> Style:
        """Return a style of the theme; where it is not there, any, and it is among the `lacking`."""
        styles = self.game.theme.styles
        if name not in styles:
            message = f"A book needs the text style {name!r}."
            hint = "Add it to the game's theme.yaml."
            self.lacking.setdefault(name, Finding("ref/unknown", mark, message, hint))
            if not styles:
                raise ContentError(*self.lacking.values())
        return styles.get(name) or next(iter(styles.values()))

    def box(
        self, text: str, style: Style, x: float, width: float, mark: Mark, align: Align | None = None
    ) -> TextBox:
        """Return a text laid out in a width, however high it becomes. Raises ContentError for a lost icon."""
        resolved = resolve_references(text, self.game)
        layout = fit_text(resolved, width, ENDLESS, style, align, "top")
        try:
            icons = {name: self.templates.icon_source(name) for name in layout.icons}
        except SvgError as error:
            raise ContentError(Finding(error.code, mark, str(error), error.hint)) from None
        height = leading(style) * len(layout.lines)
        return TextBox(style.name, x, 0, width, height, 0, style, style.color, resolved, layout, icons, mark)

    def lines(self, box: TextBox) -> list[Strip]:
        """Return a strip for each line; neither the first line nor the last is left alone on a page."""
        height, count = leading(box.style), len(box.layout.lines)
        return [
            Strip(
                height,
                (Slice(box, at, at + 1),),
                keep=at < count - 1 and at in {0, count - 2},
                cost=SPLIT_COST + (HYPHEN_COST if _is_divided(box, at) else 0.0),
            )
            for at in range(count)
        ]


def whole(box: TextBox, y: float = 0.0) -> Slice:
    """Return all lines of a box."""
    return Slice(box, 0, len(box.layout.lines), y)


def _is_divided(box: TextBox, at: int) -> bool:
    return any(stretch.actual.strip() for stretch in box.layout.lines[at].stretches)


def kept(strips: Sequence[Strip]) -> list[Strip]:
    """Return strips that no page may part, not even from what follows."""
    return [replace(strip, keep=True) for strip in strips]


def spaced(strips: Sequence[Strip], before: float, after: float) -> list[Strip]:
    """Return strips with space before the first and after the last."""
    if not strips:
        return []
    result = [replace(strips[0], before=before), *strips[1:]]
    result[-1] = replace(result[-1], after=after)
    return result


def framed(strips: Sequence[Strip], shape: Shape, pad: float) -> list[Strip]:
    """Return strips with a shape behind them that reaches `pad` above the first and below the last."""
    shaped = [replace(s, shapes=(shape, *s.shapes)) for s in spaced(strips, 0, 0)]
    shaped[-1] = replace(shaped[-1], keep=True)
    return [Strip(pad, shapes=(shape,), keep=True), *shaped, Strip(pad, shapes=(shape,))]
