"""YAML that is not what it should be: each fault is one sentence with its place, never a traceback."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from helpers import CARDS, GAME, THEME, pnp

if TYPE_CHECKING:
    from helpers import Project

CARDS_FILE = "content/demo/cards.yaml"
GAME_FILE = "content/demo/game.yaml"
THEME_FILE = "templates/demo/theme.yaml"
ONE = "- {id: one, name: Первая, text: Карта для пробы.}\n"


def test_sound_project_has_no_finding(project: Project) -> None:
    """The project that every other test breaks is sound itself."""
    assert project.findings() == []
    project.build()


@pytest.mark.parametrize("file", [CARDS_FILE, GAME_FILE, THEME_FILE])
@pytest.mark.parametrize(
    ("content", "code", "says"),
    [
        (b"", "yaml/syntax", "empty"),
        (b"# only a comment\n", "yaml/syntax", "empty"),
        (b"hello\n", "schema/type", "belongs here"),
        (b"null\n", "schema/type", "belongs here"),
        (b"\xef\xbb\xbfid: one\n", "yaml/encoding", "byte order mark"),
        (b"a: [1, 2\n", "yaml/syntax", ""),
        (b"a: 1\na: 2\n", "yaml/duplicate-key", "stands twice"),
        (b"<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other\n", "yaml/syntax", "merge"),
    ],
)
def test_file_that_is_none(project: Project, file: str, content: bytes, code: str, says: str) -> None:
    """Emptiness, half a list, a mark of an editor or of git: told in any of a game's files, once."""
    project.write(file, content)
    found = project.only()
    assert (found["code"], found["file"]) == (code, file)
    assert says in found["message"]
    assert found["line"] > 0


PLACED = [
    ("list in list", "- a\n", "schema/type", 1, 3),
    ("mapping for a list", "a: b\n", "schema/type", 1, 1),
    ("tab", "- id: a\n\tname: b\n", "yaml/syntax", 2, 1),
    ("second document", f"{ONE}---\n{ONE}", "yaml/syntax", 2, 1),
    ("control character", ONE.replace("про", "про\0"), "yaml/encoding", 1, 46),
    ("bell", ONE.replace("про", "про\a"), "yaml/encoding", 1, 46),
    ("control character escaped", ONE.replace("Карта для пробы.", '"про\\0бы"'), "yaml/syntax", 1, 33),
    ("half a surrogate", ONE.replace("Карта для пробы.", '"про\\ud800"'), "yaml/syntax", 1, 39),
    ("python object", "- !!python/object:os.system {id: a}\n", "yaml/syntax", 1, 3),
    (
        "python call",
        '- {id: a, name: !!python/object/apply:os.system ["touch /tmp/x"], text: b}\n',
        "yaml/syntax",
        1,
        17,
    ),
    ("binary", '- {id: one, name: !!binary "aGVsbG8=", text: b}\n', "yaml/syntax", 1, 19),
    ("set", "- !!set {id, a}\n", "yaml/syntax", 1, 3),
    ("tag of somebody's", "- !card {id: a}\n", "yaml/syntax", 1, 3),
    ("int that is none", "- {id: !!int abc, name: b, text: c}\n", "yaml/syntax", 1, 8),
    ("key that is a list", "- {[a]: b}\n", "yaml/syntax", 1, 4),
    ("key that is nothing", "- {~: b}\n", "yaml/syntax", 1, 4),
    ("endless list", "&a [*a]\n", "yaml/syntax", 1, 1),
    ("endless record", "- &a {id: x, name: y, text: *a}\n", "yaml/syntax", 1, 11),
    ("deep", "[" * 100_000, "yaml/syntax", 1, 1001),
    ("deep and closed", "[" * 100_000 + "]" * 100_000, "yaml/syntax", 1, 1001),
    ("deep mappings", "{a: " * 100_000, "yaml/syntax", 1, 4001),
    ("deeper than sense", "[" * 200 + "]" * 200, "yaml/syntax", 1, 66),
    ("number as id", ONE.replace("one", "12"), "schema/type", 1, 8),
    ("nothing as id", ONE.replace("one", ""), "schema/type", 1, 8),
    ("capitals in an id", ONE.replace("one", "One"), "schema/type", 1, 8),
    ("Russian id", ONE.replace("one", "раз"), "schema/type", 1, 8),
    ("spaces in an id", ONE.replace("one", "a b"), "schema/type", 1, 8),
    ("truth as text", ONE.replace("Карта для пробы.", "true"), "schema/type", 1, 33),
    ("number as text", ONE.replace("Карта для пробы.", "3"), "schema/type", 1, 33),
    ("list as text", ONE.replace("Карта для пробы.", "[a]"), "schema/type", 1, 33),
    ("mapping as text", ONE.replace("Карта для пробы.", "{a: b}"), "schema/type", 1, 33),
    ("empty text", ONE.replace("Карта для пробы.", '""'), "schema/type", 1, 33),
    ("infinite name", ONE.replace("Первая", "1e999"), "schema/type", 1, 19),
    ("number of 5000 digits", ONE.replace("Первая", "9" * 5000), "yaml/syntax", 1, 19),
]


