"""What is said about a translation: in which language a file is, what mends it, what is still open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from helpers import Project, Ran

OVERLAY = "content/demo/lang/en.yaml"
LOCK = "content/demo/lang/en.lock.json"
CARDS = "content/demo/cards.yaml"
_COMMAND = re.compile(r"`pnp ([^`]+)`")


@pytest.fixture
def english(project: Project) -> Project:
    """Return the project with an English translation that lacks nothing, noted as made from its source."""
    project.write(
        OVERLAY,
        """\
game: {title: Trial}
components: {deck: {title: Deck}}
cards:
  one: {name: First, text: A card to try.}
  two: {name: Other, text: One more card.}
words: {back: Back}
""",
    )
    assert project.run("lang", "sync", "en").code == 0
    return project


def followed(project: Project, shown: str) -> Ran:
    """Run the command that a message prints, as it is printed."""
    (command,) = _COMMAND.findall(shown)
    return project.run(*command.split())


def test_a_po_in_another_language_is_refused(english: Project) -> None:
    """German does not get into en.yaml, and the hint puts it where it belongs; en_US is English."""
    before = (english.root / OVERLAY).read_bytes()
    assert english.run("lang", "export", "en", "--po").code == 0
    text = (english.root / "out/po/demo.en.po").read_text(encoding="utf-8")
    line = text.splitlines().index('"Language: en\\n"') + 1
    file = english.write("de.po", text.replace('"Language: en\\n"', '"Language: de\\n"'))
    ran = english.run("lang", "import", "en", str(file), "--game", "demo")
    assert ran.code == 1
    assert f"{file}:{line}:1  lang/code  The PO file is in 'de', not in 'en'." in ran.err
    assert (english.root / OVERLAY).read_bytes() == before
    english.write("content/demo/lang/de.yaml", "game: {title: Probe}\n")
    assert followed(english, ran.err).code == 0
    file = english.write("us.po", text.replace('"Language: en\\n"', '"Language: en_US\\n"'))
    assert english.run("lang", "import", "en", str(file), "--game", "demo").code == 0


def test_a_stale_string_is_confirmed_as_the_hint_says(english: Project) -> None:
    """`lang sync` tells that it is out of date; the printed command, typed as it is, mends that."""
    english.edit(CARDS, "name: Первая", "name: Начальная")
    assert "0 keys added, 0 to translate, 1 out of date" in english.run("lang", "sync", "en").out
    ran = english.run("validate", "--lang", "en")
    assert "lang/stale" in ran.out
    assert followed(english, ran.out).code == 0
    assert english.findings("--lang", "en") == []


def test_commands_in_hints_run_as_printed(english: Project) -> None:
    """A missing key, a translation that is not there, a PO that is none: each hint's command runs."""
    english.edit(OVERLAY, "words: {back: Back}\n", "")
    assert followed(english, english.run("validate", "--lang", "en").out).code == 0
    assert followed(english, english.run("lang", "new", "en").err).code == 0
    assert followed(english, english.run("build", "--lang", "fi").err).code == 0
    assert followed(english, english.run("lang", "sync", "nl", "--game", "demo").err).code == 0
    assert followed(english, english.run("lang", "sync", "sv").err).code == 0
    file = english.write("en.po", "key;text\n1;2\n")
    assert followed(english, english.run("lang", "import", "en", str(file), "--game", "demo").err).code == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[1, 2]", 1),
        ("[1, 2", 1),
        ("[" * 100_000, 1),
        ('{\n"game.title": [1, 2]\n}\n', 2),
        ('{\n"game.title": ["a", "b"],\n"cards.one.name": "ab"\n}\n', 3),
    ],
)
def test_a_damaged_lock_is_found_at_its_line(english: Project, text: str, line: int) -> None:
    """Whatever is not two fingerprints for each key is one located sentence, for every command."""
    file = english.write(LOCK, text)
    (found,) = english.findings("--lang", "en")
    assert (found["code"], found["file"], found["line"]) == ("yaml/syntax", LOCK, line)
    ran = english.run("lang", "sync", "en")
    assert ran.code == 1
    assert f"{file}:{line}:" in ran.err
    assert "two fingerprints for each key" in ran.err


def test_an_unknown_key_names_the_nearest_few(english: Project) -> None:
    """Of many keys only those are named that look like it."""
    records = "".join(f"- {{id: c{n}, name: Имя {n} номер, text: Текст.}}\n" for n in range(30))
    english.write(CARDS, records)
    english.write(OVERLAY, "game: {title: Trial}\nxyz: Wow\n")
    (found,) = [f for f in english.findings("--lang", "en") if f["code"] == "lang/unknown-key"]
    assert found["hint"].count(",") < 5


@pytest.mark.parametrize("language", ["", "klingon"])
def test_what_is_no_language_is_not_begun(english: Project, language: str) -> None:
    """An empty `--lang` is not the game's own language, and nobody is told to begin what cannot be."""
    ran = english.run("build", "--lang", language)
    assert (ran.code, ran.err) == (2, f"pnp: demo is not there in {language!r}, only in ru, en.\n")
