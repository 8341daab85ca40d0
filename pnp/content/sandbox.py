"""The sandbox that a game's templates and expressions run in: no files, no endless work, clear errors."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateNotFound, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.content.project import file_within
from pnp.content.yamlfile import read_text
from pnp.model.game import Collection, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jinja2 import Environment
    from jinja2.runtime import Context

MAX_STEPS = 1_000_000
"""How often the loops of one rendering may go round in all."""
MAX_LENGTH = 1_000_000
"""How long a repeated text or list may become."""
MAX_BITS = 10_000
"""How large a whole number may become."""

RESERVED = frozenset(
    {
        "abs",
        "atan2",
        "bare_names",
        "bleed",
        "caller",
        "capitalised",
        "card",
        "colors",
        "components",
        "cos",
        "crossed",
        "cut",
        "cycler",
        "degrees",
        "free_cells",
        "dict",
        "field",
        "frequencies",
        "game",
        "ground",
        "height",
        "hypot",
        "icon",
        "ink",
        "index",
        "it",
        "joiner",
        "lipsum",
        "loop",
        "map",
        "max",
        "min",
        "namespace",
        "number",
        "outside",
        "page",
        "pi",
        "plural",
        "radians",
        "range",
        "ring",
        "rises",
        "self",
        "shares",
        "sides_drift",
        "sin",
        "spacing",
        "sqrt",
        "square",
        "strip",
        "super",
        "tan",
        "tile",
        "together",
        "unitless",
        "unique",
        "values",
        "varargs",
        "width",
        "words",
        "zip",
    }
)
"""Names that templates and checks have without the game's doing; no collection or data file may take one."""


class _Missing(StrictUndefined):
    """What is not there, named as a person would."""

    @property
    def _undefined_message(self) -> str:
        owner, name = self._undefined_obj, self._undefined_name
        if isinstance(owner, Record):
            return f"the record {owner.id!r} has no field {name!r}; it has {', '.join(owner.fields)}"
        if isinstance(owner, Collection):
            return f"there is no {name!r} in {owner.id}"
        return super()._undefined_message


class _Loader(FileSystemLoader):
    """Reads templates of its folders as UTF-8; a link that leads out of them is not there."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        del environment
        for folder in self.searchpath:
            file = file_within(Path(folder), template)
            if file:
                return read_text(file), str(file), lambda: True
        raise TemplateNotFound(template)


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment without access to files; `begin` before each piece of work."""

    intercepted_binops = frozenset({"*", "**"})

    def __init__(self, folders: Iterable[Path] = (), **options: Any) -> None:
        super().__init__(undefined=_Missing, loader=_Loader(list(folders)), **options)
        self.steps = 0

    def begin(self) -> None:
        """Begin to count steps anew."""
        self.steps = 0

    def step(self) -> None:
        """Count one turn of a loop; SecurityError when there were too many."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise SecurityError(f"loops go round more than {MAX_STEPS:,} times")

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may have an attribute: paths, which open and delete files, are not."""
        if isinstance(obj, PurePath) or isinstance(value, PurePath):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiply or raise, as long as the result stays of a sensible size; fractions always do."""
        if operator == "*" and (type(left) is float or type(right) is float):
            return left * right
        if operator == "**" and isinstance(left, int) and isinstance(right, int):
            too_much = right > 0 and abs(left).bit_length() * right > MAX_BITS
        elif isinstance(left, int) and isinstance(right, int):
            too_much = left.bit_length() + right.bit_length() > MAX_BITS
        else:
            length, times = (left, right) if hasattr(left, "__len__") else (right, left)
            too_much = (
                hasattr(length, "__len__") and isinstance(times, int) and len(length) * times > MAX_LENGTH
            )
        if too_much:
            raise SecurityError(f"the result of {operator} is too large")
        return super().call_binop(context, operator, left, right)

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,  # noqa: FBT001, FBT002 - as the base has it
    ) -> str:
        for loop in source.find_all(nodes.For):
            call = nodes.Call(nodes.EnvironmentAttribute("step"), [], [], None, None)
            loop.body.insert(0, nodes.ExprStmt(call).set_lineno(loop.lineno).set_environment(self))
        return super()._generate(source, name, filename, defer_init)
