"""A map of routes: the engine works out tracks, cells and labels, one template draws them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapely import LineString, Point, box

from pnp.draw.cells import Cell, inner_cells
from pnp.draw.labels import Spot, place_labels, spots_along, spots_around
from pnp.draw.routes import Line, Xy, build_lines, crossing_points
from pnp.errors import ContentError
from pnp.model.finding import Finding
from pnp.model.units import MM_PER_PT
from pnp.text.fit import fit_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from shapely import Geometry

    from pnp.content.gamefile import RouteMap
    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component, Game, Record
    from pnp.model.theme import Style

CLEAR = 0.6
"""Millimetres that a label keeps from everything else."""


@dataclass(frozen=True, slots=True)
class Track:
    """A route for the template: `path` in SVG, `style` so that adjoining routes differ, its shield's spot."""

    number: int
    line: Line
    path: str
    style: int
    shield: Spot


@dataclass(frozen=True, slots=True)
class Spotted:
    """A place for the template: where it is, and where its label lies."""

    record: Record
    x: float
    y: float
    radius: float
    label: Spot


@dataclass(frozen=True, slots=True)
class Crossing:
    """A cell shared by two routes: the lower number first."""

    x: float
    y: float
    numbers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MapPlan:
    """All of a map that is worked out, in millimetres of its face."""

    tracks: tuple[Track, ...]
    places: tuple[Spotted, ...]
    cells: tuple[Cell, ...]
    crossings: tuple[Crossing, ...]
    cell: float
    project: Callable[[float, float], Xy]

    def path(self, points: Iterable[Sequence[float]], *, closed: bool = True) -> str:
        """Return SVG path data of points in the map's own units."""
        moved = " L".join(f"{x:.2f} {y:.2f}" for x, y in (self.project(*p) for p in points))
        return f"M{moved}{' Z' if closed else ''}"

    def place(self, place_id: str) -> Spotted:
        """Return a place by id."""
        return next(p for p in self.places if p.record.id == place_id)


def draw_routemap(component: Component, game: Game, templates: Templates) -> tuple[Face, MapPlan]:
    """Return the map's face and its plan. Raises ContentError where a label finds no free place."""
    options: RouteMap = component.options
    plan = _plan(component, options, game)
    face = templates.face(options.face, component, component.id, component.mark, map=plan)
    return face, plan


def _plan(component: Component, options: RouteMap, game: Game) -> MapPlan:
    places = game.collections[options.places]
    scale, project = _projection(component, options, places)
    where = {p.id: project(p.typed.x, p.typed.y) for p in places}
    lines = build_lines(list(game.collections[options.routes]), where, options.step * scale)
    radius = {p.id: options.symbols.get(p.typed.kind, options.cell / 2) for p in places}
    crossing_radius = options.symbols.get("crossing", options.cell / 2)
    cells = inner_cells(lines, options.cell, {**radius, "": crossing_radius})
    labels = _labels(component, options, game, lines, cells, where, radius, crossing_radius)
    styles = _styles(lines)
    shields = labels[len(places) :]
    return MapPlan(
        tuple(
            Track(line.number, line, _path(line.points), styles[line.number], shield)
            for line, shield in zip(lines, shields, strict=True)
        ),
        tuple(
            Spotted(p, *where[p.id], radius[p.id], label)
            for p, label in zip(places, labels[: len(places)], strict=True)
        ),
        tuple(cells),
        tuple(
            Crossing(*c.point, (min(n for n, _ in c.steps), max(n for n, _ in c.steps)))
            for c in cells
            if c.crossing
        ),
        options.cell,
        project,
    )


def _path(points: Sequence[Xy]) -> str:
    return "M" + " L".join(f"{x:.4f} {y:.4f}" for x, y in points)


def _projection(
    component: Component, options: RouteMap, places: Iterable[Record]
) -> tuple[float, Callable[[float, float], Xy]]:
    """Return the scale in mm a unit, and the function that puts map units on the face, within the frame."""
    xs, ys = zip(*((p.typed.x, p.typed.y) for p in places), strict=True)
    left, top, right, bottom = options.frame
    width, height = component.width - left - right, component.height - top - bottom
    across, down = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    scale = min(width / across, height / down)
    x0 = left + (width - across * scale) / 2 - min(xs) * scale
    y0 = top + (height - down * scale) / 2 - min(ys) * scale
    return scale, lambda x, y: (x0 + x * scale, y0 + y * scale)


