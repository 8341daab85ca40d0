"""What others rely on: the commands and their options, the direction of imports, an engine without games."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from helpers import ROOT, Project, pnp_process

from pnp.checks.named import _FUNCTIONS
from pnp.cli import main
from pnp.content.load import load_game
from pnp.content.project import Project as Folder
from pnp.content.sandbox import RESERVED
from pnp.draw.template import Templates

if TYPE_CHECKING:
    from pathlib import Path

CONTRACT = {
    "build": {"--game", "--lang", "--paper", "--players", "--only", "--duplex", "--out"},
    "validate": {"--game", "--lang", "--format", "--strict", "--explain"},
    "list": {"--game", "--json"},
}
"""The commands of the architecture and the options that each has at least."""
CHOICES = {
    ("build", "--duplex"): ["long-edge", "short-edge", "none", "fold"],
    ("validate", "--format"): ["text", "json", "github"],
}


def _commands(group: click.Group, before: str = "") -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name, command in group.commands.items():
        inner = isinstance(command, click.Group)
        found |= _commands(command, f"{before}{name} ") if inner else {f"{before}{name}": command}  # type: ignore[arg-type]
    return found


def _options(command: click.Command) -> set[str]:
    return {o for p in command.params if isinstance(p, click.Option) for o in p.opts if o.startswith("--")}


@pytest.mark.parametrize("name", CONTRACT)
def test_commands_of_the_contract(name: str) -> None:
    """Each command of the architecture has its options, under these names, with these choices."""
    command = _commands(main)[name]
    assert _options(command) >= CONTRACT[name]
    for (owner, option), words in CHOICES.items():
        if owner == name:
            (kind,) = [p.type for p in command.params if option in p.opts]
            assert isinstance(kind, click.Choice)
            assert list(kind.choices) == words


@pytest.mark.parametrize("name", sorted(_commands(main)))
def test_help_tells_every_option(name: str) -> None:
    """`--help` of each command shows all its options and explains each of them."""
    command = _commands(main)[name]
    context = click.Context(command, info_name=name)
    shown = command.get_help(context)
    assert command.help
    for option in _options(command):
        assert option in shown
    for parameter in command.params:
        if isinstance(parameter, click.Option) and "--format" not in parameter.opts:
            assert parameter.help, (name, parameter.opts)


@pytest.mark.parametrize("readme", ["README.md", "README.en.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_documents_name_real_options(readme: str) -> None:
    """Every `pnp …` command that a document shows exists, with the options that it is shown with."""
    commands = _commands(main)
    known = {"--project", "--debug", "--version", "--help"}
    text = (ROOT / readme).read_text(encoding="utf-8")
    shown = re.findall(r"(?:^    |`)(?:uv run )?pnp ([a-z][^`\n#]*)", text, re.MULTILINE)
    for words in shown:
        name = next(
            (n for n in sorted(commands, key=len, reverse=True) if f"{words} ".startswith(f"{n} ")), None
        )
        if name is None:
            assert words.split()[0] in main.commands, (readme, words)
            continue
        for option in re.findall(r"--[a-z-]+", words):
            assert option in _options(commands[name]) | known, (readme, words)
    assert shown or readme != "README.md"


def test_engine_names_no_game() -> None:
    """No file under pnp/ has a word of a game: the engine knows kinds of printed things only."""
    words = re.compile(r"перн|вейр|битран|вихр|\bbitra|\bvortex", re.IGNORECASE)
    for file in (ROOT / "pnp").rglob("*"):
        if file.suffix in {".py", ".yaml", ".svg", ".json", ".md"}:
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                assert not words.search(line), f"{file.relative_to(ROOT)}:{number}: {line.strip()}"


def test_imports_run_one_way() -> None:
    """The layers of the architecture import in one direction: import-linter finds nothing."""
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_help_is_quick_to_import() -> None:
    """`pnp --help` imports none of the heavy libraries, which the commands import when they run."""
    program = "import sys, pnp.cli; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"cairosvg", "jinja2", "networkx", "numpy", "pikepdf", "pydantic", "shapely", "uharfbuzz", "yaml"}
    assert not heavy & set(done.stdout.split())


def test_reserved_names_are_all(tmp_path: Path) -> None:
    """Whatever templates and checks find of themselves is reserved: no collection can hide it."""
    game = load_game(Folder(Project(tmp_path).root), "demo").game
    assert game
    given = set(Templates(game)._env.globals) - set(game.collections) - set(game.data)
    assert given | set(_FUNCTIONS) <= RESERVED


def test_version(tmp_path: Path) -> None:
    """The program tells its version, in any folder."""
    ran = pnp_process("--version", cwd=ROOT)
    assert ran.code == 0
    assert re.search(r"\d+\.\d+", ran.out)
    del tmp_path
