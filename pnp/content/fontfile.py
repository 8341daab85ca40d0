"""Whether a font file is one that can be embedded: whole, with TrueType outlines."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NEEDED = {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}
_HEADER = struct.Struct(">4sHHHH")
_ENTRY = struct.Struct(">4sIII")
_TRUETYPE = {b"\0\1\0\0", b"true"}


def font_fault(file: Path) -> str:
    """Return what is wrong with a font file in a sentence, nothing when it can be used.

    It reads the table directory (OpenType 1.9, "Organization of an OpenType font") and no further.
    """
    try:
        data = file.read_bytes()
        kind, count, *_ = _HEADER.unpack_from(data)
        entries = [_ENTRY.unpack_from(data, _HEADER.size + i * _ENTRY.size) for i in range(count)]
    except OSError as error:
        return f"{error.strerror}."
    except struct.error:
        return "It is no font, or its end is missing."
    tables = {tag.decode("latin-1"): offset + length for tag, _, offset, length in entries}
    if kind not in _TRUETYPE or not tables.keys() >= _NEEDED:
        return "It is no TrueType font; other kinds cannot be embedded."
    if max(tables.values()) > len(data):
        return "Its end is missing."
    return ""
