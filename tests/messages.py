"""Find every message of the program in its source, as the catalogues of translations name them."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import yaml
from helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SENTENCE = re.compile(
    r"[A-Za-z]+[,;:.]? +[A-Za-z(]+|[A-Za-z]{2}.* .*[.?!]$|[A-Za-z]{2}.* [^ ]*[A-Za-z]{3}[.?!]$"
)
_PLACE = re.compile(r"\{(?:\d+|[a-z_]+)\}")
_SILENT = (
    "pnp/pdf/svg/",
    "pnp/pdf/document.py",
    "pnp/pdf/fonts.py",
    "pnp/pdf/pageops.py",
    "pnp/pdf/textops.py",
)
"""Modules that write PDF and tell a user nothing."""
NO_MESSAGES = {
    "(?:INTEGER|FLOAT) RANGE|[A-Z]{2,}",
    "Value error, ",
    "Written by pnp schema: change game.yaml or the program, not this file.",
    "\n> pnp validate --game {1} --lang {2}",
    '<g transform="translate({1} {2}) scale({3})">{4}</g>',
    '<svg xmlns:pnp="{1}">{2}</svg>',
    "# How you print; pnp build reads it. pnp calibrate --set writes shift and rotation.\n",
}
"""Texts that look like messages: they are compared, or written into files."""


def messages() -> dict[str, str]:
    """Return every message of the program, and the file that says it."""
    found: dict[str, str] = {}
    for file in sorted(ROOT.glob("pnp/**/*.py")):
        name = file.relative_to(ROOT).as_posix()
        if not name.startswith(_SILENT):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= dict.fromkeys(_in_module(tree, commands=name.startswith("pnp/cli/")), name)
    rules = yaml.safe_load((ROOT / "pnp/data/rules.yaml").read_text(encoding="utf-8"))
    found |= {text.strip(): code for code, rule in rules.items() for text in rule.values()}
    return {text: name for text, name in found.items() if text not in NO_MESSAGES}


def all_texts() -> set[str]:
    """Return every text in the source, whether it looks like a message or not."""
    files = ROOT.glob("pnp/**/*.py")
    return {_pattern(node) for f in files for node in _texts(ast.parse(f.read_text(encoding="utf-8")))}


def untold(file: Path) -> list[int]:
    """Return the lines of a command where a message is printed as it is, in English for everybody."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    echoes = (call for call in calls if ast.unparse(call.func) == "click.echo")
    return [c.lineno for c in echoes if any(map(_is_sentence, _texts(c.args[0], told=False)))]


def _is_sentence(node: ast.Constant | ast.JoinedStr) -> bool:
    return bool(_SENTENCE.search(_PLACE.sub("\0", _pattern(node))))


def _in_module(tree: ast.AST, *, commands: bool) -> Iterator[str]:
    told = {id(node) for call in _told(tree) for node in _chosen(call.args[0])}
    for node in _texts(tree):
        if id(node) in told or _is_sentence(node):
            yield _pattern(node)
    for node in ast.walk(tree) if commands else ():
        if isinstance(node, ast.FunctionDef) and any(
            "command" in d or "group" in d for d in map(ast.unparse, node.decorator_list)
        ):
            yield ast.get_docstring(node) or ""


def _told(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that print their first argument in the user's language."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"said", "say"}:
            yield node


def _chosen(argument: ast.expr) -> list[ast.expr]:
    """Return an argument, or both of which a condition chooses one."""
    return [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]


def _texts(tree: ast.AST, *, told: bool = True) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts of a tree, those within an f-string too, without docstrings, annotations and casts."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree
    if isinstance(tree, ast.JoinedStr):
        yield tree
        for part in tree.values:
            if isinstance(part, ast.FormattedValue):
                yield from _texts(part.value, told=told)
        return
    if isinstance(tree, ast.Call) and (
        ast.unparse(tree.func) == "cast" or (not told and tree in _told(tree))
    ):
        return
    for name, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and name not in {"annotation", "returns"} and not docstring:
                yield from _texts(child, told=told)


def _pattern(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a text with its placeholders numbered from 1."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = (str(part.value) if isinstance(part, ast.Constant) else "{0}" for part in parts)
    numbers = iter(range(1, 100))
    return _PLACE.sub(lambda _: f"{{{next(numbers)}}}", "".join(texts))
