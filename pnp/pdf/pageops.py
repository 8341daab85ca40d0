"""Placements and lines in, page operators out, in a space of millimetres with y down."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from pnp.draw.shapes import face_outline
from pnp.impose.marks import WIDTH
from pnp.pdf.textops import turn_matrix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.model.face import Face, Outline, Part
    from pnp.model.sheet import Page, Placement, Segment

_UNDER = 0.2
"""So far mirrored art begins under the art itself: edge to edge, viewers show a light seam."""


def shifted(page: Page) -> list[str]:
    """Return the operator that moves and turns everything on a page, if it is to be moved."""
    right, down, degrees = page.shift
    if not any(page.shift):
        return []
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = page.width / 2, page.height / 2
    e, f = x + right - cos * x + sin * y, y + down - sin * x - cos * y
    return [f"{cos:.8f} {sin:.8f} {-sin:.8f} {cos:.8f} {e:.4f} {f:.4f} cm"]


def placed(p: Placement, name: str) -> str:
    """Return the operators that show a face's form where it was placed."""
    s = p.shown
    clip = (s.left, s.top, s.right - s.left, s.bottom - s.top)
    matrix = turn_matrix(p.turn, p.scale * p.face.width, p.scale * p.face.height, p.x, p.y)
    if p.scale != 1:
        matrix += f" {p.scale:.8f} 0 0 {p.scale:.8f} 0 0 cm"
    return f"q {' '.join(f'{v:.4f}' for v in clip)} re W n {matrix} {name} Do Q"


def set_on(part: Part, name: str) -> str:
    """Return the operators that show the form of a face set on another."""
    width, height = part.face.width * part.scale, part.face.height * part.scale
    matrix = turn_matrix(part.turn, width, height, part.x, part.y)
    if part.scale != 1:
        matrix += f" {part.scale:.6f} 0 0 {part.scale:.6f} 0 0 cm"
    if part.trimmed:
        matrix += f" {_trim(part.face)} W n"
    return f"q {matrix} {name} Do Q"


def _trim(face: Face) -> str:
    """Return the path of the line that a face is cut along."""
    if not face.cut and not face.corners:
        return f"0 0 {face.width:.4f} {face.height:.4f} re"
    points = [f"{x:.4f} {y:.4f} {'l' if at else 'm'}" for at, (x, y) in enumerate(face_outline(face))]
    return f"{' '.join(points)} h"


def exceeds(p: Placement) -> bool:
    """Return whether a placement shows more than the face's art has."""
    most = p.face.bleed * p.scale + 1e-6
    return max(p.bleed.left, p.bleed.top, p.bleed.right, p.bleed.bottom) > most


def mirrored(face: Face) -> Iterator[str]:
    """Yield the matrices that lay a face's art mirrored round itself, so that its ground goes on."""
    b = face.bleed - _UNDER
    across = ((1.0, 0.0), (-1.0, -2 * b), (-1.0, 2 * (face.width + b)))
    upright = ((1.0, 0.0), (-1.0, -2 * b), (-1.0, 2 * (face.height + b)))
    for (a, e), (d, f) in itertools.product(across, upright):
        if (a, d) != (1.0, 1.0):
            yield f"{a:g} 0 0 {d:g} {e:.4f} {f:.4f} cm"


def stroked(segments: Sequence[Segment], dash: str = "") -> list[str]:
    """Return the operators of marks and folds."""
    if not segments:
        return []
    lines = [f"{s.x1:.4f} {s.y1:.4f} m {s.x2:.4f} {s.y2:.4f} l" for s in segments]
    return [f"q {WIDTH} w 0 G {dash}", *lines, "S Q"]


def cut_lines(outlines: Sequence[Outline]) -> list[str]:
    """Return lines to cut along, those that end where they begin closed.

    They are dark on a light border, so that they show on any ground.
    """
    if not outlines:
        return []
    paths = []
    for outline in outlines:
        closed = outline[0] == outline[-1]
        (x, y), *others = outline[:-1] if closed else outline
        rest = " ".join(f"{a:.4f} {b:.4f} l" for a, b in others)
        paths.append(f"{x:.4f} {y:.4f} m {rest} {'s' if closed else 'S'}")
    return [f"q 1 j {3 * WIDTH} w 1 G", *paths, f"{WIDTH} w 0 G", *paths, "Q"]
