"""Markdown in, a typed document out; what cannot be printed is a finding at its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pnp.book.document import (
    Block,
    BookText,
    Column,
    Heading,
    Listing,
    Named,
    Paragraph,
    Picture,
    Quote,
    Table,
    anchor,
)
from pnp.content.schema import did_you_mean
from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from pnp.model.theme import Align

    Directive = Callable[[str, Mark], "Sequence[Block]"]

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_DIRECTIVE = re.compile(r"\s*([a-z]+)(?::\s*(.*?))?\s*", re.DOTALL)
_REFERENCE = re.compile(r"\[\[([a-z0-9-]+)(?:\|[^\]]+)?\]\]")
_LINK = re.compile(r"(?<!!)\[[^\[\]]+\]\(([^)\s]*)\)")
_ALIGNS: dict[str, Align] = {
    "text-align:left": "left",
    "text-align:center": "center",
    "text-align:right": "right",
}
_PICTURE = "picture:"
_RICH = {"inline", "text", "softbreak", "hardbreak", "strong", "em", "link"}


def read_book(
    file: Path, source: str, directives: dict[str, Directive], pictures: Collection[str]
) -> tuple[BookText, list[Finding]]:
    """Return the document and what is wrong in it.

    `directives` make the blocks that a comment such as `<!-- table: routes -->` stands for, from what
    follows the colon; a comment of another name, `rules` apart, is for those who read the file.
    """
    reader = _Reader(file, source, directives, pictures)
    root = SyntaxTreeNode(_MARKDOWN.parse(source))
    blocks = tuple(reader.blocks(root))
    titles = [b for b in blocks if isinstance(b, Heading) and b.level == 1]
    reader.findings += [
        Finding("book/markdown", t.mark, "A book has one title.", "Write ## for a chapter.")
        for t in titles[1:]
    ]
    if not any(not isinstance(b, Heading) for b in blocks):
        message = "The book has no text."
        reader.findings.append(Finding("book/markdown", Mark(file, 1, 1), message, "Write the rules here."))
    book = BookText(
        file,
        titles[0].text if titles else "",
        tuple(b for b in blocks if not (isinstance(b, Heading) and b.level == 1)),
        tuple(reader.rules()),
        tuple(reader.named(_REFERENCE)),
        tuple(reader.named(_LINK)),
    )
    return book, reader.findings


class _Reader:
    def __init__(
        self, file: Path, source: str, directives: dict[str, Directive], pictures: Collection[str]
    ) -> None:
        self.file = file
        self.source = source
        self.directives = directives
        self.pictures = pictures
        self.findings: list[Finding] = []

    def rules(self) -> Iterator[Named]:
        """Yield the rules that comments name."""
        for comment in _COMMENT.finditer(self.source):
            directive = _DIRECTIVE.fullmatch(comment[1])
            if directive and directive[1] == "rules":
                start = comment.start(1) + directive.start(2)
                for word in re.finditer(r"\S+", directive[2] or ""):
                    yield Named(word[0], self._mark_at(start + word.start()))

    def named(self, pattern: re.Pattern[str]) -> Iterator[Named]:
        """Yield what a pattern finds outside of comments."""
        blank = _COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), self.source)
        for match in pattern.finditer(blank):
            yield Named(match[1], self._mark_at(match.start()))

    def _mark_at(self, at: int) -> Mark:
        return Mark(
            self.file, self.source.count("\n", 0, at) + 1, at - (self.source.rfind("\n", 0, at) + 1) + 1
        )

    def blocks(self, parent: SyntaxTreeNode) -> Iterator[Block]:
        for node in parent.children:
            yield from self._block(node)

    def _mark(self, node: SyntaxTreeNode) -> Mark:
        while node.map is None and node.parent is not None:
            node = node.parent
        return Mark(self.file, node.map[0] + 1 if node.map else 0)

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        mark = self._mark(node)
        if node.type == "heading":
            text = self._text(node, mark)
            yield Heading(int(node.tag[1:]), text, anchor(text), mark)
        elif node.type == "paragraph":
            yield from self._paragraph(node, mark)
        elif node.type in {"bullet_list", "ordered_list"}:
            start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
            yield Listing(tuple(tuple(self.blocks(item)) for item in node.children), start, mark)
        elif node.type == "blockquote":
            yield Quote(tuple(self.blocks(node)), mark)
        elif node.type == "table":
            yield self._table(node, mark)
        elif node.type == "html_block" and _COMMENT.sub("", node.content).strip() == "":
            yield from self._directive(node.content, mark)
        else:
            self._find(
                "book/markdown",
                mark,
                f"A book has no way to print this: {node.type.replace('_', ' ')}.",
                "It knows headings, paragraphs, lists, quotes, tables, pictures and comments.",
            )

    def _paragraph(self, node: SyntaxTreeNode, mark: Mark) -> Iterator[Block]:
        children = node.children[0].children
        if not any(child.type == "image" for child in children):
            yield Paragraph(self._text(node, mark), mark)
        elif len(children) == 1:
            yield from self._picture(str(children[0].attrs["src"]), children[0].content, mark)
        else:
            self._find(
                "book/markdown",
                mark,
                "A picture stands within a paragraph.",
                "Give it a paragraph of its own.",
            )

    def _text(self, parent: SyntaxTreeNode, mark: Mark) -> str:
        """Return the text of a block; what rich text does not know in it is a finding."""
        if not parent.children:
            return ""
        for node in parent.children[0].walk():
            if node.type not in _RICH and not _COMMENT.fullmatch(node.content):
                self._find(
                    "book/markdown",
                    mark,
                    f"A book has no way to print this: {node.type.replace('_', ' ')}.",
                    "In a text there are **bold**, *italic*, :icon: and [links](#heading).",
                )
        return _COMMENT.sub("", parent.children[0].content).strip()

    def _table(self, node: SyntaxTreeNode, mark: Mark) -> Table:
        head, *bodies = node.children
        columns = tuple(
            Column(self._text(cell, mark), _ALIGNS.get(str(cell.attrs.get("style", "")), "left"))
            for cell in head.children[0].children
        )
        rows = tuple(
            tuple(self._text(cell, self._mark(row)) for cell in row.children)
            for body in bodies
            for row in body.children
        )
        return Table(columns, rows, mark)

    def _picture(self, source: str, caption: str, mark: Mark) -> Iterator[Block]:
        name = source.removeprefix(_PICTURE)
        if source.startswith(_PICTURE) and name in self.pictures:
            yield Picture(name, caption, mark)
        else:
            self._find(
                "asset/missing",
                mark,
                f"There is no picture {source!r}.",
                did_you_mean(name, self.pictures) or "Pictures are declared with the book in game.yaml.",
            )

    def _directive(self, source: str, mark: Mark) -> Iterator[Block]:
        for comment in _COMMENT.finditer(source):
            directive = _DIRECTIVE.fullmatch(comment[1])
            if directive and directive[1] in self.directives:
                try:
                    yield from self.directives[directive[1]](directive[2] or "", mark)
                except ContentError as error:
                    self.findings += error.findings

    def _find(self, code: str, mark: Mark, message: str, hint: str) -> None:
        self.findings.append(Finding(code, mark, message, hint))
