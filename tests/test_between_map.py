"""The Карта Путей as printed at A2, A1 and A0: counted and measured in the finished PDFs."""

from __future__ import annotations

import itertools
import json
import math
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2
import pytest
import yaml
from helpers import ROOT, pnp
from painting import MM, Painted, painted
from shapely import LineString, Point, STRtree, box

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"a2": (594, 420), "a1": (841, 594), "a0": (1189, 841)}
A1 = 841
"""The drawing's own width: below, lengths at A1 are typed from the design."""
CELL, CROSSING, TRACK, CASING = 9.2, 12.8, 2.7, 3.6
LEGEND, TITLE, ROSE = (528, 480, 740, 574), (24, 370, 186, 548), (26, 28, 118, 128)
"""Where on A1 there is no part of the map itself: left, top, right, bottom."""
CROSSINGS = {
    (2, 27), (2, 24), (3, 66), (3, 67), (4, 75), (5, 46), (6, 46), (6, 44), (7, 54), (7, 57),
    (8, 52), (8, 28), (9, 61), (9, 65), (10, 61), (10, 63), (42, 43), (49, 59), (63, 65),
}  # fmt: skip
"""The nineteen crossings, typed from the published list of routes; 10 with 63 is a ruling."""
SIGNS = {"weyr": 8.5, "hold": 5.6, "sea-hold": 5.6, "landmark": 5.6, "hall": 5.4}
"""What the sign of a kind of place covers at A1: the radius."""


@dataclass(frozen=True)
class Printed:
    """A printed map: its file, how much larger than A1 it is, and what it paints."""

    file: Path
    scale: float
    page: Painted

    def outside(self, points: list[tuple[float, float]], *areas: tuple[float, ...]) -> list[int]:
        """Return the numbers of the points that lie outside all areas, these given at A1."""
        return [
            i
            for i, (x, y) in enumerate(points)
            if not any(a <= x / self.scale <= c and b <= y / self.scale <= d for a, b, c, d in areas)
        ]


@pytest.fixture(scope="module", params=SIZES)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Print the map alone at one of the sizes."""
    root = tmp_path_factory.mktemp(request.param)
    for folder in ("content", "templates"):
        shutil.copytree(ROOT / folder / "between", root / folder / "between")
    path = root / "content/between/game.yaml"
    game = yaml.safe_load(path.read_text(encoding="utf-8"))
    width, height = SIZES[request.param]
    chart = game["components"]["route-map"]
    game["components"] = {"route-map": {**chart, "size": f"{width}x{height}", "posters": []}}
    game["checks"] = []
    path.write_text(yaml.safe_dump(game, allow_unicode=True, sort_keys=False), encoding="utf-8")
    ran = pnp("--project", root, "build", "--game", "between")
    assert ran.code == 0, ran.err
    file = root / "out/between/ru/route-map.pdf"
    return Printed(file, width / A1, painted(file))


def _places() -> list[dict[str, str]]:
    text = (ROOT / "content/between/places.yaml").read_text(encoding="utf-8")
    return list(yaml.safe_load(text))


def _text(file: Path) -> str:
    with pypdfium2.PdfDocument(file) as pdf:
        return pdf[0].get_textpage().get_text_range()


def _tracks(printed: Printed) -> list[LineString]:
    """Return the routes' casings, in the order of the routes."""
    return [LineString(s.points) for s in printed.page.stroked(CASING * printed.scale)]


def _cells(printed: Printed) -> list[tuple[float, float]]:
    """Return the middles of the round cells that are drawn on the map itself."""
    size = CELL * printed.scale
    found = [s.middle for s in printed.page.filled(size, size)]
    return [found[i] for i in printed.outside(found, LEGEND)]


def _diamonds(printed: Printed) -> list[tuple[float, float]]:
    size = CROSSING * printed.scale
    return [s.middle for s in printed.page.filled(size, size)]


