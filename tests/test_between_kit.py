"""The other pieces of «Через Промежуток», counted and measured in the finished PDFs."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pytest
import yaml
from helpers import ROOT, pnp
from painting import painted
from printing import puts

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CELL, DIAMOND = 11.0, 11.8
"""What a cell and a crossing measure on the strips."""
WEYR, HOLD, HALL, LANDMARK = (11.2, 11.2), (10.528, 10.528), (9.408, 9.408), (9.296, 10.64)
"""What the signs of places measure on the strips."""


@pytest.fixture(scope="module")
def kit(kits: Path) -> Path:
    """Return the folder of the finished kit for six players."""
    return kits / "between" / "ru"


def _records(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load((ROOT / f"content/between/{name}.yaml").read_text(encoding="utf-8")))


def _pages(file: Path) -> list[str]:
    """Return the text of each page without any space, since names may be broken anywhere."""
    with pypdfium2.PdfDocument(file) as pdf:
        return ["".join(page.get_textpage().get_text_range().split()) for page in pdf]


def _bare(text: str) -> str:
    return "".join(text.replace("**", "").split())


def _fronts(file: Path, *, backed: bool) -> int:
    """Return how many pieces the front pages of a file show."""
    with pikepdf.open(file) as pdf:
        return sum(len(puts(page)) for page in list(pdf.pages)[:: 2 if backed else 1])


def test_strips_show_every_cell(kit: Path) -> None:
    """508 inner cells: 462 round ones, 38 crossings (19 on two strips each), 8 stops; and 154 ends."""
    file = kit / "route-strips.pdf"
    with pikepdf.open(file) as pdf:
        pages = [painted(file, number) for number in range(len(pdf.pages))]

    def count(width: float, height: float, within: float = 0.03) -> int:
        return sum(len(page.filled(width, height, within)) for page in pages)

    assert len(pages) == 6
    assert count(CELL, CELL) == 462
    assert count(DIAMOND, DIAMOND) == 38
    assert count(*WEYR) == 12
    assert count(*HOLD, within=0.02) == 154 - 12 - 2 - 4
    assert count(*HALL) == 7 + 2
    assert count(*LANDMARK) == 1 + 4
    assert 462 + 38 + 7 + 1 == 508


def test_strips_lie_once_each(kit: Path) -> None:
    """77 strips, each with its number and the names of both ends in its text."""
    file = kit / "route-strips.pdf"
    assert _fronts(file, backed=False) == 77
    text = "".join(_pages(file))
    names = {p["id"]: _bare(p["name"]) for p in _records("places")}
    for route in _records("routes"):
        first, last = (names[end] for end in route["ends"])
        assert re.search(rf"{route['number']}{first}{last}", text), route["number"]
    for place in names.values():
        assert place in text


def test_strips_lead_from_one_to_another(kit: Path) -> None:
    """Every crossing says which cell it is on the other strip: route 24 crosses 2 on its cell 7, and back."""
    with pypdfium2.PdfDocument(kit / "route-strips.pdf") as pdf:
        text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    leads = Counter(re.findall(r"путь (\d+)\s+клетка (\d+)\b", text))
    assert sum(leads.values()) == 38
    assert leads["2", "7"] == 1
    assert leads["24", "4"] == 1
    assert text.count("находка") == 24


def test_place_cards(kit: Path) -> None:
    """55 cards a player, 330 for six; every end of a route is named on six of them."""
    file = kit / "place-cards.pdf"
    assert _fronts(file, backed=True) == 330
    text = "".join(_pages(file)[::2])
    ends = {end for route in _records("routes") for end in route["ends"]}
    assert len(ends) == 55
    for place in _records("places"):
        if place["id"] in ends:
            assert text.count(_bare(place["name"])) >= 6, place["name"]


def test_find_cards(kit: Path) -> None:
    """24 cards, each with its name, its words, its route and its cell."""
    file = kit / "find-cards.pdf"
    assert _fronts(file, backed=True) == 24
    text = "".join(_pages(file)[::2])
    for find in _records("finds"):
        assert _bare(find["name"]) in text
        assert _bare(find["text"]) in text
        assert f"путь{find['route']}·клетка{find['cell']}" in text


ERRANDS = (
    "Доставить арфиста с разбитым сердцем из холда Кром в холд Керун.",
    "Привезти в Форт холд находку: Тростниковая флейта (путь 72).",
    "Побывать в цехе арфистов.",
    "Встретиться с другим всадником в любом Вейре.",
    "Изучить холд Кеож и холд Плато.",
    "Доставить пастуха с двумя сыновьями с утёса Красный Бочонок в холд Равнинный.",
    "Побывать на поле Кэмпбелла.",
    "Изучить холд Дальние Слёзы и Ледяное озеро Руата.",
    "Доставить барабанщика с ученицей из речного холда Руата в холд Набол.",
)
"""Sentences as they must stand, from the first two cards and the odd ones."""


def test_errand_cards(kit: Path) -> None:
    """18 cards, every one by name, with sentences in good Russian; ten say to meet another rider."""
    file = kit / "errand-cards.pdf"
    assert _fronts(file, backed=True) == 18
    text = "".join(_pages(file)[::2])
    for card in _records("errands"):
        assert _bare(card["name"]) in text
    for sentence in ERRANDS:
        assert _bare(sentence) in text, sentence
    assert text.count("Доставить") == 18
    meetings = sum(task["do"] == "meet" for card in _records("errands") for task in card["tasks"])
    assert text.count("Встретиться") == meetings


BACKS = {"place-cards": ("Место", 330), "find-cards": ("Находка", 24), "errand-cards": ("Поручения", 18)}
"""What stands on the back of each deck, and how often."""


def test_backs_tell_the_decks_apart(kit: Path) -> None:
    """Every card has the back of its deck, and the three are different by word and by colour."""
    colours = set()
    for deck, (word, times) in BACKS.items():
        file = kit / f"{deck}.pdf"
        backs = "".join(_pages(file)[1::2])
        assert backs == word * times
        with pypdfium2.PdfDocument(file) as pdf:
            picture = pdf[1].render(scale=0.5).to_pil().convert("RGB")
            colours.add(picture.getpixel((picture.width // 2, picture.height // 2)))
    assert len(colours) == 3


def test_mats_take_the_cards(kit: Path) -> None:
    """Each of the six mats has 18 places of 44 x 67 mm, nine wholly on each of its two sheets of A4."""
    file = kit / "player-mats.pdf"
    with pikepdf.open(file) as pdf:
        sheets = len(pdf.pages)
        windows = [puts(page)[0].clip for page in pdf.pages]
    assert sheets == 12
    for number, (left, _, right, _) in enumerate(windows):
        slots = painted(file, number).filled(44, 67)
        assert len(slots) == 18
        whole = [s for s in slots if s.middle[0] - 22 >= left and s.middle[0] + 22 <= right]
        assert len(whole) == 9


def test_mats_name_their_weyr_and_holds(kit: Path) -> None:
    """On each mat stand the Weyr and its three holds, the pairs of numbers, and the rows' names."""
    pages = _pages(kit / "player-mats.pdf")
    places = {p["id"]: p for p in _records("places")}
    for index, weyr in enumerate(_records("weyrs")):
        text = pages[2 * index]
        assert text.count(_bare(places[weyr["id"]]["name"])) >= 1
        holds = ", ".join(places[hold]["forms"]["learn"] for hold in weyr["holds"])
        assert _bare(holds) in text
        for words in ("1·4", "2·5", "3·6", "Дополнительныекоординаты", "Карточкинаруках"):
            assert words in text


