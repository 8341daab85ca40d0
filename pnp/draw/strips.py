"""Routes laid straight: a piece for each, its cells numbered as on the map, long ones folded in two."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pnp.content.schema import did_you_mean
from pnp.draw.drawable import check_drawable
from pnp.draw.routemap import route_styles
from pnp.draw.routes import build_lines
from pnp.errors import ContentError
from pnp.model.face import Piece
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.content.gamefile import RouteMap, Strips
    from pnp.draw.routes import Line, Stop
    from pnp.draw.template import Templates
    from pnp.model.game import Component, Game, Record


@dataclass(frozen=True, slots=True)
class StripCell:
    """A cell of a strip, its middle at (x, y); `step` counts from the route's first end.

    `place` is the place there, `mark` the record that lies there; `crosses` is the number of the route that
    shares the cell, `there` the cell's number on it. `room` is the distance to the next cell, of either side,
    that has something to say.
    """

    step: int
    x: float
    y: float
    place: Record | None = None
    mark: Record | None = None
    crosses: int = 0
    there: int = 0
    room: float = math.inf

    @property
    def plain(self) -> bool:
        """Return whether there is nothing on the cell."""
        return not (self.place or self.mark or self.crosses)


@dataclass(frozen=True, slots=True)
class Strip:
    """A route for its template; `first` and `last` are its ends, `links` the track between the cells."""

    number: int
    style: int
    cells: tuple[StripCell, ...]
    links: str
    rows: int
    styles: Mapping[int, int]

    @property
    def first(self) -> StripCell:
        """Return the first end."""
        return self.cells[0]

    @property
    def last(self) -> StripCell:
        """Return the second end."""
        return self.cells[-1]


def _chart(component: Component, game: Game) -> RouteMap:
    """Return the options of the map that strips are of; ContentError when the game has none of that name."""
    maps = {c.id: c.options for c in game.components if c.kind == "routemap"}
    wanted: str = component.options.map
    if wanted not in maps:
        mark = game.document.mark("components", component.id, "strips", "map")
        message = f"There is no map {wanted!r} in this game."
        raise ContentError(Finding("ref/unknown", mark, message, did_you_mean(wanted, maps)))
    return cast("RouteMap", maps[wanted])


def draw_strips(component: Component, game: Game, templates: Templates, players: int) -> tuple[Piece, ...]:
    """Return a piece for each route of the map that the component names, in the map's order."""
    options: Strips = component.options
    chart = _chart(component, game)
    check_drawable(component, chart, game)
    places = game.collections[chart.places]
    where = {p.id: (p.typed.x, p.typed.y) for p in places}
    lines = build_lines(list(game.collections[chart.routes]), where, chart.step)
    styles = route_styles(lines, chart.styles)
    steps = {(line.number, stop.crosses): stop.step for line in lines for stop in line.stops if stop.crosses}
    marks = {
        (m.fields.get("route"), m.fields.get("cell")): m
        for m in (game.collections[chart.marks] if chart.marks else ())
    }
    pieces: list[Piece] = []
    for line in lines:
        known = {stop.step: stop for stop in line.stops}
        cells = [
            _cell(line, step, known.get(step), places.by_id, marks.get((line.number, step)), steps)
            for step in range(line.steps + 1)
        ]
        strip, size = _laid(line, cells, options, styles)
        face = templates.sized(
            options.face, (*size, component.bleed), f"route {line.number}", line.record.mark(), strip=strip
        )
        pieces.append(Piece(face, None, players if component.copies == "players" else 1))
    return tuple(pieces)


def _cell(
    line: Line,
    step: int,
    stop: Stop | None,
    places: Mapping[str, Record],
    mark: Record | None,
    steps: Mapping[tuple[int, int], int],
) -> StripCell:
    if stop is None:
        return StripCell(step, 0, 0, mark=mark)
    if stop.crosses:
        return StripCell(step, 0, 0, crosses=stop.crosses, there=steps[stop.crosses, line.number], mark=mark)
    return StripCell(step, 0, 0, place=places[stop.place], mark=mark)


def _laid(
    line: Line, cells: Sequence[StripCell], options: Strips, styles: Mapping[int, int]
) -> tuple[Strip, tuple[float, float]]:
    """Return the strip with its cells in place, and its size; the second row runs back to the left."""
    most = int((options.length - 2 * options.side - options.cell) / options.pitch + 1e-6) + 1
    rows = math.ceil(len(cells) / most)
    per_row = math.ceil(len(cells) / rows)
    band = options.head + options.cell + options.foot
    points: list[tuple[float, float]] = []
    for index in range(len(cells)):
        row, column = divmod(index, per_row)
        x = column if row % 2 == 0 else per_row - 1 - column
        y = row * band + options.head + options.cell / 2
        points.append((options.side + options.cell / 2 + x * options.pitch, y))
    width = 2 * options.side + options.cell + (per_row - 1) * options.pitch
    strip = Strip(
        line.number,
        styles[line.number],
        tuple(_placed(cells, points)),
        " ".join(_link(a, b, options.cell / 2, 0.6 * options.side) for a, b in itertools.pairwise(points)),
        rows,
        styles,
    )
    return strip, (width, rows * band)


def _placed(cells: Sequence[StripCell], points: Sequence[tuple[float, float]]) -> list[StripCell]:
    """Return the cells at their points, each with the room that its words have."""
    telling = [points[i] for i, cell in enumerate(cells) if not cell.plain]
    placed: list[StripCell] = []
    for cell, (x, y) in zip(cells, points, strict=True):
        room = min((abs(x - other) for other, row in telling if row == y and other != x), default=math.inf)
        placed.append(StripCell(cell.step, x, y, cell.place, cell.mark, cell.crosses, cell.there, room))
    return placed


def _link(a: tuple[float, float], b: tuple[float, float], radius: float, bow: float) -> str:
    """Return the track between two cells: a straight line, or a bow from one row to the next."""
    (x1, y1), (x2, y2) = a, b
    if y1 == y2:
        sign = math.copysign(1, x2 - x1)
        return f"M{x1 + sign * radius:.3f} {y1:.3f} L{x2 - sign * radius:.3f} {y2:.3f}"
    outer = x1 + radius + bow
    return (
        f"M{x1 + radius:.3f} {y1:.3f} C{outer:.3f} {y1:.3f} {outer:.3f} {y2:.3f} {x2 + radius:.3f} {y2:.3f}"
    )
