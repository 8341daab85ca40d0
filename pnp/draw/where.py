"""Where in a template something stands that was found wrong in what the template gave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.model.finding import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def find_mark(files: Sequence[Path], clues: Sequence[str]) -> Mark | None:
    """Return the first place in the files that a clue's pattern fits, the surest clue first."""
    texts = [(file, file.read_text(encoding="utf-8")) for file in files]
    for clue in clues:
        for file, text in texts:
            match = re.search(clue, text)
            if match:
                before = text[: match.start()]
                return Mark(file, before.count("\n") + 1, match.start() - before.rfind("\n"))
    return None
