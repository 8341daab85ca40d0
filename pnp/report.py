"""Findings as text, JSON or GitHub annotations; rules explained; games listed."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import yaml
from rapidfuzz import fuzz, process

from pnp.errors import UsageError
from pnp.ui import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.content.project import Project
    from pnp.model.finding import Finding


_SEVERITIES = {"error": "", "warning": " (warning)", "hint": " (hint)"}


def _relative(file: Path, base: Path) -> str:
    return str(file.relative_to(base) if file.is_relative_to(base) else file)


def as_text(findings: Sequence[Finding]) -> str:
    """Return each finding as `file:line:column  code  message`, with the line itself and the hint."""
    return "\n".join(_one(f, Path.cwd()) for f in findings)


def _one(finding: Finding, base: Path) -> str:
    mark = finding.mark
    place = ":".join([_relative(mark.file, base), *(str(n) for n in (mark.line, mark.column) if n)])
    rows = [f"{place}  {finding.code}{said(_SEVERITIES[finding.severity])}  {said(finding.message)}"]
    line = _source_line(mark.file, mark.line)
    if line:
        rows.append(f"    {line.strip()[:160]}")
    if finding.hint:
        rows.append(f"    → {said(finding.hint)}")
    return "\n".join(rows)


@lru_cache(maxsize=256)
def _lines(file: Path) -> tuple[str, ...]:
    try:
        return tuple(file.read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()


def _source_line(file: Path, line: int) -> str:
    lines = _lines(file)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _counts(findings: Sequence[Finding]) -> tuple[int, int]:
    return sum(f.severity == "error" for f in findings), sum(f.severity == "warning" for f in findings)


def summary(findings: Sequence[Finding]) -> str:
    """Return how many errors and warnings there are."""
    errors, warnings = _counts(findings)
    if not errors and not warnings:
        return said("No errors, no warnings.")
    return said(f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}.")


def as_json(findings: Sequence[Finding], root: Path) -> str:
    """Return the findings for programs; files are relative to the project."""
    errors, warnings = _counts(findings)
    rows = [
        {
            "code": f.code,
            "severity": f.severity,
            "game": f.game,
            "file": _relative(f.mark.file, root),
            "line": f.mark.line,
            "column": f.mark.column,
            "message": f.message,
            "hint": f.hint,
        }
        for f in findings
    ]
    return json.dumps(
        {"findings": rows, "errors": errors, "warnings": warnings}, ensure_ascii=False, indent=2
    )


def as_github(findings: Sequence[Finding], root: Path) -> str:
    """Return the findings as workflow commands of GitHub Actions."""
    levels = {"error": "error", "warning": "warning", "hint": "notice"}
    return "\n".join(
        f"::{levels[f.severity]} file={_property(_relative(f.mark.file, root))},line={f.mark.line or 1},"
        f"col={f.mark.column or 1},title={_property(f.code)}::{_data(f'{f.message} {f.hint}'.strip())}"
        for f in findings
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def rules() -> dict[str, dict[str, str]]:
    """Return every rule by code: what it `wants` and `why`."""
    text = files("pnp.data").joinpath("rules.yaml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, str]]", yaml.safe_load(text))


def _named_rules(project: Project) -> dict[str, dict[str, str]]:
    from pnp.content.load import load_game

    games = [load_game(project, game_id).game for game_id in project.game_ids()]
    return {
        f"game/{check.id}": {"wants": check.that, "why": check.why} for g in games if g for check in g.checks
    }


def explanation(code: str, project: Project | None) -> str:
    """Return what one rule wants and why, or of all rules; UsageError for an unknown code.

    Rules that the games of the project name themselves are among them.
    """
    known = {**rules(), **(_named_rules(project) if project else {})}
    if code and code not in known:
        near = process.extractOne(code, sorted(known), scorer=fuzz.ratio, score_cutoff=60)
        hint = f"Did you mean {near[0]!r}?" if near else "`pnp validate --explain` tells them all."
        raise UsageError(f"There is no rule {code!r}. {hint}")
    chosen = [code] if code else sorted(known)
    return "\n\n".join(_explained(code, **known[code]) for code in chosen)


def _explained(code: str, wants: str, why: str) -> str:
    return "\n".join(
        (code, f"  {said('Wants:')} {said(wants.strip())}", f"  {said('Why:')}   {said(why.strip())}")
    )


def _range(players: dict[str, int]) -> str:
    low, high = players["min"], players["max"]
    return str(low) if low == high else f"{low}–{high}"


def as_table(games: Sequence[dict[str, Any] | None]) -> str:
    """Return the games as an indented list."""
    rows: list[str] = []
    for game in games:
        if game is None:
            rows.append(said("(a game that cannot be read: see pnp validate)"))
            continue
        players = game["players"]
        languages = ", ".join(game["languages"])
        counted = said(f"{_range(players)} players")
        rows.append(f"{game['game']}  «{game['title']}», {counted}, {languages}")
        for component in game["components"]:
            width, height = component["size_mm"]
            pieces, faces = component["pieces"], component["faces"]
            measures = said(f"{width:g} x {height:g} mm, {pieces} of {faces}")
            rows.append(f"  {component['id']:<20} {measures:<38} {component['title']}")
        records = ", ".join(f"{name} {n}" for name, n in game["collections"].items())
        rows.append(f"  {said(f'records: {records}')}")
    return "\n".join(rows)
