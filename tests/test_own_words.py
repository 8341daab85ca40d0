"""The words that the program itself prints: whole in its languages, given by projects, never just English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from helpers import ROOT, Project, pnp
from reading import copied

from pnp.content.ownwords import Words, shipped_languages, shipped_words
from pnp.draw.own import own_face
from pnp.export.calibrate import calibration_sheet
from pnp.export.plan import print_plan
from pnp.impose.papers import find_paper

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.face import Face

GAME = "content/demo/game.yaml"
THEME = "templates/demo/theme.yaml"
WORDS = "content/words/fi.yaml"
_BRACES = re.compile(r"\{\w+\}")


@pytest.fixture
def finnish(project: Project) -> Project:
    """Return the project with its game written in a language that the program has no words in."""
    project.edit(GAME, "language: ru", "language: fi")
    project.edit(THEME, "bold: true}", "bold: true, hyphenate: false}")
    project.edit(THEME, "min: 7, color: ink}", "min: 7, color: ink, hyphenate: false}")
    return project


def finnish_words(project: Project) -> Path:
    """Write Finnish words, which are the English ones with «fi» before each, and return their file."""
    lines = [
        f"{key}: {'ABCDE' if key == 'poster_rows' else 'fi ' + text!r}"
        for key, text in shipped_words("en").items()
        if key not in {"cal_how_front", "cal_how_back"}
    ]
    hows = [f"cal_how_{side}: fi {{{field}}}" for side, field in (("front", "edge"), ("back", "factor"))]
    return project.write(WORDS, "\n".join([*lines, *(f"{h!s}" for h in hows)]) + "\n")


@pytest.mark.parametrize("language", shipped_languages())
def test_every_language_has_every_word(language: str) -> None:
    """Each has the keys of English, a text at each, and the same names in braces."""
    english, words = shipped_words("en"), shipped_words(language)
    assert list(words) == list(english)
    for key, text in words.items():
        assert text.strip(), key
        assert set(_BRACES.findall(text)) == set(_BRACES.findall(english[key])), key
        assert language == "ru" or not re.search("[А-яё]", text), key
        assert language == "en" or text != english[key] or key in {"poster_rows", "mm", "pt"}, key


@pytest.mark.parametrize("language", shipped_languages())
def test_the_program_s_sheets_hold_its_words(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the print plan and the calibration sheet no text is too long, in none of the program's languages."""
    faces: list[Face] = []

    def kept(*args: Any, **values: Any) -> Face:
        faces.append(own_face(*args, **values))
        return faces[-1]

    monkeypatch.setattr("pnp.export.plan.own_face", kept)
    monkeypatch.setattr("pnp.export.calibrate.own_face", kept)
    words = Words(language, language, shipped_words(language))
    entry = {"component": "a", "title": "Abc", "file": "a.pdf", "sheets": 20, "faces": 90, "pieces": 180,
             "size_mm": [63.5, 88.9], "paper": "a4", "scale": 1, "coverage": [9.0] * 40}  # fmt: skip
    layouts = ("grid", "page", "poster", "booklet")
    ways = [(layout, duplex) for layout in layouts for duplex in ("long-edge", "short-edge", "fold", "none")]
    files = [{**entry, "component": f"{i}", "layout": a, "duplex": b} for i, (a, b) in enumerate(ways)]
    files.append({**files[0], "scale": 0.65, "layout": "poster", "cuts": [{"pages": [1], "dxf": "a.dxf"}]})
    print_plan({"title": "Abc", "lang": language, "paper": "a4", "files": files, "cut": "silhouette"}, words)
    calibration_sheet(find_paper("a4"), "short-edge", words)
    texts = [box for face in faces for box in face.texts]
    assert len(texts) > 200
    assert [b.text for b in texts if b.layout.over_width or b.layout.over_height or b.layout.missing] == []


def test_a_german_kit_is_german(project: Project) -> None:
    """The print plan and the pages of a poster have the program's German words."""
    project.edit(GAME, "language: ru", "language: de")
    project.edit(GAME, "size: 63x88\n", "size: 63x88\n  big:\n    title: Groß\n"
                 "    cards: {of: cards, face: card.svg}\n    size: 63x88\n    impose: poster\n")  # fmt: skip
    project.build("--paper", "a5", "--only", "big")
    folder = project.root / "out/demo/de"
    plan = copied(folder / "print-plan.pdf")
    assert "Проба: Druckplan" in plan
    assert "Blätter insgesamt:" in plan
    assert "Ränder links und oben abschneiden" in plan
    assert "Groß: Blatt A1, 1 von 1" in copied(folder / "big.pdf")


