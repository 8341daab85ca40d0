"""«Эфирные вихри»: what the kit must hold, with one thing broken at a time."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT

from pnp.checks.fields import check_fields
from pnp.checks.named import check_named
from pnp.checks.records import check_records
from pnp.content.load import load_game
from pnp.content.project import Project
from pnp.draw.kinds import draw_game
from pnp.draw.template import Templates

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pnp.model.finding import Finding

    Broken = Callable[..., list[Finding]]

SCENARIO = "scenarios/first-light.yaml"


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """Return a function that edits a copy of the content (file, pattern, replacement) and checks it."""

    def run(*edits: tuple[str, str, str]) -> list[Finding]:
        shutil.copytree(ROOT / "content" / "vortex", tmp_path / "content" / "vortex")
        shutil.copytree(ROOT / "templates", tmp_path / "templates")
        for file, pattern, replacement in edits:
            path = tmp_path / "content" / "vortex" / file
            text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert count == 1, f"{count} places to edit: {pattern}"
            path.write_text(text, encoding="utf-8")
        loaded = load_game(Project(tmp_path), "vortex")
        findings = loaded.findings
        if loaded.game is not None:
            game = loaded.game
            findings += check_records(game, loaded.broken) + check_named(game, loaded.broken)
            fields = tuple(c for c in game.components if c.kind == "hexfield")
            drawn = draw_game(replace(game, components=fields), Templates(game), 2, loaded.broken)
            findings += check_fields(drawn) + [f for d in drawn for f in d.findings]
        return findings

    return run


def only(findings: list[Finding]) -> Finding:
    """Return the one finding there is."""
    assert len(findings) == 1, [f"{f.code}: {f.message}" for f in findings]
    return findings[0]


def line_of(file: str, start: str) -> int:
    """Return the number of the line of the shipped file that begins so."""
    lines = (ROOT / "content" / "vortex" / file).read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, start=1) if line.startswith(start))


def test_shipped_content_is_right(broken: Broken) -> None:
    """The content as shipped has no finding."""
    assert broken() == []


NAMED = [
    ("gain-equals-harm", ("phenomena.yaml", r"  gain: 3\n  harm: 1\n", "  gain: 1\n  harm: 3\n")),
    ("six-sides", ("directions.yaml", r"side: 5, pair", "side: 4, pair")),
    ("six-different-pairs", ("directions.yaml", r"\[nothing, critical\]", "[critical, success]")),
    ("one-reference-side", ("directions.yaml", r", reference: true", "")),
    ("known-results", ("directions.yaml", r"\[nothing, critical\]", "[nothing, misfire]")),
    ("six-faces", ("dice.yaml", r"face: 6", "face: 5")),
    ("every-result-on-the-die", ("dice.yaml", r"result: critical", "result: success")),
    ("little-drift", ("dice.yaml", r"face: 5, result: success", "face: 5, result: nothing")),
    (
        "whole-table",
        ("table.yaml", r"allegiance: allied, outcome: entry", "allegiance: allied, outcome: failure"),
    ),
    (
        "no-kinder-below-or-right",
        ("table.yaml", r'outcome: entry, effects: \["-"\]', 'outcome: entry, effects: ["+", "+"]'),
    ),
    ("hostility-is-mutual", ("domains.yaml", r"hostile: life", "hostile: creation")),
    ("distance-has-unit", ("phenomena.yaml", r"не дальше 3 Гексов от", "не дальше 3 от")),
    ("distance-has-unit", ("phenomena.yaml", r"Вихрь на 1 Гексон. Сторону", "Вихрь на 1 в сторону. Её")),
    (
        "closed-vocabulary",
        ("phenomena.yaml", r"игрок получает 1 маркер Веры этого", "игрок получает 1 Жетон Веры этого"),
    ),
    (
        "effects-differ",
        (
            "phenomena.yaml",
            r"Игрок получает 1 Кристалл Эфира из резерва. Запас Эфира Вихря при этом не уменьшается.",
            "Игрок получает 2 Кристалла Эфира из Запаса Эфира Вихря, а если там только 1, получает\n    его.",
        ),
    ),
    ("both-players-start", (SCENARIO, r"player: 2", "player: 1")),
    ("enough-pieces", (SCENARIO, r"at: \[2, 0\], supply: 4", "at: [2, 0], supply: 17")),
]


@pytest.mark.parametrize(("code", "edit"), NAMED, ids=[f"{c}-{i}" for i, (c, _) in enumerate(NAMED)])
def test_rule_of_the_game(broken: Broken, code: str, edit: tuple[str, str, str]) -> None:
    """One wrong word or number breaks just the rule that speaks of it, in the game's own words."""
    found = [f for f in broken(edit) if f.code.startswith("game/")]
    assert f"game/{code}" in {f.code for f in found}
    assert all(re.search("[а-яё]", f.message) and re.search("[а-яё]", f.hint) for f in found)


