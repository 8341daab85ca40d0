"""What a finished PDF paints: each path and each size of type, in millimetres from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pikepdf

if TYPE_CHECKING:
    from pathlib import Path

MM = 72 / 25.4
_FILLS = {"f", "f*", "b", "b*", "B", "B*"}
_STROKES = {"S", "s", "b", "b*", "B", "B*"}
_SAMPLES = 8
"""Points taken of each curve."""

Xy = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A painted path: points on it, whether it is filled, how wide it is stroked."""

    points: tuple[Xy, ...]
    filled: bool
    stroke: float

    @property
    def width(self) -> float:
        """Return how wide it is."""
        return max(x for x, _ in self.points) - min(x for x, _ in self.points)

    @property
    def height(self) -> float:
        """Return how high it is."""
        return max(y for _, y in self.points) - min(y for _, y in self.points)

    @property
    def middle(self) -> Xy:
        """Return the middle of its bounding box."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@dataclass
class Painted:
    """All of a page: paths, and the sizes in points of the type on it."""

    shapes: list[Shape] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)

    def filled(self, width: float, height: float, within: float = 0.03) -> list[Shape]:
        """Return the filled paths of a size, to three hundredths of a millimetre."""
        return [
            s
            for s in self.shapes
            if s.filled and abs(s.width - width) < within and abs(s.height - height) < within
        ]

    def stroked(self, stroke: float, within: float = 0.02) -> list[Shape]:
        """Return the paths stroked so wide, in millimetres."""
        return [s for s in self.shapes if abs(s.stroke - stroke) < within]


def painted(file: Path, number: int = 0) -> Painted:
    """Return what a page paints, forms inside forms included."""
    found = Painted()
    with pikepdf.open(file) as pdf:
        page = pdf.pages[number]
        flip = pikepdf.Matrix(1 / MM, 0, 0, -1 / MM, 0, float(page.mediabox[3]) / MM)
        _Walker(page.obj, page.obj.Resources, flip, found).walk()
    return found


class _Walker:
    """Goes through one content stream with the graphics state that matters here."""

    def __init__(
        self, stream: pikepdf.Object, resources: pikepdf.Object, matrix: pikepdf.Matrix, found: Painted
    ) -> None:
        self.stream = stream
        self.resources = resources
        self.found = found
        self.matrix = matrix
        self.line = 1.0
        self.stack: list[tuple[pikepdf.Matrix, float]] = []
        self.points: list[Xy] = []

    def walk(self) -> None:
        for operands, operator in pikepdf.parse_content_stream(self.stream):
            name = str(operator)
            if name in {"m", "l"}:
                self.points.append(self._at(*map(float, operands)))
            elif name == "c":
                self._curve([self._at(*map(float, operands[i : i + 2])) for i in (0, 2, 4)])
            elif name in _FILLS | _STROKES | {"n"}:
                self._paint(name)
            else:
                self._state(name, operands)

    def _at(self, x: float, y: float) -> Xy:
        moved: Xy = self.matrix.transform((x, y))
        return moved

    def _curve(self, rest: list[Xy]) -> None:
        nodes = [self.points[-1], *rest]
        for t in (i / _SAMPLES for i in range(1, _SAMPLES + 1)):
            shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(s * n[axis] for s, n in zip(shares, nodes, strict=True)) for axis in (0, 1))
            self.points.append((x, y))

    def _paint(self, name: str) -> None:
        m = self.matrix
        wide = self.line * abs(m.a * m.d - m.b * m.c) ** 0.5 if name in _STROKES else 0.0
        if self.points and name != "n":
            self.found.shapes.append(Shape(tuple(self.points), name in _FILLS, wide))
        self.points = []

    def _state(self, name: str, operands: list[pikepdf.Object]) -> None:
        if name == "q":
            self.stack.append((self.matrix, self.line))
        elif name == "Q":
            self.matrix, self.line = self.stack.pop()
        elif name == "cm":
            self.matrix = pikepdf.Matrix(*map(float, operands)) @ self.matrix
        elif name == "w":
            self.line = float(operands[0])
        elif name == "re":
            x, y, w, h = map(float, operands)
            self.points += [self._at(*p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        elif name == "Tm":
            size = abs(float(operands[0])) * abs(self.matrix.a or self.matrix.b) * MM
            self.found.sizes.append(size)
        elif name == "Do":
            self._form(self.resources.XObject[operands[0]])

    def _form(self, form: pikepdf.Object) -> None:
        if form.Subtype == "/Form":
            own = pikepdf.Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
            resources = form.get("/Resources", self.resources)
            _Walker(form, resources, own @ self.matrix, self.found).walk()
