"""The table of contents: each heading with the number of its page, leading there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.book.setting import INDENT
from pnp.book.strips import Shape, Strip, kept, leading, spaced, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.book.document import BookText, Heading
    from pnp.book.strips import Typesetter
    from pnp.model.finding import Mark

_NUMBER = 10.0
"""The room for a page's number, in millimetres."""
_DOTS_GAP = 1.2
_CHAPTER, _SECTION = 0.28, 0.0
"""Spaces above a chapter and a section, in lines."""


def set_contents(
    text: BookText, title: str, numbers: Mapping[str, int], types: Typesetter, width: float, mark: Mark
) -> list[Strip]:
    """Return the strips of the table; `numbers` are pages by anchor, and 0 where they are not known yet."""
    style = types.style("book-h2", mark)
    shape = Shape("h2", 0, width)
    head = [
        Strip(s.height, s.slices, shapes=(shape,), keep=True)
        for s in types.lines(types.box(title, style, 0, width, mark))
    ]
    strips = spaced(kept(head), 0, leading(style) * 0.7)
    for heading in text.headings():
        strips += _entry(heading, numbers.get(heading.anchor, 0), types, width)
    return strips


def _entry(heading: Heading, number: int, types: Typesetter, width: float) -> list[Strip]:
    chapter = heading.level == 2  # noqa: PLR2004 - as in Markdown
    style = types.style("book-toc" if chapter else "book-toc-sub", heading.mark)
    indent = 0.0 if chapter else INDENT
    name = types.box(heading.text, style, indent, width - indent - _NUMBER, heading.mark, "left")
    page = types.box(str(number), style, width - _NUMBER, _NUMBER, heading.mark, "right")
    last = name.layout.lines[-1]
    start = indent + last.width + _DOTS_GAP
    end = width - page.layout.lines[0].width - _DOTS_GAP
    height = leading(style)
    top = height * (len(name.layout.lines) - 1)
    strip = Strip(
        height + top,
        (whole(name), whole(page, top)),
        shapes=(Shape("dots", start, end - start),),
        before=(_CHAPTER if chapter else _SECTION) * height,
        target=heading.anchor,
    )
    return [strip]
