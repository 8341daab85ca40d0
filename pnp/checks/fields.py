"""Checks of fields of hex tiles: all that stands there has a place, a side to look to and a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pnp.draw.hexfield import SIDES
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.content.gamefile import HexFieldSheet
    from pnp.draw.hexfield import FieldPlan, Place
    from pnp.model.face import Drawing
    from pnp.model.marks import Path_


def check_fields(drawings: Iterable[Drawing]) -> list[Finding]:
    """Return what is wrong on the fields of all drawings that have some."""
    findings: list[Finding] = []
    for drawing in drawings:
        if drawing.component.kind != "hexfield":
            continue
        options: HexFieldSheet = drawing.component.options
        for plan in cast("tuple[FieldPlan, ...]", drawing.plan or ()):
            findings += _places(plan, options)
            findings += _tiles(plan, options)
    return findings


def _things(plan: FieldPlan, options: HexFieldSheet) -> Iterator[tuple[str, Path_, Place]]:
    """Yield (what it is, where it stands in the record, its place) for each tile that a thing takes."""
    for stand in plan.standing:
        yield f"{options.tiles} {stand.index + 1}", (options.tiles, stand.index, "at"), stand.tile.at
    for name, zones in plan.areas.items():
        for zone in zones:
            for number, tile in enumerate(zone.tiles):
                yield f"{name} {zone.index + 1}", (name, zone.index, "hexons", number), tile.at


def _places(plan: FieldPlan, options: HexFieldSheet) -> list[Finding]:
    findings: list[Finding] = []
    board = {tile.at for tile in plan.tiles}
    taken: dict[Place, str] = {}
    for what, path, at in _things(plan, options):
        mark, shown = plan.record.mark(*path), list(at)
        if at not in board:
            message = f"{what} stands at {shown}, where {plan.record.id} has no field."
            findings.append(Finding("field/off-board", mark, message, "Move it, or enlarge the field."))
        elif at in taken:
            message = f"{what} stands at {shown}, where {taken[at]} stands already."
            findings.append(Finding("field/overlap", mark, message, "Move one of the two."))
        taken.setdefault(at, what)
    return findings


def _tiles(plan: FieldPlan, options: HexFieldSheet) -> list[Finding]:
    findings: list[Finding] = []
    for stand in plan.standing:
        path: Path_ = (options.tiles, stand.index)
        if not 0 <= stand.orientation < SIDES:
            message = f"orientation: {stand.orientation} is none of the six sides."
            mark = plan.record.mark(*path, "orientation")
            findings.append(Finding("field/orientation", mark, message, "Write 0 to 5."))
        if options.amount and not _is_amount(stand.data.get(options.amount)):
            message = f"{options.amount}: {stand.data.get(options.amount)!r} is no whole number above zero."
            mark = plan.record.mark(*path, options.amount)
            findings.append(Finding("field/amount", mark, message, "Write 1 or more."))
    return findings


def _is_amount(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
