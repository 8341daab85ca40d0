"""One content stream being written: graphics state told only where it changes, and the resources it names."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp.pdf.svg.values import IDENTITY, Matrix, apply, inverse, multiply, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.pdf.svg.outline import Box


class Canvas:
    """The content of a form. `box` is all of it that is seen, `ctm` leads from what is drawn to the form."""

    def __init__(self, pdf: pikepdf.Pdf, box: Box) -> None:
        self.box = box
        self.ctm = IDENTITY
        self._pdf = pdf
        self._operators: list[str] = []
        self._state: dict[str, object] = {"alpha": (1.0, 1.0)}
        self._saved: list[tuple[Matrix, dict[str, object]]] = []
        self._resources: dict[str, dict[str, pikepdf.Object]] = {}
        self._names: dict[object, str] = {}

    def add(self, operator: str) -> None:
        """Write an operator that leaves no state behind."""
        self._operators.append(operator)

    def set(self, key: str, operator: str) -> None:
        """Write an operator unless it is the one that this part of the state has already."""
        if self._state.get(key) != operator:
            self._state[key] = operator
            self._operators.append(operator)

    def set_alpha(self, fill: float, stroke: float) -> None:
        """Set how much of what is filled and stroked is seen, in 0..1."""
        if self._state["alpha"] != (fill, stroke):
            self._state["alpha"] = (fill, stroke)
            state = self.named("ExtGState", f"<< /ca {fill:.4g} /CA {stroke:.4g} >>")
            self._operators.append(f"{state} gs")

    def save(self) -> None:
        """Keep the state until `restore`."""
        self._operators.append("q")
        self._saved.append((self.ctm, dict(self._state)))

    def restore(self) -> None:
        """Return to the state that was kept last."""
        self._operators.append("Q")
        self.ctm, self._state = self._saved.pop()

    def transform(self, matrix: Matrix) -> None:
        """Move the space of what is drawn from here on."""
        self.ctm = multiply(matrix, self.ctm)
        self._operators.append(f"{written(matrix)} cm")

    def named(self, kind: str, source: str) -> str:
        """Return the name of a resource given in PDF syntax."""
        return self.kept(kind, source, lambda: pikepdf.Object.parse(source.encode()))

    def kept(self, kind: str, key: object, make: Callable[[], pikepdf.Object]) -> str:
        """Return the name of the resource that `make` gives, made once for each key."""
        if key not in self._names:
            self._names[key] = self.name(kind, self._pdf.make_indirect(make()))
        return self._names[key]

    def name(self, kind: str, made: pikepdf.Object) -> str:
        """Return a name for a resource."""
        known = self._resources.setdefault(kind, {})
        name = f"/{kind[0]}{len(known)}"
        known[name] = made
        return name

    def group(self) -> Canvas:
        """Return a canvas for what is painted as one, in the space of what is drawn now."""
        left, top, right, bottom = self.box
        back = inverse(self.ctm)
        corners = [apply(back, x, y) for x in (left, right) for y in (top, bottom)]
        xs, ys = zip(*corners, strict=True)
        return Canvas(self._pdf, (min(xs), min(ys), max(xs), max(ys)))

    def form(self, group: str = "") -> pikepdf.Stream:
        """Return the form of all that was written; as a transparency group in the colour space `group`."""
        form = self._pdf.make_stream(
            zlib.compress("\n".join(self._operators).encode()),
            Filter=Name.FlateDecode,
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([round(v, 4) for v in self.box]),
            Resources=Dictionary({f"/{kind}": Dictionary(known) for kind, known in self._resources.items()}),
        )
        if group:
            form.Group = Dictionary(S=Name.Transparency, CS=Name(group))
        return form
