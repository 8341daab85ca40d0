"""The benchmark's job, small: that it is what it says, and that pnp prints it whole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest

if TYPE_CHECKING:
    from types import ModuleType

BENCH = Path(__file__).resolve().parent.parent / "bench"


@pytest.fixture(name="bench")
def _bench(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Return the modules of the benchmark, which are scripts and lie on no path."""
    monkeypatch.syspath_prepend(str(BENCH))
    import art
    import engine
    import job
    import run

    return {"art": art, "engine": engine, "job": job, "run": run}


def test_cards_are_distinct_and_of_40_to_60_words(bench: dict[str, ModuleType]) -> None:
    """Two hundred different texts of 40 to 60 words, each with bold words and one icon."""
    cards = bench["job"].make_cards(200, repeats=False)
    assert len({card.text for card in cards}) == 200
    assert len({card.picture for card in cards}) == 200
    for card in cards:
        words = re.findall(r"[А-Яа-яЁё-]+", card.text)
        assert 40 <= len(words) <= 60, card.text
        assert card.text.count(":coins:") == 1
        assert "**" in card.text


def test_repeated_art_is_a_handful(bench: dict[str, ModuleType]) -> None:
    """With repeats, six pictures serve all cards; each number gives a picture of its own."""
    job = bench["job"]
    cards = job.make_cards(200, repeats=True)
    assert sorted({card.picture for card in cards}) == [f"view-{n:03}" for n in range(6)]
    assert len({bench["art"].make_art(card.picture) for card in cards}) == 6


def test_job_is_the_same_every_time(bench: dict[str, ModuleType]) -> None:
    """The first card is known by its text."""
    first = bench["job"].make_cards(200, repeats=True)[0]
    assert first.text.startswith("Получите победное очко за каждую пару **одинаковых символов**. Снимите с")


def test_pnp_prints_four_cards(bench: dict[str, ModuleType], tmp_path: Path) -> None:
    """Four cards are a front and a back, with every word of every card on the front."""
    cards = bench["job"].write_job(tmp_path, 4, repeats=False)
    bench["engine"].run_pnp(tmp_path)
    pdf = tmp_path / bench["engine"].PDFS["pnp"]
    with pypdfium2.PdfDocument(pdf) as document:
        assert [round(v) for v in document[0].get_size()] == [595, 842]
        assert len(document) == 2
        assert document[1].get_textpage().get_text_bounded().split() == ["Колода"] * 4
    assert bench["run"].find_fault(pdf, cards) == ""


def test_a_missing_text_is_found(bench: dict[str, ModuleType], tmp_path: Path) -> None:
    """A PDF that lacks a card's text, or has another number of pages, is refused."""
    job, run = bench["job"], bench["run"]
    cards = job.write_job(tmp_path, 4, repeats=True)
    bench["engine"].run_pnp(tmp_path)
    pdf = tmp_path / bench["engine"].PDFS["pnp"]
    other = job.Card("other", "Другая", "view-000", "Этого текста на листе нет.")
    assert run.find_fault(pdf, [*cards, other]) == "the text of other is not on its page"
    assert run.find_fault(pdf, cards * 3) == "2 pages instead of 4"
