"""Cutting machines: marks on the printed page, and the cut lines beside it, measured against each other."""

from __future__ import annotations

import itertools
import json
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import TYPE_CHECKING

import ezdxf
import pikepdf
import pytest
from imposed import component
from PIL import Image
from printing import MM, clean, lines, puts, render
from reading import copied_by_poppler
from shapely.affinity import translate
from shapely.geometry import Polygon, box

from pnp.draw.hexes import tile_outline
from pnp.impose.grid import impose_grid
from pnp.impose.pack import impose_packed
from pnp.impose.papers import find_paper
from pnp.impose.registration import cutters
from pnp.impose.upright import upright
from pnp.model.face import Face, Piece

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

Points = list[tuple[float, float]]


def from_svg(file: Path) -> tuple[list[Points], tuple[float, float]]:
    """Return the lines of the layer CUT in millimetres, and the drawing's size."""
    root = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    width, height = (float(str(root.get(k)).removesuffix("mm")) for k in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    (layer,) = [g for g in root if g.get("id") == "CUT"]
    found = []
    for path in layer:
        d = str(path.get("d"))
        assert d.startswith("M")
        assert d.endswith(" Z")
        points = d[1:-2].split(" L")
        found.append([(float(x), float(y)) for x, y in (p.split() for p in points)])
    return found, (width, height)


def from_dxf(file: Path, height: float) -> tuple[list[Points], list[Points]]:
    """Return the lines of the layers CUT and REGISTRATION in millimetres from the upper left corner."""
    document = ezdxf.readfile(file)
    assert document.units == ezdxf.units.MM
    assert not document.audit().has_errors
    found: dict[str, list[Points]] = {"CUT": [], "REGISTRATION": []}
    for line in document.modelspace():
        assert line.dxftype() == "LWPOLYLINE"
        assert line.closed
        found[line.dxf.layer].append([(x, height - y) for x, y in line.get_points("xy")])
    return found["CUT"], found["REGISTRATION"]


def trims(page: pikepdf.Page, width: float, height: float) -> list[Points]:
    """Return the trim of each piece on a finished page by its corners, wherever it is turned."""
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    return [[put.corner(x, y) for x, y in corners] for put in puts(page)]


def bounds(points: Points) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def many(project: Project, count: int) -> None:
    """Give the small project a deck of that many cards."""
    letters = "абвгдежзик"
    names = [4 * letters[i % 10] + 4 * letters[i // 10] for i in range(count)]
    cards = "".join(f"- {{id: c{i}, name: {name}, text: Текст.}}\n" for i, name in enumerate(names))
    project.write("content/demo/cards.yaml", cards)


def cuts(folder: Path, component: str) -> list[dict[str, object]]:
    """Return what kit.json says of the cut files of a component."""
    listing = json.loads((folder / "kit.json").read_text(encoding="utf-8"))
    (entry,) = [f for f in listing["files"] if f["component"] == component]
    return list(entry["cuts"])


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "none"])
@pytest.mark.parametrize(("paper", "a_page"), [("a4", 6), ("letter", 6)])
def test_cut_lines_are_the_trims(project: Project, duplex: str, paper: str, a_page: int) -> None:
    """Each front page has a drawing; both forms show the trims of the PDF within 0.05 mm."""
    many(project, 2 * a_page + 1)
    folder = project.build("--cut", "silhouette", "--duplex", duplex, "--paper", paper)
    assert clean(folder / "deck.pdf")
    listed = cuts(folder, "deck")
    fronts = [1, 3, 5] if duplex != "none" else [1, 2, 3]
    assert [c["pages"] for c in listed] == [fronts[:2], fronts[2:]]
    assert {f.name for f in folder.iterdir() if "cut" in f.name} == {
        f"deck-cut-{n}.{kind}" for n in (1, 2) for kind in ("svg", "dxf")
    }
    cut_out = 0
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert len(pdf.pages) == 6
        size = tuple(float(v) / MM for v in pdf.pages[0].mediabox[2:])
        assert size == pytest.approx((210, 297) if paper == "a4" else (215.9, 279.4), abs=0.01)
        for drawing in listed:
            svg, told = from_svg(folder / str(drawing["svg"]))
            dxf, _ = from_dxf(folder / str(drawing["dxf"]), size[1])
            assert told == pytest.approx(size, abs=0.01)
            for number in drawing["pages"]:  # type: ignore[attr-defined]
                there = sorted(bounds(t) for t in trims(pdf.pages[number - 1], 63, 88))
                cut_out += len(there)
                for drawn in (svg, dxf):
                    assert [len(line) for line in drawn] == [4] * len(there)
                    for a, b in zip(sorted(map(bounds, drawn)), there, strict=True):
                        assert a == pytest.approx(b, abs=0.05)
        backs = [pdf.pages[i - 1] for i in range(1, 7) if i not in fronts]
        assert all(lines(page) == [] for page in pdf.pages)
        assert all(len(puts(page)) for page in backs)
    assert cut_out == 2 * a_page + 1


@pytest.mark.parametrize(
    ("paper", "width", "height", "arm"), [("a4", 210, 297, 9.4), ("letter", 215.9, 279.4, 8.04)]
)
def test_marks_as_the_machine_wants_them(
    project: Project, paper: str, width: float, height: float, arm: float
) -> None:
    """On the picture of the front: a square of 5 mm, two L marks, 10 mm from the edges, white round them."""
    many(project, 6)
    folder = project.build("--cut", "silhouette", "--paper", paper)
    dots = 20.0
    page = render(folder / "deck.pdf", 0, 25.4 * dots).convert("L").point(lambda v: 255 if v < 128 else 0)
    assert page.size == pytest.approx((width * dots, height * dots), abs=1.5)

    def dark(left: float, top: float, right: float, bottom: float) -> list[float]:
        found = page.crop(tuple(round(v * dots) for v in (left, top, right, bottom))).getbbox()  # type: ignore[arg-type]
        assert found is not None
        return [v / dots + offset for v, offset in zip(found, (left, top, left, top), strict=True)]

    r, b = width - 10, height - 10
    assert dark(0, 8, 17, 17) == pytest.approx([10, 10, 15, 15], abs=0.06)
    assert dark(r - arm - 2, 8, width, 10.9) == pytest.approx([r - arm, 10, r, 10.9], abs=0.06)
    assert dark(r - 0.9, 8, width, 10 + arm + 2) == pytest.approx([r - 0.9, 10, r, 10 + arm], abs=0.06)
    assert dark(r - arm - 2, 11.1, width, 10 + arm + 2) == pytest.approx([r - 1, 11.1, r, 10 + arm], abs=0.06)
    assert dark(0, b - 0.9, 10 + arm + 2, height) == pytest.approx([10, b - 0.9, 10 + arm, b], abs=0.06)
    assert dark(0, b - arm - 2, 10.9, height) == pytest.approx([10, b - arm, 10.9, b], abs=0.06)
    _, marks = from_dxf(folder / "deck-cut.dxf", height)
    left, top, right, bottom = bounds(list(itertools.chain(*marks)))
    assert (left + right) / 2 == pytest.approx(width / 2)
    assert (top + bottom) / 2 == pytest.approx(height / 2)
    assert (left, top) == pytest.approx((10, 10))


@pytest.mark.parametrize("paper", ["a3", "a4", "a5", "letter", "legal", "tabloid", "a4+letter", "200x280"])
@pytest.mark.parametrize(
    "size", [(63, 88, 3, 6), (44, 67, 3, 0), (70, 120, 0, 0), (12, 12, 2, 0), (16, 16, 3, 0), (25, 25, 2, 5)]
)
@pytest.mark.parametrize("impose", ["grid", "pack"])
def test_nothing_lies_under_the_marks(paper: str, size: tuple[float, ...], impose: str) -> None:
    """On every paper: all pieces are there, upright pages, no bleed in the corners of the marks."""
    cutter, sheet_of = cutters()["silhouette"], find_paper(paper)
    arm = 8.04 if paper == "letter" else 9.4
    for count in (1, 7, 40):
        faces = [Face(f"f{i}", size[0], size[1], size[2], "") for i in range(count)]
        pieces = [Piece(face, None, 1) for face in faces]
        part = component(*size, impose)
        if impose == "grid":
            sheets = impose_grid(part, pieces, sheet_of, "long-edge", "crop", cutter)
        else:
            sheets = impose_packed(part, pieces, sheet_of, "crop", cutter)
        pages = [upright(sheet).front for sheet in sheets]
        assert sorted(id(p.face) for page in pages for p in page.placements) == sorted(map(id, faces))
        for page in pages:
            assert page.width <= page.height
            corners = (
                box(0, 0, 17, 17),
                box(page.width - 12 - arm, 0, page.width, 12 + arm),
                box(0, page.height - 12 - arm, 12 + arm, page.height),
            )
            for p in page.placements:
                shown = box(p.shown.left, p.shown.top, p.shown.right, p.shown.bottom)
                assert min(shown.bounds[:2]) >= 4
                assert all(shown.intersection(corner).area < 1e-6 for corner in corners)


def test_nested_pieces_stay_off_the_marks() -> None:
    """Four tiles of seven hexes still go on A4 and on Letter, whole, apart, and clear of the marks."""
    outline = tile_outline((52.5, 50.5181), 35)
    tile = replace(Face("t", 105, 101.036, 2, ""), cut=outline)
    cutter = cutters()["silhouette"]
    for paper in ("a4", "letter"):
        sheets = impose_grid(
            component(105, 101.036, 2, 4), [Piece(tile, None, 8)], find_paper(paper), "none", "crop", cutter
        )
        assert [len(s.front.placements) for s in sheets] == [4, 4]
        page = upright(sheets[0]).front
        turned = [Polygon(outline) if not p.turn else Polygon([(p.width - y, x) for x, y in outline])
                  for p in page.placements]  # fmt: skip
        there = [translate(t, p.x, p.y).buffer(2) for t, p in zip(turned, page.placements, strict=True)]
        arm = 12 + (9.4 if paper == "a4" else 8.04)
        for a, b in itertools.combinations(there, 2):
            assert a.intersection(b).area < 0.1
        for corner in (
            box(0, 0, 17, 17),
            box(page.width - arm, 0, page.width, arm),
            box(0, page.height - arm, arm, page.height),
        ):
            assert all(shape.intersection(corner).area < 0.01 for shape in there)


SHAPES = """\
  hexes:
    title: Гексы
    cards: {face: hex.svg, shape: hex}
    size: 30x34.641
    bleed: 2
    copies: 9
  chits:
    title: Кружки
    cards: {face: chit.svg, shape: circle}
    size: 25x25
    bleed: 2
    copies: 9
  rounded:
    title: Скруглённые
    cards: {face: back.svg}
    size: 63x88
    corners: 3
    copies: 5
"""


@pytest.fixture
def shapes(project: Project) -> Project:
    """Return a project with hexes, circles and rounded cards."""
    project.edit("content/demo/game.yaml", "words:\n", f"{SHAPES}words:\n")
    for name, width, height in (("hex", 30.0, 34.641), ("chit", 25.0, 25.0)):
        project.write(
            f"templates/demo/{name}.svg",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="#77aa77"/></svg>',
        )
    return project


def test_true_outlines(shapes: Project) -> None:
    """Hexes have six corners, circles and rounded corners their radius, where the PDF has the pieces."""
    folder = shapes.build("--cut", "silhouette")
    for name, width, height in (("hexes", 30, 34.641), ("chits", 25, 25), ("rounded", 63, 88)):
        with pikepdf.open(folder / f"{name}.pdf") as pdf:
            there = sorted(bounds(t) for t in trims(pdf.pages[0], width, height))
        svg, _ = from_svg(folder / f"{name}-cut.svg")
        dxf, _ = from_dxf(folder / f"{name}-cut.dxf", 297)
        assert len(there) == (9 if name != "rounded" else 5)
        for drawn in (svg, dxf):
            for line, trim in zip(sorted(drawn, key=bounds), there, strict=True):
                assert bounds(line) == pytest.approx(trim, abs=0.05)
                check_shape(name, line, trim)


def check_shape(name: str, line: Points, trim: tuple[float, float, float, float]) -> None:
    """Look that a line has the shape of its component."""
    left, top, right, bottom = trim
    middle = ((left + right) / 2, (top + bottom) / 2)
    if name == "hexes":
        sides = [math.dist(a, b) for a, b in itertools.pairwise([*line, line[0]])]
        assert sides == pytest.approx([17.3205] * 6, abs=0.05)
    elif name == "chits":
        assert [math.dist(middle, point) for point in line] == pytest.approx([12.5] * len(line), abs=0.05)
        assert Polygon(line).area == pytest.approx(math.pi * 12.5**2, rel=0.002)
    else:
        assert Polygon(line).area == pytest.approx(63 * 88 - (4 - math.pi) * 9, abs=0.2)
        for x, y in line:
            dx, dy = abs(x - middle[0]) - (right - left) / 2 + 3, abs(y - middle[1]) - (bottom - top) / 2 + 3
            assert (math.hypot(dx, dy) if min(dx, dy) > 0 else max(dx, dy)) == pytest.approx(3, abs=0.05)


def test_rounded_corners_without_a_machine(shapes: Project) -> None:
    """With crop marks the four arcs of each rounded card are drawn on its front; with none nothing is."""
    folder = shapes.build("--only", "rounded")
    with pikepdf.open(folder / "rounded.pdf") as pdf:
        page = pdf.pages[0]
        drawn = [s for s in lines(page) if s[0] != s[2] and s[1] != s[3]]
        corners = [point for trim in trims(page, 63, 88) for point in trim]
    ends = {(round(x, 3), round(y, 3)) for s in drawn for x, y in (s[:2], s[2:])}
    for corner in corners:
        near = [p for p in ends if math.dist(p, corner) < 3.2]
        assert len(near) >= 13
        assert min(math.dist(p, corner) for p in near) == pytest.approx(3 * (math.sqrt(2) - 1), abs=0.05)
    folder = shapes.build("--only", "rounded", "--marks", "none")
    with pikepdf.open(folder / "rounded.pdf") as pdf:
        assert lines(pdf.pages[0]) == []


def test_rounded_pictures(shapes: Project) -> None:
    """An exported picture of a rounded card is clear in its corners, whole in the middle of its sides."""
    assert shapes.run("export", "png", "--only", "rounded").code == 0
    (file,) = (shapes.root / "out/demo/ru/export/png/rounded").iterdir()
    with Image.open(file) as picture:
        width, height = picture.size
        assert picture.getpixel((2, 2))[3] == picture.getpixel((width - 3, height - 3))[3] == 0  # type: ignore[index]
        assert picture.getpixel((2, height // 2))[3] == 255  # type: ignore[index]
        dots = 300 / 25.4
        assert picture.getpixel((round(1.2 * dots), round(1.2 * dots)))[3] == 255  # type: ignore[index]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("corners: 3", "corners: 40", "more than half"),
        ("corners: 3", "corners: -1", "0 or more"),
        ("shape: circle}\n", "shape: circle}\n    corners: 3\n", "only rectangular pieces"),
    ],
)
def test_corners_that_cannot_be(shapes: Project, old: str, new: str, said: str) -> None:
    """Corners wider than the card, below zero, or of a circle are a located finding."""
    shapes.edit("content/demo/game.yaml", old, new)
    found = shapes.only()
    assert found["code"] == "schema/type"
    assert said in found["message"]


def test_plan_tells_of_the_machine(project: Project) -> None:
    """The print plan names the marks' lengths and the drawings by page, and no cutting along crop marks."""
    many(project, 13)
    folder = project.build("--cut", "silhouette")
    text = copied_by_poppler(folder / "print-plan.pdf")
    assert "Плоттер Silhouette" in text
    assert "A4: отступ 10 мм, длина 9,4 мм, толщина 1 мм" in text
    assert "deck-cut-1.dxf, .svg" in text
    assert "стр. 1, 3" in text
    assert "deck-cut-2.dxf, .svg" in text
    assert "по меткам; затем" not in text
    assert "deck-cut-2" in copied_by_poppler(folder / "deck.pdf")


def test_the_same_bytes_twice(project: Project) -> None:
    """Two builds with cut lines give the same files."""
    first = {f.name: f.read_bytes() for f in project.build("--cut", "silhouette").iterdir()}
    second = {f.name: f.read_bytes() for f in project.build("--cut", "silhouette").iterdir()}
    assert first == second
    assert "deck-cut.dxf" in first


def test_folded_sheets_are_refused(project: Project) -> None:
    """A gutterfold sheet goes through no machine: one sentence, and nothing is written."""
    ran = project.run("build", "--cut", "silhouette", "--duplex", "fold")
    assert ran.code == 2
    assert "folded sheet" in ran.err
    assert not (project.root / "out").exists()


def test_too_large_for_the_marks(project: Project) -> None:
    """A sheet that does not fit between the marks has crop marks; all else goes to the machine."""
    part = "  sheet:\n    title: Лист\n    cards: {face: sheet.svg}\n    size: 184x253\n"
    project.edit("content/demo/game.yaml", "words:\n", f"{part}words:\n")
    project.write(
        "templates/demo/sheet.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 184 253">'
        '<rect x="-3" y="-3" width="190" height="259" fill="#dddddd"/></svg>',
    )
    folder = project.build("--cut", "silhouette", "--pack")
    assert cuts(folder, "sheet") == []
    assert [c["pages"] for c in cuts(folder, "deck")] == [[1]]
    with pikepdf.open(folder / "sheet.pdf") as pdf:
        assert len(lines(pdf.pages[0])) == 8
    assert "по меткам; затем" in copied_by_poppler(folder / "print-plan.pdf")


def test_a_machine_is_told_one_size_of_paper(project: Project) -> None:
    """`a4+letter` with a machine is one sentence, as an option and in a profile; nothing is written."""
    profile = str(project.write("printer.yaml", "papers: {deck: a3+tabloid}\n"))
    for both, args in (("a4+letter", ("--paper", "a4+letter")), ("a3+tabloid", ("--profile", profile))):
        ran = project.run("build", "--cut", "silhouette", *args)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert f"choose one instead of {both}" in ran.err
    assert not (project.root / "out").exists()


def test_marks_with_a_machine_are_told(project: Project) -> None:
    """`--marks` has no say on sheets that a machine cuts: one sentence tells; else there is none."""
    ran = project.run("build", "--cut", "silhouette", "--marks", "full")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "--marks is for the other sheets" in ran.err
    assert project.run("build", "--cut", "silhouette").err == ""
    assert project.run("build", "--marks", "full").err == ""
