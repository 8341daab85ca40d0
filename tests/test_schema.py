"""JSON Schemas for editors: they fit what is shipped, refuse what is misspelt, and explain every field."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from helpers import GAME, ROOT, Project, pnp
from jsonschema import Draft202012Validator

from pnp.content.about import own_fields
from pnp.content.bookfile import IndexedRule
from pnp.content.gamefile import GameFile, ThemeFile
from pnp.content.kinds import KINDS, Rec
from pnp.content.yamlfile import load_yaml
from pnp.editors.models import field_texts, models_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")

SIGN = "sign: {type: string, optional: true}"
ABOUT = "about: {text: {ru: Что делать., en: What to do.}}"


def named_files() -> list[Path]:
    """Return every YAML file of the project that names a schema."""
    files = [*ROOT.glob("content/**/*.yaml"), *ROOT.glob("templates/**/theme.yaml")]
    return sorted(f for f in files if _MODELINE.match(f.read_text(encoding="utf-8")))


def schema_of(file: Path) -> dict[str, Any]:
    """Return the schema that a file names in its first line."""
    match = _MODELINE.fullmatch(file.read_text(encoding="utf-8").partition("\n")[0])
    assert match
    schema: dict[str, Any] = json.loads((file.parent / match[1]).read_text(encoding="utf-8"))
    return schema


def faults(file: Path) -> list[str]:
    """Return what a file's schema says against it; keys are texts, as editors read them."""
    data = json.loads(json.dumps(load_yaml(file).data))
    return [error.message for error in Draft202012Validator(schema_of(file)).iter_errors(data)]


def test_the_schemas_of_the_project_are_current() -> None:
    """`pnp schema --check` finds nothing to do; otherwise `pnp schema` has been forgotten."""
    ran = pnp("--project", ROOT, "schema", "--check")
    assert ran.out == ""
    assert ran.code == 0


def test_every_file_of_the_content_has_a_schema() -> None:
    """Only files that templates read as they are have none, and the index of a book that is still to come."""
    silent = {f for f in ROOT.glob("content/**/*.yaml") if f not in named_files()}
    data = {
        ROOT / "content" / game / file
        for game in ("between", "bitra", "vortex")
        for file in load_yaml(ROOT / "content" / game / "game.yaml").data.get("data", {}).values()
    }
    assert {f for f in silent - data if f.name != "rules-index.yaml"} == set()
    assert len(named_files()) > 30


@pytest.mark.parametrize("file", named_files(), ids=lambda f: f"{f.parent.name}/{f.name}")
def test_shipped_files_fit_their_schemas(file: Path) -> None:
    """What the program accepts, an editor does not mark as wrong."""
    Draft202012Validator.check_schema(schema_of(file))
    assert faults(file) == []


