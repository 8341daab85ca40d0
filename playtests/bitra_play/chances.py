"""Where pawns land, by a Markov chain of turns; what groups earn and when a price is earned back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bitra_play.gambling import sums
from bitra_play.rules import OWN_SQUARE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bitra_play.board import Board, Effect

    Matrix = NDArray[np.float64]
    Vector = NDArray[np.float64]

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Landings:
    """How often a pawn lands on each square in a turn: on the mean of the first rounds, in the long run.

    A turn may land twice, since event cards move pawns on; cards count as drawn from a full deck.
    """

    first: Vector
    long: Vector


def landings(board: Board) -> Landings:
    """Return the landings on every square, moves by event cards included."""
    throw, visits, ends = _throw(board), *_within_turn(board)
    turn = throw @ ends
    start = np.zeros(len(board.squares))
    start[0] = 1.0
    first, at = np.zeros(len(board.squares)), start
    for _ in range(ROUNDS):
        first = first + at @ throw @ visits
        at = at @ turn
    return Landings(first / ROUNDS, _stationary(turn) @ throw @ visits)


def _throw(board: Board) -> Matrix:
    """Return the chance to come from each square to each by two dice."""
    size = len(board.squares)
    matrix = np.zeros((size, size))
    for total, chance in sums(2).items():
        for square in range(size):
            matrix[square, (square + total) % size] += float(chance)
    return matrix


def _within_turn(board: Board) -> tuple[Matrix, Matrix]:
    """Return what follows an arrival: expected visits of each square, chance that the turn ends on it."""
    size = len(board.squares)
    moved, stays = np.zeros((size, size)), np.eye(size)
    throw = _throw(board)
    for square in (i for i, s in enumerate(board.squares) if s.kind == "event"):
        for effect in board.events:
            targets = _targets(board, square, effect, throw)
            moved[square] += targets / len(board.events)
        stays[square, square] = 1 - moved[square].sum()
    visits: Matrix = np.asarray(np.linalg.inv(np.eye(size) - moved), np.float64)
    return visits, visits @ stays


def _targets(board: Board, square: int, effect: Effect, throw: Matrix) -> Vector:
    """Return the chances of the squares that a card sends a pawn to."""
    targets = np.zeros(len(board.squares))
    if "move_to" in effect:
        targets[board.places[str(effect["move_to"])]] = 1
    elif "move" in effect:
        targets[(square + int(effect["move"])) % len(targets)] = 1
    elif "roll_again" in effect:
        targets += throw[square]
    return targets


def _stationary(turn: Matrix) -> Vector:
    size = len(turn)
    system = np.vstack([turn.T - np.eye(size), np.ones(size)])
    return np.asarray(np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)[0])


def income(board: Board, squares: tuple[int, ...], landing: Vector, players: int, bonus: int = 0) -> float:
    """Return the marks that squares bring in a round: tax of the others, and 20 for own visits."""
    tax = sum(landing[i] * (board.squares[i].tax + bonus) for i in squares)
    return float(tax * (players - 1) + sum(landing[i] for i in squares) * OWN_SQUARE)


def rounds_to_recover(board: Board, landing: Vector, players: int) -> dict[int, float]:
    """Return for each square that can be bought after how many rounds it has earned its price."""
    return {
        i: square.price / income(board, (i,), landing, players)
        for i, square in enumerate(board.squares)
        if square.price
    }
