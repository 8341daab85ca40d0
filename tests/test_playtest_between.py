"""The playtest of «Через Промежуток»: exact where it says so, and fair."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers import ROOT

from between_play.hardness import first_thrown, goals_of, hardness
from between_play.report import cards_by_hardness, charts, spread
from between_play.sky import Sky, load_sky
from between_play.throws import Throws, all_throws
from charts import draw_charts
from pnp.content.project import Project

if TYPE_CHECKING:
    from pathlib import Path

    from between_play.report import Card


@pytest.fixture(scope="module")
def sky() -> Sky:
    """Return the sky as the YAML has it."""
    return load_sky(Project(ROOT))


@pytest.fixture(scope="module")
def throws(sky: Sky) -> list[Throws]:
    """Return the expected throws of the six Weyrs."""
    return all_throws(sky)


@pytest.fixture(scope="module")
def cards(sky: Sky, throws: list[Throws]) -> list[Card]:
    """Return the errand cards, the easiest first."""
    return cards_by_hardness(sky, throws)


def test_the_sky_has_the_cells_of_the_map(sky: Sky) -> None:
    """77 routes; 489 inner cells and 55 ends make 544; one may break off at 19 crossings and 8 stops."""
    assert len(sky.lines) == 77
    assert sky.cells == 489 + 55
    assert len(sky.stops) == 19 + 8
    assert [weyr.name for weyr in sky.weyrs][:2] == ["Форт Вейр", "Вейр Бенден"]


def test_flights_keep_the_rules(sky: Sky) -> None:
    """From Руат with a six: route 26 ends after five cells, 24 crosses 2 on its fourth and goes on to six."""
    ends, passed = sky.flights(sky.goals["ruatha"], 6)
    line = sky.lines[23]
    assert line[0] == sky.goals["ruatha"]
    assert sky.goals["ruatha-river"] in ends
    assert {line[4], line[6]} <= ends
    assert line[5] not in ends
    assert {line[1], line[3], line[5]} <= passed


def test_the_number_of_a_die_is_the_slot(sky: Sky) -> None:
    """The holds of Форт lie under 1 and 4, 2 and 5, 3 and 6."""
    fort = sky.weyrs[0]
    names = [sky.goals[hold] for hold in ("fort-hold", "ruatha", "southern-boll")]
    assert [fort.hold(throw) for throw in range(1, 7)] == names * 2


def test_a_weyr_is_six_throws_away_at_most(sky: Sky, throws: list[Throws]) -> None:
    """A jump to a given Weyr waits for one number of six: no more than six throws, from anywhere."""
    for throw in throws:
        for weyr in sky.weyrs:
            column = throw.alone[:, throw.goals[weyr.id]]
            assert column.max() <= 6 + 1e-6
            assert column[weyr.home] == 0


def test_own_holds_are_three_throws_away_at_most(sky: Sky, throws: list[Throws]) -> None:
    """An own hold lies under two numbers of six."""
    for throw in throws:
        for hold in throw.weyr.holds:
            goal = next(name for name, cell in sky.goals.items() if cell == hold)
            assert throw.alone[:, throw.goals[goal]].max() <= 3 + 1e-6


def test_a_passenger_never_helps(throws: list[Throws]) -> None:
    """A shorter flight takes as many throws as a longer one, or more, but for halls that it would overfly."""
    for throw in throws:
        assert fmean((throw.carrying - throw.alone).ravel()) > 0


def test_throws_satisfy_their_own_equation(sky: Sky, throws: list[Throws]) -> None:
    """Three cells before the end of route 26: the mean over a die of the best choice, and one throw more."""
    line = sky.lines[25]
    igen = throws[4]
    goal = igen.goals["ruatha-river"]
    cell = line[-4]
    here = igen.alone[:, goal]
    best = []
    for throw in range(1, 7):
        flown = [here[line[-4 + min(throw, 3)]], here[line[max(-4 - throw, -len(line))]]]
        jumps = [here[sky.weyrs[throw - 1].home], here[igen.weyr.hold(throw)]]
        best.append(min([*flown, *jumps, here[cell]]))
    assert here[cell] == pytest.approx(1 + fmean(best), abs=1e-6)


def test_waiting_for_the_first_of_some_numbers() -> None:
    """Five Weyrs with nothing left to do take 6/5 throws; one that saves nine throws is waited for."""
    assert first_thrown([0.0] * 5) == pytest.approx(6 / 5)
    assert first_thrown([0.0, 9.0]) == pytest.approx(6)


def test_goals_of_a_card() -> None:
    """A passenger gets on and off, a find comes before its goal, places are learned one by one."""
    tasks = [
        {"do": "carry", "who": "мальчика", "from": "crom", "to": "nabol"},
        {"do": "bring", "find": "drum", "to": "gar"},
        {"do": "learn", "places": ["keogh", "plateau"]},
        {"do": "meet"},
    ]
    goals = goals_of({"tasks": tasks})
    assert [g.where for g in goals] == ["crom", "nabol", "drum", "gar", "keogh", "plateau", None]
    assert [g.after for g in goals] == [None, 0, None, 2, None, None, None]
    assert [g.rider for g in goals] == [1, -1, 0, 0, 0, 0, 0]


def test_a_card_of_one_errand_is_its_distance(sky: Sky, throws: list[Throws]) -> None:
    """To be in one hall takes the throws to that hall; a meeting alone takes 6/5 throws."""
    visit = {"tasks": [{"do": "visit", "place": "miner-hall"}]}
    fort = throws[0]
    assert hardness(sky, visit, fort) == fort.between(fort.weyr.home, "miner-hall")
    assert hardness(sky, {"tasks": [{"do": "meet"}]}, fort) == pytest.approx(6 / 5)


def test_cards_are_about_equally_hard(cards: list[Card]) -> None:
    """The hardest of the eighteen cards takes at most 1.25 times the throws of the easiest."""
    assert len(cards) == 18
    assert spread(cards) <= 1.25
    assert 20 < cards[0].mean < 40


def test_no_weyr_is_better_off(sky: Sky, throws: list[Throws], cards: list[Card]) -> None:
    """From home to a place on average 6.4 to 7.1 throws for every Weyr; over all cards within 5 per cent."""
    for throw in throws:
        ways = [throw.between(throw.weyr.home, p) for p in sky.places if p != throw.weyr.id]
        assert 6.35 <= fmean(ways) <= 7.15
    means = [fmean(card.by_weyr[i] for card in cards) for i in range(6)]
    assert max(means) / min(means) < 1.05


def test_charts_are_drawn(sky: Sky, throws: list[Throws], cards: list[Card], tmp_path: Path) -> None:
    """One PDF shows every card, every find and every place by name."""
    draw_charts(charts(sky, throws, cards), tmp_path / "between.pdf")
    with pypdfium2.PdfDocument(tmp_path / "between.pdf") as pdf:
        assert len(pdf) == 6
        pages = ["".join(page.get_textpage().get_text_range().split()) for page in pdf]
    for card in cards:
        assert "".join(card.name.split()) in pages[0]
    for find in sky.finds:
        assert "".join(sky.names[find].split()) in pages[1]
    for place in sky.places:
        assert all("".join(sky.names[place].split()) in page for page in pages[2:])
