"""A fourth game in a folder of its own, of YAML and SVG alone: a deck with backs, a map, a ring board."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from helpers import ROOT, pnp
from printing import MM, clean, puts
from reading import copied

LAGOON = Path(__file__).parent / "lagoon"
"""The game: five kinds of tide cards, a chart of four isles and four lanes, a quay of eight piers."""


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the game and return its folder of PDFs."""
    root = tmp_path_factory.mktemp("games") / "lagoon"
    shutil.copytree(LAGOON, root)
    assert {f.suffix for f in root.rglob("*") if f.is_file()} == {".yaml", ".svg"}
    ran = pnp("--project", root, "build")
    assert (ran.code, ran.err) == (0, "")
    return root / "out/lagoon/ru"


def _told(folder: Path) -> dict[str, Any]:
    kit = json.loads((folder / "kit.json").read_text(encoding="utf-8"))
    assert (kit["game"], kit["title"], kit["players"]) == ("lagoon", "Лагуна", 3)
    return {f["component"]: f for f in kit["files"]}


def test_files_are_sound(lagoon: Path) -> None:
    """Three PDFs, each clean, of the sizes and counts that the YAML asks for."""
    told = _told(lagoon)
    assert {name: (f["faces"], f["pieces"]) for name, f in told.items()} == {
        "tide-cards": (5, 1 + 2 + 3 + 4 + 5),
        "chart": (1, 1),
        "quay": (1, 1),
    }
    assert all(clean(lagoon / f["file"]) for f in told.values())
    for name, size in (("chart", (200, 140)), ("quay", (120, 120))):
        with pikepdf.open(lagoon / f"{name}.pdf") as pdf:
            assert [float(v) / MM for v in pdf.pages[0].mediabox[2:]] == pytest.approx(size, abs=0.05)


def test_deck_with_backs(lagoon: Path) -> None:
    """Fifteen cards, each text as often as it has copies, and as many backs."""
    with pikepdf.open(lagoon / "tide-cards.pdf") as pdf:
        pages = [len(puts(page)) for page in pdf.pages]
    assert sum(pages[::2]) == sum(pages[1::2]) == 15
    fronts = " ".join(copied(lagoon / "tide-cards.pdf", page) for page in range(0, len(pages), 2))
    backs = " ".join(copied(lagoon / "tide-cards.pdf", page) for page in range(1, len(pages), 2))
    for n in range(1, 6):
        assert fronts.count(f"Переправьтесь на {n} острова.") == n
        assert fronts.count(f"Волна {n}") == n
        assert backs.count(f"Прилив {n}") == n


def test_map_with_a_crossing(lagoon: Path) -> None:
    """Places and numbers of routes stand on the map; taking the crossing out of the YAML is an error."""
    text = copied(lagoon / "chart.pdf")
    for name in ("Коралл", "Остров Цапли", "Маяк", "Тростники"):
        assert name in text
    assert sorted(re.findall(r"\d", text)) == ["1", "2", "3", "4"]


def test_crossing_is_checked(tmp_path: Path) -> None:
    """The lanes cross on the map: when they do not say so, the map is not printed."""
    root = tmp_path / "lagoon"
    shutil.copytree(LAGOON, root)
    lanes = root / "content/lagoon/lanes.yaml"
    text = lanes.read_text(encoding="utf-8")
    lanes.write_text(text.replace(", crosses: [2]", "").replace(", crosses: [1]", ""), encoding="utf-8")
    ran = pnp("--project", root, "build")
    assert ran.code == 1
    assert "routes/crossing-undeclared" in ran.err


def test_ring_board(lagoon: Path) -> None:
    """Eight squares with names and taxes stand round the board, its name in the middle."""
    text = copied(lagoon / "quay.pdf")
    assert "Большой причал" in text
    for n in range(1, 9):
        assert f"Пирс {n}" in text
        assert re.search(rf"\b{n}0\b", text)


def test_game_of_the_handbook(tmp_path: Path) -> None:
    """The game that CONTRIBUTING.md shows for others to copy is one: it builds, and its words are printed."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Add a game")[1].split("\n## ")[0]
    blocks = re.findall(r"`([a-z.]+)`[^\n]*:\n\n((?:    .*\n|\n)+)", text)
    blocks += re.findall(r"`([a-z.]+)` —[^\n]*\n\n((?:    .*\n|\n)+)", text)
    files = {name: re.sub(r"^    ", "", body, flags=re.MULTILINE) for name, body in blocks}
    assert set(files) == {"game.yaml", "cards.yaml", "theme.yaml", "card.svg", "back.svg"}
    for name, content in files.items():
        folder = "content" if name in {"game.yaml", "cards.yaml"} else "templates"
        file = tmp_path / folder / "mygame" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    ran = pnp("--project", tmp_path, "build", "--game", "mygame")
    assert (ran.code, ran.err) == (0, "")
    printed = copied(tmp_path / "out/mygame/en/deck.pdf")
    assert "The first card" in printed
    assert "Draw two cards." in printed
