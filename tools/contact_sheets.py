"""Put every page of the finished PDFs into a few pictures, to see a whole kit at a glance.

    python tools/contact_sheets.py [FOLDER]

FOLDER holds the kits, `out` if none is named; the pictures go to `contact-sheets` in it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
FONT = ROOT / "fonts" / "Vollkorn-Regular.ttf"
WIDTH, HEIGHT = 2400, 3000
"""How large a picture may become, in pixels."""
PIXELS_PER_MM = 1.25
LARGEST = 700
"""The longer side of a page is no longer than so many pixels."""
GAP, LABEL = 16, 34
GROUND, INK = "#8c8c8c", "#ffffff"


@dataclass
class Shelf:
    """Pages side by side under one label, or none where the component went on from the shelf above."""

    label: str
    pages: list[Image.Image] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Return how wide the pages are together."""
        return sum(p.width + GAP for p in self.pages)

    @property
    def height(self) -> int:
        """Return how high the shelf is, its label included."""
        return max((p.height for p in self.pages), default=0) + GAP + (LABEL if self.label else 0)


def main(out: Path) -> int:
    """Make the pictures of every kit in a folder; return the exit code."""
    listings = sorted(out.glob("*/*/kit.json"))
    if not listings:
        print(f"There is no kit in {out}. Build one first: make kit", file=sys.stderr)
        return 1
    sheets = out / "contact-sheets"
    sheets.mkdir(exist_ok=True)
    for listing in listings:
        kit = json.loads(listing.read_text(encoding="utf-8"))
        for number, picture in enumerate(_pictures(listing.parent, kit["files"]), start=1):
            file = sheets / f"{kit['game']}-{kit['lang']}-{number}.png"
            picture.save(file)
            print(file)
    return 0


def _pictures(folder: Path, files: list[dict[str, str]]) -> Iterator[Image.Image]:
    """Yield pictures of all pages, shelf by shelf."""
    waiting: list[Shelf] = []
    for file in files:
        for shelf in _shelves(folder / file["file"]):
            if waiting and sum(s.height for s in waiting) + shelf.height > HEIGHT - GAP:
                yield _draw(waiting)
                waiting = []
            waiting.append(shelf)
    if waiting:
        yield _draw(waiting)


def _shelves(file: Path) -> Iterator[Shelf]:
    with pypdfium2.PdfDocument(file) as pdf:
        shelf = Shelf(f"{file.stem}: {len(pdf)}")
        for page in pdf:
            picture = _render(page)
            if shelf.pages and shelf.width + picture.width > WIDTH - GAP:
                yield shelf
                shelf = Shelf("")
            shelf.pages.append(picture)
        yield shelf


def _render(page: pypdfium2.PdfPage) -> Image.Image:
    longer = max(page.get_size()) / 72 * 25.4
    scale = min(PIXELS_PER_MM, LARGEST / longer) * 25.4 / 72
    picture: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
    return picture


def _draw(shelves: list[Shelf]) -> Image.Image:
    sheet = Image.new("RGB", (WIDTH, sum(s.height for s in shelves) + GAP), GROUND)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(str(FONT), 22)
    y = GAP
    for shelf in shelves:
        x, top = GAP, y
        if shelf.label:
            pen.text((x, y), shelf.label, fill=INK, font=font)
            top += LABEL
        for page in shelf.pages:
            sheet.paste(page, (x, top))
            x += page.width + GAP
        y += shelf.height
    return sheet


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out"))
