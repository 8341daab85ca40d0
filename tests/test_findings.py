"""Every code of `pnp validate` with a good and a bad example, and the three ways to print findings."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING

import pytest
import yaml
from helpers import CARDS, FACE, GAME, ROOT, THEME, pnp_process

if TYPE_CHECKING:
    from helpers import Project

CARDS_FILE = "content/demo/cards.yaml"
GAME_FILE = "content/demo/game.yaml"
THEME_FILE = "templates/demo/theme.yaml"
FACE_FILE = "templates/demo/card.svg"

TYPED = GAME.replace(
    "fields: {text: text}",
    "count: 2, fields: {text: text, color: {type: string, pattern: '^#[0-9a-f]{6}$', optional: true},"
    " sign: {type: string, format: icon, optional: true}, next: {type: string, ref: cards, optional: true},"
    " stops: {type: array, optional: true, items: {type: string, ref: cards}}}",
)
"""The game with a count and typed fields."""


def _card(**more: str) -> str:
    """Return the first card with more fields, and the second."""
    fields = "".join(f", {key.replace('_', '-')}: {value}" for key, value in more.items())
    return f"- {{id: one, name: Первая, text: Карта для пробы.{fields}}}\n{CARDS.splitlines()[1]}\n"


BAD = [
    ("yaml/syntax", CARDS_FILE, CARDS + "- {id: three, name: [Третья}\n", 3, 28, ""),
    ("yaml/syntax", CARDS_FILE, "- id: one\n  name: Первая: карта\n", 2, 15, "quotes"),
    ("yaml/syntax", CARDS_FILE, "- id: one\n\tname: Первая\n", 2, 1, "spaces"),
    ("yaml/duplicate-key", CARDS_FILE, _card(name="Вторая"), 1, 51, "Keep one"),
    ("yaml/encoding", CARDS_FILE, CARDS.encode("cp1251").decode("latin-1").encode("latin-1"), 1, 19, "UTF-8"),
    ("schema/unknown-key", CARDS_FILE, _card(colour='"#ffffff"'), 1, 51, "'color'"),
    (
        "schema/unknown-key",
        CARDS_FILE,
        CARDS.replace("name: Первая", "nmae: x, name: Первая"),
        1,
        13,
        "'name'",
    ),
    (
        "schema/unknown-key",
        GAME_FILE,
        TYPED.replace("size: 63x88", "sise: 63x88\n    size: 63x88"),
        11,
        5,
        "'size'",
    ),
    ("schema/unknown-key", THEME_FILE, THEME.replace("min: 7", "minimum: 7"), 12, 32, "'min'"),
    ("schema/missing-key", CARDS_FILE, CARDS.replace(", text: Карта для пробы.", ""), 1, 3, "Add it"),
    ("schema/missing-key", GAME_FILE, TYPED.replace("language: ru\n", ""), 1, 1, "Add it"),
    ("schema/missing-key", THEME_FILE, THEME.replace("size: 10, ", ""), 12, 9, "Add it"),
    ("schema/type", CARDS_FILE, CARDS.replace("name: Первая", "name: 1"), 1, 19, "quotes"),
    ("schema/type", CARDS_FILE, _card(color="red"), 1, 58, ""),
    ("id/duplicate", CARDS_FILE, CARDS.replace("id: two", "id: one"), 2, 8, "id of its own"),
    ("id/near-duplicate", CARDS_FILE, CARDS.replace("Другая", "Перваю"), 2, 19, "distinct_from: [one]"),
    ("id/near-duplicate", CARDS_FILE, CARDS.replace("Другая", "ПЕРВАЯ"), 2, 19, "distinct_from: [two]"),
    ("ref/unknown", CARDS_FILE, _card(next="tow"), 1, 57, "'two'"),
    ("ref/unknown", CARDS_FILE, _card(stops="[one, three]"), 1, 64, "There are: one, two"),
    (
        "ref/unknown",
        CARDS_FILE,
        CARDS.replace("Карта для", '"Карта [[tow]]",').replace(" пробы.", ""),
        1,
        33,
        "'two'",
    ),
    (
        "ref/unknown",
        CARDS_FILE,
        _card(distinct_from="[tow]").replace("distinct-from", "distinct_from"),
        1,
        66,
        "'two'",
    ),
    ("ref/unknown", GAME_FILE, TYPED.replace("of: cards", "of: card"), 10, 17, "'cards'"),
    (
        "ref/unknown",
        THEME_FILE,
        THEME.replace("font: text, size: 10", "font: txt, size: 10"),
        12,
        16,
        "'text'",
    ),
    ("deck/count", CARDS_FILE, CARDS.splitlines()[0], 1, 1, "count in game.yaml"),
    ("deck/count", GAME_FILE, TYPED.replace("63x88", "63x88\n    copies: number"), 8, 3, "number"),
    ("text/overflow", CARDS_FILE, CARDS.replace("Карта", "Очень длинная карта " * 80), 1, 3, "Shorten"),
    ("font/missing-glyph", CARDS_FILE, CARDS.replace("Карта", "猫"), 1, 3, "signs"),
    ("template/error", FACE_FILE, FACE.replace("card.text", "card.test"), 4, 1, ""),
    ("template/error", FACE_FILE, FACE.replace('fill="#eeeeee"', 'fill="#eeeee"'), 2, 46, "#1f6fb2"),
    ("asset/missing", CARDS_FILE, _card(sign="anvli"), 1, 57, "icons"),
    ("asset/missing", GAME_FILE, TYPED.replace("back: back.svg", "back: bck.svg"), 10, 46, "templates/demo"),
    ("asset/missing", THEME_FILE, THEME.replace("DejaVuSans", "DejaVu"), 7, 12, "fonts/"),
]


@pytest.mark.parametrize(("code", "file", "content", "line", "column", "hint"), BAD)
def test_bad_example(
    project: Project, code: str, file: str, content: str | bytes, line: int, column: int, hint: str
) -> None:
    """The fault is found once, under its code, at its place, with a hint that helps."""
    project.write(GAME_FILE, TYPED)
    project.write(file, content)
    found = project.only()
    assert (found["code"], found["file"], found["line"], found["column"]) == (code, file, line, column)
    assert hint in found["hint"]
    assert (found["severity"], found["game"]) == ("error", "demo")


def test_good_example(project: Project) -> None:
    """All that the bad examples get wrong, done right: no finding at all."""
    project.write(GAME_FILE, TYPED)
    project.write(
        CARDS_FILE,
        "- {id: one, name: Первая, text: 'Карта [[two|другую]] и :anvil: знак → дальше.', color: '#ffffff',"
        " sign: anvil, next: two, stops: [one, two], distinct_from: [two]}\n"
        "- {id: two, name: Перваю, text: Ещё одна карта., distinct_from: [one]}\n",
    )
    assert project.findings() == []


def test_distinct_from_must_be_mutual(project: Project) -> None:
    """One side alone does not say that two names look alike on purpose."""
    project.write(
        CARDS_FILE,
        _card(distinct_from="[two]").replace("distinct-from", "distinct_from").replace("Другая", "Перваю"),
    )
    assert project.at() == f"id/near-duplicate {CARDS_FILE}:2:19"


def test_several_faults_of_a_record(project: Project) -> None:
    """Two missing keys are two findings; a misspelt key is one, and not a missing one besides."""
    project.write(GAME_FILE, GAME.replace("{text: text}", "{text: text, more: text}"))
    project.write(CARDS_FILE, "- {id: one, name: Первая}\n")
    assert [f["message"] for f in project.findings()] == [
        "The key 'more' is missing.",
        "The key 'text' is missing.",
    ]
    project.write(CARDS_FILE, "- {id: one, name: Первая, text: Да., mroe: Нет.}\n")
    assert [(f["code"], f["hint"]) for f in project.findings()] == [
        ("schema/unknown-key", "Did you mean 'more'?")
    ]


def test_text_names_the_piece(project: Project) -> None:
    """An overflow names component, record, box and language, and says by how many millimetres."""
    project.write(CARDS_FILE, CARDS.replace("Карта", "Очень длинная карта " * 80))
    message = project.only()["message"]
    assert re.match(
        r"deck, one, box 'text' \(ru\): at the least size of 7 pt the text is \d+\.\d mm too high", message
    )


def test_missing_glyph_names_the_character(project: Project) -> None:
    """A character that no font has is shown with its number."""
    project.write(CARDS_FILE, CARDS.replace("Карта", "猫"))
    assert "'猫' (U+732B)" in project.only()["message"]


WARNED = (
    GAME
    + "checks:\n  - {id: three, that: cards | length == 3, message: 'Их {{ cards | length }}.', why: Надо.}\n"
)


def test_text_format(project: Project) -> None:
    """A finding in text: place and code, message, the line itself, the hint; then the count."""
    project.write(CARDS_FILE, CARDS.replace("id: two", "id: one"))
    ran = project.run("validate")
    assert ran.code == 1
    place, line, hint, count = ran.out.splitlines()
    assert place.endswith(
        "cards.yaml:2:8  id/duplicate  The id 'one' stands twice in cards; the first is in line 1."
    )
    assert line == f"    {CARDS.splitlines()[1].replace('two', 'one')}"
    assert hint == "    → Give each record an id of its own."
    assert count == "1 error, 0 warnings."


def test_json_format(project: Project) -> None:
    """A finding in JSON has its eight fields, and the counts stand beside."""
    project.write(CARDS_FILE, CARDS.replace("id: two", "id: one"))
    told = json.loads(project.run("validate", "--format", "json").out)
    assert told == {
        "findings": [
            {
                "code": "id/duplicate",
                "severity": "error",
                "game": "demo",
                "file": CARDS_FILE,
                "line": 2,
                "column": 8,
                "message": "The id 'one' stands twice in cards; the first is in line 1.",
                "hint": "Give each record an id of its own.",
            }
        ],
        "errors": 1,
        "warnings": 0,
    }


def test_json_of_a_sound_project(project: Project) -> None:
    """Nothing found is an empty list, not an empty answer."""
    assert json.loads(project.run("validate", "--format", "json").out) == {
        "findings": [],
        "errors": 0,
        "warnings": 0,
    }


def test_github_format(project: Project) -> None:
    """A finding as a workflow command of GitHub: its signs escaped, file, line and column given."""
    project.write(CARDS_FILE, CARDS.replace("Карта для пробы.", "'100 %: [[да]], [[tow]]'"))
    first, count = project.run("validate", "--format", "github").out.splitlines()
    assert first == (
        f"::error file={CARDS_FILE},line=1,col=33,title=ref/unknown::There is no record 'tow' for [[tow]]."
        " Did you mean 'two'?"
    )
    assert count == "1 error, 0 warnings."


def test_checks_of_the_game(project: Project) -> None:
    """A named check that is not true is told with its own message and reason."""
    project.write(GAME_FILE, WARNED)
    found = project.only()
    assert (found["code"], found["message"], found["hint"]) == ("game/three", "Их 2.", "Надо.")
    assert (found["file"], found["line"]) == (GAME_FILE, 15)


@pytest.mark.parametrize(
    ("that", "says"),
    [
        ("cards | lenght == 3", "lenght"),
        ("card | length == 3", "'card' is undefined"),
        ("1 / 0", "division by zero"),
        ("cards ==", "unexpected"),
        ("range(10**9) | list", "Range too big"),
        ("'x' * 10**10", "too large"),
        ("''.__class__.__mro__", "unsafe"),
    ],
)
def test_checks_that_cannot_be_worked_out(project: Project, that: str, says: str) -> None:
    """A check is a small program, and may be wrong: told at its line."""
    project.write(GAME_FILE, WARNED.replace("cards | length == 3", f'"{that}"'))
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", GAME_FILE, 15)
    assert says in found["message"]
    assert "'three'" in found["message"]


def test_strict_makes_warnings_errors(project: Project) -> None:
    """A text below five points is a warning: exit 0, with --strict exit 1."""
    project.write(THEME_FILE, THEME.replace("size: 10, min: 7", "size: 4, min: 4"))
    ran = project.run("validate")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "0 errors, 2 warnings.")
    assert "text/too-small (warning)" in ran.out
    strict = project.run("validate", "--strict")
    assert (strict.code, strict.out) == (1, ran.out)
    assert project.run("build").code == 0


def test_every_code_of_the_program_is_a_rule() -> None:
    """Whatever looks like a code anywhere in the program is explained, and no explanation is left over."""
    texts = {
        node.value
        for file in (ROOT / "pnp").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {t for t in texts if re.fullmatch(r"[a-z]+/[a-z-]+", t) and not t.startswith("image/")}
    known = yaml.safe_load((ROOT / "pnp/data/rules.yaml").read_text(encoding="utf-8"))
    assert codes == set(known)
    assert all(set(rule) == {"wants", "why"} for rule in known.values())


def test_explain_tells_every_code_found_here(project: Project) -> None:
    """Every code of the examples can be explained."""
    for code in sorted({row[0] for row in BAD}):
        ran = project.run("validate", "--explain", code)
        assert ran.code == 0
        assert ran.out.startswith(f"{code}\n  Wants: ")
    assert project.run("validate", "--explain", "no/such").code == 2


def test_findings_of_several_games(project: Project) -> None:
    """One pass tells the faults of every game, and --game of one alone."""
    for file in ("content/demo/game.yaml", "content/demo/cards.yaml"):
        text = (project.root / file).read_text(encoding="utf-8").replace("id: demo", "id: other")
        project.write(file.replace("demo", "other"), text.replace("id: two", "id: one"))
    for file in ("theme.yaml", "card.svg", "back.svg"):
        project.write(f"templates/other/{file}", (project.root / "templates/demo" / file).read_bytes())
    assert [f["game"] for f in project.findings()] == ["other"]
    assert project.findings("--game", "demo") == []


def test_validate_as_a_program(project: Project) -> None:
    """The exit code and the output of the real program, from inside the project's folder."""
    project.write(CARDS_FILE, CARDS.replace("id: two", "id: one"))
    (project.root / "content/demo").mkdir(exist_ok=True)
    ran = pnp_process("--project", project.root, "validate")
    assert ran.code == 1
    assert "id/duplicate" in ran.out
    assert ran.err == ""


