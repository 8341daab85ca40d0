"""How far a build has come: a line of its own on a terminal, nothing when piped."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.press import Made


@contextmanager
def progress(game: str) -> Iterator[Callable[[Made], None]]:
    """Show the files, pages and time of a game's build on the terminal's error stream, if it is one."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: drawing", total=None)
        files = pages = 0

        def told(made: Made) -> None:
            nonlocal files, pages
            files, pages = files + 1, pages + made.entry.pages
            bar.update(task, description=f"{game}: {files} files, {pages} pages, {made.entry.file}")

        yield told
