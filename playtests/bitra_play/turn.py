"""A turn: the throw, the square, the card, the gambling table, and the debts that come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bitra_play.rules import (
    BLIND_NEEDS,
    DIFFERENCE_STAKE,
    DIFFERENCE_WINS,
    ENOUGH,
    JACKPOT_STAKE,
    MORE_TAX,
    MOST_DIFFERENCE,
    OCCUPIED,
    ORDER,
    OWN_SQUARE,
    PAIR_PAYS,
    SEVEN_PAYS,
    START_PAYS,
    START_PAYS_MORE,
)
from bitra_play.trade import auction, buy, buy_one, deal, swap_one, wants

if TYPE_CHECKING:
    from collections.abc import Callable

    from bitra_play.board import Effect
    from bitra_play.table import Player, Table

SIX, SEVEN = 6, 7


def take_turn(table: Table, player: Player) -> None:
    """Let a player have his turn."""
    if player.skip:
        player.skip -= 1
        return
    deal(table, player)
    if table.winner:
        return
    forward(table, player, table.die() + table.die())
    land(table, player)


def forward(table: Table, player: Player, steps: int) -> None:
    """Move a pawn clockwise; the start pays when it is crossed or reached."""
    size = len(table.board.squares)
    if player.position + steps >= size:
        player.money += START_PAYS_MORE if player.influence >= ENOUGH else START_PAYS
    player.position = (player.position + steps) % size


def land(table: Table, player: Player) -> None:
    """Let the square act on which the pawn has come."""
    table.clock += 1
    player.arrived = table.clock
    _share(table, player)
    square = table.board.squares[player.position]
    if player.ruined or table.winner:
        return
    if square.tax:
        _land_on_ground(table, player)
    elif square.kind == "event":
        _event(table, player)
    elif square.kind == "gambling":
        _gamble(table, player)
    elif square.kind in ("smiths", "harpers") and player.money >= ORDER:
        player.money -= ORDER
        if square.kind == "smiths":
            player.batches += 1
        else:
            player.influence += 1
        table.check(player)


def _share(table: Table, player: Player) -> None:
    """Pay whoever came last to an occupied square, the start excepted."""
    there = [r for r in table.rivals(player) if r.position == player.position]
    if there and player.position:
        pay(table, player, OCCUPIED, max(there, key=lambda r: r.arrived))


def _land_on_ground(table: Table, player: Player) -> None:
    square = table.board.squares[player.position]
    owner = table.owner.get(player.position)
    if owner is player:
        player.money += OWN_SQUARE
    elif owner:
        pay(table, player, square.tax + (MORE_TAX if owner.batches >= ENOUGH else 0), owner)
    elif not square.price:
        pay(table, player, square.tax, None)
    elif wants(table, player, player.position):
        buy(table, player, player.position)


def pay(table: Table, player: Player, amount: int, to: Player | None) -> None:
    """Pay a player or the bank; squares are sold when marks do not do, and whoever still owes is ruined."""
    while player.money < amount and player.owned and not table.winner:
        auction(
            table, player, min(player.owned, key=lambda i: (table.have(player, table.board.way_of[i]), i))
        )
    paid = min(player.money, amount)
    player.money -= paid
    if to:
        to.money += paid
    if paid < amount and not table.winner:
        _ruin(table, player)


def _ruin(table: Table, player: Player) -> None:
    player.ruined = True
    for square in list(player.owned):
        table.transfer(square, None)
    for square in table.board.holdings[player.weyr]:
        del table.owner[square]
    living = table.living()
    if len(living) == 1:
        table.win(living[0], "last-standing")


def _gamble(table: Table, player: Player) -> None:
    game = table.die()
    if game in (1, 3):
        _blind_wings(table, player)
    elif game in (2, 5):
        _smaller_difference(table, player)
    else:
        _jackpot(table, player)


def _blind_wings(table: Table, player: Player) -> None:
    """Stake 20, the stake with the best chance for its size, or 10."""
    stake = 20 if player.money >= 20 else 10  # noqa: PLR2004 - the stakes of the rules
    if player.money >= stake:
        player.money += stake if table.die() + table.die() >= BLIND_NEEDS[stake] else -stake


def _smaller_difference(table: Table, player: Player) -> None:
    if player.money < DIFFERENCE_STAKE:
        return
    size = len(table.board.squares)
    rival = min(
        table.rivals(player), key=lambda r: ((r.position - player.position) % size, table.rng.random())
    )
    own, other = (sum(table.die() for _ in range(dice)) for dice in (3, 6))
    if own > other:
        table.win(player, "jackpot")
    elif other - own <= MOST_DIFFERENCE:
        player.money += DIFFERENCE_WINS
    else:
        player.money -= DIFFERENCE_STAKE
        rival.money += DIFFERENCE_STAKE


def _jackpot(table: Table, player: Player) -> None:
    if player.money < JACKPOT_STAKE:
        return
    a, b = table.die(), table.die()
    player.money -= JACKPOT_STAKE
    if a == b == SIX:
        table.win(player, "jackpot")
    elif a == b:
        player.money += PAIR_PAYS + 10 * a
    elif a + b == SEVEN:
        player.money += SEVEN_PAYS


def _event(table: Table, player: Player) -> None:
    """Do what the top card says, from left to right."""
    effect = table.draw()
    for key in effect:
        if player.ruined or table.winner:
            return
        _EFFECTS[key](table, player, effect)
        table.check(player)


def _gain(table: Table, player: Player, marks: int) -> None:
    if marks >= 0:
        player.money += marks
    else:
        pay(table, player, -marks, None)


def _money_each(table: Table, player: Player, effect: Effect) -> None:
    marks = int(effect["money_each"])
    for rival in table.rivals(player):
        if player.ruined or table.winner:
            return
        if marks > 0:
            pay(table, rival, marks, player)
        else:
            pay(table, player, -marks, rival)


def _batch(_: Table, player: Player, effect: Effect) -> None:
    player.batches += int(effect["batch"])


def _influence(_: Table, player: Player, effect: Effect) -> None:
    player.influence += int(effect["influence"])


def _skip(_: Table, player: Player, effect: Effect) -> None:
    player.skip += int(effect["skip"])


def _move_to(table: Table, player: Player, effect: Effect) -> None:
    size = len(table.board.squares)
    forward(table, player, (table.board.places[str(effect["move_to"])] - player.position) % size or size)
    land(table, player)


def _move(table: Table, player: Player, effect: Effect) -> None:
    steps = int(effect["move"])
    if steps > 0:
        forward(table, player, steps)
    else:
        player.position = (player.position + steps) % len(table.board.squares)
    land(table, player)


def _roll_again(table: Table, player: Player, _: Effect) -> None:
    forward(table, player, table.die() + table.die())
    land(table, player)


def _buy(table: Table, player: Player, effect: Effect) -> None:
    square = table.board.places[str(effect["buy"])]
    if table.owner.get(square) is not player and wants(table, player, square):
        buy(table, player, square)


_EFFECTS: dict[str, Callable[[Table, Player, Effect], None]] = {
    "money": lambda t, p, e: _gain(t, p, int(e["money"])),
    "money_each": _money_each,
    "money_per_batch": lambda t, p, e: _gain(t, p, int(e["money_per_batch"]) * p.batches),
    "money_per_property": lambda t, p, e: _gain(t, p, int(e["money_per_property"]) * len(p.owned)),
    "batch": _batch,
    "influence": _influence,
    "skip": _skip,
    "move_to": _move_to,
    "move": _move,
    "roll_again": _roll_again,
    "buy": _buy,
    "buy_one": lambda t, p, e: buy_one(t, p, free_too=e["buy_one"] == "any"),
    "swap": lambda t, p, _: swap_one(t, p),
}
