"""The sheets that the program prints itself: templates, looks and words that come with it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import yaml

from pnp.content.project import SHIPPED, Project
from pnp.content.theme import load_theme
from pnp.draw.template import Templates
from pnp.errors import PnpError
from pnp.model.game import Game
from pnp.model.marks import Document

if TYPE_CHECKING:
    from pnp.model.face import Face

FALLBACK = "en"
"""Printed where a kit's language has no words of the program."""


def own_languages() -> list[str]:
    """Return the languages that the program has words in."""
    return sorted(f.name.removesuffix(".yaml") for f in files("pnp.data").joinpath("words").iterdir())


@lru_cache(maxsize=8)
def own_words(language: str) -> dict[str, str]:
    """Return what the program prints itself, by key, in a language or else in English."""
    name = language if language in own_languages() else FALLBACK
    text = files("pnp.data").joinpath("words", f"{name}.yaml").read_text(encoding="utf-8")
    return cast("dict[str, str]", yaml.safe_load(text))


@lru_cache(maxsize=8)
def own_templates(language: str) -> Templates:
    """Return the templates of the program's own sheets, their words in a language or else in English."""
    folder = Path(str(files("pnp.data").joinpath("sheets")))
    theme, findings = load_theme(Project(SHIPPED), folder, language)
    if theme is None:
        raise PnpError(f"The program's own looks are damaged: {findings[0].message}")
    words = own_words(language)
    document = Document(folder / "theme.yaml", {})
    game = Game(
        "pnp", "pnp", language, language, 1, 1, {}, (), words, {}, (), theme, document, folder, folder
    )
    return Templates(game)


def own_face(template: str, language: str, width: float, height: float, **values: Any) -> Face:
    """Return the face of one of the program's own templates, `width` x `height` millimetres, no bleed."""
    templates = own_templates(language)
    return templates.sized(template, (width, height, 0.0), template, templates.game.document.mark(), **values)
