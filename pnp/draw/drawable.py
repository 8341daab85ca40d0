"""What must hold of places and routes before a map of them, or its strips, can be worked out."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from pnp.draw.routes import lengths, stops_of
from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from pnp.content.gamefile import RouteMap
    from pnp.model.game import Component, Game, Record

MOST_CELLS = 5_000
"""More would be too small to stand on at any size of paper, and take minutes to keep apart."""
_NEAR = 1e-3


def check_drawable(component: Component, options: RouteMap, game: Game) -> None:
    """Raise ContentError with all that keeps the routes from being drawn."""
    places, routes = game.collections[options.places], game.collections[options.routes]
    found = [*_apart(list(places)), *_ways(list(routes))]
    if component.kind == "routemap":
        found += _looks(component, options, {p.typed.kind for p in places}, game)
    if not len(places):
        message = f"{component.id}: there is no place in {places.id} to put on the map."
        found.append(Finding("deck/count", component.mark, message, "Write places, or take the map out."))
    where = {p.id: (p.typed.x, p.typed.y) for p in places}
    known = [r for r in routes if all(stop in where for stop in stops_of(r))]
    total = sum(lengths([where[stop] for stop in stops_of(r)])[-1] for r in known) / options.step
    if total > MOST_CELLS:
        message = f"step: {options.step:g} makes {total:.0f} cells; {MOST_CELLS:,} are the most."
        mark = game.document.mark("components", component.id, component.kind, "step")
        found.append(Finding("schema/type", mark, message, "Make the step longer."))
    if found:
        raise ContentError(*found)


def _looks(component: Component, options: RouteMap, kinds: AbstractSet[str], game: Game) -> Iterator[Finding]:
    """Yield a finding for each text style that labels need and the theme lacks."""
    kinds = kinds | ({"mark"} if options.marks and options.mark_word else set())
    named = {options.labels.get(kind) or options.labels.get("default", "default") for kind in kinds}
    for name in sorted({*named, options.number} - game.theme.styles.keys()):
        mark = game.document.mark("components", component.id, "routemap")
        yield Finding("ref/unknown", mark, f"There is no text style {name!r}.", "Look at theme.yaml.")


def _apart(places: list[Record]) -> Iterator[Finding]:
    for a, b in itertools.combinations(places, 2):
        if a.id != b.id and math.dist((a.typed.x, a.typed.y), (b.typed.x, b.typed.y)) < _NEAR:
            message = f"{b.id} lies where {a.id} does (line {a.mark().line})."
            yield Finding("schema/type", b.mark("x"), message, "Give it a point of its own.")


def _ways(routes: list[Record]) -> Iterator[Finding]:
    for route in routes:
        stops = stops_of(route)
        twice = next((stop for stop in stops if stops.count(stop) > 1), None)
        if twice is not None:
            mark = route.mark("via" if twice in route.typed.via else "ends")
            message = f"Route {route.id} comes to {twice} twice."
            yield Finding("schema/type", mark, message, "A route visits a place once.")