@pytest.mark.parametrize(
    ("content", "code", "line", "column"), [row[1:] for row in PLACED], ids=[row[0] for row in PLACED]
)
def test_records_that_are_none(project: Project, content: str, code: str, line: int, column: int) -> None:
    """Each is one finding at its line and column, and the message is short."""
    project.write(CARDS_FILE, content)
    found = project.only()
    assert (found["code"], found["line"], found["column"]) == (code, line, column)
    assert len(found["message"]) < 200


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "utf-16"])
def test_other_encodings(project: Project, encoding: str) -> None:
    """Bytes of another encoding are told with the place of the first that is no UTF-8."""
    raw = CARDS.encode(encoding)
    project.write(CARDS_FILE, raw)
    found = project.only()
    bad = next(i for i in range(1, len(raw)) if not _is_utf8(raw[:i]) and not _is_utf8(raw[: i + 3]))
    assert (found["code"], found["line"], found["column"]) == ("yaml/encoding", 1, bad)
    assert "UTF-8" in found["hint"]


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("file", [CARDS_FILE, GAME_FILE, THEME_FILE])
def test_alias_bomb(project: Project, file: str) -> None:
    """Nine aliases of nine of nine (a gigabyte when unfolded) are refused, not unfolded."""
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        rows.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    project.write(file, "\n".join(rows) + "\n")
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("yaml/syntax", file, 1)


def test_merge_keys_are_no_yaml_of_ours(project: Project) -> None:
    """`<<` of YAML 1.1 is a key that nobody knows, and what it should have brought is missing."""
    project.write(CARDS_FILE, "- &a {id: one, name: Первая, text: Проба.}\n- {<<: *a, id: two}\n")
    assert [(f["code"], f["line"], f["column"]) for f in project.findings()] == [
        ("schema/missing-key", 2, 3),
        ("schema/unknown-key", 2, 4),
    ]


