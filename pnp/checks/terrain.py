"""Checks of a map's ground: places on land, and some kinds of place at the shore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely import Point, Polygon, unary_union

from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

    from pnp.model.game import Component, Game, Record

_CORNERS = 3


def check_terrain(game: Game, broken: set[str]) -> list[Finding]:
    """Return the places of each map that lie in the sea, and those too far from the shore for their kind."""
    findings: list[Finding] = []
    for component in game.components:
        if component.kind != "routemap" or not component.options.land:
            continue
        options = component.options
        if not {options.places, options.land} & broken:
            outlines = list(game.collections[options.land])
            odd = _not_closed(outlines)
            findings += odd or _places(
                component, game.collections[options.places].records, outlines, options.ashore
            )
    return findings


def _not_closed(outlines: Sequence[Record]) -> list[Finding]:
    findings: list[Finding] = []
    for outline in outlines:
        points = outline.typed.points
        if len(points) < _CORNERS:
            message = f"The outline {outline.id!r} has {len(points)} points, no area."
            findings.append(Finding("map/outline", outline.mark("points"), message, "Give it three or more."))
        elif not Polygon(points).is_valid:
            message = f"The outline {outline.id!r} crosses itself."
            findings.append(
                Finding("map/outline", outline.mark("points"), message, "Take out the points of the loop.")
            )
    return findings


def _places(
    component: Component, places: Sequence[Record], outlines: Sequence[Record], ashore: Mapping[str, float]
) -> list[Finding]:
    land: BaseGeometry = unary_union([Polygon(o.typed.points) for o in outlines])
    findings: list[Finding] = []
    for place in places:
        point = Point(place.typed.x, place.typed.y)
        away = float(land.boundary.distance(point))
        limit = ashore.get(place.typed.kind)
        if not land.contains(point):
            message = f"{place['name']!r} lies in the sea, {away:.1f} units from the land of {component.id}."
            hint = "Move the place, or the coast."
            findings.append(Finding("map/place-at-sea", place.mark("x"), message, hint))
        elif limit is not None and away > limit:
            message = (
                f"{place['name']!r} is a {place.typed.kind}, but stands {away:.1f} units from the shore of"
                f" {component.id}."
            )
            hint = f"Bring it within {limit:g} units of the coast, or give it another kind."
            findings.append(Finding("map/far-from-shore", place.mark("x"), message, hint))
    return findings
