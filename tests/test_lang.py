"""Translations: overlays, their checks, sync, PO and back, pseudo; on a copy of a shipped game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from pnp.checks.run import check_game
from pnp.content.load import load_game
from pnp.content.numbers import format_number, plural, plural_forms
from pnp.content.project import Project
from pnp.content.pseudo import pseudo
from pnp.content.strings import source_strings
from pnp.errors import ContentError, UsageError
from pnp.translate.po import export_po, read_po
from pnp.translate.status import statuses
from pnp.translate.sync import new_overlay, set_texts, sync_overlay

if TYPE_CHECKING:
    from pnp.model.finding import Finding
    from pnp.model.game import Game

ROOT = Path(__file__).parent.parent
GAME = "vortex"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project with a copy of one game, without translations."""
    for part in ("content", "templates"):
        shutil.copytree(
            ROOT / part / GAME, tmp_path / part / GAME, ignore=shutil.ignore_patterns("lang", "rules.md")
        )
    shutil.copytree(ROOT / "templates" / "common", tmp_path / "templates" / "common")
    game_yaml = tmp_path / "content" / GAME / "game.yaml"
    data = yaml.safe_load(game_yaml.read_text(encoding="utf-8"))
    data["components"] = {"phenomenon-cards": data["components"]["phenomenon-cards"]}
    game_yaml.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return Project(tmp_path)


def load(project: Project) -> Game:
    """Return the game as it stands now."""
    game = load_game(project, GAME).game
    assert game
    return game


def overlay(project: Project, language: str = "en") -> Path:
    """Return the file of an overlay."""
    return project.root / "content" / GAME / "lang" / f"{language}.yaml"


def translated(project: Project) -> Game:
    """Write an English overlay whose every string is its own pseudo translation; return the game."""
    game = load(project)
    new_overlay(game, "en")
    sources = source_strings(game, "en").items()
    set_texts(game, "en", {key: pseudo(s.text) for key, s in sources if key[0] != "files"})
    sync_overlay(game, "en")
    return game


def findings(project: Project, language: str = "en") -> list[Finding]:
    """Return the findings about the translation itself."""
    report = check_game(project, GAME, lambda g: g.max_players, language)
    return [f for f in report.findings if f.code.startswith(("lang/", "schema/", "yaml/"))]


