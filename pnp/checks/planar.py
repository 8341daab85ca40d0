"""Whether routes can be drawn at all with exactly the crossings they declare.

Every crossing becomes a vertex on both its routes. Such a graph has a drawing without further crossings when
it is planar, and one in which the routes really cross there, instead of only touching, when it stays planar
with a cycle round each crossing that takes the four ways out alternately from the one route and the other:
a wheel has but one embedding, so the cycle forces the order (Whitney 1933).
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any

from pnp.draw.routes import stops_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.model.game import Record

Vertex = str | tuple[object, ...]
_MOST_ORDERS = 512


def is_drawable(routes: Sequence[Record]) -> bool:
    """Return whether a drawing exists whose crossings are the declared ones, in order, and no others.

    Every crossing must be declared by both its routes. Where a place inside a route is shared with others,
    its order among the crossings is not declared: every order is tried.
    """
    import networkx as nx

    shared = Counter(place for route in routes for place in set(stops_of(route)))
    choices = [list(_paths(route, shared)) for route in routes]
    return any(
        nx.check_planarity(_graph(paths))[0]
        for paths in itertools.islice(itertools.product(*choices), _MOST_ORDERS)
    )


def _paths(route: Record, shared: Counter[str]) -> Iterator[list[Vertex]]:
    """Yield the vertices of a route, its places and crossings, in every order that is not ruled out."""
    number = route.typed.number
    crossings: list[Vertex] = [("crossing", min(number, n), max(number, n)) for n in route.typed.crosses]
    inner: list[Vertex] = [p for p in route.typed.via if shared[p] > 1]
    first, last = route.typed.ends
    total = len(crossings) + len(inner)
    for places in itertools.combinations(range(total), len(inner)):
        rest, through = iter(crossings), iter(inner)
        yield [first, *(next(through) if i in places else next(rest) for i in range(total)), last]


def _graph(paths: Sequence[Sequence[Vertex]]) -> Any:
    """Return the graph of the paths, each edge split by two vertices, a cycle round each crossing."""
    import networkx as nx

    graph: Any = nx.Graph()
    ways: dict[Vertex, list[tuple[Vertex, Vertex]]] = {}
    for index, path in enumerate(paths):
        doors: list[Vertex] = []
        for leg, (a, b) in enumerate(itertools.pairwise(path)):
            out, back = ("out", index, leg), ("back", index, leg)
            nx.add_path(graph, [a, out, back, b])
            doors += [out, back]
        for at, vertex in enumerate(path[1:-1]):
            if isinstance(vertex, tuple):
                ways.setdefault(vertex, []).append((doors[2 * at + 1], doors[2 * at + 2]))
    for (a1, a2), (b1, b2) in (pair for pair in ways.values() if len(pair) == 2):  # noqa: PLR2004 - two routes
        nx.add_cycle(graph, [a1, b1, a2, b2])
    return graph
