"""Path data in, segments out: all absolute, all curves cubic (SVG 1.1, chapter 8.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from pnp.pdf.svg.arc import Curve, arc_curves
from pnp.pdf.svg.values import NUMBER, Unknown, numbers

if TYPE_CHECKING:
    from collections.abc import Callable

Segment = tuple[str, tuple[float, ...]]
"""An operator of PDF, m l c or h, and its coordinates."""

_COMMANDS = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_GAP, _FLAG = r"[\s,]*", r"([01])"
_ARC = re.compile(_GAP.join(["", *[f"({NUMBER})"] * 3, _FLAG, _FLAG, f"({NUMBER})", f"({NUMBER})", ""]))
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


def parse_path(data: str) -> list[Segment]:
    """Return the segments of path data; Unknown when it cannot be read to its end."""
    pen = _Pen()
    at = 0
    for match in _COMMANDS.finditer(data):
        if match.start() != at:
            raise Unknown(f"the path {data[:40]!r}")
        at = match.end()
        pen.command(*match.groups())
    if data[at:].strip():
        raise Unknown(f"the path {data[:40]!r}")
    return pen.segments


def _arguments(command: str, text: str) -> list[float]:
    if command != "A":
        return numbers(text)
    found = list(_ARC.finditer(text))
    if "".join(m[0] for m in found) != text:
        raise Unknown(f"the arc {text!r}")
    return [float(v) for m in found for v in m.groups()]


class _Pen:
    """Follows path commands; `control` is the last curve's second handle, which S and T mirror."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = 0.0
        self._start = (0.0, 0.0)
        self._control = (0.0, 0.0)
        self._kind = ""

    def command(self, letter: str, text: str) -> None:
        """Draw what a command and its numbers say; it may hold several sets of numbers."""
        command = letter.upper()
        if not self.segments and command != "M":
            raise Unknown("a path that does not begin with M")
        if command == "Z":
            self.segments.append(("h", ()))
            self.x, self.y = self._start
            self._kind = "Z"
            return
        values = _arguments(command, text)
        count = _COUNTS[command]
        if not values or len(values) % count:
            raise Unknown(f"the path command {command} with {len(values)} numbers")
        relative = letter != command
        for first in range(0, len(values), count):
            x, y = (self.x, self.y) if relative else (0.0, 0.0)
            self._DRAW[command](self, x, y, *values[first : first + count])
            self._kind = command
            command = "L" if command == "M" else command

    def _move(self, ox: float, oy: float, x: float, y: float) -> None:
        self.x, self.y = self._start = ox + x, oy + y
        self.segments.append(("m", self._start))

    def _line(self, ox: float, oy: float, x: float, y: float) -> None:
        self.x, self.y = end = ox + x, oy + y
        self.segments.append(("l", end))

    def _across(self, ox: float, _: float, x: float) -> None:
        self._line(ox, self.y, x, 0.0)

    def _down(self, _: float, oy: float, y: float) -> None:
        self._line(self.x, oy, 0.0, y)

    def _cubic(
        self, ox: float, oy: float, ax: float, ay: float, bx: float, by: float, x: float, y: float
    ) -> None:
        self._curve((ox + ax, oy + ay, ox + bx, oy + by, ox + x, oy + y))

    def _smooth(self, ox: float, oy: float, bx: float, by: float, x: float, y: float) -> None:
        self._curve((*self._mirrored("CS"), ox + bx, oy + by, ox + x, oy + y))

    def _quadratic(self, ox: float, oy: float, mx: float, my: float, x: float, y: float) -> None:
        self._parabola(ox + mx, oy + my, ox + x, oy + y)

    def _smooth_quadratic(self, ox: float, oy: float, x: float, y: float) -> None:
        self._parabola(*self._mirrored("QT"), ox + x, oy + y)

    def _arc(self, ox: float, oy: float, *values: float) -> None:
        rx, ry, angle, large, sweep, x, y = values
        end = (ox + x, oy + y)
        size = (abs(rx), abs(ry), angle)
        for curve in arc_curves((self.x, self.y), size, large=bool(large), sweep=bool(sweep), end=end):
            self._curve(curve)
        self.x, self.y = end

    def _parabola(self, mx: float, my: float, x: float, y: float) -> None:
        """Draw a quadratic curve with its one handle at (mx, my)."""
        handles = (self.x + 2 * mx) / 3, (self.y + 2 * my) / 3, (x + 2 * mx) / 3, (y + 2 * my) / 3
        self._curve((*handles, x, y))
        self._control = (mx, my)

    def _curve(self, curve: Curve) -> None:
        self.segments.append(("c", curve))
        self._control = curve[2:4]
        self.x, self.y = curve[4:]

    def _mirrored(self, kinds: str) -> tuple[float, float]:
        if self._kind not in kinds:
            return self.x, self.y
        return 2 * self.x - self._control[0], 2 * self.y - self._control[1]

    _DRAW: ClassVar[dict[str, Callable[..., None]]] = {
        "M": _move, "L": _line, "H": _across, "V": _down, "C": _cubic,
        "S": _smooth, "Q": _quadratic, "T": _smooth_quadratic, "A": _arc,
    }  # fmt: skip
