"""Rich text: which spans Markdown gives, the quick way and the whole way."""

from __future__ import annotations

import random

import pytest

from pnp.text.rich import Span, _paragraph, parse_rich


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Просто слова.", [Span("Просто слова.")]),
        ("Возьми **две монеты** и иди.", [Span("Возьми "), Span("две монеты", bold=True), Span(" и иди.")]),
        ("**Всё**", [Span("Всё", bold=True)]),
        ("(**в скобках**)", [Span("("), Span("в скобках", bold=True), Span(")")]),
        ("Цена: 3 :coins:.", [Span("Цена: 3 "), Span(icon="coins"), Span(".")]),
        ("**две :coins:!**", [Span("две ", bold=True), Span(icon="coins"), Span("!", bold=True)]),
        ("не ** жирно **", [Span("не ** жирно **")]),
        ("*косо* и **прямо**", [Span("косо", italic=True), Span(" и "), Span("прямо", bold=True)]),
    ],
)
def test_spans(text: str, spans: list[Span]) -> None:
    """Bold, italic and icons become spans of their own; stars that mean nothing stay."""
    assert list(parse_rich(text)[0]) == spans


def _joined(spans: tuple[Span, ...]) -> list[tuple[str, object]]:
    """Return each letter and icon with its look, however the spans are cut."""
    look = [(s.bold, s.italic, s.link, s.breaks) for s in spans]
    return [
        (part, at) for s, at in zip(spans, look, strict=True) for part in ([s.icon] if s.icon else s.text)
    ]


def test_quick_way_is_the_whole_way() -> None:
    """Two thousand chance texts of stars, words and signs give what the Markdown parser gives."""
    chance = random.Random(7)  # noqa: S311 - the same texts every time
    signs = ["слово", "**", "*", " ", ". ", "«", "»", "(", ":coins:", ":", "a1", "_", "—", "**слово**", "!"]
    for _ in range(2000):
        text = "".join(chance.choices(signs, k=chance.randint(1, 12))).strip()
        whole = _paragraph(text) if text else ()
        assert [_joined(p) for p in parse_rich(text)] == ([_joined(whole)] if text else []), text
