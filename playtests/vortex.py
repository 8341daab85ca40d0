"""Work out «Эфирные вихри»: chances, crystals, drift and table exactly, charts in one PDF.

Ends with exit code 1 when a Vortex drifts too far or the table is kinder where it must not be.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from charts import draw_charts
from pnp.content.project import Project
from vortex_play.chances import DICE, cell_weight, exploration_weight
from vortex_play.content import load_module
from vortex_play.drift import mean_place, spread
from vortex_play.report import ALLEGIANCES, OUTCOMES, charts, lines

if TYPE_CHECKING:
    from vortex_play.chances import Weight
    from vortex_play.content import Module

ROOT = Path(__file__).resolve().parent.parent
CHARTS = ROOT / "out" / "playtests" / "vortex.pdf"
MOST_DRIFT = 0.03
"""Hexons a turn."""
MOST_BIAS = 0.1
"""By how much of the one the deck's gain and harm may differ."""


def main() -> int:
    """Work out, print, draw; return the exit code."""
    module = load_module(Project(ROOT))
    print("\n".join(lines(module)))
    draw_charts(charts(module), CHARTS)
    print(f"Charts: {CHARTS.relative_to(ROOT)}")
    wrong = unmet(module)
    print("\n".join(wrong) if wrong else "All that was asked of the game holds.")
    return 1 if wrong else 0


def unmet(module: Module) -> list[str]:
    """Return what is asked of the game and does not hold."""
    wrong: list[str] = []
    drift = mean_place(spread(module, 1))
    if drift > MOST_DRIFT:
        wrong.append(f"A Vortex drifts {drift:.3f} hexons a turn.")
    gain, harm = sum(module.gain), sum(module.harm)
    if abs(gain - harm) > MOST_BIAS * gain:
        wrong.append(f"The deck gains {gain} and harms {harm}.")
    for outcome in OUTCOMES:
        weights = [cell_weight(module, module.cells[a, outcome]) for a in ALLEGIANCES]
        wrong += [
            f"{outcome}: a less friendly Vortex is kinder." for a, b in pairwise(weights) if _kinder(b, a)
        ]
    for dice in DICE:
        weights = [exploration_weight(module, a, dice) for a in ALLEGIANCES]
        wrong += [
            f"{dice} dice: exploring a less friendly Vortex is kinder."
            for a, b in pairwise(weights)
            if _kinder(b, a)
        ]
    return wrong


def _kinder(one: Weight, other: Weight) -> bool:
    return one.gain - one.harm > other.gain - other.harm


if __name__ == "__main__":
    sys.exit(main())
