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
    """Return the paper of a name such as 'a4', or of a size such as '210x297'; UsageError otherwise."""
    paper = papers().get(name.lower())
    if paper:
        return paper
    try:
        width, height = sorted(parse_size(name))
    except ValueError:
        raise UsageError(
            f"There is no paper {name!r}. There are {', '.join(papers())}, or a size such as 200x280."
        ) from None
    return Paper(f"{width:g}x{height:g}", width, height, papers()["a4"].margin)
