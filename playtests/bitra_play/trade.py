"""How players buy, bid and swap: sensible people who mind each other's sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitra_play.table import Player, Table

STEP = 10
SPITE_RESERVE = 100
"""Marks kept beyond the reserve when a set is already shared, so that buying only earns and hinders."""
POOR = 100
"""A rival with less sells a square to somebody who wants it, for twice its price."""


def wants(table: Table, player: Player, square: int) -> bool:
    """Return whether a player pays the printed price of a square."""
    left = player.money - table.board.squares[square].price
    if left < 0:
        return False
    way = table.board.way_of[square]
    missing_one = len(table.board.sets[way]) - 1
    most = max(table.have(r, way) for r in table.rivals(player))
    if missing_one in (table.have(player, way), most):
        return True
    return left >= player.reserve + (SPITE_RESERVE if most else 0)


def buy(table: Table, player: Player, square: int) -> None:
    """Pay the printed price of a square to its owner or the bank, and take it."""
    price = table.board.squares[square].price
    player.money -= price
    owner = table.owner.get(square)
    if owner:
        owner.money += price
    table.transfer(square, player)


def auction(table: Table, seller: Player, square: int) -> None:
    """Sell a square: rivals bid what it is worth to them, the bank pays the printed price."""
    price = table.board.squares[square].price
    bids = sorted(
        ((_worth(table, r, seller, square), table.rng.random(), r.seat) for r in table.rivals(seller)),
        reverse=True,
    )
    best, _, seat = bids[0]
    if best <= price:
        seller.money += price
        table.transfer(square, None)
        return
    buyer = table.players[seat]
    second = bids[1][0] if len(bids) > 1 else 0
    paid = min(max(price + STEP, min(best, second + STEP)), buyer.money)
    buyer.money -= paid
    seller.money += paid
    table.transfer(square, buyer)


def _worth(table: Table, bidder: Player, seller: Player, square: int) -> int:
    way = table.board.way_of[square]
    missing_one = len(table.board.sets[way]) - 1
    have = table.have(bidder, way)
    if have == missing_one:
        return bidder.money
    if any(table.have(r, way) == missing_one for r in table.rivals(bidder) if r is not seller):
        return bidder.money - bidder.reserve
    if have:
        return min(bidder.money - bidder.reserve, table.board.squares[square].price * 3 // 2)
    return 0


def buy_one(table: Table, player: Player, *, free_too: bool) -> None:
    """Use a card that sells one rival's square, or with `free_too` any: what helps most, or nothing."""
    offers = [o for r in table.rivals(player) for o in _claims(table, player, r)]
    if offers:
        buy(table, player, max(offers)[1])
    elif free_too:
        free = [i for i, s in enumerate(table.board.squares) if s.price and i not in table.owner]
        free.sort(key=lambda i: (-table.have(player, table.board.way_of[i]), table.board.squares[i].price))
        square = next((i for i in free if wants(table, player, i)), None)
        if square is not None:
            buy(table, player, square)


def _claims(table: Table, player: Player, rival: Player) -> Iterator[tuple[float, int]]:
    """Yield the worth of each of a rival's squares that is worth its price."""
    for square in sorted(rival.owned):
        left = player.money - table.board.squares[square].price
        if left < 0:
            continue
        way = table.board.way_of[square]
        size, mine, theirs = len(table.board.sets[way]), table.have(player, way), table.have(rival, way)
        if mine == size - 1:
            yield 10.0, square
        elif theirs == size - 1:
            yield 5.0, square
        elif left >= player.reserve and (mine or theirs > 1):
            yield (2 * mine + theirs) / size, square


def swap_one(table: Table, player: Player) -> None:
    """Use a card that swaps a square: the best gain that does not hand a rival his last square."""
    best: tuple[float, int, int] | None = None
    for given in sorted(player.owned):
        for rival in table.rivals(player):
            for taken in sorted(rival.owned):
                worth = _swap_worth(table, player, rival, given, taken)
                if worth > 0 and (best is None or worth > best[0]):
                    best = (worth, given, taken)
    if best:
        exchange(table, player, best[1], best[2])


def _swap_worth(table: Table, player: Player, rival: Player, given: int, taken: int) -> float:
    lose, gain = table.board.way_of[given], table.board.way_of[taken]
    after = (table.have(rival, lose) + 1) / len(table.board.sets[lose])
    if lose == gain or after >= 1:
        return 0
    return (table.have(player, gain) + 1) / len(table.board.sets[gain]) - after / 2


def exchange(table: Table, player: Player, given: int, taken: int) -> None:
    """Swap two squares of two owners."""
    other = table.owner[taken]
    table.transfer(taken, player)
    table.transfer(given, other)


def deal(table: Table, player: Player) -> None:
    """Before the throw: one swap that helps both, or a square bought from a rival who needs marks."""
    if not player.owned:
        return
    for rival in table.rivals(player):
        if rival.owned and _swap_sets(table, player, rival):
            return
    for rival in table.rivals(player):
        if rival.money < POOR and _relieve(table, player, rival):
            return


def _swap_sets(table: Table, player: Player, rival: Player) -> bool:
    ways = list(table.board.sets)
    for mine, theirs in ((ways[0], ways[1]), (ways[1], ways[0])):
        given = min((i for i in player.owned if table.board.way_of[i] == theirs), default=None)
        taken = min((i for i in rival.owned if table.board.way_of[i] == mine), default=None)
        if given is None or taken is None or not _both_gain(table, player, rival, mine, theirs):
            continue
        rest = table.board.squares[taken].price - table.board.squares[given].price
        if player.money < rest or rival.money < -rest or table.rng.random() < 0.5:  # noqa: PLR2004 - every other is declined
            continue
        player.money -= rest
        rival.money += rest
        exchange(table, player, given, taken)
        return True
    return False


def _both_gain(table: Table, player: Player, rival: Player, mine: str, theirs: str) -> bool:
    """Return whether each collects what the other has less of, and neither wins by the swap."""
    have, other = table.have(player, mine), table.have(rival, theirs)
    return (
        have >= max(1, table.have(rival, mine))
        and other >= max(1, table.have(player, theirs))
        and have + 1 < len(table.board.sets[mine])
        and other + 1 < len(table.board.sets[theirs])
    )


def _relieve(table: Table, player: Player, rival: Player) -> bool:
    for square in sorted(rival.owned):
        way, price = table.board.way_of[square], table.board.squares[square].price
        have = table.have(player, way)
        if (
            table.have(rival, way) < have < len(table.board.sets[way]) - 1
            and player.money >= 2 * price + player.reserve
        ):
            player.money -= 2 * price
            rival.money += 2 * price
            table.transfer(square, player)
            return True
    return False
