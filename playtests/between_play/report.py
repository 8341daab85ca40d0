"""What was worked out, as charts and as lines for the terminal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from between_play.hardness import goals_of, hardness
from charts import Chart, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from between_play.sky import Sky
    from between_play.throws import Throws


@dataclass(frozen=True, slots=True)
class Card:
    """A card's hardness for the rider of each Weyr."""

    name: str
    by_weyr: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Return its hardness."""
        return fmean(self.by_weyr)


def cards_by_hardness(sky: Sky, throws: Sequence[Throws]) -> list[Card]:
    """Return the errand cards, the easiest first."""
    cards = [Card(str(c["name"]), tuple(hardness(sky, c, t) for t in throws)) for c in sky.cards]
    return sorted(cards, key=lambda card: card.mean)


def spread(cards: Sequence[Card]) -> float:
    """Return how many times harder the hardest card is than the easiest."""
    return max(c.mean for c in cards) / min(c.mean for c in cards)


def lines(sky: Sky, throws: Sequence[Throws], cards: Sequence[Card]) -> list[str]:
    """Return the report for the terminal."""
    found = [f"{card.mean:6.2f}  ({_span(card.by_weyr)})  {card.name}" for card in cards]
    found.append(f"The hardest card takes {spread(cards):.3f} times the throws of the easiest.")
    for weyr, throw in zip(sky.weyrs, throws, strict=True):
        mean = fmean(throw.between(weyr.home, place) for place in sky.places if place != weyr.id)
        found.append(f"{weyr.name}: {mean:.2f} throws to a place on average.")
    return found


def charts(sky: Sky, throws: Sequence[Throws], cards: Sequence[Card]) -> list[Chart]:
    """Return all charts."""
    return [
        _hardness_chart(cards),
        _distance_chart(
            sky,
            throws,
            sky.finds,
            "finds",
            "Находки по дальности",
            "Сколько бросков в среднем нужно из родного Вейра до клетки, где лежит находка."
            " Полоса — среднее по шести Вейрам, в скобках самый близкий и самый далёкий.",
        ),
        *_place_charts(sky, throws),
        _asked_chart(sky),
    ]


def _hardness_chart(cards: Sequence[Card]) -> Chart:
    rows = tuple(Row(c.name, (c.mean,), (f"{_comma(c.mean)} ({_span(c.by_weyr)})",)) for c in cards)
    note = (
        "Сколько бросков в среднем нужно на все четыре поручения карточки в лучшем порядке, если считать"
        f" с родного Вейра и не изучать мест. Самая трудная труднее самой лёгкой в {_comma(spread(cards), 3)}"
        " раза. В скобках — для самого удачного и самого неудачного Вейра."
    )
    return Chart("hardness", "Карточки поручений по трудности", note, (), 45, (("", rows),))


def _distance_chart(
    sky: Sky, throws: Sequence[Throws], goals: Sequence[str], chart: str, name: str, note: str
) -> Chart:
    ways = {goal: tuple(t.between(t.weyr.home, goal) for t in throws) for goal in goals}
    ranked = sorted(ways, key=lambda goal: fmean(ways[goal]))
    rows = tuple(
        Row(sky.names[g], (fmean(ways[g]),), (f"{_comma(fmean(ways[g]))} ({_span(ways[g])})",))
        for g in ranked
    )
    return Chart(chart, name, note, (), 14, (("", rows),))


def _place_charts(sky: Sky, throws: Sequence[Throws]) -> list[Chart]:
    """Return a page for each two Weyrs: the throws from home to every place."""
    charts: list[Chart] = []
    for first in range(0, len(throws), 2):
        pair = throws[first : first + 2]
        rows = tuple(
            Row(sky.names[p], values, tuple(map(_comma, values)))
            for p in sky.places
            if (values := tuple(t.between(t.weyr.home, p) for t in pair))
        )
        names = tuple(t.weyr.name for t in pair)
        note = "Сколько бросков в среднем нужно из родного Вейра до каждого места, без изученных мест."
        title = f"{' и '.join(names)}: дорога из дома"
        charts.append(Chart(f"places-{first}", title, note, names, 14, (("", rows),)))
    return charts


def _asked_chart(sky: Sky) -> Chart:
    asked = Counter(
        goal.where for card in sky.cards for goal in goals_of(card) if goal.where and goal.where in sky.places
    )
    ranked = sorted(sky.places, key=lambda place: (-asked[place], sky.names[place]))
    rows = tuple(Row(sky.names[p], (float(asked[p]),), (str(asked[p]),)) for p in ranked)
    note = "Сколько раз место названо на восемнадцати карточках поручений. Встречи назначают сами игроки."
    return Chart("asked", "Куда посылают поручения", note, (), max(asked.values()) * 1.2, (("", rows),))


def _comma(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace(".", ",")


def _span(values: Sequence[float]) -> str:
    return f"{_comma(min(values))}–{_comma(max(values))}"
