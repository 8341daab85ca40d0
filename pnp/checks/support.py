"""What the program has for a kit's language: words of its own, letters for them, rules of hyphenation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.content.overlay import overlay_file
from pnp.content.ownwords import Words, load_words, words_file
from pnp.draw.own import own_templates
from pnp.model.finding import Finding, Mark
from pnp.text.fonts import load_font
from pnp.text.language import can_hyphenate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.content.project import Project
    from pnp.model.game import Game


def check_support(project: Project, game: Game, *, allow_untranslated: bool) -> tuple[Words, list[Finding]]:
    """Return the program's words for a game's kit, and findings about what the program lacks for it."""
    asked = game.document.mark("language")
    if game.locale != game.own_language:
        asked = Mark(overlay_file(game.content_dir, game.language), 1, 1)
    words, findings = load_words(
        project, game.language, game.locale, asked, allow_untranslated=allow_untranslated
    )
    file = words_file(project, game.locale)
    findings += _missing_letters(words, Mark(file, 1, 1) if file.is_file() else asked)
    hyphenates = any(style.hyphenate for style in game.theme.styles.values())
    if hyphenates and not can_hyphenate(game.locale):
        message = f"There are no rules to hyphenate {game.locale!r}: no word is divided at a line's end."
        hint = "Long words may need shorter texts or wider boxes."
        findings.append(Finding("lang/hyphenation", asked, message, hint, "hint"))
    return words, findings


def _missing_letters(words: Words, mark: Mark) -> Iterator[Finding]:
    """Yield one finding that names the letters which the fonts of the program's own sheets lack."""
    family = own_templates(words).game.theme.fonts["text"]
    fonts = [load_font(file) for file in (family.regular, family.signs) if file]
    letters = {c for text in words.texts.values() for c in text if c.isprintable() and not c.isspace()}
    missing = sorted(c for c in letters if not any(font.glyph(c) for font in fonts))
    if missing:
        shown = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in missing[:10])
        message = f"The fonts of the print plan and of the pages of posters lack {shown}."
        yield Finding("font/missing-glyph", mark, message, "They print a gap there.", "warning")
