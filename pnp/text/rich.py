"""Rich text: inline Markdown and `:icon-name:` in, paragraphs of spans out."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import unquote

from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("zero").enable(["emphasis", "newline", "escape", "link"])
_ICON = re.compile(r":([a-z][a-z0-9-]+):")
_PLAIN = re.compile(r"[^*_\\\n\[]*")
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\w)([^*]+)(?<=\w)\*\*(?![\w*])")
"""Bold words of which no rule of Markdown could make anything else."""
_BLANK_LINE = re.compile(r"\n\s*\n")
_SPACES = re.compile(r"[ \t\r\n\x0b\x0c\x85\u2028\u2029]+")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
"""Marks of other programs, without a glyph: they would only be copied along."""


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one face, and where it leads; `icon` stands instead of text, `breaks` instead of both."""

    text: str = ""
    bold: bool = False
    italic: bool = False
    icon: str = ""
    breaks: bool = False
    link: str = ""


Paragraph = tuple[Span, ...]


@lru_cache(maxsize=256)
def parse_rich(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text.

    A blank line parts paragraphs, a backslash or two spaces at a line's end break the line, any other
    newline is a space; `**bold**`, `*italic*`, `:icon:`, `[text](#anchor)`.
    """
    text = _UNSEEN.sub("", text).strip()
    if not text:
        return ()
    parts = _BOLD.split(text)
    if all(map(_PLAIN.fullmatch, parts)):
        looks = (Span(), Span(bold=True))
        spans = [_with_icons(_SPACES.sub(" ", part), looks[at % 2]) for at, part in enumerate(parts)]
        return (tuple(itertools.chain(*spans)),)
    return tuple(_paragraph(part.strip()) for part in _BLANK_LINE.split(text))


def _paragraph(text: str) -> Paragraph:
    spans: list[Span] = []
    bold = italic = 0
    link = ""
    for token in _MARKDOWN.parseInline(text)[0].children or ():
        look = Span(bold=bool(bold), italic=bool(italic), link=link)
        if token.type == "hardbreak":
            spans.append(Span(breaks=True))
        elif token.type == "softbreak":
            spans.append(replace(look, text=" "))
        elif token.type.startswith("strong"):
            bold += token.nesting
        elif token.type.startswith("em"):
            italic += token.nesting
        elif token.type.startswith("link"):
            link = unquote(str(token.attrs.get("href", "")))
        elif token.content:
            spans.extend(_with_icons(_SPACES.sub(" ", token.content), look))
    return tuple(spans)


def _with_icons(text: str, look: Span) -> list[Span]:
    return [
        Span(icon=part) if index % 2 else Span(part, look.bold, look.italic, link=look.link)
        for index, part in enumerate(_ICON.split(text))
        if part
    ]
