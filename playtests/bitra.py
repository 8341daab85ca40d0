"""Work out and play «Битранская монополия»: chances exactly, games by the thousand, charts in one PDF.

Ends with exit code 1 when games are too long or a way to win is too rare.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import Progress

from bitra_play.board import load_board
from bitra_play.chances import landings
from bitra_play.report import exact_charts, lines, played_charts
from bitra_play.series import play_series
from charts import draw_charts
from pnp.content.project import Project

if TYPE_CHECKING:
    from bitra_play.board import Board
    from bitra_play.series import Series

ROOT = Path(__file__).resolve().parent.parent
CHARTS = ROOT / "out" / "playtests" / "bitra.pdf"
PLAYERS = range(2, 7)
GAMES = 2000
SEED = "bitra"
MOST_ROUNDS = 60
LEAST_SHARE = 0.05
RARE = ("last-standing", "jackpot")
"""Ways to win that may be rarer: they are luck, not plans."""


def main() -> int:
    """Play, print, draw; return the exit code."""
    board = load_board(Project(ROOT))
    series = _play(board)
    for one in series:
        print("\n".join(lines(board, one)))
    draw_charts([*exact_charts(board, landings(board)), *played_charts(board, series)], CHARTS)
    print(f"Charts: {CHARTS.relative_to(ROOT)}")
    wrong = unmet(board, series)
    print("\n".join(wrong) if wrong else "All that was asked of the game holds.")
    return 1 if wrong else 0


def _play(board: Board) -> list[Series]:
    with Progress() as progress:
        task = progress.add_task("Playing", total=GAMES * len(PLAYERS))
        return [play_series(board, n, GAMES, SEED, lambda: progress.advance(task)) for n in PLAYERS]


def unmet(board: Board, series: list[Series]) -> list[str]:
    """Return what is asked of the game and does not hold: its length, and with four the ways to win."""
    wrong = [f"{s.players} players need {s.median():g} rounds." for s in series if s.median() > MOST_ROUNDS]
    for one in series:
        if one.players == 4:  # noqa: PLR2004 - the table that the rules are balanced for
            wrong += [
                f"With four players only {one.share(way):.1%} win by {way}."
                for way in board.ways
                if way not in RARE and one.share(way) < LEAST_SHARE
            ]
    return wrong


if __name__ == "__main__":
    sys.exit(main())
