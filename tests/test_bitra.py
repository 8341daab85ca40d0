"""«Битранская монополия»: the content keeps the source's rules, and every check of the game can fail."""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, load

from pnp.checks.mentions import bare_names
from pnp.checks.named import check_named
from pnp.checks.records import check_records

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.game import Game, Record

TAXES = {
    "Тиллек": 20, "Набол": 30, "Холд Плоскогорье": 40, "Вейр Плоскогорье": 50,
    "Руат": 20, "Южный Болл": 30, "Форт Холд": 40, "Форт Вейр": 50,
    "Южный Телгар": 20, "Керун": 30, "Холд Айген": 40, "Вейр Айген": 50,
    "Зелёные Равнины": 20, "Кром": 30, "Холд Телгар": 40, "Вейр Телгар": 50,
    "Большой Залив": 20, "Нерат": 30, "Холд Иста": 40, "Вейр Иста": 50,
    "Лемос": 20, "Битра": 30, "Холд Бенден": 40, "Вейр Бенден": 50,
    "Полукруглый": 20, "Серые Камни": 50, "Поле Кац": 30, "Высокие Палисады": 40,
    "Цех горняков": 40, "Цех рыбаков": 50, "Холд Бален": 60,
}  # fmt: skip
"""The table «Холд/цех/Вейр — Налог» of the published rules, typed from it."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game as it stands."""
    return load(ROOT, "bitra")


def test_taxes_are_those_of_the_rules(game: Game) -> None:
    """31 squares bear the tax that the published table gives them, and no others bear one."""
    board = {r["name"]: r["tax"] for r in game.collections["squares"] if "tax" in r}
    assert len(TAXES) == 31
    full = {name if name in board else f"Холд {name}": tax for name, tax in TAXES.items()}
    assert board == full


def test_weyrs_follow_the_die(game: Game) -> None:
    """A throw gives the Weyr that the published rules name for it."""
    weyrs = [(g["die"], g["name"]) for g in game.collections["groups"] if g["weyr"]]
    assert sorted(weyrs) == [
        (1, "Форт Вейр"),
        (2, "Вейр Бенден"),
        (3, "Вейр Телгар"),
        (4, "Вейр Иста"),
        (5, "Вейр Айген"),
        (6, "Вейр Плоскогорье"),
    ]


def test_everything_holds(game: Game) -> None:
    """The game as it stands passes its own checks, of which there are sixteen at least."""
    assert check_named(game, set()) == []
    assert len(game.checks) >= 16


@dataclass(frozen=True)
class Broken:
    """An edit of one file, and the check that must find it."""

    check: str
    file: str
    old: str
    new: str


EVENT = "name: Карта события, kind: event"
BREAKS = [
    Broken("forty-squares", "squares.yaml", f"- {{id: event-5, {EVENT}, sign: card-random}}\n", ""),
    Broken("tax-only-where-due", "squares.yaml", "kind: smiths,", "kind: smiths, tax: 10,"),
    Broken("price-only-on-neutral", "squares.yaml", "tax: 20, price: 80", "tax: 20"),
    Broken(
        "groups-together",
        "squares.yaml",
        "Тиллек, kind: hold, group: high-reaches",
        "Тиллек, kind: hold, group: igen",
    ),
    Broken("groups-complete", "squares.yaml", "рыбаков, kind: hall", "рыбаков, kind: hold"),
    Broken("five-events", "squares.yaml", f"event-5, {EVENT}", "event-5, name: Ещё цех, kind: harpers"),
    Broken("events-apart", "squares.yaml", "name: Старт, kind: start", EVENT),
    Broken("emblems-differ", "groups.yaml", "emblem: grapes", "emblem: wyvern"),
    Broken("weyr-for-each-throw", "groups.yaml", "die: 6", "die: 5"),
    Broken("game-for-each-throw", "games.yaml", "die: [2, 5]", "die: [2, 6]"),
    Broken("events-move-little-money", "events.yaml", "{money: 70}", "{money: 470}"),
    Broken("events-give-batches-and-influence", "events.yaml", "{batch: 1}", "{money: 5}"),
    Broken("events-differ", "events.yaml", "{batch: 1, money: -30}", "{money: 20, batch: 1}"),
    Broken("events-refer", "events.yaml", "уголь из [[crom|Крома]]", "уголь из Крома"),
    Broken("events-sell-neutral", "events.yaml", "{buy: greystones}", "{buy: nabol}"),
    Broken("notes-for-everybody", "notes.yaml", "copies: {2: 12, 3: 16,", "copies: {2: 5, 3: 16,"),
]
"""One edit for each check of the game."""


def _copy(tmp_path: Path) -> Path:
    for folder in ("content", "templates"):
        shutil.copytree(ROOT / folder / "bitra", tmp_path / folder / "bitra")
    return tmp_path


