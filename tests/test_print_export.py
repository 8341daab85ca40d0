"""What is exported, opened again by other programs' readers and measured."""

from __future__ import annotations

import csv
import json
import math
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import cairosvg
import jsonschema
import pikepdf
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from printing import clean

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


def export(project: Project, *args: str) -> Path:
    """Export from the small project and return the folder of that kind."""
    ran = project.run("export", *args)
    assert ran.code == 0, ran.err
    kind = args[args.index("--service") + 1] if "--service" in args else args[0]
    return project.root / "out" / "demo" / "ru" / "export" / kind


def many(project: Project, count: int) -> None:
    """Give the small project a deck of that many cards, the first of them three times."""
    letters = "абвгдежзик"
    names = [4 * letters[i % 10] + 4 * letters[i // 10] for i in range(count)]
    rows = [f"id: c{i}, name: {name}, n: {3 if i == 0 else 1}" for i, name in enumerate(names)]
    cards = [f"- {{{row}, text: Текст.}}\n" for row in rows]
    project.write("content/demo/cards.yaml", "".join(cards))
    project.edit("content/demo/game.yaml", "fields: {text: text}", "fields: {text: text, n: integer}")
    project.edit("content/demo/game.yaml", "    size: 63x88\n", "    size: 63x88\n    copies: n\n")


@pytest.mark.parametrize(
    ("service", "folder", "pixels", "cut"),
    [("tgc", "deck-poker", (825, 1125), 37.5), ("mpc", "deck-euro-poker", (816, 1110), 36)],
)
def test_pictures_for_print_services(
    project: Project, service: str, folder: str, pixels: tuple[int, int], cut: float
) -> None:
    """Each picture has the service's pixels at 300 dpi, its ground fills the bleed; the list agrees."""
    many(project, 2)
    out = export(project, "print-shop", "--service", service) / folder
    with (out / "list.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [r["copies"] for r in rows] == ["3", "1"]
    assert [r["front"] for r in rows] == ["001-c0-front-x3.png", "002-c1-front-x1.png"]
    assert {r["back"] for r in rows} == {"back.png"}
    assert {f.name for f in out.iterdir()} == {"list.csv", "back.png", *(r["front"] for r in rows)}
    for name in ("001-c0-front-x3.png", "back.png"):
        with Image.open(out / name) as picture:
            assert (picture.size, picture.mode) == (pixels, "RGB")
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            ground = (0xEE, 0xEE, 0xEE) if name != "back.png" else (0x33, 0x33, 0x33)
            edges = ((2, 2), (pixels[0] - 3, 2), (2, pixels[1] - 3), (pixels[0] - 3, pixels[1] - 3))
            assert {picture.getpixel(e) for e in edges} == {ground}
            text = ImageChops.difference(picture, Image.new("RGB", pixels, ground)).getbbox()
            assert text is not None
            assert min(text[0], pixels[0] - text[2]) > cut + 36


def test_nothing_fits_the_service(project: Project) -> None:
    """A deck of a size that a service does not have is told, and nothing is written."""
    project.edit("content/demo/game.yaml", "size: 63x88", "size: 120x120")
    for side in ("card", "back"):
        project.edit(f"templates/demo/{side}.svg", 'viewBox="0 0 63 88"', 'viewBox="0 0 120 120"')
        project.edit(f"templates/demo/{side}.svg", 'width="69" height="94"', 'width="126" height="126"')
    ran = project.run("export", "print-shop", "--service", "mpc")
    assert ran.code == 2
    assert "MakePlayingCards has no format" in ran.err
    assert not (project.root / "out").exists()


PLAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 {w} {h}">'
    '<rect x="-3" y="-3" width="{W}" height="{H}" fill="#eeeeee"/>'
    '<pnp:text id="t" x="{x}" y="40" width="40" height="10" style="name">Слово</pnp:text></svg>'
)


@pytest.mark.parametrize(
    ("code", "size", "bleed", "x"),
    [
        (None, (63, 88), 3, 3.2),
        (None, (63, 88), 1.7, 3.2),
        ("shop/no-format", (66, 88), 3, 10),
        ("shop/no-format", (120, 120), 3, 10),
        ("shop/short-of-bleed", (63, 88), 1.5, 10),
        ("shop/outside-safe-zone", (63, 88), 3, 2.7),
    ],
)
def test_what_a_service_would_complain_of(
    project: Project, code: str | None, size: tuple[int, int], bleed: float, x: float
) -> None:
    """A size without a format, too little bleed, text near the cut: each is told once, under its code.

    The poker format of The Game Crafter is 63.5 x 88.9 mm with 3.175 mm of bleed and of safe zone: 63 mm is
    0.8 % less, 66 mm 3.8 % more; mirrored art of twice 1.5 mm falls short, of twice 1.7 mm does not.
    """
    part = f"  part:\n    title: Часть\n    cards: {{face: part.svg}}\n    size: {size[0]}x{size[1]}\n"
    project.edit("content/demo/game.yaml", "words:\n", f"{part}    bleed: {bleed}\nwords:\n")
    width, height = size
    project.write("templates/demo/part.svg", PLAIN.format(w=width, h=height, W=width + 6, H=height + 6, x=x))
    ran = project.run("export", "print-shop", "--service", "tgc")
    assert ran.code == 0, ran.err
    assert re.findall(r"shop/[a-z-]+", ran.out + ran.err) == ([code] if code else [])
    exported = project.root / "out/demo/ru/export/tgc/part-poker"
    assert exported.exists() == (code != "shop/no-format")
    if code:
        assert project.run("validate", "--explain", code).code == 0


def test_a_game_without_formats_stops_no_other(project: Project) -> None:
    """Of two games one has nothing that fits the service: it is told so, the other is written."""
    larger = {"size: 63x88": "size: 90x88", "0 0 63 88": "0 0 90 88", 'width="69"': 'width="96"'}
    project.add_game("another", larger)
    ran = project.run("export", "print-shop", "--service", "mpc")
    assert ran.code == 0, ran.err
    assert "shop/no-format" in ran.err
    assert {f.name for f in (project.root / "out").iterdir()} == {"demo"}


def test_drivethru_is_cmyk_back_then_front(project: Project) -> None:
    """Pages of 2.75 x 3.75 in, back before front, an eighth of an inch of bleed, no RGB, ink under 240 %."""
    many(project, 2)
    file = export(project, "print-shop", "--service", "drivethru") / "deck-poker.pdf"
    assert clean(file)
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 2 * 4
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(v) for v in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        inks, names = set(), set()
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                for operands, operator in pikepdf.parse_content_stream(thing):
                    names.add(str(operator))
                    if str(operator) in {"k", "K"}:
                        inks.add(tuple(float(v) for v in operands))
        assert names.isdisjoint({"rg", "RG", "g", "G"})
        assert max(sum(ink) for ink in inks) <= 2.4
        grounds = [max(inks_of(page), key=lambda ink: ink[3]) for page in pdf.pages]
        assert [round(1 - g[3], 2) < 0.5 for g in grounds][::2] == [True] * 4


def inks_of(page: pikepdf.Page) -> list[tuple[float, ...]]:
    """Return the inks of the drawing of the face on a page."""
    found = []
    waiting = list(page.Resources.XObject.values())
    while waiting:
        form = waiting.pop()
        waiting += list(form.get("/Resources", {}).get("/XObject", {}).values())
        for operands, operator in pikepdf.parse_content_stream(form):
            if str(operator) == "k":
                found.append(tuple(float(v) for v in operands))
    return found


NUMBER, TEXT = {"type": "number"}, {"type": "string"}
SAVED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["SaveName", "GameMode", "Table", "Sky", "Note", "Rules", "ObjectStates"],
    "properties": {
        **dict.fromkeys(
            ["SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState",
             "XmlUI", "VersionNumber"], TEXT),
        "ObjectStates": {"type": "array", "items": {"$ref": "#/$defs/object"}},
    },
    "$defs": {
        "object": {
            "type": "object",
            "additionalProperties": False,
            "required": ["Name", "Transform", "Nickname"],
            "properties": {
                "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
                "Name": {"enum": ["Card", "Deck", "Custom_Board", "Custom_Tile"]},
                "Nickname": TEXT,
                "Transform": {
                    "type": "object",
                    "additionalProperties": False,
                    "minProperties": 9,
                    "properties": {f"{k}{a}": NUMBER for k in ("pos", "rot", "scale") for a in "XYZ"},
                },
                "CardID": {"type": "integer", "minimum": 100},
                "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
                "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}},
                "CustomDeck": {
                    "type": "object",
                    "additionalProperties": False,
                    "patternProperties": {
                        "^[1-9][0-9]*$": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight"],
                            "properties": {
                                "FaceURL": {"type": "string", "pattern": "^(file|https)://"},
                                "BackURL": {"type": "string", "pattern": "^(file|https)://"},
                                "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
                                "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
                                "BackIsHidden": {"type": "boolean"},
                                "UniqueBack": {"type": "boolean"},
                                "Type": {"type": "integer"},
                            },
                        }
                    },
                },
                "CustomImage": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale"],
                    "properties": {
                        "ImageURL": {"type": "string", "pattern": "^(file|https)://"},
                        "ImageSecondaryURL": {"type": "string", "pattern": "^(file|https)://"},
                        "ImageScalar": NUMBER,
                        "WidthScale": NUMBER,
                        "CustomTile": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["Type", "Thickness", "Stackable", "Stretch"],
                            "properties": {
                                "Type": {"enum": [0, 1, 2, 3]},
                                "Thickness": NUMBER,
                                "Stackable": {"type": "boolean"},
                                "Stretch": {"type": "boolean"},
                            },
                        },
                    },
                },
            },
        }
    },
}  # fmt: skip
"""A saved object of Tabletop Simulator, by the names that the game itself writes (its knowledge base)."""


