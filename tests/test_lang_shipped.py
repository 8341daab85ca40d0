"""The translations of the shipped games: PO and back, sync, blanks, what turns stale, what does not fit."""

from __future__ import annotations

import io
import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from babel.messages import pofile
from conftest import GAMES
from helpers import ROOT, pnp
from reading import copied

from pnp.content.load import load_game
from pnp.content.overlay import languages_of, load_overlay
from pnp.content.project import Project
from pnp.content.pseudo import pseudo
from pnp.content.strings import source_strings
from pnp.translate.po import export_po, read_po
from pnp.translate.sync import new_overlay, set_texts, sync_overlay

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.model.game import Game

PAIRS = [(game, lang) for game in GAMES for lang in languages_of(ROOT / "content" / game)]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a copy of the project whose content may be changed."""
    shutil.copytree(ROOT / "content", tmp_path / "content")
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    return Project(tmp_path)


def load(project: Project, game_id: str) -> Game:
    """Return a game."""
    game = load_game(project, game_id).game
    assert game
    return game


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that stands once in a file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def found(project: Project, *args: str) -> list[dict[str, Any]]:
    """Return what `validate` finds."""
    ran = pnp("--project", project.root, "validate", "--format", "json", *args)
    rows: list[dict[str, Any]] = json.loads(ran.out)["findings"]
    return rows


def test_there_are_translations() -> None:
    """Each game is there in English, one deck in German."""
    assert {(game, "en") for game in GAMES} <= set(PAIRS)
    assert ("vortex", "de") in PAIRS


@pytest.mark.parametrize(("game_id", "language"), PAIRS)
def test_po_round_trip_is_the_identity(project: Project, game_id: str, language: str) -> None:
    """All strings come back, also from a file that a program wrapped anew; the overlay keeps its bytes."""
    game = load(project, game_id)
    overlay = project.root / f"content/{game_id}/lang/{language}.yaml"
    before = overlay.read_bytes()
    texts = {key: t for key, t in load_overlay(game.content_dir, language).texts.items() if key[0] != "files"}
    assert len(texts) > 30
    po = project.root / "x.po"
    po.write_bytes(export_po(game, language))
    assert read_po(game, language, po) == texts
    wrapped = io.BytesIO()
    pofile.write_po(wrapped, pofile.read_po(io.BytesIO(po.read_bytes())), width=40)
    assert wrapped.getvalue() != po.read_bytes()
    po.write_bytes(wrapped.getvalue())
    assert read_po(game, language, po) == texts
    set_texts(game, language, read_po(game, language, po))
    assert yaml.safe_load(overlay.read_bytes()) == yaml.safe_load(before)
    assert overlay.read_bytes() == before


@pytest.mark.parametrize(("game_id", "language"), PAIRS)
def test_sync_has_nothing_to_do(project: Project, game_id: str, language: str) -> None:
    """A translation that is up to date keeps every byte: comments, order, quotes, and the lock."""
    files = sorted((project.root / f"content/{game_id}/lang").iterdir())
    before = [file.read_bytes() for file in files]
    assert sync_overlay(load(project, game_id), language) == (0, 0, 0)
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize("game_id", GAMES)
def test_a_blank_has_every_string_with_its_source(project: Project, game_id: str) -> None:
    """`lang new` writes each key once, without a value, and above it the source as a comment."""
    game = load(project, game_id)
    text = new_overlay(game, "pl").read_text(encoding="utf-8")
    blanks = re.findall(r"((?:^ *#[^\n]*\n\n?)+) *[^\s#:][^\n:]*:\n", text, re.MULTILINE)
    shown = [re.sub(r"^ *# ?", "", comment, flags=re.MULTILINE).strip() for comment in blanks]
    sources = [s.text.strip() for key, s in source_strings(game, "pl").items() if key[0] != "files"]
    lacking = [source for source in sources if source not in shown]
    assert lacking == []
    assert leaves(yaml.safe_load(text)) == [None] * len(sources)


def leaves(value: Any) -> list[Any]:
    """Return what a mapping of mappings holds at its ends."""
    return [leaf for v in value.values() for leaf in leaves(v)] if isinstance(value, dict) else [value]


def test_a_changed_text_turns_stale_in_every_language(project: Project) -> None:
    """One Russian text is changed: its key, and no other, is stale in English and in German."""
    edit(project.root / "content/vortex/phenomena.yaml", "name: Поющая жила", "name: Гудящая жила")
    rows = found(project, "--game", "vortex", "--lang", "all")
    assert sorted((f["code"], f["file"]) for f in rows) == [
        ("lang/stale", "content/vortex/lang/de.yaml"),
        ("lang/stale", "content/vortex/lang/en.yaml"),
    ]
    assert {f["message"] for f in rows} == {
        "phenomena.singing-vein.name changed in the source since it was translated: «Гудящая жила»."
    }


def test_a_text_that_is_too_long_is_named_with_its_measure(project: Project) -> None:
    """An English text longer than its box: the finding names card, box, language and millimetres."""
    overlay = project.root / "content/vortex/lang/en.yaml"
    name = yaml.safe_load(overlay.read_text(encoding="utf-8"))["phenomena"]["singing-vein"]["name"]
    edit(
        overlay,
        f"    name: {name}\n",
        f"    name: {name} of the Endless Nameless Wandering Northern Lights\n",
    )
    rows = [f for f in found(project, "--game", "vortex", "--lang", "en") if f["code"] == "text/overflow"]
    (card,) = [f for f in rows if f["message"].startswith("phenomenon-cards")]
    assert re.match(
        r"phenomenon-cards, singing-vein, box 'name' \(en\): at the least size of [\d.]+ pt the text is "
        r"(\d+\.\d mm too (high|wide)( and )?)+: «Singing Vein of",
        card["message"],
    )


def test_pseudo_prints_whatever_does_not_fit(tmp_path: Path) -> None:
    """All pieces are laid out; what longer texts do to a box is told as a warning and stops nothing."""
    only = ("--only", "phenomenon-cards", "--only", "scenario-sheet")
    ran = pnp("--project", ROOT, "build", "--game", "vortex", "--lang", "pseudo", *only, "--out", tmp_path)
    assert ran.code == 0, ran.err
    codes = set(re.findall(r"  ([a-z]+/[a-z-]+ ?(?:\(\w+\))?)  ", ran.err + ran.out))
    assert codes == {"text/overflow (warning)", "text/outside-safe-zone (warning)"}
    assert "scenario-sheet, first-light" in ran.err + ran.out
    assert pseudo("план печати") in copied(tmp_path / "vortex/pseudo/print-plan.pdf")
    assert pseudo("Поющая жила") in copied(tmp_path / "vortex/pseudo/phenomenon-cards.pdf")


@pytest.mark.parametrize(
    "kept", ["%(who)s", "{title}", "[[tillek|Тиллек]]", ":coins:", "**", "42", "<!-- rules: fly -->"]
)
def test_pseudo_keeps_what_the_program_reads(kept: str) -> None:
    """Placeholders, references, icons, bold, numbers and comments are the same in it, the rest is not."""
    text = pseudo(f"Слово {kept} слово")
    assert kept in text
    assert "лово" not in text.replace(kept, "")
    assert pseudo("[см.](#ход-игры)").endswith(f"(#{pseudo('ход')}-{pseudo('игры')})")
