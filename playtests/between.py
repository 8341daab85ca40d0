"""Work out «Через Промежуток»: throws from each Weyr to each place, how hard each errand card is, in one PDF.

Ends with exit code 1 when the cards are not about equally hard.
"""

from __future__ import annotations

import sys
from pathlib import Path

from between_play.report import cards_by_hardness, charts, lines, spread
from between_play.sky import load_sky
from between_play.throws import all_throws
from charts import draw_charts
from pnp.content.project import Project

ROOT = Path(__file__).resolve().parent.parent
CHARTS = ROOT / "out" / "playtests" / "between.pdf"
MOST = 1.25
"""How many times harder than the easiest card the hardest may be."""


def main() -> int:
    """Work out, print, draw; return the exit code."""
    sky = load_sky(Project(ROOT))
    throws = all_throws(sky)
    cards = cards_by_hardness(sky, throws)
    print("\n".join(lines(sky, throws, cards)))
    draw_charts(charts(sky, throws, cards), CHARTS)
    print(f"Charts: {CHARTS.relative_to(ROOT)}")
    return 1 if spread(cards) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
