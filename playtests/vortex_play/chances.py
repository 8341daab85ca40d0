"""Chances of single rolls: stabilisation, explorations, the crystals that they bring, the table's cells."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from vortex_play.content import CRITICAL, NOTHING, SUCCESS

if TYPE_CHECKING:
    from vortex_play.content import Cell, Module

DICE = (1, 2, 3)
SUPPLIES = (1, 2, 3, 4, 5, 6)


class Stabilised(NamedTuple):
    """Chances of what a Vortex is after so many rolls for it: of the miniature's Domain, hostile, of none."""

    own: Fraction
    hostile: Fraction
    none: Fraction


def stabilised(module: Module, rolls: int) -> Stabilised:
    """Return the chances after so many rolls for miniatures of one Domain, as long as they are made."""
    none = module.chances[SUCCESS] ** rolls
    settled = (1 - none) / (1 - module.chances[SUCCESS])
    return Stabilised(module.chances[NOTHING] * settled, module.chances[CRITICAL] * settled, none)


def successes(module: Module, dice: int) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, … successes, a critical one counting as one."""
    chance = module.chances[SUCCESS] + module.chances[CRITICAL]
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


def crystals(module: Module, dice: int, supply: int) -> Fraction:
    """Return how many crystals an exploration brings on average from a Vortex of that supply."""
    return sum((p * min(k, supply) for k, p in enumerate(successes(module, dice))), Fraction())


class Weight(NamedTuple):
    """What cards bring and take on average, in points of their gain and harm."""

    gain: Fraction
    harm: Fraction


def cell_weight(module: Module, cell: Cell) -> Weight:
    """Return what a cell of the table brings and takes; two cards of one deck weigh as much as twice one."""
    gain = Fraction(sum(module.gain), len(module.gain))
    harm = Fraction(sum(module.harm), len(module.harm))
    return Weight(cell.count("+") * gain, cell.count("-") * harm)


def exploration_weight(module: Module, allegiance: str, dice: int) -> Weight:
    """Return what the cards of an exploration bring and take on average, successful or not."""
    failed = successes(module, dice)[0]
    good = cell_weight(module, module.cells[allegiance, "success"])
    bad = cell_weight(module, module.cells[allegiance, "failure"])
    return Weight((1 - failed) * good.gain + failed * bad.gain, (1 - failed) * good.harm + failed * bad.harm)
