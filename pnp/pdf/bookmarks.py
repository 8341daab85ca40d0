"""Links and the outline: areas and anchors of placed faces in, annotations and bookmarks of a PDF out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem

from pnp.model.units import PT_PER_MM

if TYPE_CHECKING:
    from pnp.model.face import Anchor, Link
    from pnp.model.sheet import Placement

_ABOVE = 3.0
"""How far above an anchor a reader's window begins, in millimetres."""


class Bookmarks:
    """Gathers links and anchors page by page; `write` puts them into the document when all are there."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._targets: dict[str, Array] = {}
        self._titles: list[tuple[Anchor, Array]] = []
        self._links: list[tuple[pikepdf.Object, Array, Link]] = []

    def add(self, page: pikepdf.Object, height: float, placement: Placement) -> None:
        """Note the links and anchors of an upright face on a page of `height` points."""
        if placement.turn:
            return
        for anchor in placement.face.anchors:
            top = height - (placement.y + placement.scale * (anchor.y - _ABOVE)) * PT_PER_MM
            target = Array([page, Name.XYZ, round(placement.x * PT_PER_MM, 2), round(top, 2), 0])
            self._targets.setdefault(anchor.name, target)
            if anchor.title:
                self._titles.append((anchor, target))
        for link in placement.face.links:
            self._links.append((page, _area(placement, link, height), link))

    def write(self) -> None:
        """Write the annotations and the outline; a link whose anchor is on no page is left out."""
        for page, area, link in self._links:
            if link.anchor in self._targets:
                self._annotate(page, area, self._targets[link.anchor])
        if self._titles:
            self._pdf.Root.PageMode = Name.UseOutlines
            with self._pdf.open_outline() as outline:
                above: list[tuple[int, list[OutlineItem]]] = [(0, outline.root)]
                for anchor, target in self._titles:
                    while above[-1][0] >= anchor.level:
                        above.pop()
                    item = OutlineItem(anchor.title, target)
                    above[-1][1].append(item)
                    above.append((anchor.level, item.children))

    def _annotate(self, page: pikepdf.Object, area: Array, target: Array) -> None:
        if "/Annots" not in page:
            page.Annots = Array()
        annotation = Dictionary(
            Type=Name.Annot, Subtype=Name.Link, Rect=area, Border=Array([0, 0, 0]), Dest=target
        )
        page.Annots.append(self._pdf.make_indirect(annotation))


def _area(placement: Placement, link: Link, height: float) -> Array:
    """Return a link's rectangle in points of a page of that height, y up."""
    left, top = placement.x + placement.scale * link.x, placement.y + placement.scale * link.y
    right, bottom = left + placement.scale * link.width, top + placement.scale * link.height
    values = (left * PT_PER_MM, height - bottom * PT_PER_MM, right * PT_PER_MM, height - top * PT_PER_MM)
    return Array([round(v, 2) for v in values])
