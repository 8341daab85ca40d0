"""«Битранская монополия» as printed: how many pieces, what can be searched, how large the letters are."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, load, pnp

from pnp.checks.texts import walk
from pnp.draw.box import resolve_references
from pnp.draw.kinds import draw_game
from pnp.draw.template import Templates

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.face import Drawing
    from pnp.model.game import Game

SAME_FOR_ALL = {
    "board": 1,
    "event-cards": 32,
    "property-cards": 31,
    "gambling-cards": 3,
    "weyr-badges": 42,
    "pawns": 6,
    "dice": 2,
    "money-sheet": 2,
}
"""Pieces whatever the number of players; badges are six kinds for seven squares that can be bought."""
BY_PLAYERS = {
    2: {"tax-cards": 2, "way-cards": 2, "counters": 20, "banknotes": 45},
    3: {"tax-cards": 3, "way-cards": 3, "counters": 30, "banknotes": 60},
    4: {"tax-cards": 4, "way-cards": 4, "counters": 40, "banknotes": 75},
    5: {"tax-cards": 5, "way-cards": 5, "counters": 50, "banknotes": 90},
    6: {"tax-cards": 6, "way-cards": 6, "counters": 60, "banknotes": 105},
}
"""A share of eight notes for each player and the bank, the small ones twice, thousands and the joke note."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game as it stands."""
    return load(ROOT, "bitra")


def _drawings(game: Game, *names: str, players: int = 6) -> list[Drawing]:
    part = replace(game, components=tuple(c for c in game.components if c.id in names))
    return draw_game(part, Templates(part), players)


@pytest.mark.parametrize("players", list(BY_PLAYERS))
def test_pieces_for_each_number_of_players(players: int, game: Game) -> None:
    """Cards, counters and notes are as many as that many players need."""
    drawings = _drawings(game, *BY_PLAYERS[players], players=players)
    assert {d.component.id: sum(p.copies for p in d.pieces) for d in drawings} == BY_PLAYERS[players]


def test_kit_json_of_a_small_kit(tmp_path: Path) -> None:
    """A kit for two says so, and how many pieces each of its files holds."""
    only = [word for name in BY_PLAYERS[2] for word in ("--only", name)]
    args = ("build", "--game", "bitra", "--players", "2", "--out", tmp_path, *only)
    assert pnp("--project", ROOT, *args).code == 0
    kit = json.loads((tmp_path / "bitra" / "ru" / "kit.json").read_text(encoding="utf-8"))
    assert kit["players"] == 2
    assert {f["component"]: f["pieces"] for f in kit["files"]} == BY_PLAYERS[2]


def test_kit_json_of_the_whole_kit(kits: Path) -> None:
    """The kit for six holds every piece in its number; notes and coins of one size share their cuts."""
    kit = json.loads((kits / "bitra" / "ru" / "kit.json").read_text(encoding="utf-8"))
    files = {f["component"]: f for f in kit["files"] if f["file"] == f"{f['component']}.pdf"}
    wanted = SAME_FOR_ALL | BY_PLAYERS[6]
    assert {name: f["pieces"] for name, f in files.items() if name in wanted} == wanted
    assert files["banknotes"]["sheets"] == 9  # twelve on a sheet of A4, 105 in all
    assert files["weyr-badges"]["sheets"] == 1
    assert files["board"]["size_mm"] == [500, 500]


def _text(file: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", str(file), "-"], capture_output=True, text=True, check=True)  # noqa: S607 - a tool of the machine
    return _plain(done.stdout)


def _plain(text: str) -> str:
    """Return the letters and digits of a text; lines, spaces and soft hyphens aside."""
    return re.sub(r"[^\w]", "", text.replace("\u00ad", ""))


def test_all_texts_can_be_searched(kits: Path, game: Game) -> None:
    """Whatever the YAML says of squares, events, games, ways and notes is found in the PDF that prints it."""
    fields = {
        "board": ("squares", ("name", "tax", "price")),
        "property-cards": ("squares", ("tax", "price")),
        "event-cards": ("events", ("name", "story", "text")),
        "gambling-cards": ("games", ("name", "text")),
        "way-cards": ("ways", ("name", "text")),
        "banknotes": ("notes", ("value", "words", "motto")),
    }
    for component, (collection, names) in fields.items():
        printed = _text(kits / "bitra" / "ru" / f"{component}.pdf")
        for record in game.collections[collection]:
            for name in names:
                if name in record:
                    wanted = _plain(resolve_references(str(record[name]), game))
                    assert wanted in printed, (component, record.id, name)


def test_board_reads_at_full_and_reduced_size(game: Game) -> None:
    """Names are at least 11 pt on 500 mm; the smallest letter keeps 5 pt on four sheets of A4 (370 mm)."""
    (board,) = _drawings(game, "board")
    boxes = [(face, box) for face in walk(board.pieces[0].front) for box in face.texts]
    assert len({face.name for face, _ in boxes}) == 37  # the board, 35 squares, one face for five events
    assert min(box.layout.size for _, box in boxes if box.id == "name") >= 11
    assert min(box.layout.size for _, box in boxes) * 370 / 500 >= 5


def test_squares_face_their_own_side(game: Game) -> None:
    """The foot of a square is towards the board's edge that it lies at."""
    (board,) = _drawings(game, "board")
    turns = {"ruatha": 0, "start": 0, "greenfields": 90, "half-circle": 180, "big-bay": 270}
    parts = {part.face.name: part.turn for part in board.pieces[0].front.parts}
    assert {name: parts[name] for name in turns} == turns


def test_banknotes_are_vector_curves(game: Game) -> None:
    """Each note has art of its own on both sides: many curves, no picture, at most 150 kB."""
    (notes,) = _drawings(game, "banknotes")
    arts = [face.art for piece in notes.pieces for face in (piece.front, piece.back) if face]
    assert len(set(arts)) == 14
    for art in arts:
        assert art.count("<path") > 80
        assert "<image" not in art
        assert len(art) < 150_000


def test_cards_say_what_wins_together(game: Game) -> None:
    """The card of a neutral square names the others of its victory, a Weyr's square those of its Weyr."""
    (cards,) = _drawings(game, "property-cards")
    texts = {p.front.name: next(b.text for b in p.front.texts if b.id == "kin") for p in cards.pieces}
    for name in ("Холд Серые Камни", "Холд Поле Кац", "Холд Высокие Палисады"):
        assert name in texts["half-circle"]
    assert "Цех горняков" in texts["balen"]
    assert "Цех рыбаков" in texts["balen"]
    assert "Бален" not in texts["balen"]
    assert all(name in texts["crom"] for name in ("Холд Зелёные Равнины", "Холд Телгар", "Вейр Телгар"))


def test_a_die_has_twenty_one_pips(game: Game) -> None:
    """A folded die bears one to six pips: 21 in all."""
    (dice,) = _drawings(game, "dice")
    assert dice.pieces[0].front.art.count("<circle") == 21
