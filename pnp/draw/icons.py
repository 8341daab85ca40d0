"""Icons: SVG files in `icons/` beside the templates, in one colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.content.project import file_within
from pnp.content.schema import shown
from pnp.content.yamlfile import read_text
from pnp.draw.art import check_art
from pnp.draw.svg import SVG, SvgError, parse_svg, part_texts
from pnp.draw.values import value_fault
from pnp.draw.where import find_mark
from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class IconArt:
    """An icon's file as text, what stands in its `<svg>`, and its box (left, top, width, height)."""

    source: str
    inner: str
    box: tuple[float, float, float, float]

    def markup(self, x: float, y: float, size: float, color: str) -> str:
        """Return a group that fills a square of `size` millimetres; SvgError for a colour that is none."""
        if value_fault("color", color) is not None:
            raise SvgError(f"{shown(color)} is no colour of an icon.", "Write it like #1f6fb2.")
        left, top, width, height = self.box
        scale = size / max(width, height)
        dx = x + (size - width * scale) / 2 - left * scale
        dy = y + (size - height * scale) / 2 - top * scale
        inner = self.inner.replace("currentColor", color)
        return f'<g transform="translate({dx:.4f} {dy:.4f}) scale({scale:.6f})">{inner}</g>'


def find_icon(name: str, folders: Sequence[Path]) -> IconArt:
    """Return the icon of that name from the first folder that has it.

    Raises SvgError `asset/missing` when none has, ContentError with the icon's file when it cannot be drawn.
    """
    for folder in folders:
        file = file_within(folder / "icons", f"{name}.svg")
        if file:
            return _read(file, file.stat().st_mtime_ns)
    raise SvgError(
        f"There is no icon {shown(name)}.",
        "The icons lie in templates/common/icons/.",
        code="asset/missing",
        clues=(rf":{name}:",),
    )


def _check(root: ET.Element) -> None:
    if part_texts(root) or root.find(f".//{{{SVG}}}image") is not None:
        raise SvgError("An icon holds neither texts nor pictures.", clues=(r"<(?:pnp:text|image)\b",))
    if "viewBox" not in root.attrib:
        raise SvgError(
            "An icon needs a viewBox.", 'Write viewBox="0 0 512 512" into its <svg>.', clues=(r"<svg\b",)
        )
    check_art(root)


@lru_cache(maxsize=1024)
def _read(file: Path, _changed: int) -> IconArt:
    source = read_text(file).strip()
    try:
        root = parse_svg(source)
        _check(root)
    except SvgError as error:
        mark = find_mark([file], error.clues) or Mark(file, 1, 1)
        raise ContentError(Finding(error.code, mark, str(error), error.hint)) from None
    inner = source[source.index(">", source.index("<svg")) + 1 : source.rindex("<")]
    left, top, width, height = (float(v) for v in root.attrib["viewBox"].replace(",", " ").split())
    return IconArt(source, inner, (left, top, width, height))
