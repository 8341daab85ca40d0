"""What was worked out and played, as charts and as lines for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bitra_play.chances import ROUNDS, income, rounds_to_recover
from bitra_play.gambling import blind_wings, jackpot, smaller_difference
from bitra_play.rules import MORE_TAX
from charts import Chart, Row

if TYPE_CHECKING:
    from fractions import Fraction

    from bitra_play.board import Board
    from bitra_play.chances import Landings
    from bitra_play.series import Series

TABLE_OF_FOUR = 4


def exact_charts(board: Board, landing: Landings) -> list[Chart]:
    """Return the charts of what needs no play."""
    return [
        _landing_chart(board, landing),
        _income_chart(board, landing),
        _price_chart(board, landing),
        _gambling_chart(),
    ]


def played_charts(board: Board, series: list[Series]) -> list[Chart]:
    """Return the charts of the games that were played."""
    return [_rounds_chart(series), _ways_chart(board, series)]


def _landing_chart(board: Board, landing: Landings) -> Chart:
    pairs = zip(board.squares, map(float, landing.first), map(float, landing.long), strict=True)
    rows = tuple(Row(s.name, (a, b), (_percent(a, 2), _percent(b, 2))) for s, a, b in pairs)
    note = (
        "Сколько раз за ход фишка встаёт на клетку; переходы по картам событий учтены."
        " Ровно в 1/40 всех ходов фишка вставала бы на клетку, если бы не карты."
    )
    series = (f"первые {ROUNDS} кругов", "долгая игра")
    return Chart("landing", "Как часто встают на клетку", note, series, 0.06, (("", rows),))


def _income_chart(board: Board, landing: Landings) -> Chart:
    rows = []
    for group, squares in board.holdings.items():
        plain, raised = (
            income(board, squares, landing.long, TABLE_OF_FOUR, bonus) for bonus in (0, MORE_TAX)
        )
        rows.append(
            Row(board.group_names[group], (plain, raised), (_comma(f"{plain:.1f}"), _comma(f"{raised:.1f}")))
        )
    note = (
        "Сколько марок за круг приносит вся группа хозяину, когда играют вчетвером:"
        " налоги соперников и 20 марок за каждый свой визит."
    )
    most = max(value for row in rows for value in row.values)
    return Chart(
        "income",
        "Доход групп",
        note,
        ("как есть", "с тремя партиями огнемётов"),
        most * 1.2,
        (("", tuple(rows)),),
    )


def _price_chart(board: Board, landing: Landings) -> Chart:
    by_players = {n: rounds_to_recover(board, landing.long, n) for n in range(2, 7)}
    rows = tuple(
        Row(
            board.squares[i].name,
            tuple(rounds[i] for rounds in by_players.values()),
            tuple(f"{rounds[i]:.0f}" for rounds in by_players.values()),
        )
        for i in by_players[2]
    )
    note = "Через сколько кругов купленная клетка возвращает свою цену."
    series = tuple(map(_players, by_players))
    most = max(value for row in rows for value in row.values)
    return Chart("prices", "Когда окупаются цены", note, series, most * 1.15, (("", rows),))


def _gambling_chart() -> Chart:
    blind, difference, throws = blind_wings(), smaller_difference(), jackpot()
    parts = (
        ("Крылья слепого", tuple(_chance(f"ставка {stake}", p) for stake, p in blind.items())),
        (
            "Меньшая разница",
            (_chance("разница 11 и меньше", difference["near"]), _chance("джек-пот", difference["jackpot"])),
        ),
        (
            "Джек-пот",
            (_chance("какой-нибудь выигрыш", throws["prize"]), _chance("две шестёрки", throws["jackpot"])),
        ),
    )
    note = (
        "Точные вероятности, сосчитанные перебором всех бросков."
        " В «разницу 11 и меньше» входят и броски с джек-потом."
    )
    return Chart("gambling", "Азартные игры", note, (), 1.2, parts)


def _players(number: int) -> str:
    return f"{number} игрока" if number < 5 else f"{number} игроков"  # noqa: PLR2004 - Russian grammar


def _percent(part: float, digits: int) -> str:
    return _comma(f"{100 * part:.{digits}f} %")


def _comma(number: str) -> str:
    """Return a number as Russian writes it."""
    return number.replace(".", ",")


def _chance(label: str, chance: Fraction) -> Row:
    return Row(
        label, (float(chance),), (_comma(f"{chance.numerator}/{chance.denominator} = {float(chance):.4f}"),)
    )


def _rounds_chart(series: list[Series]) -> Chart:
    rows = tuple(
        Row(_players(s.players), values, tuple(_comma(f"{v:g}") for v in values))
        for s in series
        for values in [(float(s.tenth(1)), float(s.median()), float(s.tenth(9)))]
    )
    note = f"Сколько кругов длится игра; по {len(series[0].rounds)} партий на каждое число игроков."
    names = ("короче — каждая десятая", "медиана", "дольше — каждая десятая")
    return Chart("rounds", "Сколько длится игра", note, names, 100, (("", rows),))


def _ways_chart(board: Board, series: list[Series]) -> Chart:
    parts = tuple((_players(s.players), tuple(_won(board, s, way) for way in board.ways)) for s in series)
    note = "Какая доля партий каким способом выиграна. Игроки покупают и торгуются разумно, но без сговора."
    return Chart("ways", "Чем побеждают", note, (), 0.5, parts)


def _won(board: Board, series: Series, way: str) -> Row:
    share = series.share(way)
    return Row(board.way_names[way], (share,), (_percent(share, 1),))


def lines(board: Board, series: Series) -> list[str]:
    """Return what to print of a series: rounds, ways to win, seats, marks in play."""
    ways = ", ".join(f"{name} {series.share(way):.1%}" for way, name in board.way_names.items())
    seats = ", ".join(f"{series.seats[seat] / len(series.rounds):.0%}" for seat in range(series.players))
    peak = sorted(series.peaks)[len(series.peaks) * 95 // 100]
    usual = f"in 8 of 10 games {series.tenth(1)} to {series.tenth(9)}"
    return [
        f"{series.players} players: median {series.median():g} rounds, {usual}",
        f"  won by {ways}",
        f"  seats win {seats}; in 95 of 100 games at most {peak} marks are in play",
    ]