def edit(file: Path, old: str, new: str) -> None:
    """Replace one piece of text that must be there."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_new_overlay_has_every_key_and_its_source_above(project: Project) -> None:
    """A translator opens the file and sees the Russian text above each empty key."""
    file = new_overlay(load(project), "de")
    lines = file.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.strip() == "# Поющая жила")
    assert lines[at + 1].strip() == "name:"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert len(data["phenomena"]) == 16
    assert data["phenomena"]["singing-vein"] == {"name": None, "positive": None, "negative": None}


def test_missing_strings_refuse_the_build(project: Project) -> None:
    """Each missing string is one error, located at its key in the overlay."""
    game = load(project)
    new_overlay(game, "en")
    missing = findings(project)
    assert {f.code for f in missing} == {"lang/missing"}
    assert len(missing) == len(source_strings(game, "en"))
    name = next(f for f in missing if "phenomena.singing-vein.name" in f.message)
    line = overlay(project).read_text(encoding="utf-8").splitlines()[name.mark.line - 1]
    assert line.strip() == "name:"


def test_allowed_untranslated_strings_are_marked(project: Project) -> None:
    """With the permission the source is printed, and says which language it is."""
    new_overlay(load(project), "en")
    report = check_game(project, GAME, lambda g: g.max_players, "en", allow_untranslated=True)
    assert not [f for f in report.findings if f.code == "lang/missing"]
    texts = {box.text for piece in report.drawings[0].pieces for box in piece.front.texts}
    assert "[ru] Поющая жила" in texts


def test_complete_translation_is_clean_and_printed(project: Project) -> None:
    """A whole overlay gives no findings, and the cards carry its texts."""
    translated(project)
    assert findings(project) == []
    report = check_game(project, GAME, lambda g: g.max_players, "en")
    names = {box.text for piece in report.drawings[0].pieces for box in piece.front.texts}
    assert pseudo("Поющая жила") in names


def test_only_the_changed_string_turns_stale(project: Project) -> None:
    """A changed Russian text makes exactly its own key stale; translating or confirming it mends that."""
    translated(project)
    source = project.root / "content" / GAME / "phenomena.yaml"
    edit(source, "name: Поющая жила", "name: Гудящая жила")
    stale = findings(project)
    assert [(f.code, f.severity) for f in stale] == [("lang/stale", "warning")]
    assert "phenomena.singing-vein.name" in stale[0].message
    sync_overlay(load(project), "en")
    assert [f.code for f in findings(project)] == ["lang/stale"]
    sync_overlay(load(project), "en", ["phenomena.singing-vein.name"])
    assert findings(project) == []
    edit(source, "name: Гудящая жила", "name: Поющая жила")
    edit(overlay(project), pseudo("Поющая жила"), "The Singing Vein")
    sync_overlay(load(project), "en")
    assert findings(project) == []


def test_unknown_key_and_what_was_meant(project: Project) -> None:
    """A key that the source lacks is an error with the nearest one."""
    translated(project)
    edit(overlay(project), "  singing-vein:", "  singing-vien:")
    codes = {f.code for f in findings(project)}
    assert codes == {"lang/unknown-key", "lang/missing"}
    unknown = next(f for f in findings(project) if f.code == "lang/unknown-key")
    assert "singing-vein" in unknown.hint


def test_numbers_and_markup_must_agree(project: Project) -> None:
    """«1 Кристалл» that became 2, and bold that came from nowhere, are errors where they stand."""
    translated(project)
    data = yaml.safe_load(overlay(project).read_text(encoding="utf-8"))
    text = data["phenomena"]["singing-vein"]["positive"]
    game = load(project)
    set_texts(game, "en", {("phenomena", "singing-vein", "positive"): text.replace("1", "2")})
    assert [f.code for f in findings(project)] == ["lang/number"]
    set_texts(game, "en", {("phenomena", "singing-vein", "positive"): f"**{text}**"})
    assert [f.code for f in findings(project)] == ["lang/markup"]


def test_same_as_source_is_a_hint(project: Project) -> None:
    """A translation that equals its source is mentioned and refuses nothing."""
    game = translated(project)
    set_texts(game, "en", {("phenomena", "singing-vein", "name"): "Поющая жила"})
    assert [(f.code, f.severity) for f in findings(project)] == [("lang/same", "hint")]


def test_sync_keeps_comments_and_order(project: Project) -> None:
    """What a translator wrote beside the strings stays, and a new record comes in with its source."""
    translated(project)
    edit(overlay(project), "phenomena:", "# My own note.\nphenomena:")
    source = project.root / "content" / GAME / "phenomena.yaml"
    records = yaml.safe_load(source.read_text(encoding="utf-8"))
    records.insert(0, {**records[0], "id": "new-one", "name": "Новая"})
    source.write_text(yaml.safe_dump(records, allow_unicode=True, sort_keys=False), encoding="utf-8")
    assert sync_overlay(load(project), "en") == (3, 3, 0)
    text = overlay(project).read_text(encoding="utf-8")
    assert "# My own note." in text
    assert "# Новая" in text
    assert sync_overlay(load(project), "en") == (0, 3, 0)


def test_po_round_trip_loses_nothing(project: Project) -> None:
    """Export and import give the same overlay, byte for byte."""
    game = translated(project)
    before = overlay(project).read_bytes()
    file = project.root / "en.po"
    file.write_bytes(export_po(game, "en"))
    texts = read_po(game, "en", file)
    assert len(texts) == len(source_strings(game, "en"))
    set_texts(game, "en", texts)
    assert overlay(project).read_bytes() == before


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', "lang/markup"),
        ('msgctxt "no.such.key"\nmsgid "a"\nmsgstr "b"\n', "lang/unknown-key"),
        ("this is, no, po\n1;2;3\n", "yaml/syntax"),
    ],
)
def test_broken_po_is_one_located_finding(project: Project, broken: str, code: str) -> None:
    """Plural forms, unknown contexts and other files are refused with file and line."""
    game = translated(project)
    file = project.root / "en.po"
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        read_po(game, "en", file)
    (finding,) = error.value.findings
    assert finding.code == code
    assert finding.mark.file == file
    assert finding.mark.line


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("phenomena;name;text\n1;2;3\n", "schema/type"),
        ("<<<<<<< HEAD\ngame: {title: A}\n=======\ngame: {title: B}\n>>>>>>> b\n", "yaml/syntax"),
        ("phenomena: {singing-vein: {name: [a]}}\n", "schema/type"),
        ("covers: phenomena\n", "schema/type"),
        ("", "yaml/syntax"),
    ],
)
def test_garbage_overlays(project: Project, text: str, code: str) -> None:
    """A CSV, merge markers, lists and empty files are each a located finding."""
    file = overlay(project)
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    found = [f for f in findings(project) if f.code == code]
    assert found
    assert found[0].mark.file == file
    assert found[0].mark.line


def test_damaged_lock_is_a_finding(project: Project) -> None:
    """The lock is the program's own file, and still no reason for a traceback."""
    translated(project)
    lock = overlay(project).with_suffix(".lock.json")
    lock.write_text("[1, 2", encoding="utf-8")
    assert any(f.mark.file == lock for f in findings(project))


