"""The calibration sheet: what shows how true a printer is, and how far its second side is off."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.own import own_face
from pnp.errors import UsageError
from pnp.model.sheet import Page, Sheet
from pnp.pdf.document import Document

if TYPE_CHECKING:
    from pnp.content.ownwords import Words
    from pnp.model.sheet import Duplex, Paper

_WIDTH, _HEIGHT = 200.0, 270.0
"""The least paper that holds the sheet."""
_FACTOR = 0.4
"""Degrees for each millimetre between the two targets, which stand apart accordingly."""
REACH = math.degrees(1) / _FACTOR
_INCH = 25.4


def calibration_sheet(paper: Paper, duplex: Duplex, words: Words) -> bytes:
    """Return the sheet as a PDF of two pages; UsageError when the paper is too small."""
    if paper.width < _WIDTH or paper.height < _HEIGHT:
        raise UsageError(f"The calibration sheet does not fit on {paper.name}. Print it on A4 or Letter.")
    edge = words["cal_edge_short" if duplex == "short-edge" else "cal_edge_long"]
    turned: Duplex = "short-edge" if duplex == "short-edge" else "long-edge"
    document = Document(words["cal_title"], words.language, turned)
    front, back = (
        own_face(
            "calibration.svg",
            words,
            paper.width,
            paper.height,
            side=side,
            reach=round(REACH, 3),
            how=words[f"cal_how_{side}"].format(edge=edge, factor=_decimal(_FACTOR, words)),
            widths=[(w, _decimal(w, words)) for w in (0.05, 0.1, 0.15, 0.25, 0.5, 1)],
            millimetres=[(float(i), 4.0 if i % 10 == 0 else 3.0 if i % 5 == 0 else 2.0) for i in range(101)],
            inches=[(i * _INCH / 16, _tick(i)) for i in range(65)],
        )
        for side in ("front", "back")
    )
    pages = [Page(paper.width, paper.height, (), furniture=face) for face in (front, back)]
    document.add([Sheet(pages[0], pages[1])])
    return document.to_bytes()


def _tick(sixteenth: int) -> float:
    return next(length for step, length in ((16, 4.0), (8, 3.2), (4, 2.6), (1, 1.8)) if sixteenth % step == 0)


def _decimal(value: float, words: Words) -> str:
    return f"{value:g}".replace(".", words["decimal"])