def test_pawns_stand_on_a_cell(kit: Path) -> None:
    """Six pawns, one for each Weyr, on a foot of 9 x 9 mm, which a cell of 9.2 mm takes."""
    file = kit / "pawns.pdf"
    assert _fronts(file, backed=False) == 6
    feet = [s for s in painted(file).shapes if s.filled and abs(s.width - 9) < 0.03 and s.height > 60]
    assert len(feet) == 6
    assert all(len(s.points) >= 8 for s in feet)


def test_dice_have_seven_on_opposite_sides(kit: Path) -> None:
    """Two nets of six faces; the dots are 2 + 3 + 4 + 5 + 6 on each, the one is a red disc."""
    page = painted(kit / "dice.pdf")
    assert len(page.filled(14, 14)) == 12
    assert len(page.filled(3.4, 3.4)) == 2 * (2 + 3 + 4 + 5 + 6)
    assert len(page.filled(10.8, 10.8)) == 2


PIECES = {
    "place-cards": lambda players: 55 * players,
    "find-cards": lambda _: 24,
    "errand-cards": lambda _: 18,
    "passenger-tokens": lambda players: players,
    "reference-cards": lambda players: players,
    "score-sheet": lambda players: players,
    "pawns": lambda _: 6,
    "dice": lambda _: 2,
}
"""How many of each piece a number of players needs, from the published list of the kit."""


def _part(root: Path, components: Iterable[str], *options: str) -> Path:
    """Build a copy of the game that has only these components, and return the folder of its PDFs."""
    for folder in ("content", "templates"):
        shutil.copytree(ROOT / folder / "between", root / folder / "between")
    path = root / "content/between/game.yaml"
    game = yaml.safe_load(path.read_text(encoding="utf-8"))
    game["components"] = {name: game["components"][name] for name in components}
    game["checks"] = []
    path.write_text(yaml.safe_dump(game, allow_unicode=True, sort_keys=False), encoding="utf-8")
    ran = pnp("--project", root, "build", *options)
    assert ran.code == 0, ran.err
    return root / "out/between/ru"


@pytest.mark.parametrize(("paper", "sheets"), [("a3", 6), ("letter", 12)])
def test_mats_on_other_papers(paper: str, sheets: int, tmp_path: Path) -> None:
    """A mat lies whole on one A3, and on two sheets of Letter, which is shorter than A4."""
    folder = _part(tmp_path, ["player-mats"], "--paper", paper)
    with pikepdf.open(folder / "player-mats.pdf") as pdf:
        assert len(pdf.pages) == sheets


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_pieces_for_every_number_of_players(players: int, tmp_path: Path) -> None:
    """The kit tells as many pieces as the rules ask for, and the sheets hold as many."""
    folder = _part(tmp_path, PIECES, "--players", str(players))
    listed = json.loads((folder / "kit.json").read_text(encoding="utf-8"))["files"]
    wanted = {name: count(players) for name, count in PIECES.items()}
    assert {f["component"]: f["pieces"] for f in listed} == wanted
    for file in listed:
        backed = file["pages"] > file["sheets"]
        assert _fronts(folder / file["file"], backed=backed) == wanted[file["component"]]
