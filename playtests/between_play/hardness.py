"""How hard an errand card is: the expected throws for its errands in their best order.

Every errand is one goal or two that follow each other; the goals of several errands may be mixed. A flight
with a passenger is one cell shorter. A meeting is reaching any Weyr but the own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from between_play.sky import DICE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from between_play.sky import Sky
    from between_play.throws import Throws


@dataclass(frozen=True, slots=True)
class Goal:
    """A place or find to be at, none for a meeting.

    `after` is the goal that comes before it, `rider` is 1 where a passenger gets on and -1 where he gets off.
    """

    where: str | None
    after: int | None = None
    rider: int = 0


def goals_of(card: Mapping[str, Any]) -> list[Goal]:
    """Return the goals of a card."""
    goals: list[Goal] = []
    for task in card["tasks"]:
        goals += _goals(task, len(goals))
    return goals


def _goals(task: Mapping[str, Any], first: int) -> Iterator[Goal]:
    if task["do"] == "carry":
        yield Goal(task["from"], None, 1)
        yield Goal(task["to"], first, -1)
    elif task["do"] == "bring":
        yield Goal(task["find"])
        yield Goal(task["to"], first)
    elif task["do"] == "visit":
        yield Goal(task["place"])
    elif task["do"] == "learn":
        yield from (Goal(place) for place in task["places"])
    else:
        yield Goal(None)


def hardness(sky: Sky, card: Mapping[str, Any], throws: Throws) -> float:
    """Return the expected throws that a card takes the rider of a Weyr, from home."""
    return _Card(sky, goals_of(card), throws).rest(0, throws.weyr.home)


class _Card:
    """A card being done: `rest` is what is left to throw with the goals of `done` reached, a bit for each."""

    def __init__(self, sky: Sky, goals: Sequence[Goal], throws: Throws) -> None:
        self._sky = sky
        self._goals = goals
        self._throws = throws
        self._known: dict[tuple[int, int], float] = {}

    def rest(self, done: int, cell: int) -> float:
        if done == (1 << len(self._goals)) - 1:
            return 0.0
        if (done, cell) not in self._known:
            self._known[done, cell] = min(self._first(done, cell))
        return self._known[done, cell]

    def _first(self, done: int, cell: int) -> Iterator[float]:
        """Yield what is left to throw for each goal that may come next."""
        carrying = sum(goal.rider for i, goal in enumerate(self._goals) if done >> i & 1) > 0
        for i, goal in enumerate(self._goals):
            if done >> i & 1 or (goal.after is not None and not done >> goal.after & 1):
                continue
            after = done | 1 << i
            if goal.where is None:
                yield self._meeting(after, cell, carrying=carrying)
            else:
                way = self._throws.between(cell, goal.where, passenger=carrying)
                yield way + self.rest(after, self._sky.goals[goal.where])

    def _meeting(self, after: int, cell: int, *, carrying: bool) -> float:
        """Return what is left to throw by way of another Weyr: a chosen one, or the first that is thrown."""
        home = self._throws.weyr.home
        others = {w.id: self.rest(after, w.home) for w in self._sky.weyrs if w.home != home}
        chosen = min(
            self._throws.between(cell, weyr, passenger=carrying) + rest for weyr, rest in others.items()
        )
        return min(chosen, first_thrown(sorted(others.values())))


def first_thrown(rests: Sequence[float]) -> float:
    """Return the expected throws until a number falls whose rest is worth going for, and that rest.

    `rests` are sorted; each stands under one number of a die, numbers without one are thrown again.
    """
    best = float("inf")
    for count in range(1, len(rests) + 1):
        best = min(best, (len(DICE) + sum(rests[:count])) / count)
    return best
