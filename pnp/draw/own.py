"""The sheets that the program prints itself: templates and looks that come with it, words in any language."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.content.project import SHIPPED, Project
from pnp.content.schema import shown
from pnp.content.theme import load_theme
from pnp.draw.template import Templates
from pnp.errors import PnpError, SheetError
from pnp.model.game import Game
from pnp.model.marks import Document

if TYPE_CHECKING:
    from pnp.content.ownwords import Words
    from pnp.model.face import Face, TextBox


def own_templates(words: Words) -> Templates:
    """Return the templates of the program's own sheets with these words in them."""
    return _templates(words.language, words.locale, tuple(words.texts.items()))


@lru_cache(maxsize=8)
def _templates(language: str, locale: str, texts: tuple[tuple[str, str], ...]) -> Templates:
    folder = Path(str(files("pnp.data").joinpath("sheets")))
    theme, findings = load_theme(Project(SHIPPED), folder, locale)
    if theme is None:
        raise PnpError(f"The program's own looks are damaged: {findings[0].message}")
    document = Document(folder / "theme.yaml", {})
    game = Game(
        "pnp", "pnp", language, locale, 1, 1, {}, (), dict(texts), {}, (), theme, document, folder, folder
    )
    return Templates(game)


def own_face(template: str, words: Words, width: float, height: float, **values: Any) -> Face:
    """Return the face of one of the program's own templates, `width` x `height` millimetres, no bleed.

    Raises SheetError for a text that does not fit, unless the words are a draft, or has letters no font has.
    """
    templates = own_templates(words)
    mark = templates.game.document.mark()
    face = templates.sized(template, (width, height, 0.0), template, mark, **values)
    for box in face.texts:
        _check(box, draft=words.draft)
    return face


def _check(box: TextBox, *, draft: bool) -> None:
    layout, begin = box.layout, shown(" ".join(box.text.split()))
    over = max(layout.over_width, layout.over_height)
    if over and not draft:
        message = f"A sheet of the program's own has no room for {begin}: it is {over:.1f} mm too long."
        raise SheetError(message, box.text, "text/overflow")
    if layout.missing:
        missing = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in sorted(layout.missing))
        message = f"The font of the program's own sheets lacks {missing}, which stands in {begin}."
        raise SheetError(message, box.text, "font/missing-glyph")
