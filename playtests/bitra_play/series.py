"""Many games of a number of players, each from a seed of its own."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from bitra_play.table import Table
from bitra_play.turn import take_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from bitra_play.board import Board

MOST_ROUNDS = 400
UNDECIDED = "undecided"


@dataclass(slots=True)
class Series:
    """What happened in the games of so many players; `peaks` are the most marks in play in each game."""

    players: int
    rounds: list[int] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    peaks: list[int] = field(default_factory=list)

    def median(self) -> float:
        """Return the median of the rounds."""
        return statistics.median(self.rounds)

    def tenth(self, which: int) -> int:
        """Return the rounds below which so many tenths of the games end."""
        return sorted(self.rounds)[len(self.rounds) * which // 10]

    def share(self, way: str) -> float:
        """Return the part of the games that were won in a way."""
        return self.ways[way] / len(self.rounds)


def play_series(board: Board, players: int, games: int, seed: str, advance: Callable[[], None]) -> Series:
    """Play games; `advance` is called after each. The same seed plays the same games."""
    series = Series(players)
    for number in range(games):
        _play(Table(board, players, Random(f"{seed}/{players}/{number}")), series)  # noqa: S311 - a game of dice
        advance()
    return series


def _play(table: Table, series: Series) -> None:
    rounds = peak = 0
    while not table.winner and rounds < MOST_ROUNDS:
        rounds += 1
        for player in table.living():
            if not (player.ruined or table.winner):
                take_turn(table, player)
                peak = max(peak, table.money())
    series.rounds.append(rounds)
    series.peaks.append(peak)
    series.ways[table.winner[1] if table.winner else UNDECIDED] += 1
    if table.winner:
        series.seats[table.winner[0].seat] += 1
