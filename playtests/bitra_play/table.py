"""The state of a game in play: pawns, marks, who owns what, and whether somebody has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bitra_play.rules import STARTING_MONEY, TO_WIN

if TYPE_CHECKING:
    from random import Random

    from bitra_play.board import Board, Effect

RESERVES = (60, 100, 150)
"""Marks that a player keeps when buying; players differ."""


@dataclass(slots=True, eq=False)
class Player:
    """A player and his pawn; `arrived` tells who of two came later to a square."""

    seat: int
    weyr: str
    reserve: int
    money: int = STARTING_MONEY
    position: int = 0
    batches: int = 0
    influence: int = 0
    skip: int = 0
    arrived: int = 0
    ruined: bool = False
    owned: set[int] = field(default_factory=set)


class Table:
    """A game of so many players. `winner` is set once, with the way to win."""

    def __init__(self, board: Board, number: int, rng: Random) -> None:
        self.board = board
        self.rng = rng
        weyrs = rng.sample(board.weyrs, number)
        self.players = [Player(i, weyr, rng.choice(RESERVES)) for i, weyr in enumerate(weyrs)]
        self.owner = {i: p for p in self.players for i in board.holdings[p.weyr]}
        self.winner: tuple[Player, str] | None = None
        self.clock = 0
        self._deck: list[Effect] = []

    def die(self) -> int:
        """Throw a die."""
        return self.rng.randint(1, 6)

    def draw(self) -> Effect:
        """Take the top event card; a spent deck is shuffled anew."""
        if not self._deck:
            self._deck = list(self.board.events)
            self.rng.shuffle(self._deck)
        return self._deck.pop()

    def living(self) -> list[Player]:
        """Return the players who are not ruined."""
        return [p for p in self.players if not p.ruined]

    def rivals(self, player: Player) -> list[Player]:
        """Return the others who are not ruined."""
        return [p for p in self.players if not p.ruined and p is not player]

    def money(self) -> int:
        """Return the marks of all players together."""
        return sum(p.money for p in self.players)

    def have(self, player: Player, way: str) -> int:
        """Return how many squares of a victory's set a player owns."""
        return sum(i in player.owned for i in self.board.sets[way])

    def transfer(self, square: int, to: Player | None) -> None:
        """Give a neutral square to a player, or back to the bank, and look whether he wins by it."""
        before = self.owner.pop(square, None)
        if before:
            before.owned.discard(square)
        if to:
            to.owned.add(square)
            self.owner[square] = to
            self.check(to)

    def check(self, player: Player) -> None:
        """Let a player win who has what a victory needs."""
        if player.batches >= TO_WIN:
            self.win(player, "batches")
        if player.influence >= TO_WIN:
            self.win(player, "influence")
        for way, squares in self.board.sets.items():
            if player.owned.issuperset(squares):
                self.win(player, way)

    def win(self, player: Player, way: str) -> None:
        """Let a player win, unless the game is over."""
        self.winner = self.winner or (player, way)
