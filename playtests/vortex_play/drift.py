"""Where a Vortex goes that nobody turns and nothing blocks: exact shares of places."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.draw.hexes import NEIGHBOURS, tile_centre

if TYPE_CHECKING:
    from vortex_play.content import Module

Place = tuple[int, int]
Shares = dict[Place, Fraction]


def side_chances(module: Module) -> dict[int, Fraction]:
    """Return the chance of each side in a throw of two dice."""
    return {
        side: module.chances[a] * module.chances[b] * (1 if a == b else 2)
        for side, (a, b) in module.sides.items()
    }


def spread(module: Module, turns: int) -> Shares:
    """Return the chances of the places [q, r] on the lattice of hexons after so many turns from [0, 0]."""
    sides = side_chances(module)
    shares: Shares = {(0, 0): Fraction(1)}
    for _ in range(turns):
        after: Shares = {}
        for (q, r), share in shares.items():
            for side, chance in sides.items():
                place = (q + NEIGHBOURS[side][0], r + NEIGHBOURS[side][1])
                after[place] = after.get(place, Fraction()) + share * chance
        shares = after
    return shares


def steps_away(place: Place) -> int:
    """Return how many hexons a place lies from [0, 0]."""
    q, r = place
    return max(abs(q), abs(r), abs(q + r))


def mean_place(shares: Shares) -> float:
    """Return how far the mean place lies from [0, 0], in hexons."""
    q = float(sum(share * place[0] for place, share in shares.items()))
    r = float(sum(share * place[1] for place, share in shares.items()))
    return math.hypot(*tile_centre(q, r, 1.0)) / math.hypot(*tile_centre(1, 0, 1.0))


def by_distance(shares: Shares) -> dict[int, Fraction]:
    """Return the chances to be 0, 1, … hexons away."""
    found: dict[int, Fraction] = {}
    for place, share in shares.items():
        found[steps_away(place)] = found.get(steps_away(place), Fraction()) + share
    return dict(sorted(found.items()))
