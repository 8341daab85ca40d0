"""Translations that cannot be read: one located sentence each, in English and in Russian, no traceback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from helpers import Project, Ran

OVERLAY = "content/demo/lang/de.yaml"
_CYRILLIC = re.compile("[А-яё]")
_ENGLISH = re.compile(r"\b(is|the|there|not|must|cannot|belongs|of)\b")


@pytest.fixture(params=["en", "ru"])
def ui(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Ask for messages in each language in turn."""
    language: str = request.param
    monkeypatch.setenv("PNP_UI", language)
    return language


def told(ran: Ran, ui: str, at: str) -> str:
    """Return the message of the one finding, after looking at its place, its hint and its language."""
    shown = f"{ran.out}{ran.err}"
    assert "Traceback" not in shown
    assert "--debug" not in shown
    (sentence,) = [row.partition(at)[2].strip() for row in shown.splitlines() if at in row]
    (hint,) = [row for row in shown.splitlines() if row.startswith("    → ")]
    for part in (sentence, hint):
        assert bool(_CYRILLIC.search(part)) == (ui == "ru"), part
        assert ui == "en" or not _ENGLISH.search(part), part
    return sentence


OVERLAYS = [
    ("cards;name;text\n1;2;3\n", "1:1  schema/type", "A mapping of collections belongs here, not a text."),
    ("cards,name\none,Erste\n", "1:1  schema/type", "A mapping of collections belongs here, not a text."),
    ("- cards\n", "1:1  schema/type", "A mapping of collections belongs here, not a list."),
    ("<<<<<<< HEAD\ngame: {title: A}\n=======\n", "1:1  yaml/syntax", "A merge was left unfinished here."),
    ("game:\n<<<<<<< HEAD\n  title: A\n", "2:1  yaml/syntax", "A merge was left unfinished here."),
    ("game: {title: [a]}\n", "1:15  schema/type", "game.title is a text in the source, not a list."),
    ("game: {title: 5}\n", "1:15  schema/type", "game.title is a text in the source, not a whole number."),
    ("covers: cards\n", "1:9  schema/type", "covers is a list of collections."),
]


@pytest.mark.parametrize(("text", "at", "message"), OVERLAYS)
def test_an_overlay_that_is_none(project: Project, ui: str, text: str, at: str, message: str) -> None:
    """A CSV, a list, merge markers, a list or a number for a text are found where they stand."""
    project.write(OVERLAY, text)
    ran = project.run("validate", "--lang", "de")
    assert ran.code == 1
    ours = [row for row in ran.out.splitlines() if "lang/missing" not in row and "pnp lang sync" not in row]
    sentence = told(type(ran)(1, "\n".join(ours), ran.err), ui, f"{OVERLAY}:{at}")
    assert ui == "ru" or sentence == message
    assert project.run("build", "--lang", "de").code == 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("klingon", "'klingon' is no language code; write one such as ru, en, de or pt-BR."),
        ("EN_us", "'EN_us' is no language code; write one such as ru, en, de or pt-BR."),
        ("zz", "'zz' is no language code; write one such as ru, en, de or pt-BR."),
        ("he", "'he' is written from right to left, which kits cannot be yet."),
        ("ar", "'ar' is written from right to left, which kits cannot be yet."),
    ],
)
def test_an_overlay_of_no_language(project: Project, ui: str, code: str, message: str) -> None:
    """A file whose name is no code, or a script from right to left, is refused by every command."""
    project.write(f"content/demo/lang/{code}.yaml", "game: {title: A}\n")
    at = f"content/demo/lang/{code}.yaml:1:1  lang/code"
    for command in (("validate", "--lang", "all"), ("lang", "sync", code), ("lang", "export", code, "--po")):
        ran = project.run(*command)
        assert ran.code == 1
        sentence = told(ran, ui, at)
        assert ui == "ru" or sentence == message
    assert project.run("build", "--lang", code).code == 1
    (row,) = [row.split() for row in project.run("lang", "status").out.splitlines() if row.startswith("demo")]
    assert row[:3] == ["demo", code, "0%"]
    refused = project.run("lang", "new", f"{code}-x" if code == "zz" else code)
    assert refused.code == 2


def test_an_overlay_of_no_game(project: Project, ui: str) -> None:
    """A translation beside a misspelt folder is found, with the game that was meant."""
    project.write("content/dmeo/lang/de.yaml", "game: {title: A}\n")
    ran = project.run("validate")
    assert ran.code == 1
    sentence = told(ran, ui, "content/dmeo/lang/de.yaml:1:1  lang/no-game")
    assert ui == "ru" or sentence == "There is no game 'dmeo' that this could be a translation of."
    assert "demo" in ran.out
    assert project.run("lang", "new", "de", "--game", "dmeo").code == 2


POS = [
    (
        'msgctxt "a"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n',
        "3:1  lang/markup",
        "The entry has PO plural",
    ),
    ('msgctxt "a"\nmsgid "a"\nmsgstr[0] "c"\nmsgstr[7] "d"\n', "3:1  lang/markup", "The entry has PO plural"),
    ("key;text\n1;2\n", "1  yaml/syntax", "The PO file cannot be read: Unknown or misformatted keyword."),
    (
        'msgctxt "a"\nmsgid "a"\n',
        "2  yaml/syntax",
        "The PO file cannot be read: missing msgstr for msgid 'a'.",
    ),
    (
        'msgctxt "no.key"\nmsgid "a"\nmsgstr "b"\n',
        "2  lang/unknown-key",
        "The entry's context 'no.key' is no key",
    ),
    ("\x00\x01", "1:1  yaml/encoding", "A control character, U+0000, stands here."),
]


@pytest.mark.parametrize(("text", "at", "message"), POS)
def test_a_po_that_is_none(project: Project, ui: str, text: str, at: str, message: str) -> None:
    """Broken plurals, a CSV, half an entry, a key that the game lacks: the overlay stays as it was."""
    project.write(OVERLAY, "game: {title: Probe}\n")
    file = project.write("de.po", text)
    ran = project.run("lang", "import", "de", str(file), "--game", "demo")
    assert ran.code == 1
    sentence = told(ran, ui, f"{file}:{at}")
    assert ui == "ru" or sentence.startswith(message)
    assert (project.root / OVERLAY).read_text(encoding="utf-8") == "game: {title: Probe}\n"
