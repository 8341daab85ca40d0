"""Components made into files, one after the other or several at once in processes of their own."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.errors import PnpError
from pnp.press import make_files, make_shared, may_share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.model.face import Drawing
    from pnp.press import Heading, Made, Options


def make_all(
    drawings: Sequence[Drawing], kit: Heading, options: Options, told: Callable[[Made], None]
) -> list[Made]:
    """Return the files of all components in their order, the same with any number of jobs.

    `told` hears of each file when it is made. Raises PnpError when a process dies.
    """
    made: list[Made] = []
    for files in _made(drawings, kit, options):
        for file in files:
            told(file)
            made.append(file)
    return made


def _made(drawings: Sequence[Drawing], kit: Heading, options: Options) -> Iterator[list[Made]]:
    groups = _groups(drawings, options)
    jobs = min(options.jobs, len(groups))
    if jobs <= 1:
        yield from (_make(group, kit, options) for group in groups)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin) as pool:
        bare = [[replace(drawing, findings=(), plan=None) for drawing in group] for group in groups]
        try:
            with _deaf_to_interrupts():
                waiting = [pool.submit(_make, group, kit, options) for group in bare]
            for future in waiting:
                yield future.result()
        except BrokenProcessPool:
            raise PnpError("A process that made files ended early. Try again with --jobs 1.") from None
        except (KeyboardInterrupt, GeneratorExit):
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Prepare a process that makes files; Ctrl-C, which reaches all, is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that hear no Ctrl-C from their first moment on; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _make(group: Sequence[Drawing], kit: Heading, options: Options) -> list[Made]:
    return make_shared(group, kit, options) if len(group) > 1 else make_files(group[0], kit, options)


def _groups(drawings: Sequence[Drawing], options: Options) -> list[list[Drawing]]:
    """Return the drawings, together those that may share sheets: of one paper, all with backs or none."""
    groups: dict[object, list[Drawing]] = {}
    for number, drawing in enumerate(drawings):
        key: object = number
        if may_share(drawing, options):
            paper = options.paper_of(drawing.component)
            key = (paper.name, any(piece.back for piece in drawing.pieces))
        groups.setdefault(key, []).append(drawing)
    return list(groups.values())
