"""Text boxes in, PDF text operators out, in a space of millimetres with y down."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol

from pnp.model.type import Icon, Shaped
from pnp.model.units import MM_PER_PT, parse_color

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pnp.model.face import TextBox, Turn
    from pnp.model.type import Line


class Resources(Protocol):
    """Gives names to what a content stream uses."""

    def font(self, path: Path) -> tuple[str, dict[Shaped, None]]:
        """Return the name of a font, and where to note what is written in it."""

    def icon(self, svg: str, color: str) -> str:
        """Return the name of an icon's form in a colour."""


def turn_matrix(turn: Turn, width: float, height: float, x: float, y: float) -> str:
    """Return the `cm` that turns a box of that size clockwise and puts its top left corner at (x, y)."""
    a, b, c, d, e, f = {
        0: (1, 0, 0, 1, x, y),
        90: (0, 1, -1, 0, x + height, y),
        180: (-1, 0, 0, -1, x + width, y + height),
        270: (0, -1, 1, 0, x, y + width),
    }[turn]
    return f"{a} {b} {c} {d} {e:.4f} {f:.4f} cm"


def box_operators(box: TextBox, resources: Resources) -> str:
    """Return the operators that draw a text box."""
    if not box.layout.lines:
        return ""
    width, height = (box.height, box.width) if box.turn in {90, 270} else (box.width, box.height)
    color = " ".join(f"{v:.3f}" for v in parse_color(box.color))
    em = box.layout.size * MM_PER_PT
    writer = _Writer(em, resources)
    for line in box.layout.lines:
        writer.line(line)
    icons = _icons(box.layout.lines, em) if box.icons else ()
    if box.turn:
        lead, x, y = f"q {turn_matrix(box.turn, width, height, box.x, box.y)} ", 0.0, 0.0
    else:
        lead, x, y = "q ", box.x, box.y
    if x or y:
        lead += f"1 0 0 1 {x:.4f} {y:.4f} cm "
    parts = [f"{lead}{color} rg BT", *writer.operators, "ET"]
    parts += [
        f"q {em:.4f} 0 0 {em:.4f} {ix:.4f} {iy:.4f} cm {resources.icon(box.icons[name], box.color)} Do Q"
        for name, ix, iy in icons
    ]
    return "\n".join([*parts, "Q"])


def _icons(lines: Sequence[Line], em: float) -> Iterator[tuple[str, float, float]]:
    """Yield the name of each icon and its top left corner."""
    for line in lines:
        for at, piece in enumerate(line.pieces):
            if isinstance(piece, Icon):
                yield piece.name, line.x + line.offset(at) * em, line.baseline - em * 0.82


def _font_of(piece: Shaped | Icon) -> Path | None:
    return None if isinstance(piece, Icon) else piece.font


class _Writer:
    """Collects the operators of the lines of one box; a run of one font becomes one TJ."""

    def __init__(self, em: float, resources: Resources) -> None:
        self.em = em
        self.resources = resources
        self.operators: list[str] = []
        self._font: Path | None = None
        self._texts: dict[Shaped, None] = {}
        self._run: list[str] = []

    def line(self, line: Line) -> None:
        em = self.em
        self.operators.append(f"{em:.4f} 0 0 {-em:.4f} {line.x:.4f} {line.baseline:.4f} Tm")
        done = 0
        for stretch in line.stretches:
            if stretch.actual:
                self._pieces(line.pieces[done : stretch.first])
                self._flush()
                actual = ("\ufeff" + stretch.actual).encode("utf-16-be").hex()
                self.operators.append(f"/Span <</ActualText <{actual}>>> BDC")
                self._pieces(line.pieces[stretch.first : stretch.last])
                self._flush()
                self.operators.append("EMC")
                done = stretch.last
        self._pieces(line.pieces[done:])
        self._flush()

    def _pieces(self, pieces: Sequence[Shaped | Icon]) -> None:
        """Add pieces to the run, those of one font at a time; icons leave their room in it."""
        for font, alike in itertools.groupby(pieces, _font_of):
            if font and font is not self._font and font != self._font:
                self._change_font(font)
            for piece in alike:
                self._run.append(piece.tj)
                if isinstance(piece, Shaped):
                    self._texts[piece] = None

    def _change_font(self, font: Path) -> None:
        """Write what the last font has to show; icons before the first font move its text instead."""
        if self._font:
            self._flush()
        self._font = font
        name, self._texts = self.resources.font(font)
        self.operators.append(f"{name} 1 Tf")

    def _flush(self) -> None:
        """Write the run; without a font there is nothing in it but the room of icons."""
        if self._run and self._font:
            run = "".join(self._run).replace("><", "")
            self.operators.append(f"[{run}] TJ")
        self._run = []