def _labels(
    component: Component,
    options: RouteMap,
    game: Game,
    lines: Sequence[Line],
    cells: Sequence[Cell],
    where: Mapping[str, Xy],
    radius: Mapping[str, float],
    crossing_radius: float,
) -> list[Spot]:
    places = game.collections[options.places]
    number = _style(game, component, options.number)
    obstacles: list[Geometry] = [LineString(line.points).buffer(CLEAR) for line in lines]
    obstacles += [Point(where[p.id]).buffer(radius[p.id] + CLEAR) for p in places]
    obstacles += [
        Point(c.point).buffer((crossing_radius if c.crossing else options.cell / 2) + CLEAR) for c in cells
    ]
    obstacles += [box(*_moved(area)) for area in options.keep_clear]
    wanted = [
        spots_around(
            where[p.id],
            radius[p.id] + 1.2 * CLEAR,
            breakings(str(p["name"]), _label(game, component, p)),
            (0, 1.5, 3, 5, 8),
        )
        for p in places
    ]
    for line in lines:
        _, width, height = breakings(str(line.number), number)[0]
        wanted.append(
            spots_along(
                _beside(line, cells), str(line.number), width + 2.4, height + 1.4, options.cell / 2 + CLEAR
            )
        )
    page = (
        options.margin,
        options.margin,
        component.width - options.margin,
        component.height - options.margin,
    )
    found = place_labels(wanted, obstacles, page)
    names = [str(p["name"]) for p in places] + [f"the shield of route {line.number}" for line in lines]
    marks = [p.mark() for p in places] + [line.record.mark() for line in lines]
    lost = [
        Finding(
            "map/label-overlap",
            mark,
            f"{component.id}: no free place is left for {name!r}.",
            "Move the place, shorten the name, or enlarge the map.",
        )
        for spot, name, mark in zip(found, names, marks, strict=True)
        if spot is None
    ]
    if lost:
        raise ContentError(*lost)
    return [spot for spot in found if spot]


def _moved(area: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, width, height = area
    return x, y, x + width, y + height


def _style(game: Game, component: Component, name: str) -> Style:
    style = game.theme.styles.get(name)
    if style is None:
        mark = game.document.mark("components", component.id, "routemap")
        raise ContentError(
            Finding("ref/unknown", mark, f"There is no text style {name!r}.", "Look at theme.yaml.")
        )
    return style


def _label(game: Game, component: Component, place: Record) -> Style:
    labels: Mapping[str, str] = component.options.labels
    return _style(game, component, labels.get(place.typed.kind) or labels.get("default", "default"))


def breakings(text: str, style: Style) -> list[tuple[str, float, float]]:
    """Return the ways to set a text on one, two and three lines: (text with breaks, width, height) in mm."""
    words = text.split(" ")
    found: list[tuple[str, float, float]] = []
    for rows in range(1, min(len(words), 3) + 1):
        best: tuple[str, float, float] | None = None
        for cuts in itertools.combinations(range(1, len(words)), rows - 1):
            parts = [" ".join(words[a:b]) for a, b in itertools.pairwise((0, *cuts, len(words)))]
            broken = "\\\n".join(parts)
            layout = fit_text(broken, 1000, 1000, style)
            em = layout.size * MM_PER_PT
            width = max(line.width for line in layout.lines) + 0.2
            height = em * (style.leading * (rows - 1) + 1.0)
            if best is None or width < best[1]:
                best = (broken, width, height)
        if best:
            found.append(best)
    return found


def _beside(line: Line, cells: Sequence[Cell]) -> list[tuple[Xy, Xy]]:
    """Return (point, direction) along a route where its shield may lie, from the middle outwards."""
    shape = LineString(line.points)
    middle = shape.length / 2
    found: list[tuple[float, Xy, Xy]] = []
    own = [c for c in cells if any(n == line.number for n, _ in c.steps) and not c.crossing]
    at = [shape.project(Point(c.point)) for c in own]
    at += [(a + b) / 2 for a, b in itertools.pairwise(sorted(at))]
    for distance in at or [middle]:
        a, b = shape.interpolate(max(distance - 0.5, 0)), shape.interpolate(distance + 0.5)
        point = shape.interpolate(distance)
        span = math.dist((a.x, a.y), (b.x, b.y)) or 1.0
        found.append((abs(distance - middle), (point.x, point.y), ((b.x - a.x) / span, (b.y - a.y) / span)))
    return [(point, direction) for _, point, direction in sorted(found)]


def _styles(lines: Sequence[Line]) -> dict[int, int]:
    """Return a style number for each route such that routes that meet or cross have different ones."""
    import networkx as nx

    graph: Any = nx.Graph()
    graph.add_nodes_from(line.number for line in lines)
    for a, b in itertools.combinations(lines, 2):
        places = {s.place for s in a.stops if s.place} & {s.place for s in b.stops if s.place}
        if places:
            graph.add_edge(a.number, b.number)
    graph.add_edges_from(crossing_points({line.number: line.points for line in lines}))
    colours = nx.greedy_color(graph, strategy="DSATUR")
    return {int(number): int(style) for number, style in colours.items()}
