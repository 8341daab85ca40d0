"""The whole book from its strips: title page, contents, pages of text, last page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.book.contents import set_contents
from pnp.book.pages import PageInfo, page_face, text_area
from pnp.book.paginate import Leaf, paginate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.book.document import BookText
    from pnp.book.pages import Area
    from pnp.book.strips import Strip, Typesetter
    from pnp.content.bookfile import Book
    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component


class Compositor:
    """Makes the pages of one book. `area` is the room for text on a right-hand page."""

    def __init__(self, component: Component, templates: Templates, types: Typesetter, text: BookText) -> None:
        self.component = component
        self.options: Book = component.options
        self.templates = templates
        self.types = types
        self.text = text
        self.area: Area = text_area(component, self.options.margins, 1)

    def pages(self, strips: Sequence[Strip]) -> list[Face]:
        """Return all pages in their order."""
        leaves = paginate(strips, self.area.height)
        front = [self._bare(self.options.cover)] if self.options.cover else []
        first = len(front) + len(self._contents({})) + 1
        contents = self._contents(
            {heading.anchor: first + at for at, leaf in enumerate(leaves) for heading in leaf.headings()}
        )
        pages = [*front]
        for leaf in contents:
            pages.append(self._page(leaf, len(pages) + 1, "contents", self.options.contents or ""))
        chapter = ""
        for leaf in leaves:
            chapter = next((h.text for h in reversed(leaf.headings()) if h.level == 2), chapter)  # noqa: PLR2004
            pages.append(self._page(leaf, len(pages) + 1, "text", chapter))
        if self.options.back:
            pages.append(self._bare(self.options.back))
        return pages

    def folded(self, pages: Sequence[Face], multiple: int) -> list[Face]:
        """Return the pages filled up, with pages for notes before the last page, to a multiple."""
        before = len(pages) - 1 if self.options.back else len(pages)
        notes = [
            self._page(Leaf((), 0.0), before + 1 + at, "notes", "", self.options.notes)
            for at in range(-len(pages) % multiple)
        ]
        return [*pages[:before], *notes, *pages[before:]]

    def _contents(self, numbers: Mapping[str, int]) -> list[Leaf]:
        if self.options.contents is None:
            return []
        strips = set_contents(
            self.text, self.options.contents, numbers, self.types, self.area.width, self.component.mark
        )
        return paginate(strips, self.area.height)

    def _bare(self, template: str) -> Face:
        return self.templates.face(
            template,
            self.component,
            template.removesuffix(".svg"),
            self.component.mark,
            title=self.text.title,
        )

    def _page(self, leaf: Leaf, number: int, kind: str, chapter: str, template: str | None = None) -> Face:
        area = text_area(self.component, self.options.margins, number)
        info = PageInfo(
            number,
            "right" if number % 2 else "left",
            kind,
            self.text.title,
            chapter,
            area,
            area.y + leaf.end,
        )
        return page_face(leaf, info, template or self.options.page, self.component, self.templates)
