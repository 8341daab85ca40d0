"""What is reckoned with, read from the game's records."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.content.load import load_game

if TYPE_CHECKING:
    from pnp.content.project import Project

SUCCESS, CRITICAL, NOTHING = "success", "critical", "nothing"
Cell = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """The die's chances by result, the pair of each side by its number, the table's cells, the deck.

    A cell holds a sign for each card, `cells` are by (allegiance, outcome); `gain` and `harm` are those of
    the cards in order.
    """

    chances: dict[str, Fraction]
    sides: dict[int, tuple[str, str]]
    cells: dict[tuple[str, str], Cell]
    gain: tuple[int, ...]
    harm: tuple[int, ...]
    result_names: dict[str, str]
    names: dict[str, str]


def load_module(project: Project) -> Module:
    """Return the module of the project; SystemExit with the findings when it cannot be read."""
    loaded = load_game(project, "vortex")
    if loaded.game is None:
        raise SystemExit("\n".join(f.message for f in loaded.findings))
    records = loaded.game.collections
    faces = Counter(face["result"] for face in records["dice"])
    return Module(
        {result: Fraction(count, faces.total()) for result, count in faces.items()},
        {r["side"]: (r["pair"][0], r["pair"][1]) for r in records["directions"]},
        {(r["allegiance"], r["outcome"]): tuple(r["effects"]) for r in records["table"]},
        tuple(card["gain"] for card in records["phenomena"]),
        tuple(card["harm"] for card in records["phenomena"]),
        {r.id: r["name"] for r in records["results"]},
        {r.id: r["name"] for r in records["reference"] if r["name"]},
    )
