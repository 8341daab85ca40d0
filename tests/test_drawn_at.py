"""Pieces made for one size and printed at another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest
from painting import MM, painted

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


def _resize(project: Project, size: str, drawn_at: str = "63x88") -> None:
    project.edit("content/demo/game.yaml", "size: 63x88", f"size: {size}\n    drawn_at: {drawn_at}")


def _letters(file: Path) -> list[tuple[str, tuple[float, ...]]]:
    with pypdfium2.PdfDocument(file) as pdf:
        text = pdf[0].get_textpage()
        letters = text.get_text_range()
        return [
            (letters[i], tuple(v / MM for v in text.get_charbox(i)))
            for i in range(min(len(letters), text.count_chars()))
            if not letters[i].isspace()
        ]


def test_everything_grows_alike(project: Project) -> None:
    """At twice the size the grounds, the type and the letters' distances are twice as large."""
    project.edit(
        "content/demo/game.yaml", "back: back.svg}", "back: back.svg}\n    impose: page\n    bleed: 0"
    )
    once = project.build() / "deck.pdf"
    small, small_letters = painted(once), _letters(once)
    _resize(project, "126x176")
    twice = project.build() / "deck.pdf"
    large, large_letters = painted(twice), _letters(twice)
    assert large.sizes == pytest.approx([2 * s for s in small.sizes], abs=0.01)
    assert len(large.filled(138, 188, within=0.1)) == len(small.filled(69, 94, within=0.1)) == 1
    assert [letter for letter, _ in large_letters] == [letter for letter, _ in small_letters]
    for (_, (left, bottom, right, top)), (_, box) in zip(small_letters, large_letters, strict=True):
        assert box == pytest.approx((2 * left, 2 * bottom, 2 * right, 2 * top), abs=0.02)


def test_the_sizes_of_papers_may_differ_by_rounding(project: Project) -> None:
    """A size of almost the same shape is taken, as A2 is for A1: within a hundredth."""
    _resize(project, "31.6x44")
    assert [f["code"] for f in project.findings() if f["severity"] == "error"] == []


def test_another_shape_is_told(project: Project) -> None:
    """A square made for an upright card is an error that says which height suits."""
    _resize(project, "63x63")
    found = project.only()
    assert found["code"] == "schema/type"
    assert found["hint"] == "For a width of 63 the height is 88."


def test_type_too_small_to_read_is_told(project: Project) -> None:
    """At a third of its size the card's text of 10 points is 3.3: a warning for each text, no error."""
    _resize(project, "21x29.3")
    found = [f for f in project.findings() if f["code"] == "text/too-small"]
    assert found
    assert all(f["severity"] == "warning" for f in found)
    assert "3.3 pt" in " ".join(f["message"] for f in found)


def test_strips_need_a_map(project: Project) -> None:
    """Strips of a map that is not there are told where the map is named."""
    strips = (
        "  strips:\n    title: Полосы\n    strips: {map: chart, face: card.svg, cell: 9, pitch: 10, head: 5,"
        " foot: 5, side: 5, length: 190}\n    impose: pack\nwords:"
    )
    project.edit("content/demo/game.yaml", "words:", strips)
    found = project.only()
    assert found["code"] == "ref/unknown"
    assert "'chart'" in found["message"]
