"""Read one YAML file into plain values with the place of each; everything odd is a located finding."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any

import yaml

from pnp.errors import ContentError
from pnp.model.finding import Finding, Mark
from pnp.model.marks import Document, Path_

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 8_000_000
MAX_VALUES = 200_000
MAX_DEPTH = 64
_BOM = b"\xef\xbb\xbf"
_TAG = "tag:yaml.org,2002:"
_COLON = re.compile(r":(?:[ ,\]}]|$)")
_YAML = {".yaml", ".yml"}
_CONTROL = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What neither YAML 1.2 nor XML 1.0 allows."""
_MERGE = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


class _Loader(yaml.CSafeLoader):
    """YAML 1.2 core scalars only: `no` is a word and 1:30 no number of seconds."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - as the base has it


for _name, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    _Loader.add_implicit_resolver(_TAG + _name, re.compile(f"(?:{_pattern})$"), list(_first))


def read_text(file: Path) -> str:
    """Return the text of a UTF-8 file; ContentError when it is missing, no UTF-8 or too large."""
    try:
        if file.stat().st_size > MAX_BYTES:
            raise _error(
                "yaml/encoding", Mark(file), f"The file is larger than {MAX_BYTES:,} bytes.", "Split it."
            )
        raw = file.read_bytes()
    except OSError as error:
        raise _error("asset/missing", Mark(file), f"The file cannot be read: {error.strerror}.", "") from None
    if raw.startswith(_BOM):
        raise _error(
            "yaml/encoding",
            Mark(file, 1, 1),
            "The file begins with a byte order mark.",
            "Save it as UTF-8 without BOM.",
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        mark = Mark(file, before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1)
        message = f"Byte 0x{raw[error.start]:02x} is no UTF-8."
        hint = "Save the file as UTF-8; it looks like another encoding, such as Windows-1251."
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            hint = "Save the file as UTF-8; it looks like UTF-16."
        raise _error("yaml/encoding", mark, message, hint) from None
    _refuse(_CONTROL.search(text), file, text, "yaml/encoding")
    _refuse(_MERGE.search(text), file, text, "yaml/syntax" if file.suffix in _YAML else "template/error")
    return text.replace("\r\n", "\n")


def _refuse(match: re.Match[str] | None, file: Path, text: str, code: str) -> None:
    """Raise a ContentError where a control character or the marker of a merge stands."""
    if match:
        before = text[: match.start()]
        mark = Mark(file, before.count("\n") + 1, match.start() - before.rfind("\n"))
        if code == "yaml/encoding":
            raise _error(
                code, mark, f"A control character, U+{ord(match[0]):04X}, stands here.", "Delete it."
            )
        raise _error(code, mark, "A merge was left unfinished here.", "Keep one side, delete the markers.")


def load_yaml(file: Path) -> Document:
    """Return the file's values and marks; ContentError with every finding when it cannot be read.

    Refused besides bad syntax: duplicate keys, tags, keys that are no words, endless or exploding aliases.
    """
    text = read_text(file)
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        where = error.problem_mark or error.context_mark
        mark = Mark(file, where.line + 1, where.column + 1) if where else Mark(file)
        if "alias" in (error.problem or "").split():
            raise _no_anchor(text, mark) from None
        problem = (error.problem or "the YAML cannot be read").rstrip(".")
        raise _error(
            "yaml/syntax", mark, f"{problem[0].upper()}{problem[1:]}.", _syntax_hint(text, mark)
        ) from None
    except (yaml.YAMLError, ValueError) as error:
        raise _error(
            "yaml/syntax", Mark(file), f"The YAML cannot be read: {error}.".replace("\n", " "), ""
        ) from None
    if root is None:
        raise _error(
            "yaml/syntax", Mark(file, 1, 1), "The file is empty.", "Write its records, or delete it."
        )
    reader = _Reader(Document(file, None))
    data = reader.value(root, ())
    if reader.findings:
        raise ContentError(*reader.findings)
    return Document(file, data, reader.document.values, reader.document.keys)


class _Reader:
    """Turns nodes into values, noting each mark and whatever is wrong."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self.count = 0
        self._construct = yaml.constructor.SafeConstructor()

    def value(self, node: yaml.Node, path: Path_) -> Any:
        mark = Mark(self.document.file, node.start_mark.line + 1, node.start_mark.column + 1)
        self.document.values[path] = mark
        self.count += 1
        if self.count > MAX_VALUES or len(path) > MAX_DEPTH:
            message = f"The file unfolds into more than {MAX_VALUES:,} values, or deeper than {MAX_DEPTH}."
            raise _error("yaml/syntax", mark, message, "Write aliases out, and split the file.")
        if not node.tag.startswith(_TAG) or node.tag.removeprefix(_TAG) not in _KNOWN:
            self._find(
                "yaml/syntax", mark, f"The tag {node.tag.replace(_TAG, '!!')} is not allowed.", "Drop it."
            )
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        return self._scalar(node, mark)

    def _scalar(self, node: yaml.Node, mark: Mark) -> Any:
        control = _CONTROL.search(node.value)
        if control:
            message = f"A control character, U+{ord(control[0]):04X}, stands in this text."
            self._find("yaml/syntax", mark, message, "Delete it.")
            return None
        try:
            return self._construct.construct_object(node)
        except (yaml.YAMLError, ValueError):
            kind = node.tag.removeprefix(_TAG)
            self._find("yaml/syntax", mark, f"{node.value[:40]!r} cannot be read as {kind}.", "")
            return None

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            mark = Mark(self.document.file, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag.removeprefix(_TAG) not in {
                "str",
                "int",
            }:
                self._find("yaml/syntax", mark, "A key must be a word or a number.", "Put it in quotes.")
                continue
            key = self._scalar(key_node, mark)
            if key in result:
                first = self.document.keys[(*path, key)].line
                self._find(
                    "yaml/duplicate-key",
                    mark,
                    f"The key {key!r} stands twice; the first is in line {first}.",
                    "Keep one of them.",
                )
                continue
            self.document.keys[(*path, key)] = mark
            result[key] = self.value(value_node, (*path, key))
        return result

    def _find(self, code: str, mark: Mark, message: str, hint: str) -> None:
        self.findings.append(Finding(code, mark, message, hint))


_KNOWN = {"str", "int", "float", "bool", "null", "map", "seq"}


def _error(code: str, mark: Mark, message: str, hint: str) -> ContentError:
    return ContentError(Finding(code, mark, message, hint))


def _no_anchor(text: str, mark: Mark) -> ContentError:
    """Return what to say of `*name` where no `&name` stands above it; most often it is a text."""
    name = re.match(r"\*?([^\s,\]}]*)", text.split("\n")[mark.line - 1][mark.column - 1 :])
    anchor = name[1] if name else ""
    message = f"There is no &{anchor} for *{anchor} to point to."
    return _error("yaml/syntax", mark, message, "A text that begins with * or & wants quotes round it.")


def _syntax_hint(text: str, mark: Mark) -> str:
    lines = text.splitlines()
    line = lines[mark.line - 1] if 0 < mark.line <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or line[mark.column - 1 : mark.column] == "\t":
        return "Indent with spaces, not with tabs."
    if _COLON.search(line.partition(": ")[2]):
        return "A text with a colon before a space, a comma or the line's end wants quotes round it."
    return "Look at the indentation and the quotes of this line and the one above."
