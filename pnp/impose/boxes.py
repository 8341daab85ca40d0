"""The boxes of a page that printers and print shops read (PDF 32000-1, 14.11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sheet import Box

if TYPE_CHECKING:
    from pnp.model.sheet import Page


def page_boxes(page: Page) -> dict[str, Box]:
    """Return TrimBox and BleedBox round everything that is cut out, and CropBox where home printers stop.

    A page without pieces is its own trim. Bleed that the paper has no room for is not told.
    """
    whole = Box(0, 0, page.width, page.height)
    trim = bleed = whole
    if page.placements:
        trims = [Box(p.x, p.y, p.x + p.width, p.y + p.height) for p in page.placements]
        trim = within(around(trims), whole)
        bleed = within(around([p.shown for p in page.placements]), whole)
    boxes = {"/TrimBox": trim, "/BleedBox": bleed}
    return {**boxes, "/CropBox": trim} if page.cropped else boxes


def around(boxes: list[Box]) -> Box:
    """Return the box round boxes."""
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )


def within(box: Box, whole: Box) -> Box:
    """Return what of a box lies in another."""
    return Box(
        max(box.left, whole.left),
        max(box.top, whole.top),
        min(box.right, whole.right),
        min(box.bottom, whole.bottom),
    )
