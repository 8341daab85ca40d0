"""Marks of the values of one YAML file, looked up by their path in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.model.finding import Mark

if TYPE_CHECKING:
    from pathlib import Path

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file read: plain values, and the place of each value and key in the file."""

    file: Path
    data: Any
    values: dict[Path_, Mark] = field(default_factory=dict, repr=False)
    keys: dict[Path_, Mark] = field(default_factory=dict, repr=False)

    def mark(self, *path: str | int) -> Mark:
        """Return the mark of the value at the path, or of the nearest value above it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.values:
                return self.values[path[:end]]
        return Mark(self.file)

    def key_mark(self, *path: str | int) -> Mark:
        """Return the mark of the key that leads to the value at the path."""
        return self.keys.get(path) or self.mark(*path)