@pytest.mark.parametrize("broken", BREAKS, ids=lambda b: b.check)
def test_each_check_fails_on_its_example(broken: Broken, tmp_path: Path, game: Game) -> None:
    """An edit that breaks one promise is found by the check that keeps it, and by its name."""
    file = _copy(tmp_path) / "content" / "bitra" / broken.file
    text = file.read_text(encoding="utf-8")
    assert text.count(broken.old) >= 1, broken.old
    file.write_text(text.replace(broken.old, broken.new, 1), encoding="utf-8")
    found = check_named(load(tmp_path, "bitra"), set())
    assert f"game/{broken.check}" in {f.code for f in found}
    assert broken.check in {c.id for c in game.checks}


def test_no_check_is_without_an_example(game: Game) -> None:
    """Every check of the game stands among the examples above."""
    assert {c.id for c in game.checks} == {b.check for b in BREAKS}


@pytest.mark.parametrize(
    ("old", "new"),
    [("move_to: smiths", "move_to: smithy"), ("buy: greystones", "buy: greystone")],
    ids=["move", "buy"],
)
def test_nobody_is_sent_to_a_square_that_is_not_there(old: str, new: str, tmp_path: Path) -> None:
    """A card that moves to, or sells, an unknown square is an error in its own line."""
    file = _copy(tmp_path) / "content" / "bitra" / "events.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(old, new), encoding="utf-8")
    finding = next(f for f in check_records(load(tmp_path, "bitra"), set()) if f.code == "ref/unknown")
    assert new.split()[1] in finding.message
    assert finding.mark.line == text[: text.index(old)].count("\n") + 1


def test_bare_names_are_found_in_any_case(game: Game) -> None:
    """A square without brackets is found inflected, at a sentence's start, and of two words."""
    squares = game.collections["squares"]
    assert bare_names("Уголь из Крома подорожал.", squares) == ["Крома"]
    assert bare_names("Керун ждёт.", squares) == ["Керун"]
    assert bare_names("Пастухи Южного Телгара спят.", squares) == ["Телгара", "Южного Телгара"]
    assert bare_names("Дорога через Высокие Палисады.", squares) == ["Высокие Палисады"]


def test_common_words_are_no_names(game: Game) -> None:
    """References, common nouns and words that merely begin alike are let pass."""
    squares = game.collections["squares"]
    for text in (
        "Уголь из [[crom|Крома]].",
        "Кроме угля, всё цело.",
        "Звёздные Камни блестят.",
        "Вейр и Холд.",
    ):
        assert bare_names(text, squares) == []


# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency,
# IEEE TVCG 15(6), 2009; the matrices for severity 1.0, on linear RGB.
EYES = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SRGB_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
"""sRGB and its white D65, IEC 61966-2-1."""
APART = 15.0
"""Two fields side by side are told apart with ease from about this CIE76 difference on."""


def _lab(color: str, eye: str) -> tuple[float, float, float]:
    """Return the CIELAB values of a colour as an eye of that kind sees it."""
    rgb = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    seen = [min(max(v, 0.0), 1.0) for v in _times(EYES[eye], linear)]
    x, y, z = (_root(v / w) for v, w in zip(_times(SRGB_TO_XYZ, seen), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def _root(t: float) -> float:
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def _alike(game: Game, eye: str) -> list[tuple[Record, Record]]:
    pairs = combinations(game.collections["groups"], 2)
    return [(a, b) for a, b in pairs if math.dist(_lab(a["color"], eye), _lab(b["color"], eye)) < APART]


@pytest.mark.parametrize("eye", list(EYES))
def test_groups_are_told_apart_without_colour(eye: str, game: Game) -> None:
    """Two groups whose colours a colour-blind eye takes for one another bear different drawings."""
    icons = ROOT / "templates" / "common" / "icons"
    for pair in _alike(game, eye):
        first, second = ((icons / f"{group['emblem']}.svg").read_bytes() for group in pair)
        assert first != second, pair


def test_colour_alone_would_not_do(game: Game) -> None:
    """Some groups look alike to a deutan eye and others do not: the emblems are needed."""
    alike = [{a.id, b.id} for a, b in _alike(game, "deutan")]
    assert alike
    assert {"ista", "east"} not in alike


def test_texts_say_what_effects_do(game: Game) -> None:
    """The marks in a card's text are those of its effect, and they go the same way."""
    for event in game.collections["events"]:
        for key, value in event["effect"].items():
            if key.startswith("money"):
                order = "получите" if value > 0 else "заплатите"
                assert f"{abs(value)} марок" in event["text"], event.id
                assert order in event["text"].lower(), event.id
