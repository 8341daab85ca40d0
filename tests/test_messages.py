"""Every message of the program has a Russian translation, and every translation its message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml
from helpers import ROOT, pnp
from messages import all_texts, messages, untold

from pnp.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import click

_CATALOGUES = ROOT / "pnp/data/messages"
_CYRILLIC = re.compile("[А-Яа-яё]")


def catalogue(name: str) -> dict[str, dict[str, str]]:
    """Return the sections of a catalogue."""
    read: dict[str, dict[str, str]] = yaml.safe_load((_CATALOGUES / name).read_text(encoding="utf-8"))
    return read


def test_every_message_has_a_translation() -> None:
    """A message of the program that no catalogue has: write it into pnp/data/messages/ru.yaml."""
    libraries = catalogue("ru.libraries.yaml")
    known = {*catalogue("ru.yaml")["messages"], *libraries["messages"], *libraries["joins"]}
    assert {text: where for text, where in messages().items() if text not in known} == {}


def test_no_translation_has_lost_its_message() -> None:
    """A translation whose message is gone from the program: take it out of pnp/data/messages/ru.yaml."""
    assert set(catalogue("ru.yaml")["messages"]) - all_texts() - set(messages()) == set()


def test_translations_say_all_that_the_message_says() -> None:
    """They are in Russian, and have the same placeholders; only the s of an English plural is not needed."""
    catalogues = (catalogue("ru.yaml"), catalogue("ru.libraries.yaml"))
    for english, russian in (pair for c in catalogues for pair in c["messages"].items()):
        places, ours = (set(re.findall(r"\{(\d+)", text)) for text in (english, russian))
        assert ours == places - set(re.findall(r"(?:error|warning|file|page)\{(\d+)\}", english)), english
        assert _CYRILLIC.search(russian) or english == "true or false", english
        assert english.endswith(".") <= russian.rstrip("»").endswith((".", "?", "]")), english


@pytest.mark.parametrize("file", sorted(ROOT.glob("pnp/cli/*.py")), ids=lambda f: f.name)
def test_commands_say_what_they_print(file: Path) -> None:
    """What a command prints goes through `say`, or `said`, or is no English."""
    assert untold(file) == []


def commands(group: click.Group = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every command."""
    yield path
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))  # type: ignore[arg-type]
        else:
            yield (*path, name)


_NAMES = {
    "A4", "CMYK", "DXF", "Crafter", "DriveThruCards", "Game", "JSON", "Letter", "MakePlayingCards", "PDF",
    "PO", "Poedit", "SVG", "Schema", "Simulator", "Tabletop", "The", "Weblate", "YAML",
}  # fmt: skip
"""Names that are the same in Russian."""


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_help_is_russian(path: tuple[str, ...]) -> None:
    """No English is left in any help but names of commands, options, values and files."""
    ran = pnp(*path, "--help")
    assert ran.code == 0
    assert ran.out.startswith("Как писать: ")
    told = ran.out.partition("\n")[2]
    assert set(re.findall(r"\b[A-Z][A-Za-z]+\b", told)) <= _NAMES
    assert not re.search(r"(?<![-\[|,/.+\w])[a-z]{2,} [a-z]{2,} [a-z]{2,}(?![-|\w])", told), told