def test_a_colour_is_asked_for_by_an_example(project: Project) -> None:
    """What a colour looks like is shown, not the pattern it is checked with."""
    project.edit("content/demo/game.yaml", "{text: text}", "{text: text, tint: color}")
    project.write("content/demo/cards.yaml", "- {id: one, name: Первая, text: Карта., tint: red}\n")
    assert project.only()["message"] == "tint: 'red' is no colour; write it like #1f6fb2."


def test_corners_are_found_in_their_own_line(project: Project) -> None:
    """Too large a radius stands where it is written, not at the component."""
    project.edit("content/demo/game.yaml", "size: 63x88", "size: 63x88\n    corners: 40")
    found = project.only()
    assert (found["line"], found["column"]) == (12, 14)
    assert found["message"] == "corners: 40 is more than half of the shorter side of 63x88."


def test_a_file_in_utf_16_is_called_so(project: Project) -> None:
    """Notepad's "Unicode" is no Windows-1251."""
    project.write("content/demo/cards.yaml", CARDS.encode("utf-16"))
    assert project.only()["hint"] == "Save the file as UTF-8; it looks like UTF-16."


def test_explain_suggests_near_names_alone(project: Project) -> None:
    """A word that looks like no rule gets no rule suggested."""
    ran = project.run("validate", "--explain", "nope")
    assert ran.code == 2
    assert ran.err == "pnp: There is no rule 'nope'. `pnp validate --explain` tells them all.\n"
