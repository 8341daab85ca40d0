"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from typing import TYPE_CHECKING

from pnp.errors import PnpError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_HELD = "it is open in another program, or may not be changed. Close it, or choose another --out"
_REASONS = {
    errno.ENOSPC: "the disk is full. Make room and build again",
    errno.EDQUOT: "your share of the disk is used up. Make room and build again",
    errno.EROFS: "the disk is read-only. Choose another folder with --out",
    errno.EACCES: _HELD,
    errno.EPERM: _HELD,
    errno.EBUSY: "it is open in another program. Close it and build again",
    errno.ENOTDIR: "a part of its path is a file, not a folder. Choose another folder with --out",
    errno.EEXIST: "a file stands where a folder is needed. Choose another folder with --out",
}


def write_all(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    """Write files whole: each into a temporary file beside its place, then all are put there.

    Raises PnpError when the disk is full, read-only, or a file is held open by another program; what was
    there before is then still there.
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
        for _, target in waiting:
            if target.exists():
                target.open("r+b").close()
        for temporary_name, target in waiting:
            os.chmod(temporary_name, 0o644)  # noqa: PTH101 - a temporary file is private, a kit is not
            os.replace(temporary_name, target)  # noqa: PTH105 - the name is a string already
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
        raise PnpError(f"{target} cannot be written: {reason}.") from None
    finally:
        for temporary_name, _ in waiting:
            with contextlib.suppress(OSError):
                os.unlink(temporary_name)  # noqa: PTH108 - the name is a string already
