"""Files for print services: pictures or a PDF of the size that a service's template has, and a list."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import yaml

from pnp.export.files import copies_of_faces, png
from pnp.export.pictures import Shot, shot_page, take
from pnp.model.finding import Finding
from pnp.model.sheet import Sheet
from pnp.model.units import MM_PER_PT
from pnp.pdf.cmyk import as_cmyk
from pnp.pdf.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.export.files import File
    from pnp.model.face import Drawing, Face

_STRETCH = 0.035
"""A piece may be enlarged by this part to fill a format, and no side may lose more of its trim."""
_SLACK = 0.2
"""Our safe zone of 3 mm is as good as the services' eighth of an inch."""
_EXTRA = 2.0
"""Art goes on, mirrored, up to this many times its bleed."""


@dataclass(frozen=True, slots=True)
class Format:
    """A service's template: its trim in millimetres, its pixels with the bleed."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int]


@lru_cache(maxsize=1)
def services() -> dict[str, dict[str, Any]]:
    """Return what is known of each print service."""
    text = files("pnp.data").joinpath("services.yaml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, Any]]", yaml.safe_load(text))


def print_shop(drawings: Sequence[Drawing], service: str, language: str) -> tuple[list[File], list[Finding]]:
    """Return a service's files for all components that it has a format for, and what does not fit.

    Components that fit no format are hints, text near the edge is a warning.
    """
    spec = services()[service]
    out: list[File] = []
    findings: list[Finding] = []
    for drawing in drawings:
        chosen = _fitting(drawing, spec)
        if chosen is None:
            findings.append(_no_format(drawing, spec))
            continue
        findings += _check(drawing, chosen, spec)
        make = _pdf if spec["form"] == "pdf" else _pictures
        out += make(drawing, chosen, spec, language)
    return out, findings


def _formats(spec: dict[str, Any]) -> Iterator[Format]:
    for name, f in spec["formats"].items():
        yield Format(name, f["trim"][0], f["trim"][1], (f["pixels"][0], f["pixels"][1]))
        if f["trim"][0] != f["trim"][1]:
            yield Format(name, f["trim"][1], f["trim"][0], (f["pixels"][1], f["pixels"][0]))


def _fitting(drawing: Drawing, spec: dict[str, Any]) -> Format | None:
    """Return the format that a component's pieces come nearest to, none when they would lose too much."""
    component = drawing.component
    if component.impose not in {"grid", "pack"} or not drawing.pieces:
        return None
    fits = []
    for f in _formats(spec):
        across, down = f.width / component.width, f.height / component.height
        if max(abs(across - 1), abs(down - 1)) <= _STRETCH:
            fits.append((abs(across - 1) + abs(down - 1), f))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _no_format(drawing: Drawing, spec: dict[str, Any]) -> Finding:
    c = drawing.component
    message = f"{c.id}: {spec['title']} has no format for {c.width:g} x {c.height:g} mm; left out."
    hint = f"It has: {', '.join(spec['formats'])}."
    return Finding("shop/no-format", c.mark, message, hint, "hint")


def _scale(face: Face, f: Format) -> float:
    return max(f.width / face.width, f.height / face.height)


def _check(drawing: Drawing, f: Format, spec: dict[str, Any]) -> Iterator[Finding]:
    """Yield what the service's template would complain of: ground that ends too early, text too near."""
    from pnp.checks.edges import nearest_text

    component = drawing.component
    dots = spec["dpi"] / 25.4
    for face in dict.fromkeys(x for p in drawing.pieces for x in (p.front, p.back) if x):
        scale = _scale(face, f)
        reach = max(f.pixels[0] / dots - face.width * scale, f.pixels[1] / dots - face.height * scale) / 2
        if reach > _EXTRA * face.bleed * scale:
            message = f"{component.id}, {face.name}: {reach:.1f} mm of bleed are wanted, not {face.bleed:g}."
            yield Finding(
                "shop/short-of-bleed", component.mark, message, "Give the component a bleed of 3.", "warning"
            )
        safe = spec["safe"] / dots if spec["form"] == "png" else spec["safe"]
        lost = max(face.width * scale - f.width, face.height * scale - f.height) / 2
        near = nearest_text(face)
        left = safe if near is None else near * scale - lost
        if left < safe - _SLACK:
            message = f"{component.id}, {face.name}: text {left:.1f} mm from the cut, not {safe:.1f}."
            yield Finding(
                "shop/outside-safe-zone", component.mark, message, "Move the text inwards.", "warning"
            )


def _shot(face: Face, f: Format, spec: dict[str, Any]) -> Shot:
    return Shot(face, f.pixels, spec["dpi"], _scale(face, f))


def _pictures(drawing: Drawing, f: Format, spec: dict[str, Any], _language: str) -> Iterator[File]:
    """Yield one picture a face, copies in its name, and the list of fronts, backs and copies."""
    folder = f"{drawing.component.id}-{f.name}"
    names: dict[Face, str] = {}
    rows = []
    for number, (front, back, copies) in enumerate(copies_of_faces(drawing), 1):
        names.setdefault(front, f"{number:03}-{front.name}-front-x{copies}.png")
        if back:
            names.setdefault(back, f"{number:03}-{front.name}-back.png")
        rows.append((names[front], names[back] if back else "", copies))
    backs = {back for _, back, _ in copies_of_faces(drawing) if back}
    if len(backs) == 1:
        names[next(iter(backs))] = "back.png"
        rows = [(front, "back.png" if back else "", copies) for front, back, copies in rows]
    for name, picture in zip(names.values(), take([_shot(face, f, spec) for face in names]), strict=True):
        yield f"{folder}/{name}", png(picture, spec["dpi"])
    yield f"{folder}/list.csv", _csv(rows)


def _csv(rows: Sequence[tuple[str, str, int]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("front", "back", "copies"))
    writer.writerows(rows)
    return text.getvalue().encode()


def _pdf(drawing: Drawing, f: Format, spec: dict[str, Any], language: str) -> Iterator[File]:
    """Yield one PDF in CMYK: for each card its back, then its front, with trim and bleed boxes."""
    document = Document(drawing.component.title, language, "none")
    sheets = []
    for front, back, copies in copies_of_faces(drawing):
        pair = [Sheet(shot_page(_shot(face, f, spec))) for face in (back, front) if face]
        sheets += pair * copies
    document.add(sheets)
    trim = (
        (f.pixels[0] / spec["dpi"] - f.width / 25.4) / 2 * 72,
        (f.pixels[1] / spec["dpi"] - f.height / 25.4) / 2 * 72,
    )
    size = (f.width / MM_PER_PT, f.height / MM_PER_PT)
    yield f"{drawing.component.id}-{f.name}.pdf", as_cmyk(document.to_bytes(), trim, size)
