"""A kit for Tabletop Simulator: deck sheets, boards and tiles as pictures, and one saved object."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PIL import Image

from pnp.draw.kinds import BOOKS
from pnp.export.files import copies_of_faces, png
from pnp.export.pictures import Shot, take, whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.export.files import File
    from pnp.model.face import Drawing, Face

COLUMNS, ROWS = 10, 7
LARGEST = 4096
"""Pixels a side that every machine shows."""
_DPI = 300.0
_CARDS = COLUMNS * ROWS - 1
"""The last cell of a sheet is what others see of a card in a hand."""
_BOARD_SCALE = 25.4
"""Millimetres of a board in a unit of the table, near enough."""


@dataclass(slots=True)
class _Box:
    """What is being made: pictures, and the objects that show them."""

    url: str
    files: list[File] = field(default_factory=list)
    objects: list[dict[str, Any]] = field(default_factory=list)

    def picture(self, name: str, picture: Image.Image) -> str:
        """Add a picture and return its address."""
        self.files.append((name, png(picture, _DPI)))
        return self.url + name

    def put(self, kind: str, nickname: str, **more: Any) -> None:
        """Add an object beside the last one."""
        place = {"posX": 4.0 * len(self.objects), "posY": 1.0, "posZ": 0.0}
        turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
        guid = hashlib.sha256(f"{nickname}{len(self.objects)}".encode()).hexdigest()[:6]
        self.objects.append(
            {"GUID": guid, "Name": kind, "Transform": {**place, **turned}, "Nickname": nickname, **more}
        )


def tabletop(drawings: Sequence[Drawing], title: str, url: str) -> list[File]:
    """Return the pictures and `<title>.json`; `url` is put before the pictures' names in it.

    Decks are components of rectangles printed on sheets; whole pages are boards, all else are tiles.
    """
    box = _Box(url)
    for drawing in drawings:
        component = drawing.component
        if component.kind in BOOKS or component.impose == "pack" or not drawing.pieces:
            continue
        if component.impose in {"page", "poster"}:
            _boards(drawing, box)
        elif all(piece.front.cut for piece in drawing.pieces):
            _tiles(drawing, box)
        else:
            _deck(drawing, box)
    empty = ("Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI", "VersionNumber")
    saved = {"SaveName": title, "GameMode": title, **dict.fromkeys(empty, ""), "ObjectStates": box.objects}
    text = json.dumps(saved, ensure_ascii=False, indent=2) + "\n"
    return [*box.files, ("saved-object.json", text.encode())]


def _deck(drawing: Drawing, box: _Box) -> None:
    component = drawing.component
    pieces = copies_of_faces(drawing)
    backs = list(dict.fromkeys(back for _, back, _ in pieces))
    one_back = len(backs) == 1
    hidden = next((back for back in backs if back), None)
    decks: dict[str, dict[str, Any]] = {}
    cards: list[dict[str, Any]] = []
    for number, at in enumerate(range(0, len(pieces), _CARDS), 1):
        part = pieces[at : at + _CARDS]
        columns, rows = _cells(len(part))
        name = f"{component.id}-{number}"
        face = box.picture(f"{name}.png", _sheet([f for f, _, _ in part], hidden, columns, rows))
        if one_back and hidden:
            back = box.picture(f"{name}-back.png", next(take([_cell(hidden, columns, rows)])))
        else:
            back = box.picture(
                f"{name}-backs.png", _sheet([b or f for f, b, _ in part], hidden, columns, rows)
            )
        sheet = {"FaceURL": face, "BackURL": back, "NumWidth": columns, "NumHeight": rows,
                 "BackIsHidden": True, "UniqueBack": not (one_back and hidden), "Type": 0}  # fmt: skip
        decks[str(number)] = sheet
        for index, (front, _, copies) in enumerate(part):
            card = {"Name": "Card", "Nickname": front.name, "CardID": 100 * number + index,
                    "CustomDeck": {str(number): sheet}, "Transform": _origin()}  # fmt: skip
            cards += [card] * copies
    if len(cards) == 1:
        box.put("Card", component.title, CardID=cards[0]["CardID"], CustomDeck=decks)
        return
    ids = [card["CardID"] for card in cards]
    box.put("Deck", component.title, DeckIDs=ids, CustomDeck=decks, ContainedObjects=cards)


def _origin() -> dict[str, float]:
    return {
        "posX": 0,
        "posY": 0,
        "posZ": 0,
        "rotX": 0,
        "rotY": 180,
        "rotZ": 0,
        "scaleX": 1,
        "scaleY": 1,
        "scaleZ": 1,
    }


def _cells(cards: int) -> tuple[int, int]:
    """Return columns and rows of the least sheet for some cards and the hidden one; at least 2 x 2."""
    columns = max(2, min(COLUMNS, cards + 1))
    return columns, max(2, math.ceil((cards + 1) / columns))


def _cell(face: Face, columns: int, rows: int) -> Shot:
    """Return the shot of a card as large as its cell: 300 dpi, or less where the sheet would be too large."""
    most = min(LARGEST // columns / face.width, LARGEST // rows / face.height) * 25.4
    return whole(face, min(_DPI, most))


def _sheet(faces: Sequence[Face], hidden: Face | None, columns: int, rows: int) -> Image.Image:
    shots = [_cell(face, columns, rows) for face in (*faces, hidden or faces[0])]
    width, height = shots[0].pixels
    sheet = Image.new("RGB", (columns * width, rows * height), "white")
    for at, picture in enumerate(take(shots)):
        cell = at if at < len(faces) else columns * rows - 1
        sheet.paste(picture.convert("RGB"), (cell % columns * width, cell // columns * height))
    return sheet


def _shrunk(face: Face) -> Shot:
    return whole(face, min(_DPI, LARGEST / max(face.width, face.height) * 25.4))


def _boards(drawing: Drawing, box: _Box) -> None:
    for number, (front, back, copies) in enumerate(copies_of_faces(drawing), 1):
        name = f"{drawing.component.id}-{number}"
        urls = list(_both(front, back, name, box))
        scale = round(max(front.width, front.height) / _BOARD_SCALE / 10, 3)
        image = {"ImageURL": urls[0], "ImageSecondaryURL": urls[-1], "ImageScalar": scale,
                 "WidthScale": round(front.width / front.height, 4)}  # fmt: skip
        for _ in range(copies):
            box.put("Custom_Board", drawing.component.title, CustomImage=image)


def _tiles(drawing: Drawing, box: _Box) -> None:
    for number, (front, back, copies) in enumerate(copies_of_faces(drawing), 1):
        urls = list(_both(front, back, f"{drawing.component.id}-{number}", box))
        tile = {"Type": 3, "Thickness": 0.1, "Stackable": False, "Stretch": False}
        image = {"ImageURL": urls[0], "ImageSecondaryURL": urls[-1], "ImageScalar": 1.0, "WidthScale": 0.0,
                 "CustomTile": tile}  # fmt: skip
        for _ in range(copies):
            box.put("Custom_Tile", drawing.component.title, CustomImage=image)


def _both(front: Face, back: Face | None, name: str, box: _Box) -> Iterator[str]:
    for side, face in (("", front), ("-back", back)):
        if face:
            yield box.picture(f"{name}{side}.png", next(take([_shrunk(face)])))
