"""The benchmark's job: a deck of distinct cards with art, written as each engine reads it.

Everything is drawn from a fixed seed: the same number of cards is the same job on every machine.
"""

from __future__ import annotations

import math
import random
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
REPEATED = 6
"""How many pieces of art there are when the cards share them."""
PER_SHEET = 9
_LEAST_WORDS, _MOST_WORDS = 40, 60
_LONGEST = 12
"""The words of the longest sentence."""
_OWN_WORDS = 10
"""Words on each card that hardly any other card has, so that the deck has the vocabulary of a real one."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ICON = ":coins:"


@dataclass(frozen=True)
class Card:
    """A card: `text` is inline Markdown with one icon, `picture` names a file of art."""

    id: str
    name: str
    picture: str
    text: str

    @property
    def letters(self) -> str:
        """Return what of the card can be found in a PDF whatever its lines: letters and digits only."""
        return letters(self.name + self.text.replace(_ICON, ""))


def letters(text: str) -> str:
    """Return the letters and digits of a text, without spaces, signs and hyphens."""
    return re.sub(r"[\W_]+", "", text)


def make_cards(count: int, *, repeats: bool) -> list[Card]:
    """Return distinct cards of 40 to 60 words; with `repeats` they share a handful of pictures."""
    chance = random.Random(f"{count} cards")  # noqa: S311 - nothing secret is drawn
    sentences = (HERE / "sentences.txt").read_text(encoding="utf-8").splitlines()
    words = (HERE / "words.txt").read_text(encoding="utf-8").split()
    chance.shuffle(words)
    cards = []
    for number in range(count):
        own = [words[(number * _OWN_WORDS + i) % len(words)] for i in range(_OWN_WORDS)]
        reward = f"Награда: {chance.randint(2, 9)} {_ICON}."
        ending = f"{reward} Слова: {', '.join(own)}."
        text = f"{_sentences(sentences, len(ending.split()), chance)} {ending}"
        picture = number % REPEATED if repeats else number
        cards.append(Card(f"card-{number}", f"{own[0].capitalize()} {number + 1}", f"view-{picture:03}", text))
    return cards


def _sentences(sentences: list[str], taken: int, chance: random.Random) -> str:
    """Return as many sentences as a card of a chance length takes beside the words it has."""
    least = chance.randint(_LEAST_WORDS, _MOST_WORDS - _LONGEST + 1)
    chosen: list[str] = []
    for sentence in chance.sample(sentences, len(sentences)):
        if taken + len(" ".join(chosen).split()) >= least:
            break
        chosen.append(sentence)
    return " ".join(chosen)


def make_art(name: str) -> str:
    """Return a landscape as SVG of 53 x 24 mm: a sky, a sun, hills, a wood, birds."""
    chance = random.Random(name)  # noqa: S311 - nothing secret is drawn
    hue = chance.random()
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 530 240" width="53mm" height="24mm">',
        '<defs><linearGradient id="sky" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="240">'
        f'<stop offset="0" stop-color="{_color(hue, 0.55)}"/>'
        f'<stop offset="1" stop-color="{_color(hue + 0.1, 0.9)}"/></linearGradient></defs>',
        '<rect width="530" height="240" fill="url(#sky)"/>',
        f'<circle cx="{chance.randint(60, 470)}" cy="{chance.randint(40, 90)}" r="{chance.randint(18, 36)}"'
        ' fill="#fff3c4"/>',
    ]
    for layer in range(3):
        height = 120 + 35 * layer
        crest = " ".join(
            f"S{x - 40} {height + chance.randint(-30, 20)} {x} {height + chance.randint(-25, 25)}"
            for x in range(90, 531, 88)
        )
        parts.append(f'<path d="M0 {height}{crest}V240H0Z" fill="{_color(hue + 0.3, 0.6 - 0.15 * layer)}"/>')
    for _ in range(8):
        x, y, size = chance.randint(10, 500), chance.randint(170, 225), chance.randint(14, 30)
        parts.append(
            f'<path d="M{x} {y}L{x + size / 2:g} {y - size * 2}L{x + size} {y}Z" fill="#1f3a2d"/>'
        )
    for _ in range(4):
        x, y = chance.randint(40, 480), chance.randint(20, 80)
        parts.append(
            f'<path d="M{x} {y}q8 -10 14 0q6 -10 14 0" fill="none" stroke="#22303c" stroke-width="2"/>'
        )
    return "".join([*parts, "</svg>\n"])


def _color(hue: float, light: float) -> str:
    waves = (math.cos(2 * math.pi * (hue + shift)) for shift in (0, 1 / 3, 2 / 3))
    return "#" + "".join(f"{round(255 * min(1, max(0, light + 0.22 * w))):02x}" for w in waves)


def write_job(folder: Path, count: int, *, repeats: bool) -> list[Card]:
    """Write the job into an empty folder: a project of pnp, and folders for Typst and WeasyPrint.

    All three have the same cards, art, icon and fonts, each in its own markup.
    """
    cards = make_cards(count, repeats=repeats)
    root = HERE.parent
    shutil.copytree(HERE / "pnp", folder / "pnp")
    shutil.copytree(HERE / "typst", folder / "typst")
    shutil.copytree(HERE / "weasyprint", folder / "weasyprint")
    fonts = folder / "pnp" / "fonts"
    fonts.mkdir()
    for name in ("FiraSansCondensed-Regular.ttf", "FiraSansCondensed-Bold.ttf", "Philosopher-Bold.ttf"):
        shutil.copy(root / "fonts" / name, fonts)
    icon = (root / "templates" / "common" / "icons" / "coins.svg").read_text(encoding="utf-8")
    for engine in ("typst", "weasyprint"):
        shutil.copytree(fonts, folder / engine / "fonts")
        (folder / engine / "coins.svg").write_text(icon.replace("currentColor", "#22303c"), encoding="utf-8")
    for art in (folder / "pnp/templates/deck/art", folder / "typst/art", folder / "weasyprint/art"):
        art.mkdir()
        for picture in {"view-000", *(card.picture for card in cards)}:
            (art / f"{picture}.svg").write_text(make_art(picture), encoding="utf-8")
    _write_cards(folder / "pnp/content/deck/cards.yaml", cards, r"**\1**", _ICON)
    _write_cards(folder / "typst/cards.yaml", cards, r"*\1*", "#coins")
    _write_cards(folder / "weasyprint/cards.yaml", cards, r"<b>\1</b>", '<img class="icon" src="coins.svg">')
    return cards


def _write_cards(file: Path, cards: list[Card], bold: str, icon: str) -> None:
    records = [
        {"id": c.id, "name": c.name, "picture": c.picture, "text": _BOLD.sub(bold, c.text).replace(_ICON, icon)}
        for c in cards
    ]
    text = yaml.safe_dump(records, allow_unicode=True, sort_keys=False, width=10_000)
    file.write_text(text, encoding="utf-8")
