"""Where something stands in the content, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

Severity = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file; line and column count from one, zero means the file as a whole."""

    file: Path
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: what, where, and what to do about it."""

    code: str
    mark: Mark
    message: str
    hint: str = ""
    severity: Severity = "error"
    game: str = ""