def test_scope_of_an_overlay(project: Project) -> None:
    """An overlay that covers one deck is not asked for the rest, and says what that deck prints beyond it."""
    translated(project)
    data = yaml.safe_load(overlay(project).read_text(encoding="utf-8"))
    scoped = {
        "covers": ["phenomena"],
        **{key: data[key] for key in ("game", "components", "phenomena", "words")},
    }
    overlay(project).write_text(yaml.safe_dump(scoped, allow_unicode=True), encoding="utf-8")
    assert findings(project) == []
    del scoped["words"]
    overlay(project).write_text(yaml.safe_dump(scoped, allow_unicode=True), encoding="utf-8")
    lost = findings(project)
    assert {f.code for f in lost} == {"lang/missing"}
    assert "words." in lost[0].message


def test_language_that_is_not_there(project: Project) -> None:
    """A language without overlay, a code that is none, a right-to-left script are wrong usage, said so."""
    with pytest.raises(UsageError, match="only in ru"):
        check_game(project, GAME, lambda g: g.max_players, "en")
    with pytest.raises(UsageError, match="no language code"):
        new_overlay(load(project), "klingon")
    with pytest.raises(UsageError, match="right to left"):
        new_overlay(load(project), "he")


def test_status(project: Project) -> None:
    """The table counts what is there and what is not."""
    new_overlay(load(project), "en")
    (status,) = statuses(project)
    assert (status.language, status.percent, status.missing) == ("en", 0, status.total)
    set_texts(load(project), "en", dict.fromkeys(source_strings(load(project), "en"), "x"))
    assert statuses(project)[0].percent == 100


def test_pseudo_text_is_longer_and_keeps_what_must_stay() -> None:
    """Letters change, 35 % are added; references, icons, bold and numbers do not change."""
    text = "Получите **20** марок за [[tillek|Тиллек]] :flame: и ещё 3"
    longer = pseudo(text)
    for kept in ("**20**", "[[tillek|Тиллек]]", ":flame:", " 3"):
        assert kept in longer
    plain = "Исследователь получает повреждение"
    assert 1.3 <= len(pseudo(plain)) / len(plain) <= 1.45


def test_plurals_and_numbers() -> None:
    """1 марка, 2 марки, 5 марок, 21 марка; 10 000 and 10,000."""
    forms = {"one": "марка", "few": "марки", "many": "марок", "other": "марки"}
    assert plural_forms("ru") == ("one", "few", "many", "other")
    assert [plural(forms, n, "ru") for n in (1, 2, 5, 11, 21)] == [
        "марка",
        "марки",
        "марок",
        "марок",
        "марка",
    ]
    assert format_number(10000, "ru") == "10\u00a0000"
    assert format_number(10000, "en") == "10,000"


