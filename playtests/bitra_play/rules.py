"""The numbers of the rules, in marks unless said."""

STARTING_MONEY = 500
TO_WIN = 5
"""Batches, or influence."""
ENOUGH = 3
"""So many batches raise taxes, so much influence the pay of the start."""
START_PAYS, START_PAYS_MORE = 150, 300
OCCUPIED, OWN_SQUARE, MORE_TAX, ORDER = 30, 20, 30, 100
BLIND_NEEDS = {10: 4, 20: 6, 30: 8}
"""Least throw of two dice for each stake."""
DIFFERENCE_STAKE, DIFFERENCE_WINS = 30, 40
MOST_DIFFERENCE = 11
"""Pips by which the other may be ahead."""
JACKPOT_STAKE, SEVEN_PAYS, PAIR_PAYS = 50, 60, 60
"""A pair pays 10 more for each of its pips."""
