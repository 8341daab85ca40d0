"""«Эфирные вихри» as printed: pieces counted, texts found, hexons and their signs measured in the PDFs."""

from __future__ import annotations

import json
import math
import shutil
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pytest
import yaml
from helpers import ROOT, pnp
from printing import lines, outlines, puts, render
from shapely import unary_union
from shapely.affinity import translate
from shapely.geometry import LineString, Polygon

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

STEPS = ((3, -1), (1, 2), (-2, 3), (-3, 1), (-1, -2), (2, -3))
"""From a hexon to its six neighbours in axial coordinates of hexes, clockwise."""
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six hexes round a hex in axial coordinates."""
PIECES = {
    "phenomenon-cards": 16,
    "vortex-tiles": 4,
    "ether-crystals": 24,
    "scenario-markers": 8,
    "domain-tokens": 8,
    "faith-markers": 24,
    "attack-die": 3,
    "die-stickers": 1,
    "die-key": 2,
    "reference-sheets": 2,
    "scenario-sheet": 1,
}
BACKED = {"phenomenon-cards", "ether-crystals", "scenario-markers", "domain-tokens", "faith-markers"}
COINS = {(159, 232, 222): "success", (255, 207, 92): "critical", (185, 173, 223): "nothing"}
"""The colours that tell the three signs apart."""


def records(name: str) -> Any:
    """Return what a YAML file of the game holds."""
    return yaml.safe_load((ROOT / "content" / "vortex" / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the game and return the folder of its PDFs."""
    out = tmp_path_factory.mktemp("vortex")
    ran = pnp("--project", ROOT, "build", "--game", "vortex", "--out", out)
    assert ran.code == 0, ran.err
    return out / "vortex" / "ru"


def entries(kit: Path) -> dict[str, dict[str, Any]]:
    """Return what kit.json says of each component."""
    listing = json.loads((kit / "kit.json").read_text(encoding="utf-8"))
    return {entry["component"]: entry for entry in listing["files"]}


def step(side: int, across_flats: float) -> tuple[float, float]:
    """Return the way in millimetres to the neighbour at a side: hexes stand on a corner, y goes down."""
    q, r = STEPS[side]
    return across_flats * (q + r / 2), across_flats * math.sqrt(3) / 2 * r


@pytest.mark.parametrize(("component", "pieces"), PIECES.items())
def test_pieces(kit: Path, component: str, pieces: int) -> None:
    """All pieces that the game needs lie on the front pages, and their backs behind them; kit.json agrees."""
    entry = entries(kit)[component]
    with pikepdf.open(kit / entry["file"]) as pdf:
        counts = [len(puts(page)) for page in pdf.pages]
    backed = entry["pages"] == 2 * entry["sheets"]
    fronts = counts[::2] if backed else counts
    assert sum(fronts) == entry["pieces"] == pieces
    assert backed == (component in BACKED | {"die-key", "reference-sheets"})
    if backed:
        assert counts[1::2] == fronts


def test_numbers_follow_from_the_content(kit: Path) -> None:
    """A card for each phenomenon, a token for each Domain and player, six faith markers a Domain."""
    entry, domains = entries(kit), len(records("domains.yaml"))
    assert entry["phenomenon-cards"]["faces"] == len(records("phenomena.yaml")) == 16
    assert entry["domain-tokens"]["pieces"] == 2 * domains
    assert entry["faith-markers"]["pieces"] == 6 * domains
    assert entry["scenario-markers"]["pieces"] == 8
    assert entry["scenario-markers"]["faces"] == domains // 2
    supplies = sum(v["supply"] for v in records("scenarios/first-light.yaml")["vortices"])
    assert supplies <= entry["ether-crystals"]["pieces"] == 24


def test_every_word_is_found(kit: Path) -> None:
    """Names and texts of all cards, the reference sheets and the scenario can be searched and copied."""

    def words(component: str) -> str:
        with pypdfium2.PdfDocument(kit / f"{component}.pdf") as pdf:
            return " ".join("".join(page.get_textpage().get_text_bounded() for page in pdf).split())

    cards = words("phenomenon-cards")
    for card in records("phenomena.yaml"):
        for field in ("name", "positive", "negative"):
            assert " ".join(card[field].split()) in cards
    reference = words("reference-sheets")
    assert "Колесо Четырёх" in reference
    assert "Фаза V: Движение Эфирных Вихрей" in reference
    scenario = words("scenario-sheet")
    for rule in records("scenarios/first-light.yaml")["rules"]:
        assert " ".join(rule["text"].split()) in scenario


def hexons(file: Path) -> list[tuple[int, Polygon]]:
    """Return (page, outline) of the hexons that a PDF asks to cut."""
    with pikepdf.open(file) as pdf:
        return [(i, Polygon(line)) for i, page in enumerate(pdf.pages) for line in outlines(page)]


def build_tiles(root: Path, across_flats: float, *options: str) -> Path:
    """Build the tiles in hexes of that size and return the folder of the PDF."""
    for part in ("content", "templates"):
        shutil.copytree(ROOT / part / "vortex", root / part / "vortex")
    game = root / "content" / "vortex" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert text.count("across_flats: 35}") == 1
    game.write_text(text.replace("across_flats: 35}", f"across_flats: {across_flats:g}}}"), encoding="utf-8")
    ran = pnp("--project", root, "build", "--game", "vortex", "--only", "vortex-tiles", *options)
    assert ran.code == 0, ran.err
    return root / "out" / "vortex" / "ru"