@pytest.mark.parametrize(
    "size", ["0x0", "63x", "axb", "-63x88", "63x88px", "9999x9999", "63 88", '""', "1e3x2"]
)
def test_size_that_is_none(project: Project, size: str) -> None:
    """A size of a component is width x height between nothing and five metres."""
    project.edit(GAME_FILE, "size: 63x88", f"size: {size}")
    assert project.at() == f"schema/type {GAME_FILE}:11:11"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("copies: 0", 13),
        ("copies: -1", 13),
        ("copies: 999999999999", 13),
        ("copies: true", 13),
        ("copies: []", 13),
        ('bleed: "3"', 12),
        ("bleed: -3", 12),
        ("bleed: .nan", 12),
        ("bleed: 1e999", 12),
        ("gutter: wide", 13),
        ("impose: nothing", 13),
    ],
)
def test_measures_that_are_none(project: Project, line: str, column: int) -> None:
    """Numbers out of range, text for numbers and words that nobody knows are one sentence each."""
    project.edit(GAME_FILE, "size: 63x88", f"size: 63x88\n    {line}")
    assert project.at() == f"schema/type {GAME_FILE}:12:{column}"


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("{min: 1, max: 4}", "{min: 5, max: 4}", 4, 10),
        ("{min: 1, max: 4}", "{min: 0, max: 4}", 4, 16),
        ("{min: 1, max: 4}", "{min: 1, max: 99999999999999999999}", 4, 24),
        ("{min: 1, max: 4}", "[1, 4]", 4, 10),
        ("language: ru", "language: ../../x", 3, 11),
        ("language: ru", 'language: ""', 3, 11),
        ("title: Проба", 'title: ""', 2, 8),
        ("title: Проба", "title: 7", 2, 8),
        ("id: demo", "id: other", 1, 5),
    ],
)
def test_game_that_is_none(project: Project, old: str, new: str, line: int, column: int) -> None:
    """What a game says of itself is looked at value by value."""
    project.edit(GAME_FILE, old, new)
    assert project.at() == f"schema/type {GAME_FILE}:{line}:{column}"


@pytest.mark.parametrize(
    "name",
    ["../../../etc/passwd", "/etc/passwd", '""', "card.yaml", "a" * 5000, "etc/passwd", "loop.yaml", "cards"],
)
def test_file_outside(project: Project, name: str) -> None:
    """A collection's file lies in the game's folder: not above it, not elsewhere, not behind a link."""
    (project.root / "content/demo/etc").symlink_to("/etc")
    (project.root / "content/demo/loop.yaml").symlink_to("loop.yaml")
    (project.root / "content/demo/cards").mkdir()
    project.edit(GAME_FILE, "file: cards.yaml", f"file: {name}")
    assert project.at() == f"asset/missing {GAME_FILE}:6:17"


@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "cards.yaml"])
def test_links(project: Project, target: str) -> None:
    """A link out of the game's folder, to a device or to itself is no file."""
    (project.root / CARDS_FILE).unlink()
    (project.root / CARDS_FILE).symlink_to(target)
    assert project.at() == f"asset/missing {GAME_FILE}:6:17"


def test_pipe_is_no_file(project: Project) -> None:
    """A pipe, which would never end, is not read."""
    (project.root / CARDS_FILE).unlink()
    os.mkfifo(project.root / CARDS_FILE)
    assert project.at() == f"asset/missing {GAME_FILE}:6:17"


@pytest.mark.parametrize("file", [GAME_FILE, THEME_FILE])
def test_folder_for_a_file(project: Project, file: str) -> None:
    """A folder that bears a file's name is told by that name."""
    (project.root / file).unlink()
    if file == GAME_FILE:
        (project.root / file).mkdir()
        assert project.at() == f"asset/missing {file}:0:0"
    else:
        assert project.at() == f"asset/missing {file}:0:0"


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("txt", 58),
        ("{type: strin}", 58),
        ('{type: string, pattern: "("}', 58),
        ('{$ref: "file:///etc/passwd"}', 58),
        ('{$ref: "http://127.0.0.1:1/x"}', 58),
        ("{type: array, items: 3}", 58),
        ("{type: string, ref: 3}", 58),
    ],
)
def test_field_types_that_are_none(project: Project, field: str, column: int) -> None:
    """A field's type is one of ours or sound JSON Schema that refers to nothing."""
    project.edit(GAME_FILE, "fields: {text: text}", f"fields: {{text: {field}}}")
    assert project.at() == f"schema/type {GAME_FILE}:6:{column}"


@pytest.mark.parametrize("name", ["words", "card", "icon", "range", "zip", "unique"])
def test_names_that_templates_know(project: Project, name: str) -> None:
    """A collection may not take a name that templates and checks have already."""
    project.write(
        GAME_FILE, GAME.replace("  cards: {file", f"  {name}: {{file").replace("of: cards", f"of: {name}")
    )
    assert project.at() == f"schema/type {GAME_FILE}:6:3"


