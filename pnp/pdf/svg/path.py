"""Path data in, segments out: all absolute, all curves cubic (SVG 1.1, chapter 8.3)."""

from __future__ import annotations

import itertools
import re

from pnp.pdf.svg.arc import Curve, arc_curves
from pnp.pdf.svg.values import NUMBER, Unknown, numbers

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
        command = match[1]
        pen.command(command.upper(), _arguments(command.upper(), match[2]), relative=command.islower())
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
    """Follows path commands; `control` mirrors the last control point for S and T."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = 0.0
        self._start = (0.0, 0.0)
        self._control: tuple[float, float] | None = None
        self._kind = ""

    def command(self, command: str, values: list[float], *, relative: bool) -> None:
        """Draw what a command and its numbers say; it may hold several sets of numbers."""
        if command == "Z":
            self.segments.append(("h", ()))
            self.x, self.y = self._start
            self._kind = "Z"
            return
        if not self.segments and command != "M":
            raise Unknown("a path that does not begin with M")
        count = _COUNTS[command]
        if not values or len(values) % count:
            raise Unknown(f"the path command {command} with {len(values)} numbers")
        if command in {"L", "C"} and not relative:
            self.segments += zip(itertools.repeat(command.lower()), zip(*[iter(values)] * count, strict=True))
            self.x, self.y = values[-2:]
            if command == "C":
                self._control = values[-4], values[-3]
            self._kind = command
            return
        for first in range(0, len(values), count):
            self._draw(command, values[first : first + count], relative=relative)
            self._kind = command
            command = "L" if command == "M" else command

    def _draw(self, command: str, values: list[float], *, relative: bool) -> None:
        x, y = (self.x, self.y) if relative else (0.0, 0.0)
        if command == "H":
            self._line(x + values[0], self.y)
        elif command == "V":
            self._line(self.x, y + values[0])
        elif command == "A":
            rx, ry, angle, large, sweep, ex, ey = values
            end = (x + ex, y + ey)
            size = (abs(rx), abs(ry), angle)
            for curve in arc_curves((self.x, self.y), size, large=bool(large), sweep=bool(sweep), end=end):
                self._curve(curve)
            self.x, self.y = end
        else:
            points = [(x + px, y + py) for px, py in zip(values[0::2], values[1::2], strict=True)]
            self._to_points(command, points)

    def _to_points(self, command: str, points: list[tuple[float, float]]) -> None:
        if command == "M":
            self.x, self.y = self._start = points[0]
            self.segments.append(("m", points[0]))
        elif command == "L":
            self._line(*points[0])
        elif command in "CS":
            first = points[0] if command == "C" else self._mirrored("CS")
            self._control = points[-2]
            self._curve((*first, *points[-2], *points[-1]))
        else:
            middle = points[0] if command == "Q" else self._mirrored("QT")
            self._control = middle
            ends = ((self.x, self.y), points[-1])
            handles = [c for end in ends for c in (end[0] + 2 * middle[0], end[1] + 2 * middle[1])]
            a, b, c, d = (v / 3 for v in handles)
            self._curve((a, b, c, d, *points[-1]))

    def _line(self, x: float, y: float) -> None:
        self.segments.append(("l", (x, y)))
        self.x, self.y = x, y

    def _curve(self, curve: Curve) -> None:
        self.segments.append(("c", curve))
        self.x, self.y = curve[-2:]

    def _mirrored(self, kinds: str) -> tuple[float, float]:
        if self._control is None or self._kind not in kinds:
            return self.x, self.y
        return 2 * self.x - self._control[0], 2 * self.y - self._control[1]