def test_a_language_without_words_is_told(finnish: Project) -> None:
    """No kit gets English words unasked: the finding stands at the game's language and says what to do."""
    found = finnish.only()
    assert (found["code"], found["line"]) == ("lang/missing", 3)
    assert found["file"] == GAME
    assert found["message"].startswith("The program has no words in 'fi'")
    assert found["hint"] == "`pnp lang sync fi` writes content/words/fi.yaml: translate it."


def test_untranslated_words_may_be_asked_for(finnish: Project) -> None:
    """With --allow-untranslated the English is printed, and says that it is English."""
    assert finnish.run("build", "--allow-untranslated").code == 0
    assert "Проба: [en] print plan" in copied(finnish.root / "out/demo/fi/print-plan.pdf")


def test_a_mark_may_be_too_long_for_its_box(project: Project) -> None:
    """What only the mark makes too long is a warning, so that a half translated kit can be looked at."""
    project.edit("templates/demo/card.svg", 'y="5" width="53" height="10"', 'y="5" width="22" height="5"')
    project.edit(THEME, "size: 12, min: 8", "size: 12, min: 12")
    project.write("content/demo/lang/de.yaml", "game: {title: Probe}\n")
    assert project.findings() == []
    assert "text/overflow" in {f["code"] for f in project.findings("--lang", "de")}
    ran = project.run("build", "--lang", "de", "--allow-untranslated")
    assert ran.code == 0
    assert "text/overflow (warning)" in ran.out + ran.err
    assert "[ru] Первая" in copied(project.root / "out/demo/de/deck.pdf")


def test_a_project_gives_words(finnish: Project) -> None:
    """`lang sync` writes every key with its source above; translated, they are printed."""
    ran = finnish.run("lang", "sync", "fi")
    count = len(shipped_words("en"))
    assert ran.out == f"words/fi.yaml: {count} keys added, {count} to translate\n"
    text = (finnish.root / WORDS).read_text(encoding="utf-8")
    assert "# print plan\nplan:\n" in text
    missing = finnish.findings()
    assert {f["code"] for f in missing} == {"lang/missing"}
    assert len(missing) == count
    (plan,) = [f for f in missing if f["message"].startswith("plan has")]
    assert plan["message"] == "plan has no translation into fi: «print plan»."
    assert text.splitlines()[plan["line"] - 1] == "plan:"
    finnish_words(finnish)
    assert finnish.findings() == []
    assert finnish.run("build").code == 0
    assert "Проба: fi print plan" in copied(finnish.root / "out/demo/fi/print-plan.pdf")


@pytest.mark.usefixtures("russian")
def test_who_reads_russian_translates_from_russian(finnish: Project) -> None:
    """The heads of the files and the program's words are in the user's language."""
    finnish.run("lang", "sync", "fi")
    text = (finnish.root / WORDS).read_text(encoding="utf-8")
    assert text.startswith("# Что печатает сама программа в комплектах на «fi». Пишите каждый перевод после")
    assert "# план печати\nplan:\n" in text


def test_sync_refuses_a_file_that_holds_no_words(finnish: Project) -> None:
    """A list is a finding, and stays as it is."""
    file = finnish.write(WORDS, "- plan\n")
    ran = finnish.run("lang", "sync", "fi")
    assert ran.code == 1
    assert "fi.yaml:1:1  schema/type" in ran.err
    assert file.read_text(encoding="utf-8") == "- plan\n"


def test_sync_keeps_what_a_translator_wrote(finnish: Project) -> None:
    """Words and comments that are there stay, what is missing comes in."""
    finnish.write(WORDS, "# Minun\nplan: tulostus  # hyvä\n")
    finnish.run("lang", "sync", "fi")
    text = (finnish.root / WORDS).read_text(encoding="utf-8")
    assert text.startswith("# Minun\nplan: tulostus  # hyvä\n")
    assert "# Sheets in all:\nplan_total:\n" in text
    again = finnish.run("lang", "sync", "fi")
    assert again.out.startswith("words/fi.yaml: 0 keys added")
    assert (finnish.root / WORDS).read_text(encoding="utf-8") == text


