"""Papers by name or size."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import cast

import yaml

from pnp.errors import UsageError
from pnp.model.sheet import Paper
from pnp.model.units import parse_size


@lru_cache(maxsize=1)
def papers() -> dict[str, Paper]:
    """Return the papers that have a name."""
    text = files("pnp.data").joinpath("papers.yaml").read_text(encoding="utf-8")
    data = cast("dict[str, dict[str, float]]", yaml.safe_load(text))
    return {name: Paper(name, **values) for name, values in data.items()}


def find_paper(name: str) -> Paper:
    """Return the paper of a name such as 'a4', or of a size such as '210x297'; UsageError otherwise.

    'a4+letter' is what both have: as narrow as the one and as short as the other, so that it fits either.
    """
    name = name.strip()
    if "+" in name:
        parts = [find_paper(part) for part in name.split("+")]
        return Paper(
            "+".join(p.name for p in parts),
            min(p.width for p in parts),
            min(p.height for p in parts),
            max(p.margin for p in parts),
        )
    paper = papers().get(name.lower())
    if paper:
        return paper
    try:
        width, height = sorted(parse_size(name))
    except ValueError:
        raise UsageError(
            f"There is no paper {name!r}. There are {', '.join(papers())}, a size such as 200x280, or two"
            " such as a4+letter."
        ) from None
    return Paper(f"{width:g}x{height:g}", width, height, papers()["a4"].margin)