def test_data_outside(project: Project) -> None:
    """A data file lies in the game's folder too, and its name hides no collection."""
    project.write(GAME_FILE, GAME + "data: {more: ../../x.yaml}\n")
    assert project.at() == f"asset/missing {GAME_FILE}:14:14"
    project.write(GAME_FILE, GAME + "data: {cards: cards.yaml}\n")
    assert project.at() == f"schema/type {GAME_FILE}:14:8"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('ink: "#202020"', 'ink: "#20202"', "9:8"),
        ('ink: "#202020"', "ink: #202020", "9:7"),
        ('ink: "#202020"', "ink: red", "9:8"),
        ("size: 10,", "size: big,", "12:28"),
        ("size: 10,", "size: 0,", "12:28"),
        ("size: 10,", "size: 1e30,", "12:28"),
        ("min: 7", "min: 17", "12:9"),
        ("min: 7, color: ink", "min: 7, color: inc", "12:47"),
    ],
)
def test_theme_that_is_none(project: Project, old: str, new: str, place: str) -> None:
    """Colours and sizes of a theme are looked at one by one."""
    project.edit(THEME_FILE, old, new)
    line, _, column = place.partition(":")
    found = project.only()
    assert (found["code"], found["line"]) == ("schema/type", int(line))
    assert abs(found["column"] - int(column)) <= 1


def test_no_content_at_all(project: Project) -> None:
    """Without `content/` there is no project: wrong usage, in one line."""
    shutil.rmtree(project.root / "content")
    ran = project.run("validate")
    assert (ran.code, ran.out) == (2, "")
    assert "content" in ran.err
    assert ran.err.count("\n") == 1


def test_content_without_games(project: Project) -> None:
    """A `content/` in which nothing is a game is wrong usage too."""
    shutil.rmtree(project.root / "content/demo")
    ran = project.run("build")
    assert ran.code == 2
    assert "game.yaml" in ran.err


def test_no_templates(project: Project) -> None:
    """A game without looks is told by the file that is missing."""
    shutil.rmtree(project.root / "templates")
    assert project.at() == f"asset/missing {THEME_FILE}:0:0"


def test_project_that_is_not_there() -> None:
    """`--project` of a folder that is not there is wrong usage."""
    ran = pnp("--project", "/nowhere/at/all", "list")
    assert ran.code == 2
    assert "no project" in ran.err


def test_nothing_to_print(project: Project) -> None:
    """A deck without records, or with none left, or of zero copies is an error, not an empty PDF."""
    project.write(CARDS_FILE, "[]\n")
    assert project.at() == f"deck/count {GAME_FILE}:8:3"
    project.write(CARDS_FILE, CARDS)
    project.edit(GAME_FILE, "back: back.svg}", "back: back.svg, where: card.name == 'x'}")
    assert project.at() == f"deck/count {GAME_FILE}:8:3"
    project.write(
        GAME_FILE,
        GAME.replace("{text: text}", "{text: text, n: integer}").replace("63x88", "63x88\n    copies: n"),
    )
    project.write(CARDS_FILE, "- {id: one, name: Первая, text: Проба., n: 0}\n")
    assert project.at() == f"deck/count {GAME_FILE}:8:3"


def test_every_fault_in_one_pass(project: Project) -> None:
    """Faults in several files are told together, in order of files and lines."""
    project.write(
        CARDS_FILE, CARDS + "- {id: one, name: Третья, text: Ещё.}\n- {id: Four, name: Ещё, text: Нет.}\n"
    )
    project.write(THEME_FILE, THEME.replace("min: 7", "min: 70"))
    assert [(f["code"], f["file"], f["line"]) for f in project.findings()] == [
        ("schema/type", CARDS_FILE, 4),
        ("schema/type", THEME_FILE, 12),
    ]
    project.write(THEME_FILE, THEME)
    assert [(f["code"], f["line"]) for f in project.findings()] == [("id/duplicate", 3), ("schema/type", 4)]
