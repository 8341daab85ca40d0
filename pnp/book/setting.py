"""Blocks in, strips out: each block in its style, with its space, its box, its marks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.book.document import Heading, Listing, Paragraph, Picture, Quote, Ruling, Table
from pnp.book.strips import Shape, Slice, Strip, framed, kept, leading, spaced
from pnp.book.tabular import set_table
from pnp.errors import ContentError
from pnp.model.face import Part
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.book.document import Block
    from pnp.book.strips import Typesetter
    from pnp.model.face import Face, TextBox

INDENT = 5.5
"""What a list stands in from the text, in millimetres."""
_MARKER_GAP = 1.6
_PAD, _PAD_SIDE = 2.4, 3.6
"""Inside a tinted box, above and below its text and beside it."""
_PICTURE_GAP = 1.6
_ROUNDING = 1e-6
_WHOLE = 0.55
"""A box or a table lower than this part of a page stays whole."""
PARAGRAPH, ITEM, BLOCK = 0.45, 0.2, 0.75
"""Spaces between paragraphs, items of a list, and other blocks, in lines of the text."""
_HEADINGS = {2: ("book-h2", 1.5, 0.75), 3: ("book-h3", 1.05, 0.35)}
"""A heading's style and the space before and after it, in lines of the text."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Where a block is set: `x` and `width` in millimetres, the style of its paragraphs."""

    x: float
    width: float
    style: str = "book-body"

    def narrowed(self, left: float, right: float = 0.0, style: str = "") -> Measure:
        """Return the measure with less room on its sides."""
        return Measure(self.x + left, self.width - left - right, style or self.style)


@dataclass(frozen=True, slots=True, eq=False)
class Setter:
    """Sets the blocks of a book. `height` is a page's; `pictures` are faces by name."""

    types: Typesetter
    pictures: Mapping[str, Face]
    height: float
    line: float

    def blocks(self, blocks: Sequence[Block], measure: Measure) -> list[Strip]:
        """Return the strips of blocks that follow each other; what ends in a colon stays with the next."""
        strips: list[Strip] = []
        for block in blocks:
            strips += self._block(block, measure)
            if strips and isinstance(block, Paragraph) and block.text.endswith(":"):
                strips[-1] = replace(strips[-1], keep=True)
        return strips

    def _block(self, block: Block, measure: Measure) -> list[Strip]:
        if isinstance(block, Paragraph):
            style = self.types.style(measure.style, block.mark)
            box = self.types.box(block.text, style, measure.x, measure.width, block.mark)
            strips = self._apart(self.types.lines(box), PARAGRAPH)
        elif isinstance(block, Heading):
            strips = self._heading(block, measure)
        elif isinstance(block, Listing):
            strips = self._listing(block, measure)
        elif isinstance(block, Quote):
            strips = self._quote(block, measure)
        elif isinstance(block, Table):
            rows = set_table(block, self.types, measure.x, measure.width)
            strips = self._apart(self._together(rows), BLOCK)
        elif isinstance(block, Picture):
            strips = self._picture(block, measure)
        else:
            strips = self._ruling(block, measure)
        return strips

    def _apart(self, strips: Sequence[Strip], lines: float) -> list[Strip]:
        return spaced(strips, lines * self.line, lines * self.line)

    def _heading(self, block: Heading, measure: Measure) -> list[Strip]:
        name, before, after = _HEADINGS.get(block.level, _HEADINGS[3])
        style = self.types.style(name, block.mark)
        box = self.types.box(block.text, style, measure.x, measure.width, block.mark)
        shape = Shape(name.removeprefix("book-"), measure.x, measure.width)
        strips = [replace(s, shapes=(shape,)) for s in kept(self.types.lines(box))]
        strips[0] = replace(strips[0], heading=block)
        return spaced(strips, before * self.line, after * self.line)

    def _listing(self, block: Listing, measure: Measure) -> list[Strip]:
        strips: list[Strip] = []
        alone = {0, len(block.items) - 2}
        for number, blocks in enumerate(block.items):
            item = self.blocks(blocks, measure.narrowed(INDENT))
            if not item:
                continue
            marker = "•" if block.start is None else f"{block.start + number}."
            style = self.types.style("book-marker", block.mark)
            width = INDENT - _MARKER_GAP
            box = self.types.box(marker, style, measure.x, width, block.mark, "right")
            item[0] = replace(item[0], slices=(_beside(box, item[0]), *item[0].slices))
            item[-1] = replace(item[-1], keep=number in alone and number < len(block.items) - 1)
            strips += spaced(item, ITEM * self.line, ITEM * self.line)
        return self._apart(strips, PARAGRAPH)

    def _quote(self, block: Quote, measure: Measure) -> list[Strip]:
        inner = self.blocks(block.blocks, measure.narrowed(_PAD_SIDE, _PAD_SIDE, "book-quote"))
        if not inner:
            return []
        strips = framed(inner, Shape("quote", measure.x, measure.width), _PAD)
        return self._apart(self._together(strips), BLOCK)

    def _together(self, strips: Sequence[Strip]) -> list[Strip]:
        """Return strips that no page parts, if they are not much of a page."""
        columns = strips[0].run.columns if strips and strips[0].run else 1
        if sum(s.height + s.before for s in strips) >= _WHOLE * self.height * columns:
            return list(strips)
        return [*kept(strips[:-1]), *strips[-1:]]

    def _picture(self, block: Picture, measure: Measure) -> list[Strip]:
        face = self.pictures[block.name]
        if face.width > measure.width + _ROUNDING or face.height > self.height:
            size = f"{face.width:g} x {face.height:g} mm"
            message = f"The picture {block.name!r} of {size} is larger than a page."
            hint = f"There are {measure.width:g} x {self.height:g} mm for it; make it smaller in game.yaml."
            raise ContentError(Finding("text/overflow", block.mark, message, hint))
        part = Part(face, measure.x + (measure.width - face.width) / 2, 0)
        shape = Shape("picture", part.x, face.width)
        strips = [Strip(face.height, parts=(part,), shapes=(shape,), after=_PICTURE_GAP)]
        if block.caption:
            style = self.types.style("book-caption", block.mark)
            box = self.types.box(block.caption, style, measure.x, measure.width, block.mark)
            strips = kept(strips) + kept(self.types.lines(box))
            strips[-1] = replace(strips[-1], keep=False)
        return self._apart(strips, BLOCK)

    def _ruling(self, block: Ruling, measure: Measure) -> list[Strip]:
        strips: list[Strip] = []
        if block.where:
            style = self.types.style("book-where", block.mark)
            box = self.types.box(block.where, style, measure.x, measure.width, block.mark)
            shape = Shape("where", measure.x, measure.width)
            lines = [replace(s, shapes=(shape,)) for s in kept(self.types.lines(box))]
            strips += spaced(lines, BLOCK * self.line, ITEM * self.line)
        asked = Paragraph(block.question, block.mark)
        strips += kept(
            spaced(self._block(asked, replace(measure, style="book-question")), 0, ITEM * self.line)
        )
        answers = [Paragraph(part, block.mark) for part in block.answer.split("\n\n")]
        strips += spaced(self.blocks(answers, measure), 0, 0)
        return self._apart(strips, BLOCK)


def _beside(marker: TextBox, first: Strip) -> Slice:
    """Return a list's marker on the baseline of its item's first line."""
    beside = first.slices[0].box.style if first.slices else marker.style
    return Slice(marker, 0, 1, (leading(beside) - leading(marker.style)) / 2)