@pytest.fixture
def bookish(project: Project) -> Project:
    """Return a project whose game has a rulebook of two paragraphs and one table."""
    folder = project.root / "content" / GAME
    data = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))
    columns = [{"head": "Явление", "value": "{{ it.name }}"}]
    book = {"rules": "rules.md", "page": "book-page.svg", "contents": "Оглавление"}
    book["tables"] = {"deck": {"of": "phenomena", "columns": columns}}
    rulebook = {"title": "Книга", "book": book, "size": "148x210", "bleed": 0, "impose": "page"}
    data["components"] = {"rulebook": rulebook}
    (folder / "game.yaml").write_text(
        yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8"
    )
    rules = "# Правила\n\nБросьте кубик.\n\n<!-- table: deck -->\n\nСмотрите [[singing-vein|жилу]].\n"
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    return project


def test_a_book_is_translated_as_a_file(bookish: Project) -> None:
    """The blank has the source's blocks as comments; a book without its table or reference is found."""
    game = translated(bookish)
    book = overlay(bookish).with_name("en.rules.md")
    assert "<!-- source:\nБросьте кубик.\n-->" in book.read_text(encoding="utf-8")
    assert [f.code for f in findings(bookish)] == ["lang/missing"]
    book.write_text(
        "# Rules\n\nThrow the die.\n\n<!-- table: deck -->\n\nSee [[singing-vein]].\n", encoding="utf-8"
    )
    sync_overlay(game, "en")
    assert findings(bookish) == []
    report = check_game(bookish, GAME, lambda g: g.max_players, "en")
    words = " ".join(
        b.text for p in report.drawings[0].pieces for f in (p.front, p.back) if f for b in f.texts
    )
    assert "Throw the die." in words
    assert pseudo("Явление") in words
    book.write_text("# Rules\n\nThrow the die.\n", encoding="utf-8")
    assert [f.code for f in findings(bookish)] == ["lang/markup", "lang/markup"]


SOURCED = """\
# Rules

<!-- source:
Смотрите [[singing-vein|жилу]], как на рисунке. ![Она](picture:vein)
-->
See [[singing-vein]].

<!-- table: deck -->
"""


def test_source_comments_of_a_book_may_stay(bookish: Project) -> None:
    """References and pictures of the source's comments count for nothing; rules and tables in comments do."""
    game = translated(bookish)
    book = overlay(bookish).with_name("en.rules.md")
    book.write_text(SOURCED, encoding="utf-8")
    sync_overlay(game, "en")
    assert findings(bookish) == []


def test_a_book_says_in_which_line_it_differs(bookish: Project) -> None:
    """What is too much stands in its own line of the translation, what is lacking in one of the source."""
    game = translated(bookish)
    book = overlay(bookish).with_name("en.rules.md")
    book.write_text(SOURCED + "\nAnd [[singing-vein]] again.\n", encoding="utf-8")
    sync_overlay(game, "en")
    (more,) = findings(bookish)
    assert (more.mark.file, more.mark.line) == (book, 10)
    book.write_text(SOURCED.replace("<!-- table: deck -->", ""), encoding="utf-8")
    sync_overlay(game, "en")
    (less,) = findings(bookish)
    assert (less.mark.file, less.mark.line) == (book, 0)
    assert "in line 5" in less.hint
    assert "table: deck" in less.message


def test_a_blank_book_prints_nothing_of_its_source(bookish: Project) -> None:
    """A paragraph below a comment that names its rules is no translation: it goes into a comment too."""
    rules = bookish.root / "content" / GAME / "rules.md"
    rules.write_text("# Правила\n\n<!-- rules: one -->\nБросьте кубик.\n", encoding="utf-8")
    translated(bookish)
    text = overlay(bookish).with_name("en.rules.md").read_text(encoding="utf-8")
    assert "<!-- rules: one -->\n<!-- source:\nБросьте кубик.\n-->\n" in text
    assert [f.code for f in findings(bookish)] == ["lang/missing"]


def test_a_missing_book_is_asked_for_by_its_name(bookish: Project) -> None:
    """A rulebook is translated in en.rules.md, not in en.yaml."""
    translated(bookish)
    (missing,) = findings(bookish)
    assert missing.hint == "Write it in en.rules.md, beside en.yaml."
