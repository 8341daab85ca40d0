"""The chances of the gambling games, by counting all throws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from bitra_play.rules import BLIND_NEEDS, MOST_DIFFERENCE

FACES = range(1, 7)


def sums(dice: int) -> dict[int, Fraction]:
    """Return the chance of each sum of so many dice."""
    counts = Counter(sum(throw) for throw in product(FACES, repeat=dice))
    return {total: Fraction(times, 6**dice) for total, times in counts.items()}


def blind_wings() -> dict[int, Fraction]:
    """Return the chance to win by stake."""
    two = sums(2)
    return {
        stake: sum((p for s, p in two.items() if s >= need), Fraction())
        for stake, need in BLIND_NEEDS.items()
    }


def smaller_difference() -> dict[str, Fraction]:
    """Return the chances that the sums are near, that the player's own is larger, and of the first alone."""
    pairs = [(a, b, pa * pb) for a, pa in sums(3).items() for b, pb in sums(6).items()]
    jackpot = sum((p for a, b, p in pairs if a > b), Fraction())
    near = sum((p for a, b, p in pairs if abs(a - b) <= MOST_DIFFERENCE), Fraction())
    return {"near": near, "jackpot": jackpot, "prize": near - jackpot}


def jackpot() -> dict[str, Fraction]:
    """Return the chances of any prize, and of two sixes."""
    throws = list(product(FACES, repeat=2))
    paid = sum(a == b or a + b == 7 for a, b in throws)  # noqa: PLR2004 - the rules pay pairs and seven
    return {"prize": Fraction(paid, len(throws)), "jackpot": Fraction(1, len(throws))}
