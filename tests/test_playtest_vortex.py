"""The playtest of «Эфирные вихри»: its fractions are those that counting all throws gives."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers import ROOT

from charts import draw_charts
from pnp.content.project import Project
from vortex import unmet
from vortex_play.chances import cell_weight, crystals, exploration_weight, stabilised, successes
from vortex_play.content import load_module
from vortex_play.drift import by_distance, mean_place, side_chances, spread
from vortex_play.report import charts, lines

if TYPE_CHECKING:
    from pathlib import Path

    from vortex_play.content import Module

F = Fraction
FACES = ("nothing", "nothing", "success", "success", "success", "critical")


@pytest.fixture(scope="module")
def module() -> Module:
    """Return the module as the YAML has it."""
    return load_module(Project(ROOT))


def test_stabilisation(module: Module) -> None:
    """One roll: a third own, a sixth hostile, half stay; two rolls leave a quarter as they are."""
    assert stabilised(module, 1) == (F(1, 3), F(1, 6), F(1, 2))
    assert stabilised(module, 2) == (F(1, 2), F(1, 4), F(1, 4))


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_explorations_as_counted(module: Module, dice: int) -> None:
    """All throws of one to three dice, counted face by face, give the same chances and crystals."""
    throws = [sum(f != "nothing" for f in faces) for faces in itertools.product(FACES, repeat=dice)]
    chances = tuple(F(throws.count(k), len(throws)) for k in range(dice + 1))
    assert successes(module, dice) == chances
    for supply in range(1, 7):
        assert crystals(module, dice, supply) == F(sum(min(k, supply) for k in throws), len(throws))


def test_three_dice(module: Module) -> None:
    """The numbers that a person works out on paper."""
    assert successes(module, 3) == (F(1, 27), F(2, 9), F(4, 9), F(8, 27))
    assert crystals(module, 3, 2) == F(46, 27)


def test_sides_and_drift(module: Module) -> None:
    """The six pairs have the chances of the facts, and together drift 1/36 hexon a turn."""
    chances = [F(n, 36) for n in (12, 1, 6, 9, 4, 4)]
    assert list(side_chances(module).values()) == chances
    assert mean_place(spread(module, 1)) == pytest.approx(1 / 36)
    assert mean_place(spread(module, 10)) == pytest.approx(10 / 36)


def test_spread_as_walked(module: Module) -> None:
    """After three turns the shares are those of all 216 walks, and together they are one."""
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    weights = (12, 1, 6, 9, 4, 4)
    walked: dict[tuple[int, int], int] = {}
    for walk in itertools.product(range(6), repeat=3):
        place = (sum(steps[s][0] for s in walk), sum(steps[s][1] for s in walk))
        weight = weights[walk[0]] * weights[walk[1]] * weights[walk[2]]
        walked[place] = walked.get(place, 0) + weight
    assert spread(module, 3) == {place: F(n, 36**3) for place, n in walked.items()}
    assert sum(by_distance(spread(module, 10)).values()) == 1


def test_weights_of_the_table(module: Module) -> None:
    """The deck's 16 cards gain 30 and harm 31; two signs weigh twice one."""
    assert cell_weight(module, ("+", "+")) == (F(60, 16), 0)
    assert cell_weight(module, ("+", "-")) == (F(30, 16), F(31, 16))
    weight = exploration_weight(module, "neutral", 1)
    assert weight == (F(2, 3) * F(30, 16), F(1, 3) * F(31, 16))


def test_shipped_game_holds(module: Module) -> None:
    """Nothing that is asked of the game fails."""
    assert unmet(module) == []


def test_what_does_not_hold_is_told(module: Module) -> None:
    """A loaded die, a mild deck and a kind hostile Vortex are each told."""
    loaded = replace(module, chances={"success": F(2, 3), "critical": F(1, 6), "nothing": F(1, 6)})
    assert any("drifts" in line for line in unmet(loaded))
    assert any("gains" in line for line in unmet(replace(module, harm=(1,) * 16)))
    cells = {**module.cells, ("hostile", "success"): ("+", "+")}
    assert any(line.startswith("success") for line in unmet(replace(module, cells=cells)))


def test_report(module: Module, tmp_path: Path) -> None:
    """Seven pages tell the numbers; the map names the share of the place where a Vortex began."""
    assert any("1/27, 2/9, 4/9, 8/27" in line for line in lines(module))
    file = tmp_path / "vortex.pdf"
    draw_charts(charts(module), file)
    with pypdfium2.PdfDocument(file) as pdf:
        texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]
    assert len(texts) == 7
    assert "1/6 · 16,7 %" in texts[0]
    assert "46/27 = 1,70" in texts[2]
    start = spread(module, 10)[0, 0]
    assert f"{float(start):.1%}".replace(".", ",").replace("%", " %") in texts[6]
