"""A map of routes: the engine works out tracks, cells and labels, one template draws them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapely import LineString, Point, Polygon, STRtree, prepare, unary_union

from pnp.draw.cells import Cell, inner_cells
from pnp.draw.drawable import check_drawable
from pnp.draw.ground import Ground
from pnp.draw.labels import place_labels
from pnp.draw.maplabels import (
    AREA_CLEAR,
    CLEAR,
    Wanted,
    area_spots,
    around,
    obstacles,
    place_wanted,
    rectangle,
    settle,
    shield_wanted,
)
from pnp.draw.mapplan import Crossing, MapPlan, Marked, Spotted, Track, link_data, path_data
from pnp.draw.routes import Line, Xy, build_lines, crossing_points
from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.content.gamefile import RouteMap
    from pnp.draw.labels import Spot
    from pnp.draw.template import Templates
    from pnp.model.face import Face
    from pnp.model.game import Component, Game, Record
    from pnp.model.theme import Style


_PIECE = 12
"""Long lines are cut into pieces of so many points, since a tree finds short ones faster."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """The map without its labels."""

    component: Component
    options: RouteMap
    game: Game
    scale: float
    project: Callable[[float, float], Xy]
    where: Mapping[str, Xy]
    radius: Mapping[str, float]
    lines: Sequence[Line]
    cells: Sequence[Cell]
    marks: Sequence[tuple[Record, Cell]]

    @property
    def places(self) -> Iterable[Record]:
        return self.game.collections[self.options.places]

    @property
    def crossing(self) -> float:
        return self.options.symbols.get("crossing", self.options.cell / 2)

    @property
    def page(self) -> tuple[float, float, float, float]:
        margin = self.options.margin
        return margin, margin, self.component.width - margin, self.component.height - margin


def draw_routemap(component: Component, game: Game, templates: Templates) -> tuple[Face, MapPlan]:
    """Return the map's face and its plan; labels without a free spot are among the plan's findings."""
    check_drawable(component, component.options, game)
    laid = _lay(component, component.options, game)
    taken = _taken(laid)
    wanted = _wanted(laid)
    spots, lost = settle(wanted, taken, _faint(laid), laid.page, component.id)
    areas = _areas(laid, taken, spots)
    plan = _plan(laid, spots, areas, lost)
    labels = [spot.shape().buffer(CLEAR) for spot in (*spots, *areas)]
    ground = Ground(laid.project, laid.scale, labels, [*taken, *_faint(laid)], laid.page)
    face = templates.face(laid.options.face, component, component.id, component.mark, map=plan, ground=ground)
    return face, plan


def _lay(component: Component, options: RouteMap, game: Game) -> _Laid:
    places = game.collections[options.places]
    scale, project = _projection(component, options, places)
    where = {p.id: project(p.typed.x, p.typed.y) for p in places}
    lines = build_lines(list(game.collections[options.routes]), where, options.step * scale)
    radius = {p.id: options.symbols.get(p.typed.kind, options.cell / 2) for p in places}
    radius[""] = options.symbols.get("crossing", options.cell / 2)
    cells = inner_cells(lines, options.cell, radius)
    marks = marked_cells(cells, game.collections[options.marks]) if options.marks else []
    return _Laid(component, options, game, scale, project, where, radius, lines, cells, marks)


def marked_cells(cells: Iterable[Cell], records: Iterable[Record]) -> list[tuple[Record, Cell]]:
    """Return the records that name a cell by `route` and `cell`, each with it; others are left out."""
    by_step = {step: cell for cell in cells for step in cell.steps}
    named = ((r, by_step.get((r.fields.get("route", 0), r.fields.get("cell", 0)))) for r in records)
    return [(record, cell) for record, cell in named if cell]


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


def _wanted(laid: _Laid) -> list[Wanted]:
    """Return the labels in the order of `_plan`: places, routes, then marks if they carry a word."""
    wanted = [
        place_wanted(p, laid.where[p.id], laid.radius[p.id], _label(laid, p.typed.kind)) for p in laid.places
    ]
    number = laid.game.theme.styles[laid.options.number]
    wanted += [shield_wanted(line, laid.cells, laid.options.cell, number) for line in laid.lines]
    word = _mark_word(laid)
    for record, cell in laid.marks if word else ():
        spots = around(cell.point, laid.options.cell / 2, word, _label(laid, "mark"))
        wanted.append(Wanted(f"{word} of {record.id}", record.mark(), spots))
    return wanted


def _mark_word(laid: _Laid) -> str:
    key = laid.options.mark_word
    if not key:
        return ""
    if key not in laid.game.words:
        mark = laid.game.document.mark("components", laid.component.id, "routemap", "mark_word")
        raise ContentError(Finding("ref/unknown", mark, f"There is no word {key!r}.", "Add it to words."))
    return str(laid.game.words[key])


def _label(laid: _Laid, kind: str) -> Style:
    labels = laid.options.labels
    return laid.game.theme.styles[labels.get(kind) or labels.get("default", "default")]


def _taken(laid: _Laid) -> list[BaseGeometry]:
    """Return what labels keep off."""
    signs = {p.id: (laid.where[p.id], laid.radius[p.id]) for p in laid.places}
    taken = obstacles(laid.lines, laid.cells, signs, laid.options.cell, laid.crossing)
    return taken + [rectangle(area) for area in laid.options.keep_clear]


def _areas(laid: _Laid, taken: Sequence[BaseGeometry], spots: Sequence[Spot]) -> list[Spot]:
    """Return where the names of areas lie, all on land; those that find no room are left out."""
    if not laid.options.regions:
        return []
    style = _label(laid, "area")
    full = STRtree([*taken, *_faint(laid), *(spot.shape() for spot in spots)])
    land = unary_union([Polygon(points) for points in _outlines(laid, laid.options.land)])
    prepare(land)
    wanted: list[list[Spot]] = []
    for area in laid.game.collections[laid.options.regions]:
        members = [laid.where[p.id] for p in laid.places if p.typed.region == area.id]
        if members:
            over_it = area_spots(str(area["name"]), members, style)
            shapes = [spot.shape() for spot in over_it]
            near = set(full.query(shapes, predicate="dwithin", distance=AREA_CLEAR)[0].tolist())
            ashore = [land.is_empty or bool(land.contains(shape)) for shape in shapes]
            wanted.append([s for i, s in enumerate(over_it) if i not in near and ashore[i]])
    return [spot for spot in place_labels(wanted, (), laid.page, most=40) if spot]


def _faint(laid: _Laid) -> list[BaseGeometry]:
    """Return the lines that labels rather keep off: coasts and waters."""
    names = [laid.options.land, *laid.options.waters]
    lines = (points for name in names for points in _outlines(laid, name))
    return [LineString(line[i : i + _PIECE]) for line in lines for i in range(0, len(line) - 1, _PIECE - 1)]


def _outlines(laid: _Laid, name: str | None) -> list[list[Xy]]:
    """Return the outlines of a collection on the face."""
    if name is None:
        return []
    outlines = (record.typed.points for record in laid.game.collections[name])
    return [[laid.project(x, y) for x, y in points] for points in outlines]


def _plan(laid: _Laid, spots: Sequence[Spot], areas: Sequence[Spot], lost: Sequence[Finding]) -> MapPlan:
    places = list(laid.places)
    shields = spots[len(places) :]
    words: Sequence[Spot | None] = shields[len(laid.lines) :] or [None] * len(laid.marks)
    styles = route_styles(laid.lines, laid.options.styles)
    return MapPlan(
        tuple(
            Track(line.number, line, path_data(line.points), _links(laid, line), styles[line.number], shield)
            for line, shield in zip(laid.lines, shields, strict=False)
        ),
        tuple(
            Spotted(p, *laid.where[p.id], laid.radius[p.id], spot)
            for p, spot in zip(places, spots, strict=False)
        ),
        tuple(laid.cells),
        tuple(
            Crossing(*c.point, (min(n for n, _ in c.steps), max(n for n, _ in c.steps)))
            for c in laid.cells
            if c.crossing
        ),
        tuple(
            Marked(record, *cell.point, spot) for (record, cell), spot in zip(laid.marks, words, strict=True)
        ),
        tuple(areas),
        styles,
        laid.options.cell,
        laid.crossing,
        laid.options.step * laid.scale,
        tuple(lost),
    )


def _links(laid: _Laid, line: Line) -> str:
    own = [c for c in laid.cells if any(n == line.number for n, _ in c.steps)]
    shape = LineString(line.points)
    own.sort(key=lambda c: shape.project(Point(c.point)))
    first, last = line.stops[0], line.stops[-1]
    radii = [laid.radius[c.place] if c.place or c.crossing else laid.options.cell / 2 for c in own]
    return link_data(
        [first.point, *(c.point for c in own), last.point],
        [laid.radius[first.place], *radii, laid.radius[last.place]],
    )


def route_styles(lines: Sequence[Line], count: int) -> dict[int, int]:
    """Return a style for each route such that routes that meet or cross differ, all about equally often.

    More styles than `count` are used only where that many routes meet.
    """
    meets: dict[int, set[int]] = {line.number: set() for line in lines}
    pairs = {(a.number, b.number) for a, b in itertools.combinations(lines, 2) if _places(a) & _places(b)}
    for a, b in pairs | set(crossing_points({line.number: line.points for line in lines})):
        meets[a].add(b)
        meets[b].add(a)
    styles: dict[int, int] = {}
    used: Any = [0] * count
    while len(styles) < len(lines):
        number = max(
            meets.keys() - styles.keys(),
            key=lambda n: (len({styles[m] for m in meets[n] if m in styles}), len(meets[n]), -n),
        )
        taken = {styles[m] for m in meets[number] if m in styles}
        if len(taken) >= len(used):
            used.append(0)
        style = min(set(range(len(used))) - taken, key=lambda s: (used[s], s))
        styles[number] = style
        used[style] += 1
    return styles


def _places(line: Line) -> set[str]:
    return {s.place for s in line.stops if s.place}
