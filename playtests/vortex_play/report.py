"""What was worked out, as charts and as lines for the terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from charts import Cell, Chart, Row
from pnp.draw.hexes import tile_centre, tile_outline
from vortex_play.chances import (
    DICE,
    SUPPLIES,
    cell_weight,
    crystals,
    exploration_weight,
    stabilised,
    successes,
)
from vortex_play.drift import by_distance, mean_place, side_chances, spread, steps_away

if TYPE_CHECKING:
    from vortex_play.content import Module

TURNS = 10
ROLLS = (1, 2, 3, 4)
FARTHEST = 6
"""Hexons from the start that the map shows."""
ALLEGIANCES = ("allied", "neutral", "hostile")
OUTCOMES = ("success", "failure", "entry")


def charts(module: Module) -> list[Chart]:
    """Return all charts, the map of the drift last."""
    return [
        _stabilisation(module),
        _exploration(module),
        _crystals(module),
        _table(module),
        _explored(module),
        _sides(module),
        _drift(module),
    ]


def lines(module: Module) -> list[str]:
    """Return the numbers that matter, as fractions."""
    first = stabilised(module, 1)
    shares = spread(module, TURNS)
    near = by_distance(shares)
    rows = [f"Stabilisation: own Domain {first.own}, hostile {first.hostile}, none {first.none}"]
    for dice in DICE:
        chances = ", ".join(map(str, successes(module, dice)))
        brought = ", ".join(str(crystals(module, dice, supply)) for supply in SUPPLIES)
        rows.append(f"Exploration, {dice} dice: 0–{dice} successes {chances}; crystals by supply {brought}")
    for allegiance in ALLEGIANCES:
        cells = (cell_weight(module, module.cells[allegiance, outcome]) for outcome in OUTCOMES)
        shown = ", ".join(f"+{float(w.gain):.2f} −{float(w.harm):.2f}" for w in cells)
        rows.append(f"Table, {allegiance}: {shown} (success, failure, entry)")
    rows.append(
        f"Drift: {mean_place(spread(module, 1)):.4f} hexons a turn, {mean_place(shares):.3f} in {TURNS}"
    )
    rows.append(f"After {TURNS} turns: " + ", ".join(f"{k} away {float(p):.1%}" for k, p in near.items()))
    return rows


def _percent(share: Fraction) -> str:
    return f"{float(share):.1%}".replace(".", ",").replace("%", " %")


def _fraction(share: Fraction) -> str:
    return f"{share} · {_percent(share)}"


def _signs(cell: tuple[str, ...]) -> str:
    return " ".join(cell).replace("-", "−")


def _number(value: Fraction | float) -> str:
    return f"{float(value):.2f}".replace(".", ",")


def _stabilisation(module: Module) -> Chart:
    parts = tuple(
        (
            _rolls(count),
            (
                Row("Домен Миниатюры", (float(after.own),), (_fraction(after.own),)),
                Row("Враждебный Домен", (float(after.hostile),), (_fraction(after.hostile),)),
                Row("Без приверженности", (float(after.none),), (_fraction(after.none),)),
            ),
        )
        for count, after in ((count, stabilised(module, count)) for count in ROLLS)
    )
    note = (
        "К чему привержен Вихрь, если с ним взаимодействовали Миниатюры одного и того же Домена."
        " Шансы точные."
    )
    return Chart("stabilisation", "Стабилизация", note, (), 1, parts)


def _rolls(count: int) -> str:
    return f"После {count} броск{'а' if count == 1 else 'ов'}"


def _dice(count: int) -> str:
    return f"{count} Кубик{'' if count == 1 else 'а'} Атаки"


def _exploration(module: Module) -> Chart:
    parts = tuple(
        (
            _dice(dice),
            tuple(
                Row(f"успехов: {k}", (float(p),), (_fraction(p),))
                for k, p in enumerate(successes(module, dice))
            ),
        )
        for dice in DICE
    )
    note = "Сколько успехов выпадает при исследовании; критический считается за один. Ноль — неудача."
    return Chart("exploration", "Исследование", note, (), 1, parts)


def _crystals(module: Module) -> Chart:
    rows = tuple(
        Row(
            f"Запас Эфира {supply}",
            tuple(float(crystals(module, dice, supply)) for dice in DICE),
            tuple(_fraction_of_crystals(crystals(module, dice, supply)) for dice in DICE),
        )
        for supply in SUPPLIES
    )
    note = "Сколько Кристаллов Эфира приносит одно исследование в среднем: больше Запаса не взять."
    return Chart("crystals", "Кристаллы за исследование", note, tuple(map(_dice, DICE)), 2.4, (("", rows),))


def _fraction_of_crystals(value: Fraction) -> str:
    return f"{value} = {_number(value)}"


def _table(module: Module) -> Chart:
    parts = tuple(
        (
            f"{module.names[allegiance]} Вихрь",
            tuple(
                Row(
                    f"{module.names[outcome]}: {_signs(module.cells[allegiance, outcome])}",
                    (float(weight.gain), float(weight.harm)),
                    (_number(weight.gain), _number(weight.harm)),
                )
                for outcome in OUTCOMES
                for weight in (cell_weight(module, module.cells[allegiance, outcome]),)
            ),
        )
        for allegiance in ALLEGIANCES
    )
    note = (
        "Сколько в среднем приносят и отнимают карты каждой клетки Таблицы при этой колоде. По мере карт"
        " 2 — около одного Кристалла или одного повреждения."
    )
    return Chart("table", "Таблица Явлений", note, ("приносят", "отнимают"), 4.4, parts)


def _explored(module: Module) -> Chart:
    parts = tuple(
        (
            f"{module.names[allegiance]} Вихрь",
            tuple(
                Row(
                    _dice(dice),
                    (float(weight.gain), float(weight.harm)),
                    (_number(weight.gain), _number(weight.harm)),
                )
                for dice in DICE
                for weight in (exploration_weight(module, allegiance, dice),)
            ),
        )
        for allegiance in ALLEGIANCES
    )
    note = (
        "Сколько в среднем приносят и отнимают карты одного исследования, удачного или нет."
        " Кристаллы, взятые с тайла, сюда не входят."
    )
    return Chart("explored", "Карты за исследование", note, ("приносят", "отнимают"), 4.4, parts)


def _sides(module: Module) -> Chart:
    rows = tuple(
        Row(
            " + ".join(module.result_names[result].lower() for result in module.sides[side]),
            (float(chance),),
            (_fraction(chance),),
        )
        for side, chance in side_chances(module).items()
    )
    note = "Шансы шести сторон тайла при броске двух Кубиков Атаки, по кругу от стрелки."
    return Chart("sides", "Стороны тайла", note, (), 0.5, (("", rows),))


def _drift(module: Module) -> Chart:
    shares = spread(module, TURNS)
    cells = tuple(
        Cell(tile_outline(centre, 1.0), centre, float(share), _percent(share))
        for place, share in sorted(shares.items())
        if steps_away(place) <= FARTHEST
        for centre in (tile_centre(*place, 1.0),)
    )
    near = by_distance(shares)
    away = sum((distance * share for distance, share in near.items()), Fraction())
    beyond = sum((share for distance, share in near.items() if distance > FARTHEST), Fraction())
    note = (
        f"Где окажется Вихрь через {TURNS} ходов, если его не разворачивают и ничто ему не мешает; стрелка"
        f" тайла смотрит вправо и чуть вверх. В среднем он уйдёт на {_number(away)} Гексона, а снесёт его"
        f" на {_number(mean_place(shares))}. Дальше показанного: {_percent(beyond)}."
    )
    return Chart("drift", "Дрейф Вихря", note, (), float(max(shares.values())), (), cells)