def test_a_new_translation_begins_the_words_too(project: Project) -> None:
    """`lang new` writes both files, `lang status` counts both."""
    ran = project.run("lang", "new", "fi")
    assert [line.rpartition("content/")[2] for line in ran.out.splitlines()] == [
        "demo/lang/fi.yaml",
        "words/fi.yaml",
    ]
    rows = [line.split() for line in project.run("lang", "status").out.splitlines()]
    count = str(len(shipped_words("en")))
    assert rows[-1] == ["pnp", "fi", "0%", count, "0", "0"]
    assert len(project.run("lang", "new", "de").out.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("plann: x", "lang/unknown-key 1:1", "The program has no word 'plann'."),
        ("plan: [x]", "schema/type 1:7", "plan is a text in the source, not a list."),
        ("plan: x\nposter_label: x", "lang/markup 2:15", "poster_label: the placeholders differ"),
        ("poster_glue: '{label} {'", "lang/markup 1:14", "poster_glue: the placeholders differ"),
        ("poster_glue: '{label.__class__}'", "lang/markup 1:14", "poster_glue: the placeholders differ"),
        ("key;text\nplan;x", "schema/type 1:1", "A mapping of keys and words belongs here, not a text."),
        ("<<<<<<< HEAD\nplan: x\n=======\nplan: y\n>>>>>>> b", "yaml/syntax 1:1", "A merge was left"),
    ],
)
def test_faults_of_a_words_file(finnish: Project, text: str, at: str, message: str) -> None:
    """Each is found where it stands, before a word of it is printed."""
    finnish.write(WORDS, f"{text}\n")
    found = finnish.only()
    assert f"{found['code']} {found['line']}:{found['column']}" == at
    assert found["file"] == WORDS
    assert found["message"].startswith(message)


def test_hyphenation_that_is_not_there_is_told(finnish: Project) -> None:
    """Where texts are hyphenated, a language without patterns is a hint; words stay whole."""
    finnish_words(finnish)
    finnish.edit(THEME, "min: 7, color: ink, hyphenate: false}", "min: 7, color: ink}")
    (found,) = finnish.findings()
    assert (found["code"], found["severity"], found["line"]) == ("lang/hyphenation", "hint", 3)
    assert found["message"].startswith("There are no rules to hyphenate 'fi'")


def test_letters_that_no_font_has_are_told(finnish: Project) -> None:
    """A word in letters that the program's fonts lack prints a gap: a warning says which."""
    file = finnish_words(finnish)
    file.write_text(file.read_text(encoding="utf-8").replace("fi print plan", "印刷"), encoding="utf-8")
    found = {f["code"]: f for f in finnish.findings()}
    assert "'刷' (U+5237), '印' (U+5370)" in found["font/missing-glyph"]["message"]
    assert found["font/missing-glyph"]["severity"] == "warning"


def test_calibration_sheet_in_a_project_s_language(finnish: Project) -> None:
    """Without words the sheet is refused in one sentence, with them it is printed."""
    out = finnish.root / "sheet.pdf"
    ran = finnish.run("calibrate", "--out", str(out))
    assert ran.code == 2
    assert ran.err == "pnp: The program has no words in 'fi', only in de, en, ru. Name one with --lang.\n"
    finnish_words(finnish)
    assert finnish.run("calibrate", "--out", str(out)).code == 0
    assert "fi Calibration sheet: front" in copied(out)
    assert finnish.run("calibrate", "--lang", "xx-yy", "--out", str(out)).code == 2


def test_the_german_deck_has_a_german_plan(tmp_path: Path) -> None:
    """The deck that is shipped in German comes with a plan in German."""
    ran = pnp("--project", ROOT, "build", "--game", "vortex", "--lang", "de", "--out", tmp_path)
    assert ran.code == 0, ran.err
    plan = copied(tmp_path / "vortex/de/print-plan.pdf")
    assert "Ätherwirbel: Druckplan" in plan
    assert not re.search("[А-яё]", plan)