def test_page_is_the_paper(printed: Printed) -> None:
    """The page has exactly the size that was asked for."""
    with pypdfium2.PdfDocument(printed.file) as pdf:
        size = [round(v / MM) for v in pdf[0].get_size()]
    assert tuple(size) in SIZES.values()
    assert size[0] == round(A1 * printed.scale)


def test_nineteen_crossings_and_no_other(printed: Printed) -> None:
    """The printed tracks cross in nineteen places, those of the rules, each under a diamond of its own."""
    tracks = _tracks(printed)
    assert len(tracks) == 77
    ends = [Point(p) for track in tracks for p in track.coords]
    met = {}
    for (a, first), (b, second) in itertools.combinations(enumerate(tracks, start=1), 2):
        common = first.intersection(second)
        points = [p for p in getattr(common, "geoms", [common]) if not p.is_empty]
        alone = [p for p in points if min(p.distance(end) for end in ends) > 1]
        assert len(alone) <= 1
        if alone:
            met[a, b] = alone[0]
    assert set(met) == {tuple(sorted(pair)) for pair in CROSSINGS}
    diamonds = _diamonds(printed)
    assert len(diamonds) == 19
    for point in met.values():
        assert min(point.distance(Point(d)) for d in diamonds) < 0.05


def test_cells_are_counted(printed: Printed) -> None:
    """489 inner cells: 462 round ones, 19 crossings, 8 halls and fields that lie on a route."""
    assert len(_cells(printed)) == 462
    assert len(_diamonds(printed)) == 19
    assert 462 + 19 + 8 == 489


def test_cells_take_a_pawn_and_do_not_touch(printed: Printed) -> None:
    """Cells are 9 mm wide at least on A1 and 6 mm on A2, and between any two there is paper."""
    assert CELL * printed.scale >= (9 if printed.scale >= 1 else 6)
    cells = [Point(p) for p in _cells(printed)]
    tree = STRtree(cells)
    size = CELL * printed.scale
    for i, j in tree.query(cells, predicate="dwithin", distance=size).T.tolist():
        assert i == j, f"two cells at {cells[i]} and {cells[j]} touch"


def test_every_name_is_printed(printed: Printed) -> None:
    """All 63 names stand on the map, and the word «находка» at each of the 24 finds."""
    text = "".join(_text(printed.file).split())
    for place in _places():
        assert place["name"].replace(" ", "") in text, place["name"]
    assert _text(printed.file).count("находка") == 24


def test_type_can_be_read(printed: Printed) -> None:
    """Nothing is smaller than 8 points at A1, and nothing smaller than 5 at any size."""
    assert min(printed.page.sizes) >= 8 * printed.scale
    assert min(printed.page.sizes) >= 5


def _glyphs(printed: Printed) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return the map's own glyphs, in the order of the file, with their boxes as a reader sees them."""
    glyphs = []
    with pypdfium2.PdfDocument(printed.file) as pdf:
        page = pdf[0]
        height = page.get_height()
        text = page.get_textpage()
        letters = text.get_text_range()
        for index in range(min(text.count_chars(), len(letters))):
            if not letters[index].isspace():
                left, bottom, right, top = text.get_charbox(index)
                glyphs.append(
                    (letters[index], (left / MM, (height - top) / MM, right / MM, (height - bottom) / MM))
                )
    middles = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for _, b in glyphs]
    return [glyphs[i] for i in printed.outside(middles, LEGEND, TITLE, ROSE)]


def test_no_letter_lies_on_a_track_or_a_sign(printed: Printed) -> None:
    """Glyph boxes, read back from the PDF, keep off tracks, cells and signs; crossings hold their numbers."""
    k = printed.scale
    boxes = [box(*b) for letter, b in _glyphs(printed)]
    tree = STRtree(boxes)
    diamonds = [Point(d).buffer(CROSSING * k / 2) for d in _diamonds(printed)]
    inside = {int(i) for d in diamonds for i in tree.query(d, predicate="contains")}
    assert len(inside) == sum(len(str(n)) for pair in CROSSINGS for n in pair)
    things = [track.buffer(TRACK * k / 2) for track in _tracks(printed)]
    things += [Point(c).buffer(CELL * k / 2) for c in _cells(printed)]
    things += [Point(d).buffer(CROSSING * k / 2) for d in _diamonds(printed)]
    things += _signs(printed)
    for thing in things:
        for index in tree.query(thing, predicate="intersects"):
            assert int(index) in inside, f"{_glyphs(printed)[index]} lies on something"


