"""Numbers and plural forms as a language has them (Unicode CLDR, by Babel)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from babel import Locale


_CODE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-[0-9]{3})?")
"""A language, a script, a country, as in de, zh-Hans, pt-BR, es-419."""
_LEFTWARDS = {"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"}
"""Scripts in use (ISO 15924) that run from right to left; the data of a whole locale takes long to load."""


@lru_cache(maxsize=32)
def locale_of(language: str) -> Locale:
    """Return Babel's locale of a language code; ValueError when there is none."""
    from babel import Locale, UnknownLocaleError

    try:
        if _CODE.fullmatch(language):
            return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError, TypeError):
        pass
    raise ValueError(f"{language!r} is no language code; write one such as ru, en, de or pt-BR")


def check_language(language: str) -> None:
    """Raise ValueError for a code that names no language, or one written from right to left."""
    from babel.core import get_global

    locale = locale_of(language)
    likely = get_global("likely_subtags").get(locale.language, "").split("_")
    if locale.script in _LEFTWARDS or (not locale.script and not _LEFTWARDS.isdisjoint(likely)):
        raise ValueError(f"{language!r} is written from right to left, which kits cannot be yet")


def plural_forms(language: str) -> tuple[str, ...]:
    """Return the plural forms of a language, `other` last: ("one", "few", "many", "other") for Russian."""
    tags = locale_of(language).plural_form.tags
    order = ("zero", "one", "two", "few", "many")
    return (*(tag for tag in order if tag in tags), "other")


def plural(forms: Mapping[str, str], number: float, language: str) -> str:
    """Return the form that goes with a number."""
    return forms[locale_of(language).plural_form(number)]


def format_number(number: float, language: str) -> str:
    """Return a number as the language writes it: 10 000 in Russian, 10,000 in English."""
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=locale_of(language)))