@pytest.mark.parametrize("count", [1, 3, 70])
def test_saved_object_by_its_schema(project: Project, count: int) -> None:
    """Decks, boards and tiles are told in no other fields than the game's own, each of the right type."""
    many(project, count)
    parts = (("board", "", "impose: page"), ("token", ", shape: hex", "copies: 2"))
    text = "".join(
        f"  {name}:\n    title: {name}\n    cards: {{face: back.svg{shape}}}\n    size: 63x88\n    {rest}\n"
        for name, shape, rest in parts
    )
    project.edit("content/demo/game.yaml", "words:\n", f"{text}words:\n")
    folder = export(project, "tts")
    saved = json.loads((folder / "saved-object.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(SAVED)
    jsonschema.Draft202012Validator(SAVED).validate(saved)
    urls = set(re.findall(r'"(file://[^"]+)"', json.dumps(saved)))
    assert {url.rpartition("/")[2] for url in urls} == {f.name for f in folder.iterdir()} - {
        "saved-object.json"
    }


OBJECT_KEYS = {"GUID", "Name", "Transform", "Nickname"}
TRANSFORM_KEYS = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
DECK_KEYS = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
"""Field names as Tabletop Simulator writes them into its own saved objects."""


@pytest.mark.parametrize("count", [1, 2, 69, 70])
def test_tabletop_deck(project: Project, count: int) -> None:
    """Every card and copy is in the deck; sheets are within 10 x 7 and 4096, their last cell is the back."""
    many(project, count)
    folder = export(project, "tts", "--url", "https://example.org/kit")
    saved = json.loads((folder / "saved-object.json").read_text(encoding="utf-8"))
    (deck,) = saved["ObjectStates"]
    assert set(deck) >= OBJECT_KEYS
    assert set(deck["Transform"]) == TRANSFORM_KEYS
    assert deck["Name"] == "Deck"
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == count + 2
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert len(set(deck["DeckIDs"])) == count
    assert len(deck["CustomDeck"]) == math.ceil(count / 69)
    for number, sheet in deck["CustomDeck"].items():
        assert set(sheet) == DECK_KEYS
        assert sheet["NumWidth"] <= 10
        assert sheet["NumHeight"] <= 7
        cells = [i % 100 for i in deck["DeckIDs"] if i // 100 == int(number)]
        assert max(cells) < sheet["NumWidth"] * sheet["NumHeight"] - 1
        assert sheet["FaceURL"] == f"https://example.org/kit/deck-{number}.png"
        with Image.open(folder / f"deck-{number}.png") as picture:
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4096
            width, height = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
            assert picture.size == (width * sheet["NumWidth"], height * sheet["NumHeight"])
            assert height / width == pytest.approx(88 / 63, abs=0.02)
            assert picture.getpixel((picture.width - 3, picture.height - 3)) == (0x33, 0x33, 0x33)
            assert picture.getpixel((3, 3)) == (0xEE, 0xEE, 0xEE)


def test_tabletop_boards_and_tiles(project: Project) -> None:
    """A whole page is a board with its picture, a round piece a tile that is clear outside its circle."""
    parts = (("board", "", "impose: page"), ("token", ", shape: circle", "copies: 2"))
    text = "".join(
        f"  {name}:\n    title: {name}\n    cards: {{face: back.svg{shape}}}\n    size: 63x88\n    {rest}\n"
        for name, shape, rest in parts
    )
    project.edit("content/demo/game.yaml", "words:\n", f"{text}words:\n")
    folder = export(project, "tts")
    states = json.loads((folder / "saved-object.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert [s["Name"] for s in states] == ["Deck", "Custom_Board", "Custom_Tile", "Custom_Tile"]
    assert states[1]["CustomImage"]["WidthScale"] == pytest.approx(63 / 88, abs=0.001)
    assert set(states[2]["CustomImage"]["CustomTile"]) == {"Type", "Thickness", "Stackable", "Stretch"}
    assert states[2]["CustomImage"]["ImageURL"] == (folder / "token-1.png").resolve().as_uri()
    with Image.open(folder / "token-1.png") as picture:
        assert picture.mode == "RGBA"
        assert picture.getpixel((2, 2))[3] == 0
        assert picture.getpixel((picture.width // 2, picture.height // 4))[3] == 255


@pytest.mark.parametrize(("dpi", "bleed", "size"), [(100, False, (248, 346)), (300, True, (815, 1110))])
def test_faces_as_png(project: Project, dpi: int, bleed: object, size: tuple[int, int]) -> None:
    """One picture a face, of its size at that resolution, with the bleed when asked."""
    folder = export(project, "png", "--dpi", str(dpi), *(["--bleed"] if bleed else []))
    assert {f.name for f in (folder / "deck").iterdir()} == {"one-front.png", "two-front.png", "one-back.png"}
    with Image.open(folder / "deck" / "one-front.png") as picture:
        assert picture.size == size
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_a_picture_too_large_is_refused(project: Project) -> None:
    """A mat of 800 x 800 mm at 2400 dpi would be 5.7 gigapixels: the sentence says what can be had."""
    part = "  mat:\n    title: Планшет\n    cards: {face: mat.svg}\n    size: 800x800\n    impose: page\n"
    project.edit("content/demo/game.yaml", "words:\n", f"{part}words:\n")
    project.write(
        "templates/demo/mat.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">'
        '<rect x="-3" y="-3" width="806" height="806" fill="#dddddd"/></svg>',
    )
    ran = project.run("export", "png", "--only", "mat", "--dpi", "2400")
    assert ran.code == 2
    assert "--dpi 501" in ran.err or "--dpi 502" in ran.err
    assert not (project.root / "out").exists()


def test_only_is_shared_between_games(project: Project) -> None:
    """--only names a component of one of two games: the other is left out; of none, it is told."""
    project.add_game("other", {"  deck:": "  pile:"})
    ran = project.run("export", "png", "--only", "pile")
    assert ran.code == 0, ran.err
    assert {f.name for f in (project.root / "out").iterdir()} == {"other"}
    assert project.run("export", "png", "--only", "heap").code == 2


@pytest.mark.parametrize("letters", ["outlines", "text"])
def test_faces_as_svg(project: Project, letters: str) -> None:
    """The SVG has the face's millimetres; outlines look like the PDF's letters, text holds the words."""
    file = export(project, "svg", "--text", letters) / "deck" / "one-front.svg"
    root = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63mm", "88mm", "0 0 63 88")
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    if letters == "text":
        assert " ".join(t for t in texts if t) == "Первая Карта для пробы."
        return
    assert texts == []
    drawn = project.root / "drawn.png"
    cairosvg.svg2png(url=str(file), write_to=str(drawn), output_width=744, background_color="white")
    seen = export(project, "png", "--dpi", "300") / "deck" / "one-front.png"
    with Image.open(drawn) as a, Image.open(seen) as b:
        soft = ImageFilter.GaussianBlur(2)
        first, second = (p.convert("L").resize((744, 1039)).filter(soft) for p in (a, b))
        assert ImageStat.Stat(ImageChops.difference(first, second)).extrema[0][1] < 40
        assert first.getextrema()[0] < 150


def test_errors_are_told_before_anything_is_written(project: Project) -> None:
    """An export of a game with errors names them, ends with 1 and writes nothing."""
    project.edit("content/demo/cards.yaml", "name: Первая", "nam: Первая")
    ran = project.run("export", "png")
    assert ran.code == 1
    assert "cards.yaml:1" in ran.err
    assert not (project.root / "out").exists()
