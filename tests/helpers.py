"""A small project in a temporary folder, and the program run on it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from pnp.cli import main
from pnp.content.load import load_game
from pnp.content.project import find_project

if TYPE_CHECKING:
    from pnp.model.game import Game

ROOT = Path(__file__).resolve().parent.parent

GAME = """\
id: demo
title: Проба
language: ru
players: {min: 1, max: 4}
collections:
  cards: {file: cards.yaml, origin: ours, fields: {text: text}}
components:
  deck:
    title: Колода
    cards: {of: cards, face: card.svg, back: back.svg}
    size: 63x88
words:
  back: Рубашка
"""
CARDS = """\
- {id: one, name: Первая, text: Карта для пробы.}
- {id: two, name: Другая, text: Ещё одна карта.}
"""
THEME = """\
fonts:
  text:
    regular: Vollkorn-Regular.ttf
    bold: Vollkorn-Bold.ttf
    italic: Vollkorn-Italic.ttf
    bold_italic: Vollkorn-BoldItalic.ttf
    signs: DejaVuSans.ttf
colors:
  ink: "#202020"
styles:
  name: {font: text, size: 12, min: 8, color: ink, bold: true}
  body: {font: text, size: 10, min: 7, color: ink}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" fill="#eeeeee"/>
  <pnp:text id="name" x="5" y="5" width="53" height="10" style="name">{{ card.name }}</pnp:text>
  <pnp:text id="text" x="5" y="20" width="53" height="60" style="body">{{ card.text }}</pnp:text>
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" fill="#333333"/>
  <pnp:text x="5" y="40" width="53" height="10" style="name" color="#ffffff">{{ words.back }}</pnp:text>
</svg>
"""


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str


def pnp(*args: str | Path) -> Ran:
    """Run the command line in this process."""
    result = CliRunner().invoke(main, [str(a) for a in args])
    return Ran(result.exit_code, result.stdout, result.stderr)


def pnp_process(*args: str | Path, cwd: Path = ROOT) -> Ran:
    """Run the command line as a program of its own."""
    command = [sys.executable, "-m", "pnp.cli", *map(str, args)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def load(root: Path, game_id: str) -> Game:
    """Return a game of a project, which must have no faults."""
    loaded = load_game(find_project(root), game_id)
    assert loaded.game, loaded.findings
    return loaded.game


class Project:
    """A project with one game, `demo`, of two cards; tests write over its files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("content/demo/game.yaml", GAME)
        self.write("content/demo/cards.yaml", CARDS)
        self.write("templates/demo/theme.yaml", THEME)
        self.write("templates/demo/card.svg", FACE)
        self.write("templates/demo/back.svg", BACK)

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the project and return it."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that must stand once in a file."""
        text = (self.root / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def add_game(self, game: str, changes: dict[str, str]) -> None:
        """Give the project a second game: the first with another id, and other texts for some of its own."""
        for part in ("content", "templates"):
            for file in sorted((self.root / part / "demo").glob("*.*")):
                text = file.read_text(encoding="utf-8")
                for old, new in {"id: demo": f"id: {game}", **changes}.items():
                    text = text.replace(old, new)
                self.write(f"{part}/{game}/{file.name}", text)

    def run(self, *args: str) -> Ran:
        """Run a command on this project; what it builds is too little for processes of their own."""
        if args[:1] == ("build",):
            args = ("build", "--jobs", "1", *args[1:])
        return pnp("--project", self.root, *args)

    def build(self, *args: str) -> Path:
        """Build without errors and return the game's folder of PDFs."""
        ran = self.run("build", "--game", "demo", *args)
        assert ran.code == 0, ran.err
        return self.root / "out" / "demo" / "ru"

    def findings(self, *args: str) -> list[dict[str, Any]]:
        """Return what `validate` finds, after looking that the exit code agrees and nothing broke."""
        ran = self.run("validate", "--format", "json", *args)
        assert "fault of the program" not in ran.err
        assert "Traceback" not in ran.err
        found: dict[str, Any] = json.loads(ran.out)
        assert ran.code == (1 if found["errors"] else 0)
        return list(found["findings"])

    def only(self, *args: str) -> dict[str, Any]:
        """Return the one finding there is; build must refuse the game in one sentence and write nothing."""
        findings = self.findings(*args)
        assert len(findings) == 1, findings
        finding = findings[0]
        assert (self.root / finding["file"]).is_relative_to(self.root)
        assert "\n" not in finding["message"]
        assert finding["message"].endswith((".", "!", "?")), finding["message"]
        built = self.run("build")
        assert built.code == 1, built.err
        assert finding["message"] in built.err
        assert not (self.root / "out" / "demo").exists()
        return finding

    def at(self, *args: str) -> str:
        """Return the one finding as `code file:line:column`."""
        found = self.only(*args)
        return f"{found['code']} {found['file']}:{found['line']}:{found['column']}"
