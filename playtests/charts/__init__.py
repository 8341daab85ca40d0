"""Bar charts in, one PDF out: a report drawn by the engine itself, from a project made on the way."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import yaml

from pnp.content.project import Project
from pnp.impose.papers import find_paper
from pnp.kit import build_game
from pnp.press import Options

_HERE = Path(__file__).parent
_MAP = (14.0, 46.0, 182.0, 238.0)
"""Left, top, width and height in millimetres of the part of the page that a map may fill."""
_PLACES = {"game.yaml": "content", "theme.yaml": "templates", "chart.svg": "templates"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a chart: a value for each series, and what is printed at the end of its bar."""

    label: str
    values: tuple[float, ...]
    shown: tuple[str, ...]


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a map: its outline and its middle in units of the map, y down, and what is printed there."""

    outline: tuple[Point, ...]
    centre: Point
    value: float
    shown: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A page: rows of bars under headings, a heading may be empty, or a map of cells.

    `most` fills the whole width of a bar, or a cell with full colour.
    """

    id: str
    name: str
    note: str
    series: tuple[str, ...]
    most: float
    parts: tuple[tuple[str, tuple[Row, ...]], ...]
    cells: tuple[Cell, ...] = ()


def draw_charts(charts: list[Chart], file: Path) -> None:
    """Write the charts as pages of a PDF. Raises SystemExit with the findings when a text does not fit."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, place in _PLACES.items():
            target = root / place / "charts" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(_HERE / name, target)
        records = yaml.safe_dump([_record(c) for c in charts], allow_unicode=True)
        (root / "content" / "charts" / "charts.yaml").write_text(records, encoding="utf-8")
        kit = build_game(Project(root), "charts", Options(find_paper("a4"), "none"), root / "out")
        if kit.folder is None:
            raise SystemExit("\n".join(f.message for f in kit.findings))
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kit.folder / "charts.pdf", file)


def _record(chart: Chart) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    for heading, part in chart.parts:
        if heading:
            rows.append({"label": heading, "head": True, "values": [], "shown": []})
        rows += [{"label": r.label, "values": list(r.values), "shown": list(r.shown)} for r in part]
    fields = asdict(chart)
    del fields["parts"]
    return {**fields, "series": list(chart.series), "rows": rows, "cells": _placed(chart.cells)}


def _placed(cells: tuple[Cell, ...]) -> list[dict[str, object]]:
    """Return the cells of a map in millimetres of the page, as large as the page takes."""
    corners = [corner for cell in cells for corner in cell.outline]
    if not corners:
        return []
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    scale = min(_MAP[2] / (right - left), _MAP[3] / (bottom - top))
    dx = _MAP[0] + (_MAP[2] - scale * (left + right)) / 2
    dy = _MAP[1] + (_MAP[3] - scale * (top + bottom)) / 2
    return [
        {
            "path": " ".join(f"{dx + scale * x:.3f},{dy + scale * y:.3f}" for x, y in cell.outline),
            "x": round(dx + scale * cell.centre[0], 3),
            "y": round(dy + scale * cell.centre[1], 3),
            "value": cell.value,
            "shown": cell.shown,
        }
        for cell in cells
    ]
