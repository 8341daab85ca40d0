"""Checks of a route map: what is declared, what is drawn, and whether anything could be drawn."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from pnp.checks.planar import is_drawable
from pnp.content.schema import did_you_mean
from pnp.draw.routes import Xy, crossing_points, lengths, stops_of
from pnp.draw.svg import SvgError, drawn_routes
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.model.face import Drawing
    from pnp.model.finding import Mark
    from pnp.model.game import Collection, Component, Game, Record

TOLERANCE = 0.05
"""How far, in millimetres, a drawn route may pass from a place it goes through."""


def check_routes(game: Game, drawings: Sequence[Drawing], broken: set[str]) -> list[Finding]:
    """Return what is wrong with the routes of every map, as declared and as drawn on the printed face."""
    findings: list[Finding] = []
    for component in game.components:
        if component.kind != "routemap" or {component.options.places, component.options.routes} & broken:
            continue
        routes = game.collections[component.options.routes]
        places = game.collections[component.options.places]
        unknown = _unknown_ends(routes, places)
        findings += unknown
        findings += _numbers(routes)
        one_sided = _one_sided(routes)
        findings += one_sided
        if unknown:
            continue
        findings += _unreachable(routes, places)
        if not one_sided and not is_drawable(list(routes)):
            findings.append(_cannot_be_drawn(component, game))
        for drawing in drawings:
            if drawing.component is component and drawing.pieces:
                findings += _drawn(drawing, routes)
    return findings


def _unknown_ends(routes: Collection, places: Collection) -> list[Finding]:
    findings: list[Finding] = []
    numbers = {r.typed.number for r in routes}
    for route in routes:
        for field in ("ends", "via"):
            for index, place in enumerate(getattr(route.typed, field)):
                if place not in places:
                    hint = did_you_mean(place, places.by_id)
                    message = f"Route {route.id}: there is no place {place!r} in {places.id}."
                    findings.append(Finding("ref/unknown", route.mark(field, index), message, hint))
        for index, other in enumerate(route.typed.crosses):
            if other not in numbers:
                message = f"Route {route.id} crosses a route {other}, which is not there."
                findings.append(
                    Finding("ref/unknown", route.mark("crosses", index), message, "Look at the number.")
                )
    return findings


def _numbers(routes: Collection) -> list[Finding]:
    """Return a finding where the numbers do not count 1, 2, 3 and so on."""
    findings: list[Finding] = []
    seen: set[int] = set()
    for expected, route in enumerate(routes, start=1):
        number = route.typed.number
        if number != expected and number not in seen:
            message = f"Route {number} stands where number {expected} belongs."
            hint = "Number the routes 1, 2, 3 … in the order of the file, without a gap."
            findings.append(Finding("routes/number-gap", route.mark("number"), message, hint))
            break
        seen.add(number)
    return findings


def _one_sided(routes: Collection) -> list[Finding]:
    findings: list[Finding] = []
    for route in routes:
        for index, other in enumerate(route.typed.crosses):
            record = routes.by_id.get(str(other))
            if record and route.typed.number not in record.typed.crosses:
                message = f"Route {route.id} crosses {other}, but route {other} does not name {route.id}."
                line = record.mark().line
                hint = f"Add {route.id} to crosses of route {other} (line {line}), or drop {other} here."
                findings.append(
                    Finding("routes/crossing-one-sided", route.mark("crosses", index), message, hint)
                )
    return findings


def _unreachable(routes: Collection, places: Collection) -> list[Finding]:
    """Return the places that no route joins to the most of the others."""
    neighbours: dict[str, set[str]] = {place.id: set() for place in places}
    for route in routes:
        for a, b in itertools.pairwise(stops_of(route)):
            neighbours[a].add(b)
            neighbours[b].add(a)
    parts: list[set[str]] = []
    left = set(neighbours)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = set().union(*(neighbours[p] for p in edge)) - part
        parts.append(part)
        left -= part
    main = max(parts, key=lambda p: (len(p), sorted(p)), default=set())
    return [
        Finding(
            "routes/unreachable",
            place.mark(),
            f"No route leads from {place['name']!r} to most of the other places.",
            "Add a route, or drop the place.",
        )
        for place in places
        if place.id not in main
    ]


def _cannot_be_drawn(component: Component, game: Game) -> Finding:
    message = f"{component.id}: no drawing of these routes has exactly the declared crossings."
    hint = "A crossing is missing, one too many, or two places were taken for one; see --explain."
    mark = game.document.mark("components", component.id, "routemap", "routes")
    return Finding("routes/cannot-be-drawn", mark, message, hint)


def _drawn(drawing: Drawing, routes: Collection) -> list[Finding]:
    """Compare the lines on the printed face with what the routes declare."""
    try:
        lines = drawn_routes(drawing.pieces[0].front.art)
    except SvgError as error:
        return [Finding(error.code, drawing.component.mark, str(error), error.hint)]
    plan = {p.record.id: (p.x, p.y) for p in getattr(drawing.plan, "places", ())}
    findings: list[Finding] = []
    for route in routes:
        found = lines.get(route.typed.number, [])
        if len(found) != 1:
            message = f"Route {route.id} is drawn {len(found)} times on {drawing.component.id}."
            hint = 'The template draws each route once, as <path pnp:route="…" d="M… L…"/>.'
            findings.append(Finding("routes/crossing-undrawn", route.mark(), message, hint))
        elif not _passes(found[0], [plan[p] for p in stops_of(route)]):
            message = f"Route {route.id} is not drawn through its places on {drawing.component.id}."
            findings.append(
                Finding("routes/crossing-undrawn", route.mark(), message, "Draw the path as it is given.")
            )
    if findings:
        return findings
    drawn = {number: found[0] for number, found in lines.items()}
    crossings = crossing_points(drawn, list(plan.values()))
    for route in routes:
        findings += _compare(route, routes, crossings, drawn)
    return findings


def _passes(line: Sequence[Xy], places: Sequence[Xy]) -> bool:
    """Return whether a line goes through the places in their order and ends at the outer two."""
    at = 0
    for place in places:
        while at < len(line) and math.dist(line[at], place) > TOLERANCE:
            at += 1
    return at < len(line) and math.dist(line[0], places[0]) <= TOLERANCE and at == len(line) - 1


def _compare(
    route: Record,
    routes: Collection,
    crossings: Mapping[tuple[int, int], Sequence[Xy]],
    drawn: Mapping[int, Sequence[Xy]],
) -> list[Finding]:
    number, declared = route.typed.number, route.typed.crosses
    met = {pair[pair[0] == number]: points for pair, points in crossings.items() if number in pair}
    findings: list[Finding] = []
    for other, points in sorted(met.items()):
        record = routes.by_id[str(other)]
        known = other in declared or number in record.typed.crosses
        times = "" if len(points) == 1 else f" {len(points)} times"
        if (not known or len(points) > 1) and number < other:
            message = f"On the map, undeclared, route {number} crosses {other}{times} at {_where(points)}."
            hint = "Declare it in both routes, or move a place or a via so that the lines do not meet."
            findings.append(Finding("routes/crossing-undeclared", _crosses_mark(route), message, hint))
    for index, other in enumerate(declared):
        if other not in met and str(other) in routes.by_id:
            message = f"Route {number} is to cross route {other}, but on the map the two do not meet."
            hint = "Move a place or add a via so that the lines cross, or drop the crossing in both routes."
            findings.append(Finding("routes/crossing-undrawn", route.mark("crosses", index), message, hint))
    order = sorted((n for n in declared if n in met), key=lambda n: _at(drawn[number], met[n][0]))
    if order != [n for n in declared if n in met]:
        shown = ", ".join(map(str, order))
        message = f"From {route.typed.ends[0]} route {number} crosses {shown}, in this order."
        findings.append(
            Finding("routes/crossing-order", _crosses_mark(route), message, f"Write crosses: [{shown}].")
        )
    return findings


def _crosses_mark(route: Record) -> Mark:
    return route.mark("crosses")


def _where(points: Sequence[Xy]) -> str:
    return " and ".join(f"({x:.0f}, {y:.0f}) mm" for x, y in points)


def _at(line: Sequence[Xy], point: Xy) -> float:
    """Return how far along a polyline a point on it lies."""
    best = (math.inf, 0.0)
    for start, a, b in zip(lengths(line), line, line[1:], strict=False):
        span = math.dist(a, b) or 1.0
        t = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / span
        t = min(max(t, 0.0), span)
        foot = (a[0] + (b[0] - a[0]) * t / span, a[1] + (b[1] - a[1]) * t / span)
        best = min(best, (math.dist(foot, point), start + t))
    return best[1]