def _described(schema: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield each property of a schema, and its description."""
    if isinstance(schema, list):
        for inner in schema:
            yield from _described(inner, names)
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key == "properties":
            for name, inner in value.items():
                yield ".".join((*names, name)), inner.get("description", "")
                yield from _described(inner, (*names, name))
        elif key in {"$defs", "patternProperties"}:
            for name, inner in value.items():
                yield from _described(inner, (*names, name))
        elif key not in {"if", "then"}:
            yield from _described(value, names)


@pytest.mark.parametrize(
    "file", sorted(ROOT.glob("content/**/schema/*.json")), ids=lambda f: f"{f.parent.parent.name}/{f.name}"
)
def test_every_field_is_described_in_russian_and_english(file: Path) -> None:
    """Each property has a sentence of each language, and none still holds words that only we know."""
    text = file.read_text(encoding="utf-8")
    for name, description in _described(json.loads(text)):
        russian, _, english = description.partition("\n\n")
        assert re.search("[а-яё]{2}", russian), name
        assert re.search("[a-z]{2}", english), name
        assert not re.search("[а-яё]", english), name
    assert '"ref":' not in text
    assert '"optional":' not in text
    assert str(ROOT) not in text


def test_every_field_of_the_models_is_described() -> None:
    """A new field of a model needs an entry in pnp/data/fields.yaml, and an entry needs its field."""
    models = {"Rec": Rec}
    for model in (GameFile, ThemeFile, IndexedRule, *KINDS.values()):
        models |= models_of(model)
    own = {f"{name}.{field}" for name, model in models.items() for field in model.__annotations__}
    own = {name for name in own if not name.endswith(".model_config")}
    inherited = {"Place.name"}
    overlay = {f"Overlay.{section}" for section in ("covers", "game", "components", "words", "collection")}
    assert own - inherited == set(field_texts()) - overlay


def write_schemas(project: Project) -> None:
    """Run `pnp schema` on a small project."""
    ran = project.run("schema")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("content/demo/cards.yaml", "name: Первая, text", "name: Первая, txet"),
        ("content/demo/cards.yaml", "id: one", "id: Один"),
        ("content/demo/cards.yaml", "Карта для пробы.", "[Карта]"),
        ("content/demo/game.yaml", "title: Колода", "titel: Колода"),
        ("content/demo/game.yaml", "size: 63x88", "size: 63 на 88"),
        ("content/demo/game.yaml", "origin: ours", "origin: us"),
        ("content/demo/game.yaml", "{text: text}", "{text: texte}"),
        ("content/demo/game.yaml", "{text: text}", "{text: text}, about: {text: {ru: Что делать.}}"),
        ("templates/demo/theme.yaml", "min: 8", "mni: 8"),
        ("templates/demo/theme.yaml", '"#202020"', "black"),
    ],
)
def test_what_is_misspelt_does_not_fit(project: Project, file: str, old: str, new: str) -> None:
    """An editor marks a wrong key, type, id, size or colour while it is typed."""
    write_schemas(project)
    assert faults(project.root / file) == []
    project.edit(file, old, new)
    assert len(faults(project.root / file)) >= 1


def test_an_overlay_fits_its_schema_as_it_is_written(project: Project) -> None:
    """A translation begun by `pnp lang new` names its schema and fits it; a wrong field does not."""
    write_schemas(project)
    assert project.run("lang", "new", "en").code == 0
    overlay = project.root / "content/demo/lang/en.yaml"
    first = overlay.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../schema/lang.json"
    assert faults(overlay) == []
    text = overlay.read_text(encoding="utf-8")
    overlay.write_text(text.replace("name:\n", "name: First\n", 1), encoding="utf-8")
    assert project.run("lang", "sync", "en").code == 0
    assert overlay.read_text(encoding="utf-8").splitlines()[0] == first
    assert faults(overlay) == []
    project.edit("content/demo/lang/en.yaml", "name: First", "nmae: First")
    assert len(faults(overlay)) == 1


def test_words_of_the_program_have_a_schema(project: Project) -> None:
    """A file of words is completed and checked too: each key shows the word in Russian and English."""
    file = project.write("content/words/fi.yaml", "plan: tulostus\nmm:\n")
    write_schemas(project)
    assert file.read_text(encoding="utf-8").startswith(
        "# yaml-language-server: $schema=../schema/words.json\n"
    )
    schema = schema_of(file)
    assert faults(file) == []
    assert schema["properties"]["plan"]["description"] == "план печати\n\nprint plan"
    project.edit("content/words/fi.yaml", "plan:", "plann:")
    assert len(faults(file)) == 1


def test_schemas_are_written_once(project: Project) -> None:
    """The first run writes five schemas and three lines, the second finds nothing to do."""
    first = project.run("schema").out.splitlines()
    assert first == [
        "content/schema/game.json",
        "content/schema/theme.json",
        "content/schema/rules-index.json",
        "content/demo/schema/cards.json",
        "content/demo/schema/lang.json",
        "content/demo/game.yaml",
        "content/demo/cards.yaml",
        "templates/demo/theme.yaml",
    ]
    assert project.run("schema").out == "All schemas are current.\n"


def test_only_the_first_line_of_a_file_changes(project: Project) -> None:
    """The line is added once, renewed when it names another schema, and line ends stay as they are."""
    project.write("content/demo/cards.yaml", b"- {id: one, text: A}\r\n- {id: two,   text: B}  # odd\r\n")
    write_schemas(project)
    file = project.root / "content/demo/cards.yaml"
    wanted = (
        b"# yaml-language-server: $schema=schema/cards.json\r\n"
        b"- {id: one, text: A}\r\n- {id: two,   text: B}  # odd\r\n"
    )
    assert file.read_bytes() == wanted
    file.write_bytes(wanted.replace(b"schema/cards.json", b"https://example.org/other.json"))
    assert project.run("schema", "--check").out == "content/demo/cards.yaml: out of date\n"
    write_schemas(project)
    assert file.read_bytes() == wanted


def test_check_names_what_is_stale_and_writes_nothing(project: Project) -> None:
    """A new field and a collection that is gone make schemas stale; other files are left alone."""
    write_schemas(project)
    project.write("content/demo/schema/mine.json", "{}")
    gone = project.root / "content/demo/schema/cards.json"
    shutil.copy(gone, gone.with_name("squares.json"))
    project.edit("content/demo/game.yaml", "{text: text}", "{text: text, sign: icon}")
    before = {f: f.read_bytes() for f in project.root.rglob("*.*") if f.is_file()}
    ran = project.run("schema", "--check")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "content/demo/schema/cards.json: out of date",
        "content/demo/schema/squares.json: no longer needed",
    ]
    assert {f: f.read_bytes() for f in project.root.rglob("*.*") if f.is_file()} == before
    write_schemas(project)
    names = sorted(f.name for f in gone.parent.iterdir())
    assert names == ["cards.json", "lang.json", "mine.json"]


def test_one_record_a_file_is_an_object(project: Project) -> None:
    """Where a collection has a `*` in its file, each file is one record with the line of its own."""
    project.edit("content/demo/game.yaml", "file: cards.yaml", "file: cards/*.yaml")
    project.write("content/demo/cards/one.yaml", "id: one\nname: Первая\ntext: Карта.\n")
    write_schemas(project)
    file = project.root / "content/demo/cards/one.yaml"
    assert file.read_text(encoding="utf-8").startswith(
        "# yaml-language-server: $schema=../schema/cards.json\n"
    )
    assert faults(file) == []
    assert project.run("build").code == 0


@pytest.mark.parametrize("game", ["between", "bitra", "vortex"])
def test_shipped_games_describe_every_field(game: str) -> None:
    """Editors can show what each field of a shipped game is for, in both languages."""
    document = load_yaml(ROOT / "content" / game / "game.yaml")
    spec = GameFile.model_validate(document.data)
    lacking = [
        f"{name}.{path}"
        for name, collection in spec.collections.items()
        for path in own_fields(collection)
        if path not in collection.about
    ]
    assert lacking == []


def test_a_description_of_no_field_is_an_error(project: Project) -> None:
    """A misspelt name in `about` is told with the one that was meant."""
    project.write("content/demo/game.yaml", GAME.replace("{text: text}", f"{{text: text}}, {ABOUT}"))
    project.edit("content/demo/game.yaml", "about: {text:", "about: {text: {ru: а, en: a}, nam:")
    found = project.only()
    assert (found["code"], found["line"], found["hint"]) == (
        "schema/unknown-key",
        6,
        "Did you mean 'name'?",
    )


def test_a_broken_game_is_told_and_nothing_is_written(project: Project) -> None:
    """Without a game.yaml that can be read there are no schemas, only a located finding."""
    project.edit("content/demo/game.yaml", "title: Проба", "titel: Проба")
    ran = project.run("schema")
    assert ran.code == 1
    assert "content/demo/game.yaml:2:1  schema/unknown-key" in ran.err
    assert not (project.root / "content/schema").exists()
