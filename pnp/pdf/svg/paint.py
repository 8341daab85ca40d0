"""One shape painted: its fill and its stroke, in a colour or a gradient, opaque or not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pikepdf import Dictionary, Name

from pnp.pdf.svg.gradient import Gradient, read_gradient
from pnp.pdf.svg.outline import bounds, outline
from pnp.pdf.svg.style import reference
from pnp.pdf.svg.values import Unknown, color, number, numbers, share, written

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Callable, Mapping

    from pnp.pdf.svg.canvas import Canvas

    Find = Callable[[str], ET.Element]

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(frozen=True, slots=True)
class _Ink:
    """What a shape is filled or stroked with, and how much of it is seen."""

    source: str | Gradient
    """Red, green and blue as PDF writes them, or a gradient."""
    alpha: float

    @property
    def veil(self) -> Gradient | None:
        """Return the gradient when it shines through in places."""
        return self.source if isinstance(self.source, Gradient) and not self.source.opaque else None


def paint(
    canvas: Canvas, tag: str, said: Mapping[str, str], look: Mapping[str, str], opacity: float, find: Find
) -> None:
    """Paint a shape: first its fill, then its stroke."""
    path = outline(tag, said)
    fill = _ink("fill", tag, said, look, opacity, find) if path.area else None
    if fill:
        star = "*" if look["fill-rule"] == "evenodd" else ""
        _apply(canvas, fill, f"{path.area} f{star}", "rg", "cs", "scn")
    stroked = path.whole and number(look["stroke-width"]) > 0
    stroke = _ink("stroke", tag, said, look, opacity, find) if stroked else None
    if stroke:
        _set_line(canvas, look)
        _apply(canvas, stroke, f"{path.whole} S", "RG", "CS", "SCN")


def _ink(
    key: str, tag: str, said: Mapping[str, str], look: Mapping[str, str], opacity: float, find: Find
) -> _Ink | None:
    text = look[key]
    if text == "none":
        return None
    if text == "currentColor":
        text = look["color"]
    alpha = share(look[f"{key}-opacity"]) * opacity
    source: str | Gradient | None
    if text.startswith("url("):
        source = read_gradient(find(reference(text)), find, bounds(tag, said))
    else:
        source = _rgb(text)
    return _Ink(source, alpha) if source and alpha > 0 else None


@lru_cache(maxsize=512)
def _rgb(text: str) -> str:
    """Return a colour as PDF writes it, nothing for no colour."""
    return " ".join(f"{v:.4g}" for v in color(text) or ())


def _apply(canvas: Canvas, ink: _Ink, painting: str, rgb: str, space: str, pattern: str) -> None:
    veil = ink.veil
    if veil:
        canvas.save()
        _cover(canvas, veil)
    canvas.set_alpha(ink.alpha, ink.alpha)
    _set_ink(canvas, ink, rgb, space, pattern)
    canvas.add(painting)
    if veil:
        canvas.restore()


def _set_ink(canvas: Canvas, ink: _Ink, rgb: str, space: str, pattern: str) -> None:
    if isinstance(ink.source, Gradient):
        name = canvas.named("Pattern", ink.source.pattern(canvas.ctm))
        canvas.set(rgb, f"/Pattern {space} {name} {pattern}")
    else:
        canvas.set(rgb, f"{ink.source} {rgb}")


def _cover(canvas: Canvas, gradient: Gradient) -> None:
    """Let what follows be seen as much as a gradient's stops are opaque (PDF 32000-1, 11.6.5.3)."""
    pattern = gradient.alpha_pattern()

    def soft_mask() -> Dictionary:
        mask = canvas.group()
        left, top, right, bottom = mask.box
        mask.add(f"/Pattern cs {mask.named('Pattern', pattern)} scn")
        mask.add(f"{left:.4f} {top:.4f} {right - left:.4f} {bottom - top:.4f} re f")
        return Dictionary(SMask=Dictionary(S=Name.Luminosity, G=mask.form("/DeviceGray")))

    canvas.add(f"{canvas.kept('ExtGState', (pattern, canvas.ctm), soft_mask)} gs")


def _set_line(canvas: Canvas, look: Mapping[str, str]) -> None:
    try:
        cap, join = _CAPS[look["stroke-linecap"]], _JOINS[look["stroke-linejoin"]]
    except KeyError as error:
        raise Unknown(f"the line {error.args[0]!r}") from None
    canvas.set("w", f"{written([number(look['stroke-width'])])} w")
    canvas.set("J", f"{cap} J")
    canvas.set("j", f"{join} j")
    if not join:
        canvas.set("M", f"{written([max(1.0, number(look['stroke-miterlimit']))])} M")
    dashes = [] if look["stroke-dasharray"] == "none" else numbers(look["stroke-dasharray"])
    offset = number(look["stroke-dashoffset"])
    canvas.set("d", f"[{written(dashes)}] {written([offset])} d" if any(dashes) else "[] 0 d")
