"""How many throws a rider needs on average: exactly, by value iteration over all cells.

A throw is seen before the rider chooses: jump to the Weyr of that number, jump to the own hold under it, fly
that far along a route, or stay. No further places are learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from between_play.sky import DICE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from between_play.sky import Sky, Weyr

    Floats = NDArray[np.float64]

EXACT = 1e-9
"""No expected number of throws is off by more than about a hundred times this."""


@dataclass(frozen=True, slots=True)
class Throws:
    """Expected throws for the riders of one Weyr: `alone` and `carrying` are by cell and by goal."""

    weyr: Weyr
    goals: dict[str, int]
    alone: Floats
    carrying: Floats

    def between(self, cell: int, goal: str, *, passenger: bool = False) -> float:
        """Return the throws from a cell to a goal."""
        table = self.carrying if passenger else self.alone
        return float(table[cell, self.goals[goal]])


@dataclass(frozen=True, slots=True)
class _Flights:
    """Where flights end, by throw: `ends` holds cells, the first repeated to fill; `passed` is by goal."""

    ends: NDArray[np.intp]
    passed: NDArray[np.bool_]


def all_throws(sky: Sky) -> list[Throws]:
    """Return the expected throws of the riders of each Weyr."""
    flights = _flights(sky)
    goals = {goal: index for index, goal in enumerate(sky.goals)}
    return [
        Throws(
            weyr,
            goals,
            _expected(sky, flights, weyr, tuple(DICE)),
            _expected(sky, flights, weyr, tuple(max(1, throw - 1) for throw in DICE)),
        )
        for weyr in sky.weyrs
    ]


def _flights(sky: Sky) -> _Flights:
    moves = [[sky.flights(cell, throw) for throw in DICE] for cell in range(sky.cells)]
    most = max(len(ends) for row in moves for ends, _ in row)
    ends = [
        [[*sorted(to or {cell}), *[min(to or {cell})] * (most - len(to or {cell}))] for to, _ in row]
        for cell, row in enumerate(moves)
    ]
    goals = list(sky.goals.values())
    passed = [[[goal in over for goal in goals] for _, over in row] for row in moves]
    return _Flights(np.array(ends), np.array(passed))


def _expected(sky: Sky, flights: _Flights, weyr: Weyr, steps: tuple[int, ...]) -> Floats:
    """Return by cell and goal the expected throws; a throw of `i + 1` flies `steps[i]` cells."""
    goals = np.array(list(sky.goals.values()))
    jumps = [(sky.weyrs[throw - 1].home, weyr.hold(throw)) for throw in DICE]
    value = np.zeros((sky.cells, len(goals)))
    while True:
        total = np.zeros_like(value)
        for step, (to_weyr, to_hold) in zip(steps, jumps, strict=True):
            best = value[flights.ends[:, step - 1]].min(axis=1)
            best[flights.passed[:, step - 1]] = 0
            np.minimum(best, np.minimum(value[to_weyr], value[to_hold]), out=best)
            total += np.minimum(best, value)
        after = 1 + total / len(DICE)
        after[goals, np.arange(len(goals))] = 0
        if np.abs(after - value).max() < EXACT:
            return after
        value = after
