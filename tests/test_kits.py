"""The three kits as they are printed, file by file: sound PDFs, true sizes, whole letters, found words."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
import yaml
from conftest import GAMES
from helpers import ROOT, pnp_process
from printing import MM, clean, puts
from reading import copied, copied_by_poppler, fonts, runs, squeeze

if TYPE_CHECKING:
    from pathlib import Path

    from printing import Put

CUT = {"grid", "page", "pack"}
"""Layouts of pieces that are cut out; the pages of the others have lines of the program's own."""


def _files(kits: Path, game: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads((kits / game / "ru/kit.json").read_text(encoding="utf-8"))[
        "files"
    ]
    return told


def _yaml(game: str, name: str) -> Any:
    """Return a content file as it stands, read without the engine."""
    return yaml.safe_load((ROOT / "content" / game / f"{name}.yaml").read_text(encoding="utf-8"))


def _text(file: Path) -> str:
    with pikepdf.open(file) as pdf:
        pages = len(pdf.pages)
    return " ".join(copied(file, page) for page in range(pages))


@pytest.mark.parametrize("game", GAMES)
def test_files_are_sound(game: str, kits: Path) -> None:
    """Each file that kit.json tells is there with its bytes and pages, qpdf is content, none lies beside."""
    folder = kits / game / "ru"
    told = _files(kits, game)
    listed = {f["file"] for f in told} | {"kit.json", "print-plan.pdf"}
    assert listed == {f.name for f in folder.iterdir()}
    for entry in told:
        file = folder / entry["file"]
        assert hashlib.sha256(file.read_bytes()).hexdigest() == entry["sha256"]
        assert clean(file), file
        with pikepdf.open(file) as pdf:
            assert len(pdf.pages) == entry["pages"]
            assert entry["sheets"] <= entry["pages"] <= 2 * entry["sheets"]


@pytest.mark.parametrize("game", GAMES)
def test_fonts_are_embedded_once(game: str, kits: Path) -> None:
    """Every font is embedded, as a subset, with its characters, once a file; none is left to the reader."""
    for entry in _files(kits, game):
        found = fonts(kits / game / "ru" / entry["file"])
        assert {(f["emb"], f["sub"], f["uni"]) for f in found} <= {("yes", "yes", "yes")}, entry["file"]
        names = [f["name"].partition("+")[2] for f in found]
        assert len(names) == len(set(names)), entry["file"]
        shipped = {f.stem for f in (ROOT / "fonts").glob("*.ttf")}
        assert set(names) <= shipped, entry["file"]


@pytest.mark.parametrize("game", GAMES)
def test_printers_are_told(game: str, kits: Path) -> None:
    """No scaling, the edge to turn over where there are backs, the language, a title, and where to trim."""
    for entry in _files(kits, game):
        with pikepdf.open(kits / game / "ru" / entry["file"]) as pdf:
            preferences = pdf.Root.ViewerPreferences
            assert preferences.PrintScaling == "/None"
            if entry["pages"] > entry["sheets"]:
                edge = "/DuplexFlipShortEdge" if entry["layout"] == "booklet" else "/DuplexFlipLongEdge"
                assert preferences.Duplex == edge
            assert str(pdf.Root.Lang) == "ru"
            assert str(pdf.docinfo["/Title"])
            for page in pdf.pages:
                media, trim = ([float(v) for v in box] for box in (page.mediabox, page.trimbox))
                assert media[0] <= trim[0] < trim[2] <= media[2]
                assert media[1] <= trim[1] < trim[3] <= media[3]


def _trim(pdf: pikepdf.Pdf, put: Put) -> tuple[float, float, float, float]:
    """Return where the trim of a placed face lies; its form reaches as far beyond on every side."""
    left, _, right, bottom = (float(v) for v in pdf.get_object(put.form).BBox)
    width, height = right + left, bottom + float(pdf.get_object(put.form).BBox[1])
    (x0, y0), (x1, y1) = put.corner(0, 0), put.corner(width, height)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@pytest.mark.parametrize("game", GAMES)
def test_pieces_have_their_size(game: str, kits: Path) -> None:
    """Every placed piece has the size that kit.json tells, within 0.05 mm, upright or turned."""
    sized = {
        name for name, c in _yaml(game, "game")["components"].items() if "size" in c and "strips" not in c
    }
    seen = set()
    for entry in _files(kits, game):
        if entry["layout"] not in CUT or entry["component"] not in sized:
            continue
        with pikepdf.open(kits / game / "ru" / entry["file"]) as pdf:
            for put in (put for page in pdf.pages for put in puts(page)):
                left, top, right, bottom = _trim(pdf, put)
                size = sorted((right - left, bottom - top))
                assert size == pytest.approx(sorted(entry["size_mm"]), abs=0.05), entry["file"]
                seen.add(entry["component"])
    assert len(seen) > 3


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_cut_off(game: str, kits: Path) -> None:
    """Every run of text lies inside the trim of a piece, to a tenth of a millimetre."""
    for entry in _files(kits, game):
        if entry["layout"] not in CUT:
            continue
        file = kits / game / "ru" / entry["file"]
        with pikepdf.open(file) as pdf:
            trims = [[_trim(pdf, put) for put in puts(page)] for page in pdf.pages]
        for pieces, found in zip(trims, runs(file), strict=True):
            outside = [run for run in found if not any(_inside(run, piece) for piece in pieces)]
            assert not outside, (entry["file"], outside[:3])


def _inside(run: tuple[float, ...], piece: tuple[float, ...]) -> bool:
    (left, top, right, bottom), (x0, y0, x1, y1) = run, piece
    return x0 - 0.1 <= left and right <= x1 + 0.1 and y0 - 0.1 <= top and bottom <= y1 + 0.1


COUNTED = {
    ("between", "route-map"): (1, 841, 594),
    ("between", "place-cards"): (330, 44, 67),
    ("bitra", "board"): (1, 500, 500),
    ("bitra", "tax-cards"): (6, 70, 120),
    ("vortex", "phenomenon-cards"): (16, 63, 88),
}


@pytest.mark.parametrize(("game", "component"), COUNTED)
def test_pieces_are_counted(game: str, component: str, kits: Path) -> None:
    """The pieces of the rules, counted on the front pages, agree with what kit.json says of the file."""
    pieces, width, height = COUNTED[game, component]
    entry = next(f for f in _files(kits, game) if f["component"] == component and f["layout"] in CUT)
    with pikepdf.open(kits / game / "ru" / entry["file"]) as pdf:
        backed = len(pdf.pages) == 2 * entry["sheets"]
        fronts = pdf.pages[:: 2 if backed else 1]
        assert sum(len(puts(page)) for page in fronts) == pieces
        if entry["layout"] == "page":
            size = [float(v) / MM for v in pdf.pages[0].mediabox[2:]]
            assert size == pytest.approx([width, height], abs=0.05)
    assert (entry["pieces"], entry["size_mm"]) == (pieces, [width, height])


def test_content_has_the_numbers_of_the_rules() -> None:
    """63 places, 77 routes, 19 crossings; 40 squares, 31 taxes, 7 prices; 16 phenomena, six pairs."""
    routes = _yaml("between", "routes")
    squares = _yaml("bitra", "squares")
    assert len(_yaml("between", "places")) == 63
    assert [route["number"] for route in routes] == list(range(1, 78))
    pairs = {frozenset((r["number"], n)) for r in routes for n in r.get("crosses", [])}
    assert (len(pairs), sum(len(r.get("crosses", [])) for r in routes)) == (19, 38)
    assert (len(squares), sum("tax" in s for s in squares), sum("price" in s for s in squares)) == (40, 31, 7)
    assert len(_yaml("vortex", "phenomena")) == 16
    assert len({tuple(sorted(d["pair"])) for d in _yaml("vortex", "directions")}) == 6


def _plain(text: str) -> str:
    """Return a text of the YAML as it is read: references by their form, Markdown and icons taken out."""
    text = re.sub(r"\[\[[a-z0-9-]+\|([^\]]+)\]\]", r"\1", text)
    return squeeze(re.sub(r"\*+|:[a-z][a-z0-9-]+:", "", text))


def test_places_are_on_map_and_cards(kits: Path) -> None:
    """Every name of a place is on the map, and each of those that have a card on the cards."""
    on_map = _text(kits / "between/ru/route-map.pdf")
    on_cards = _text(kits / "between/ru/place-cards.pdf")
    ends = {end for route in _yaml("between", "routes") for end in route["ends"]}
    for place in _yaml("between", "places"):
        assert place["name"] in on_map
        if place["id"] in ends:
            assert place["name"] in on_cards


def test_squares_are_on_the_board(kits: Path) -> None:
    """Every square's name is on the board, each tax as often as squares have it, each price by its word."""
    text = copied_by_poppler(kits / "bitra/ru/board.pdf")
    squares = _yaml("bitra", "squares")
    numbers = re.findall(r"\d+", text)
    for square in squares:
        assert square["name"] in text
        if "price" in square:
            assert re.search(rf"\b{square['price']}\b", text)
    for tax in {s["tax"] for s in squares if "tax" in s}:
        assert numbers.count(str(tax)) >= sum(s.get("tax") == tax for s in squares)


def test_phenomena_are_on_their_cards(kits: Path) -> None:
    """Both texts of every phenomenon are found word for word, divided words whole."""
    text = _text(kits / "vortex/ru/phenomenon-cards.pdf")
    for record in _yaml("vortex", "phenomena"):
        for key in ("name", "positive", "negative"):
            assert _plain(record[key]) in text


def test_built_again_the_bytes_are_the_same(kits: Path, tmp_path: Path) -> None:
    """A second build, in a process of its own, gives the files that kit.json vouches for."""
    ran = pnp_process("build", "--game", "vortex", "--only", "phenomenon-cards", "--out", tmp_path)
    assert ran.code == 0, ran.err
    file = "vortex/ru/phenomenon-cards.pdf"
    assert (tmp_path / file).read_bytes() == (kits / file).read_bytes()
