"""A printing profile: how somebody prints, and how far their printer is off, in one YAML file."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field

from pnp.content.schema import read_model
from pnp.content.yamlfile import load_yaml
from pnp.errors import ContentError, UsageError
from pnp.impose.marks import Marks
from pnp.model.sheet import Duplex, Ink

if TYPE_CHECKING:
    from pathlib import Path

_MOST = 20.0
"""A printer that is further off does not print on this paper."""
Offset = Annotated[float, Field(ge=-_MOST, le=_MOST)]


class Profile(BaseModel):
    """What `pnp build` does where its command line says nothing.

    `papers` names the paper of components by id. `shift` moves backs right and down by millimetres as they
    lie on an upright page, `rotation` turns them clockwise by degrees: what the calibration sheet shows.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    paper: str = "a4"
    duplex: Duplex = "long-edge"
    marks: Marks = "crop"
    ink: Ink = "full"
    papers: dict[str, str] = Field(default_factory=dict)
    shift: Annotated[list[Offset], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: [0.0, 0.0]
    )
    rotation: Annotated[float, Field(ge=-5, le=5)] = 0.0


def read_profile(file: Path) -> Profile:
    """Return the profile in a file; ContentError says what is wrong with it and where."""
    document = load_yaml(file)
    profile, findings = read_model(Profile, document.data if document.data is not None else {}, document)
    if profile is None:
        raise ContentError(*findings)
    return profile


def parse_shift(text: str) -> tuple[float, float, float]:
    """Return (right, down, degrees) of 'dx,dy' or 'dx,dy,rotation'; UsageError when it is none."""
    wanted = "two or three numbers such as 0.8,-0.4 or 0.8,-0.4,0.1: right, down, degrees"
    try:
        numbers = [_number(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"{text!r} is no shift. Write {wanted}.") from None
    if len(numbers) not in {2, 3} or not all(map(math.isfinite, numbers)):
        raise UsageError(f"{text!r} is no shift. Write {wanted}.")
    if max(map(abs, numbers[:2])) > _MOST or abs(sum(numbers[2:])) > 5:  # noqa: PLR2004 - as in the model
        raise UsageError(f"{text!r} is out of range: at most {_MOST:g} mm and 5 degrees.")
    right, down, degrees = [*numbers, 0.0][:3]
    return right, down, degrees


def _number(text: str) -> float:
    """Return a number in digits 0 to 9; ValueError for others, and for what only programs write."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return float(text)


def with_shift(profile: Profile, shift: tuple[float, float, float]) -> bytes:
    """Return the file that keeps a profile with another shift; what is as usual is left out."""
    changed = profile.model_copy(update={"shift": list(shift[:2]), "rotation": shift[2]})
    values = changed.model_dump(exclude_defaults=True)
    text = "# How you print; pnp build reads it. pnp calibrate --set writes shift and rotation.\n"
    return (text + yaml.safe_dump(values, sort_keys=False, allow_unicode=True)).encode()
