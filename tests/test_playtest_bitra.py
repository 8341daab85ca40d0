"""The playtest of «Битранская монополия»: exact where it says so, repeatable, true to the rules."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers import ROOT

from bitra import unmet
from bitra_play import gambling
from bitra_play.board import load_board
from bitra_play.chances import income, landings, rounds_to_recover
from bitra_play.report import exact_charts, played_charts
from bitra_play.series import Series, play_series
from bitra_play.table import Table
from bitra_play.trade import buy
from bitra_play.turn import forward, land, pay
from charts import draw_charts
from pnp.content.project import Project

if TYPE_CHECKING:
    from pathlib import Path

    from bitra_play.board import Board


@pytest.fixture(scope="module")
def board() -> Board:
    """Return the board as the YAML has it."""
    return load_board(Project(ROOT))


def test_gambling_chances_are_the_counted_ones() -> None:
    """The fractions are those of a count of all throws made apart from this program."""
    assert gambling.blind_wings() == {10: Fraction(11, 12), 20: Fraction(13, 18), 30: Fraction(5, 12)}
    assert gambling.smaller_difference() == {
        "near": Fraction(5806241, 10077696),
        "jackpot": Fraction(74971, 5038848),
        "prize": Fraction(5806241, 10077696) - Fraction(74971, 5038848),
    }
    assert gambling.jackpot() == {"prize": Fraction(1, 3), "jackpot": Fraction(1, 36)}


def test_without_cards_every_square_is_as_likely(board: Board) -> None:
    """On a ring without moving cards a pawn is on each of 40 squares as often in the long run."""
    still = replace(board, events=({"money": 10},))
    assert landings(still).long == pytest.approx([1 / 40] * 40)
    assert landings(board).long != pytest.approx([1 / 40] * 40)


def test_first_throw_lands_as_two_dice_fall(board: Board) -> None:
    """In the first of five rounds seven is thrown in 6 of 36; nothing lands twelve rounds away."""
    first = landings(board).first * 5
    assert first[1] < first[7]
    assert first[7] > 6 / 36


def test_landings_agree_with_a_pawn_that_walks(board: Board) -> None:
    """A hundred thousand turns of one pawn come within seven hundredths of the exact chances."""
    rng = Random(1)  # noqa: S311 - dice
    visits = [0] * 40
    at, turns = 0, 100_000
    for _ in range(turns):
        at = (at + rng.randint(1, 6) + rng.randint(1, 6)) % 40
        visits[at] += 1
        while board.squares[at].kind == "event":
            effect = rng.choice(board.events)
            if "move_to" in effect:
                at = board.places[str(effect["move_to"])]
            elif "move" in effect:
                at = (at + int(effect["move"])) % 40
            elif "roll_again" in effect:
                at = (at + rng.randint(1, 6) + rng.randint(1, 6)) % 40
            else:
                break
            visits[at] += 1
    assert [v / turns for v in visits] == pytest.approx(list(landings(board).long), rel=0.07)


def test_income_and_recovery(board: Board) -> None:
    """With 1/40 on each square, Fort brings (20+30+40+50)/40 a rival and 20·4/40 a round; Balen costs 300."""
    even = landings(board).long * 0 + 1 / 40
    assert income(board, board.holdings["fort"], even, 4) == pytest.approx(3 * 140 / 40 + 2)
    assert income(board, board.holdings["fort"], even, 2, 30) == pytest.approx(260 / 40 + 2)
    balen = board.places["balen"]
    assert rounds_to_recover(board, even, 3)[balen] == pytest.approx(300 / (2 * 60 / 40 + 20 / 40))
    assert len(rounds_to_recover(board, even, 3)) == 7


def _table(board: Board) -> Table:
    """Return a table of three whose Weyrs are Fort, Benden and Ista."""
    table = Table(board, 3, Random(0))  # noqa: S311 - dice
    for player, weyr in zip(table.players, ("fort", "benden", "ista"), strict=True):
        player.weyr = weyr
    table.owner = {i: p for p in table.players for i in board.holdings[p.weyr]}
    return table


def test_tax_share_and_start(board: Board) -> None:
    """The start pays 150; an owner of three batches gets tax and 30, whoever stands there 30."""
    table = _table(board)
    fort, benden, ista = table.players
    fort.batches, ista.position, ista.arrived, benden.position = 3, 4, 7, 39
    forward(table, benden, 5)
    assert benden.money == 650
    land(table, benden)
    assert (benden.money, fort.money, ista.money) == (650 - 30 - 50 - 30, 580, 530)


def test_tax_of_a_weyr_without_player_goes_to_the_bank(board: Board) -> None:
    """Telgar is not played: 50 marks leave the table."""
    table = _table(board)
    table.players[0].position = board.places["telgar-weyr"]
    land(table, table.players[0])
    assert table.money() == 1450


def test_own_square_pays_twenty(board: Board) -> None:
    """A pawn on its own ground brings its owner 20 marks."""
    table = _table(board)
    table.players[0].position = board.places["ruatha"]
    land(table, table.players[0])
    assert table.players[0].money == 520


def test_the_last_square_of_the_west_wins(board: Board) -> None:
    """Whoever owns all three squares of the west has won by it."""
    table = _table(board)
    player = table.players[1]
    player.money = 1000
    for square in ("miners-hall", "fishers-hall"):
        buy(table, player, board.places[square])
        assert table.winner is None
    buy(table, player, board.places["balen"])
    assert table.winner == (player, "west")
    assert player.money == 250


def test_a_debtor_sells_and_then_is_ruined(board: Board) -> None:
    """Squares go for their price to the bank at least; a debt that stays ends the game for the debtor."""
    table = _table(board)
    fort, benden, ista = table.players
    buy(table, fort, board.places["half-circle"])
    fort.money = benden.money = 0
    pay(table, fort, 60, ista)
    assert (fort.money, ista.money, fort.ruined) == (20, 560, False)
    pay(table, fort, 60, ista)
    assert (fort.ruined, ista.money) == (True, 580)
    assert board.places["fort-weyr"] not in table.owner


def test_the_same_seed_plays_the_same_games(board: Board) -> None:
    """Two series of one seed are equal, of two seeds are not."""
    first, second, other = (play_series(board, 3, 12, seed, lambda: None) for seed in ("one", "one", "two"))
    assert (first.rounds, first.ways, first.peaks) == (second.rounds, second.ways, second.peaks)
    assert first.rounds != other.rounds


def test_a_few_games_of_four_keep_the_promises(board: Board) -> None:
    """Two hundred seeded games: none undecided, short enough, and no plan is hopeless."""
    series = play_series(board, 4, 200, "bitra", lambda: None)
    assert sum(series.ways.values()) == 200
    assert unmet(board, [series]) == []


def test_broken_promises_are_told(board: Board) -> None:
    """Games of 70 rounds that are all won by batches are too long and leave three ways without a chance."""
    series = Series(4, rounds=[70] * 10)
    series.ways["batches"] = 10
    wrong = unmet(board, [series])
    assert len(wrong) == 4
    assert "70" in wrong[0]


def test_charts_are_drawn(board: Board, tmp_path: Path) -> None:
    """The PDF has six pages, with the squares, the counted fractions and the ways to win in letters."""
    series = [play_series(board, n, 3, "charts", lambda: None) for n in (2, 4)]
    file = tmp_path / "charts.pdf"
    draw_charts([*exact_charts(board, landings(board)), *played_charts(board, series)], file)
    with pypdfium2.PdfDocument(file) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    assert len(pages) == 6
    assert "Холд Зелёные Равнины" in pages[0]
    assert "5806241/10077696" in pages[3]
    assert "Голос арфистов" in pages[5]