def _signs(printed: Printed) -> list[object]:
    """Return what the signs of the places cover: at the ends of tracks, and at the stops between."""
    at = {}
    routes = yaml.safe_load((ROOT / "content/between/routes.yaml").read_text(encoding="utf-8"))
    for route, track in zip(routes, _tracks(printed), strict=True):
        stops = [route["ends"][0], *route.get("via", []), route["ends"][1]]
        at.update(zip(stops, track.coords, strict=True))
    kinds = {p["id"]: p["kind"] for p in _places()}
    assert len(at) == 63
    return [Point(p).buffer(SIGNS[kinds[i]] * printed.scale) for i, p in at.items()]


def test_no_two_labels_touch(printed: Printed) -> None:
    """No glyph lies over a glyph of another label: those are far apart in the file."""
    glyphs = _glyphs(printed)
    boxes = [box(*b) for _, b in glyphs]
    for i, j in STRtree(boxes).query(boxes, predicate="intersects").T.tolist():
        assert abs(i - j) <= 20, f"{glyphs[i]} lies on {glyphs[j]}"


def test_shields_stand_by_their_tracks(printed: Printed) -> None:
    """Each of the 77 route numbers is printed within two cells' breadth of its own track."""
    tracks = _tracks(printed)
    numbers = [g for g in _runs(printed) if g[0].isdigit()]
    for number, track in enumerate(tracks, start=1):
        near = min(math.inf, *(track.distance(Point(p)) for n, p in numbers if n == str(number)))
        assert near < 2 * CELL * printed.scale, number


def _runs(printed: Printed) -> list[tuple[str, tuple[float, float]]]:
    """Return the digits that stand side by side as numbers, each with its middle."""
    runs: list[tuple[str, list[tuple[float, float, float, float]]]] = []
    for letter, at in _glyphs(printed):
        if (
            runs
            and letter.isdigit()
            and abs(at[0] - runs[-1][1][-1][2]) < 0.6 * printed.scale
            and (abs(at[3] - runs[-1][1][-1][3]) < 0.5 * printed.scale)
        ):
            runs[-1] = (runs[-1][0] + letter, [*runs[-1][1], at])
        else:
            runs.append((letter, [at]))
    return [
        (word, ((boxes[0][0] + boxes[-1][2]) / 2, (boxes[0][1] + boxes[0][3]) / 2)) for word, boxes in runs
    ]


def test_too_large_names_are_told(tmp_path: Path) -> None:
    """Names four times as large find no place: each is told in its line, and the routes are still checked."""
    for folder in ("content", "templates"):
        shutil.copytree(ROOT / folder / "between", tmp_path / folder / "between")
    theme = tmp_path / "templates/between/theme.yaml"
    text = theme.read_text(encoding="utf-8")
    old = "label: {font: text, size: 11.5,"
    assert text.count(old) == 1
    theme.write_text(text.replace(old, "label: {font: text, size: 46,"), encoding="utf-8")
    ran = pnp("--project", tmp_path, "validate", "--format", "json")
    assert ran.code == 1
    lost = [f for f in json.loads(ran.out)["findings"] if f["code"] == "map/label-overlap"]
    lines = (ROOT / "content/between/places.yaml").read_text(encoding="utf-8").splitlines()
    assert len(lost) > 5
    for finding in lost:
        if finding["file"].endswith("places.yaml"):
            name = re.search(r"for '(.+)'", finding["message"])
            assert name
            assert name[1] in lines[finding["line"] - 1]
