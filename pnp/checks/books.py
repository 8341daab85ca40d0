"""Books: every rule of the source stated, and nothing named that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.book.draw import BookPlan
from pnp.content.bookfile import IndexedRule
from pnp.content.load import game_file
from pnp.content.schema import did_you_mean, read_model
from pnp.content.yamlfile import load_yaml
from pnp.errors import ContentError
from pnp.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.book.document import BookText
    from pnp.model.face import Drawing
    from pnp.model.finding import Mark
    from pnp.model.game import Game


def check_book(drawing: Drawing, game: Game) -> list[Finding]:
    """Return what a book leaves out or names in vain; nothing for other components."""
    if not isinstance(drawing.plan, BookPlan):
        return []
    text = drawing.plan.text
    findings = [*_references(text, game), *_headings(text)]
    if drawing.component.options.index is not None:
        try:
            rules = _index(drawing, game, findings)
        except ContentError as error:
            return [*findings, *error.findings]
        findings += _coverage(text, rules)
    return findings


def _index(drawing: Drawing, game: Game, findings: list[Finding]) -> dict[str, Mark]:
    """Return where each rule stands in the index; what is wrong there is added to the findings."""
    component = drawing.component
    document = load_yaml(game_file(game.content_dir, component.options.index, component.mark))
    if not isinstance(document.data, list):
        message = "A list of rules belongs here."
        hint = "Begin each with '- ' and give it an id and a text."
        raise ContentError(Finding("schema/type", document.mark(), message, hint))
    rules: dict[str, Mark] = {}
    for at, value in enumerate(document.data):
        rule, wrong = read_model(IndexedRule, value, document, (at,))
        findings += wrong
        if rule and rule.id in rules:
            message = f"The rule {rule.id!r} stands twice; the first is in line {rules[rule.id].line}."
            findings.append(Finding("id/duplicate", document.mark(at, "id"), message, "Keep one of them."))
        elif rule:
            rules[rule.id] = document.mark(at)
    return rules


def _coverage(text: BookText, rules: Mapping[str, Mark]) -> list[Finding]:
    stated = {rule.name for rule in text.rules}
    findings = [
        Finding(
            "book/rule-unstated",
            mark,
            f"{text.file.name} states the rule {name!r} nowhere.",
            f"Write it, and <!-- rules: {name} --> above its paragraph.",
        )
        for name, mark in rules.items()
        if name not in stated
    ]
    findings += [
        Finding(
            "book/unknown-rule",
            rule.mark,
            f"The index has no rule {rule.name!r}.",
            did_you_mean(rule.name, rules),
        )
        for rule in text.rules
        if rule.name not in rules
    ]
    return findings


def _references(text: BookText, game: Game) -> list[Finding]:
    """Return `[[id]]` without a record and links without a heading."""
    ids = [record.id for collection in game.collections.values() for record in collection]
    anchors = {heading.anchor for heading in text.headings()}
    findings = [
        Finding(
            "ref/unknown",
            named.mark,
            f"There is no record {named.name!r} for [[{named.name}]].",
            did_you_mean(named.name, ids),
        )
        for named in text.references
        if game.find(named.name) is None
    ]
    findings += [
        Finding(
            "book/broken-link",
            link.mark,
            f"There is no heading for the link {link.name!r}.",
            did_you_mean(link.name.removeprefix("#"), anchors),
        )
        for link in text.links
        if not link.name.startswith("#") or link.name[1:] not in anchors
    ]
    return findings


def _headings(text: BookText) -> list[Finding]:
    findings: list[Finding] = []
    lines: dict[str, int] = {}
    for heading in text.headings():
        if heading.anchor in lines:
            message = f"The heading «{heading.text}» stands in line {lines[heading.anchor]} already."
            hint = "Links and the table of contents could not tell them apart; name one of them otherwise."
            findings.append(Finding("book/duplicate-heading", heading.mark, message, hint))
        lines.setdefault(heading.anchor, heading.mark.line)
    return findings
