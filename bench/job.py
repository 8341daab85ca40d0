"""The benchmark's job: a deck of distinct cards with art, written as each engine reads it.

Everything is drawn from a fixed seed: the same number of cards is the same job on every machine.
"""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import yaml
from art import make_art

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
        ending = f"Награда: {chance.randint(2, 9)} {_ICON}. Слова: {', '.join(own)}."
        text = f"{_sentences(sentences, _OWN_WORDS + 2, chance)} {ending}"
        picture = number % REPEATED if repeats else number
        cards.append(
            Card(f"card-{number}", f"{own[0].capitalize()} {number + 1}", f"view-{picture:03}", text)
        )
    return cards


def _sentences(sentences: list[str], taken: int, chance: random.Random) -> str:
    """Return sentences, at least one with bold words, for a card that has `taken` words already."""
    least = chance.randint(_LEAST_WORDS, _MOST_WORDS - _LONGEST + 1)
    chosen = [chance.choice([s for s in sentences if "**" in s])]
    for sentence in chance.sample(sentences, len(sentences)):
        if taken + len(" ".join(chosen).split()) >= least:
            break
        if sentence not in chosen:
            chosen.append(sentence)
    return " ".join(chosen)


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
    records = [{**asdict(c), "text": _BOLD.sub(bold, c.text).replace(_ICON, icon)} for c in cards]
    text = yaml.safe_dump(records, allow_unicode=True, sort_keys=False, width=10_000)
    file.write_text(text, encoding="utf-8")
