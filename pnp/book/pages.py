"""Pages of strips in, faces out: the page's template behind, texts, pictures, links and anchors on it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.book.strips import Shape, Slice, leading
from pnp.model.face import Anchor, Link
from pnp.model.units import MM_PER_PT
from pnp.text.fonts import load_font
from pnp.text.words import face as font_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.book.paginate import Laid, Leaf
    from pnp.content.bookfile import Margins
    from pnp.draw.template import Templates
    from pnp.model.face import Face, Part, TextBox
    from pnp.model.game import Component


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a page, in millimetres."""

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageInfo:
    """What a page's template is told: `kind` is `text`, `contents` or `notes`; `text` is the room for text.

    `chapter` is the last chapter that began on the page or before it, `end` how far down the text reaches.
    """

    number: int
    side: str
    kind: str
    title: str
    chapter: str
    text: Area
    end: float
    shapes: tuple[Area, ...] = ()


def text_area(component: Component, margins: Margins, number: int) -> Area:
    """Return the room for text on a page; odd pages lie on the right, their fold on the left."""
    left = margins.inner if number % 2 else margins.outer
    return Area(
        "text",
        left,
        margins.top,
        component.width - margins.inner - margins.outer,
        component.height - margins.top - margins.bottom,
    )


def page_face(leaf: Leaf, info: PageInfo, template: str, component: Component, templates: Templates) -> Face:
    """Return the face of a page."""
    area = info.text
    info = replace(info, shapes=tuple(_shapes(leaf.strips, area)))
    ground = templates.face(template, component, f"page {info.number}", component.mark, page=info)
    texts = tuple(_texts(leaf.strips, area))
    return replace(
        ground,
        name=f"page {info.number}",
        texts=(*ground.texts, *texts),
        parts=(*ground.parts, *_parts(leaf.strips, area)),
        links=(*_links(texts), *_targets(leaf.strips, area)),
        anchors=tuple(_anchors(leaf.strips, area)),
    )


def _shapes(strips: Sequence[Laid], area: Area) -> Iterable[Area]:
    """Yield the rectangles of shapes; what neighbours in one column share becomes one."""
    open_: dict[tuple[int, float], tuple[Shape, float, float]] = {}
    order: list[tuple[int, float]] = []
    for placed in strips:
        for shape in placed.strip.shapes:
            key = (id(shape), placed.x)
            if key not in open_:
                order.append(key)
            top = open_[key][1] if key in open_ else placed.y
            open_[key] = (shape, top, placed.y + placed.strip.height)
    for key in order:
        shape, top, end = open_[key]
        yield Area(
            shape.kind,
            round(area.x + shape.x + key[1], 4),
            round(area.y + top, 4),
            round(shape.width, 4),
            round(end - top, 4),
        )


def _texts(strips: Sequence[Laid], area: Area) -> Iterable[TextBox]:
    """Yield the texts in reading order, lines of one text that follow each other as one box."""
    found: list[tuple[Slice, float, float]] = []
    for placed in strips:
        for piece in placed.strip.slices:
            x, y = area.x + placed.x, area.y + placed.y + piece.y
            for at in range(len(found) - 1, -1, -1):
                known = found[at][0]
                if known.box is piece.box and known.last == piece.first:
                    found[at] = (replace(known, last=piece.last), found[at][1], found[at][2])
                    break
            else:
                found.append((piece, x, y))
    return [_cut(piece, x, y) for piece, x, y in found]


def _cut(piece: Slice, x: float, y: float) -> TextBox:
    """Return the lines of a slice as a box of their own, each in the middle of its leading."""
    box = piece.box
    step = leading(box.style)
    font = load_font(font_file(box.style.family, bold=box.style.bold, italic=box.style.italic))
    em = box.layout.size * MM_PER_PT
    inset = (step - (font.ascent + font.descent) * em) / 2
    lines = tuple(
        replace(line, baseline=line.baseline - piece.first * step + inset)
        for line in box.layout.lines[piece.first : piece.last]
    )
    layout = replace(box.layout, lines=lines)
    if piece.first:
        layout = replace(layout, missing=frozenset(), over_width=0.0)
    height = (piece.last - piece.first) * step
    return replace(box, x=round(box.x + x, 4), y=round(y, 4), height=height, layout=layout)


def _parts(strips: Sequence[Laid], area: Area) -> Iterable[Part]:
    for placed in strips:
        for part in placed.strip.parts:
            yield replace(
                part, x=round(area.x + placed.x + part.x, 4), y=round(area.y + placed.y + part.y, 4)
            )


def _links(texts: Sequence[TextBox]) -> Iterable[Link]:
    """Yield an area for each stretch of a line that leads somewhere."""
    for box in texts:
        em = box.layout.size * MM_PER_PT
        step = leading(box.style)
        for line in box.layout.lines:
            linked = [s for s in line.stretches if s.link]
            for target, group in itertools.groupby(linked, key=lambda s: s.link):
                stretches = list(group)
                start, end = line.offset(stretches[0].first), line.offset(stretches[-1].last)
                top = box.y + line.baseline - 0.75 * step
                yield Link(
                    box.x + line.x + start * em, top, (end - start) * em, step, target.removeprefix("#")
                )


def _targets(strips: Sequence[Laid], area: Area) -> Iterable[Link]:
    for placed in strips:
        if placed.strip.target:
            height = placed.strip.height
            yield Link(area.x, area.y + placed.y, area.width, height, placed.strip.target)


def _anchors(strips: Sequence[Laid], area: Area) -> Iterable[Anchor]:
    for placed in strips:
        heading = placed.strip.heading
        if heading:
            yield Anchor(heading.anchor, area.y + placed.y, heading.text, heading.level - 1)
