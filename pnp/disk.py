"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from pnp.errors import PnpError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_ELSEWHERE = "Choose another folder with --out"
_ROOM = "Make room, then build again"
_HELD = "it is open in another program, or may not be changed"
_REASONS = {
    errno.ENOSPC: ("the disk is full", _ROOM),
    errno.EDQUOT: ("your share of the disk is used up", _ROOM),
    errno.EROFS: ("the disk is read-only", _ELSEWHERE),
    errno.EACCES: (_HELD, "Close it, or choose another --out"),
    errno.EPERM: (_HELD, "Close it, or choose another --out"),
    errno.EBUSY: ("it is open in another program", "Close it, then build again"),
    errno.ENOTDIR: ("a part of its path is a file, not a folder", _ELSEWHERE),
    errno.EEXIST: ("a file stands where a folder is needed", _ELSEWHERE),
}
_FOLDER = ("you may not write into its folder", _ELSEWHERE)
_DANGLING = ("a link that leads nowhere stands where a folder is needed", _ELSEWHERE)


def write_all(
    folder: Path, files: Sequence[tuple[str, bytes]], gone: Sequence[str] = (), *, movable: bool = True
) -> None:
    """Write files whole: each into a temporary file beside its place, then all are put there.

    What is not `movable` has its place in the project or the settings, and no `--out` is advised. Files of
    the folder that are named in `gone` are removed last. Raises PnpError when the disk is full, read-only, or
    a file is held open by another program; what was there before is then still there, as it is after Ctrl-C.
    """
    waiting: list[tuple[str, Path]] = []
    target = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                dir=target.parent, prefix=f".{target.name}.", delete=False
            ) as temporary:
                waiting.append((temporary.name, target))
                temporary.write(data)
        for temporary_name, _ in waiting:
            os.chmod(temporary_name, 0o644)  # noqa: PTH101 - a temporary file is private, a kit is not
        for target in (*(target for _, target in waiting), *(folder / name for name in gone)):
            if target.exists():
                target.open("r+b").close()
        _put_all(waiting, [folder / name for name in gone])
    except OSError as error:
        place = error.filename2 or target
        reason, advice = _reason(error)
        told = f"{reason}. {advice}" if movable and advice else reason
        raise PnpError(f"{place} cannot be written: {told}.") from None
    finally:
        for temporary_name, _ in waiting:
            _remove(temporary_name)


def _reason(error: OSError) -> tuple[str, str]:
    """Return why the disk refuses, and what to do about it, if anything."""
    place = str(error.filename or "")
    if error.errno == errno.EEXIST and os.path.islink(place):  # noqa: PTH114 - the place may be a temporary name
        return _DANGLING
    denied = error.errno in {errno.EACCES, errno.EPERM} and place and not error.filename2
    if denied and not os.path.isfile(place):  # noqa: PTH113 - pathlib raises where a folder may not be read
        return _FOLDER
    return _REASONS.get(error.errno or 0, (error.strerror or str(error), ""))


def _put_all(waiting: Sequence[tuple[str, Path]], gone: Sequence[Path]) -> None:
    """Put files in their places and remove others; if that breaks off, put back what was there."""
    kept: list[tuple[str, Path]] = []
    new: list[Path] = []
    try:
        for name, target in waiting:
            if target.exists():
                kept.append((f"{name}.old", target))
                _keep(target, f"{name}.old")
            else:
                new.append(target)
        for target in gone:
            kept.append((str(target.with_name(f".{target.name}.old")), target))
            _keep(target, kept[-1][0])
        for name, target in waiting:
            os.replace(name, target)  # noqa: PTH105 - the name is a string already
        for target in gone:
            target.unlink()
    except BaseException:
        for old, target in kept:
            with contextlib.suppress(OSError):
                os.replace(old, target)  # noqa: PTH105 - the same
        for target in new:
            _remove(target)
        raise
    finally:
        for old, _ in kept:
            _remove(old)


def _keep(file: Path, name: str) -> None:
    """Give a file a second name, or where the disk knows no such thing, a copy."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copyfile(file, name)


def _remove(name: str | Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(name)  # noqa: PTH108 - the name may be a string