FIELD = [
    ("field/off-board", r"at: \[1, -1\]", "at: [4, -1]"),
    ("field/orientation", r"supply: 2, orientation: 1", "supply: 2, orientation: 6"),
    ("field/amount", r"supply: 2, orientation: 1", "supply: 0, orientation: 1"),
    ("field/amount", r"supply: 2, orientation: 1", "supply: 1.5, orientation: 1"),
    (
        "schema/missing-key",
        r"  - \{at: \[1, -1\], supply: 2, orientation: 1\}",
        "  - {at: [1, -1], supply: 2}",
    ),
    ("schema/type", r"at: \[1, -1\]", "at: [1, -1, 0]"),
]


@pytest.mark.parametrize(("code", "old", "new"), FIELD, ids=[f"{c}-{i}" for i, (c, *_) in enumerate(FIELD)])
def test_rule_of_the_field(broken: Broken, code: str, old: str, new: str) -> None:
    """A Vortex beside the board, turned or filled as none can be is found in its line."""
    finding = only(broken((SCENARIO, old, new)))
    assert finding.code == code
    assert finding.mark.file.name == "first-light.yaml"
    assert finding.mark.line == line_of(SCENARIO, "  - {at: [1, -1]")


@pytest.mark.parametrize(("place", "line"), [("[2, 0]", "  - {at: [2, 0]"), ("[0, 0]", "  - {kind: tall")])
def test_two_things_on_one_hexon(broken: Broken, place: str, line: str) -> None:
    """A Vortex on another or under terrain is found at the later of the two."""
    finding = only(broken((SCENARIO, r"at: \[1, -1\]", f"at: {place}")))
    assert (finding.code, finding.mark.line) == ("field/overlap", line_of(SCENARIO, line))
    assert "vortices 1" in finding.message


def test_terrain_that_is_not_known(broken: Broken) -> None:
    """A kind of terrain that terrains.yaml lacks is an unknown reference."""
    finding = next(f for f in broken((SCENARIO, "kind: mire", "kind: mira")) if f.code == "ref/unknown")
    assert finding.mark.line == line_of(SCENARIO, "  - {kind: mire")
    assert "'mire'" in finding.hint


def test_scenario_called_like_its_file(broken: Broken) -> None:
    """The id of a scenario is the name of its file."""
    finding = only(broken((SCENARIO, "^id: first-light", "id: last-light")))
    assert (finding.code, finding.mark.line) == ("id/file", line_of(SCENARIO, "id: "))


@pytest.mark.parametrize("shape", ["{}", "{hexagon: 0}", "{hexagon: 3, hexons: [[0, 0]]}", "{hexons: [[0]]}"])
def test_field_without_a_shape(broken: Broken, shape: str) -> None:
    """A field is either so many rings or a list of places."""
    finding = only(broken((SCENARIO, "^field: .*", f"field: {shape}")))
    assert finding.code == "schema/type"


def test_a_second_scenario_needs_no_more_than_a_file(broken: Broken, tmp_path: Path) -> None:
    """Whoever writes a file beside the first gets a second sheet."""
    assert broken() == []
    folder = tmp_path / "content" / "vortex" / "scenarios"
    text = (folder / "first-light.yaml").read_text(encoding="utf-8")
    text = text.replace("id: first-light", "id: mine").replace("name: Первый свет", "name: Второй вечер")
    text = text.replace("{hexagon: 3}", "{hexagon: 4}")
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    game = load_game(Project(tmp_path), "vortex").game
    assert game is not None
    fields = tuple(c for c in game.components if c.kind == "hexfield")
    drawing = draw_game(replace(game, components=fields), Templates(game), 2)[0]
    assert [p.front.name for p in drawing.pieces] == ["first-light", "mine"]
    assert [len(plan.tiles) for plan in drawing.plan] == [37, 61]


def test_scenario_is_fair(broken: Broken) -> None:
    """In the scenario of the kit each [q, r] answers [-q, -r], each arrow the arrow three sides on."""
    assert broken() == []
    import yaml

    scenario = yaml.safe_load((ROOT / "content" / "vortex" / SCENARIO).read_text(encoding="utf-8"))
    stands = {(*v["at"], v["orientation"], v["supply"]) for v in scenario["vortices"]}
    assert stands == {(-q, -r, (side + 3) % 6, supply) for q, r, side, supply in stands}
    for area in scenario["terrain"]:
        places = {tuple(at) for at in area["hexons"]}
        assert places == {(-q, -r) for q, r in places}
    first, second = ({tuple(at) for at in start["hexons"]} for start in scenario["starts"])
    assert first == {(-q, -r) for q, r in second}