@pytest.mark.parametrize("across_flats", [35.0, 55.0])
def test_hexons_of_different_pages_fit(tmp_path: Path, across_flats: float) -> None:
    """Hexons printed a page each are seven hexes large and meet their six neighbours along three edges each.

    All of it holds to 0.1 mm, at the size of the kit and at another that the YAML names.
    """
    side_of_paper = f"{3 * across_flats + 24:g}"
    folder = build_tiles(tmp_path, across_flats, "--paper", f"{side_of_paper}x{side_of_paper}")
    cut = hexons(folder / "vortex-tiles.pdf")
    assert [page for page, _ in cut] == [0, 1, 2, 3]
    edge = across_flats / math.sqrt(3)
    first = cut[0][1]
    assert first.area == pytest.approx(7 * math.sqrt(3) / 2 * across_flats**2, abs=1)
    for side in range(6):
        other = cut[1 + side % 3][1]
        x, y = step(side, across_flats)
        moved = translate(
            other, first.centroid.x - other.centroid.x + x, first.centroid.y - other.centroid.y + y
        )
        assert first.intersection(moved).area < 0.1 * 3 * edge
        together = first.boundary.intersection(moved.boundary.buffer(0.1))
        assert together.length == pytest.approx(3 * edge, abs=0.5)


def test_tile_larger_than_the_paper(tmp_path: Path) -> None:
    """Hexons of 80 mm hexes go over two pages of A4 each; the cut lines of both make the whole outline."""
    folder = build_tiles(tmp_path, 80)
    entry = entries(folder)["vortex-tiles"]
    assert (entry["layout"], entry["pages"], entry["pieces"]) == ("poster", 8, 4)
    radius = 80 / math.sqrt(3)
    places = [(0.0, 0.0), *((80 * (q + r / 2), 1.5 * radius * r) for q, r in AROUND)]
    hexes = [Polygon([_corner(x, y, radius, i) for i in range(6)]) for x, y in places]
    outline = translate(unary_union([h.buffer(1e-6) for h in hexes]), 120, 2.5 * radius).exterior
    seen: list[LineString] = []
    with pikepdf.open(folder / "vortex-tiles.pdf") as pdf:
        for page in pdf.pages[:2]:
            x, y = puts(page)[0].corner(0, 0)
            for x0, y0, x1, y1 in lines(page):
                line = LineString([(x0 - x, y0 - y), (x1 - x, y1 - y)])
                if outline.buffer(0.05).contains(line):
                    seen.append(line)
    assert outline.difference(unary_union(seen).buffer(0.1)).length < 0.1


def _corner(x: float, y: float, radius: float, number: int) -> tuple[float, float]:
    """Return a corner of a hex that stands on a corner."""
    angle = math.radians(60 * number - 90)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def sign_at(picture: Image, dpi: float, x: float, y: float, radius: float) -> str:
    """Return the sign whose colour prevails round a point, all in millimetres."""
    seen = dict.fromkeys(COINS.values(), 0)
    for angle in range(0, 360, 15):
        for part in (0.1, 0.5, 0.62):
            px = round((x + part * radius * math.cos(math.radians(angle))) * dpi / 25.4)
            py = round((y + part * radius * math.sin(math.radians(angle))) * dpi / 25.4)
            pixel: Any = picture.getpixel((px, py))
            for color, name in COINS.items():
                seen[name] += math.dist(pixel, color) < 40
    return max(seen, key=lambda name: seen[name])


def test_signs_of_the_tiles(kit: Path) -> None:
    """On all four tiles the pairs of directions.yaml look to the six neighbours, turned 19.1 degrees."""
    picture = render(kit / "vortex-tiles.pdf", 0, 200)
    x, y = step(0, 35)
    assert math.degrees(math.atan2(y, x)) == pytest.approx(-19.107, abs=0.001)
    cut = hexons(kit / "vortex-tiles.pdf")
    assert len(cut) == 4
    for _, tile in cut:
        for record in records("directions.yaml"):
            x, y = step(record["side"], 35)
            ux, uy = x / math.hypot(x, y), y / math.hypot(x, y)
            middle = (tile.centroid.x + 30.1 * ux, tile.centroid.y + 30.1 * uy)
            signs = [
                sign_at(picture, 200, middle[0] - 6.65 * k * uy, middle[1] + 6.65 * k * ux, 5.25)
                for k in (-1, 1)
            ]
            assert sorted(signs) == sorted(record["pair"])
            tip = (tile.centroid.x + 41.5 * ux, tile.centroid.y + 41.5 * uy)
            pixel: Any = picture.getpixel((round(tip[0] * 200 / 25.4), round(tip[1] * 200 / 25.4)))
            assert (min(pixel) > 200) == record.get("reference", False)


def test_backs_lie_behind_their_fronts(kit: Path) -> None:
    """The middle of each token's back lies where its front's is, the sheet turned over its long edge."""
    for component in sorted(BACKED):
        entry = entries(kit)[component]
        middle = [v / 2 for v in entry["size_mm"]]
        with pikepdf.open(kit / entry["file"]) as pdf:
            for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=True):
                width, height = (float(v) * 25.4 / 72 for v in front.mediabox[2:])
                before = [p.corner(*middle) for p in puts(front)]
                behind = [p.corner(*middle) for p in puts(back)]
                turned = [(width - x, y) if height >= width else (x, height - y) for x, y in behind]
                apart = [min(math.dist(at, other) for other in turned) for at in before]
                assert max(apart) < 0.05
