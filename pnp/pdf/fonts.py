"""Embed a font once, as a subset of the glyphs that were used, with the text each of them stands for."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

import pikepdf
import uharfbuzz as hb
from pikepdf import Array, Dictionary, Name

from pnp.text.fonts import Font, load_font

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pnp.model.type import Shaped

_DROP = (
    "GPOS",
    "GSUB",
    "GDEF",
    "kern",
    "name",
    "DSIG",
    "gasp",
    "FFTM",
    "hdmx",
    "VDMX",
    "LTSH",
    "meta",
    "STAT",
    "post",
)
_SYMBOLIC = 4
_ITALIC = 64


def embed(pdf: pikepdf.Pdf, path: Path, texts: Iterable[Shaped]) -> Dictionary:
    """Return a Type 0 font (PDF 32000-1, 9.7) whose codes are glyph ids, with the glyphs of these texts."""
    font = load_font(path)
    used = _characters(texts)
    data = _subset(font, used)
    tag = "".join(chr(65 + b % 26) for b in hashlib.sha256(data).digest()[:6])
    name = Name(f"/{tag}+{path.stem.replace(' ', '')}")
    file = pdf.make_stream(data, Length1=len(data))
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=_SYMBOLIC | (_ITALIC if "Italic" in path.stem else 0),
        FontBBox=_bounds(font, used),
        ItalicAngle=-12 if "Italic" in path.stem else 0,
        Ascent=round(font.ascent * 1000),
        Descent=-round(font.descent * 1000),
        CapHeight=round(font.cap_height * 1000),
        StemV=80,
        FontFile2=file,
    )
    widths = Array()
    for gid in sorted(used):
        widths.extend([gid, Array([round(font.advance(gid) * 1000 / font.upem, 3)])])
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(
            Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
        ),
        FontDescriptor=pdf.make_indirect(descriptor),
        DW=0,
        W=pdf.make_indirect(widths),
        CIDToGIDMap=Name.Identity,
    )
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
        ToUnicode=pdf.make_stream(_to_unicode(used)),
    )


def _characters(texts: Iterable[Shaped]) -> dict[int, str]:
    """Return the glyph ids of texts and the characters that each stands for."""
    found: dict[int, str] = {}
    for shaped in texts:
        if isinstance(shaped.stands_for, str):
            found.update(zip(shaped.glyphs, shaped.stands_for, strict=True))
            continue
        for glyph, characters in zip(shaped.glyphs, shaped.stands_for, strict=True):
            found[glyph] = characters or found.get(glyph, "")
    return found


def _subset(font: Font, used: Mapping[int, str]) -> bytes:
    plan = hb.SubsetInput()
    plan.glyph_set.update(used)
    plan.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    plan.drop_table_tag_set.update(int.from_bytes(tag.ljust(4).encode(), "big") for tag in _DROP)
    return bytes(hb.subset(font.face, plan).blob.data)


def _bounds(font: Font, used: Mapping[int, str]) -> Array:
    boxes = [e for e in map(font.hb.get_glyph_extents, used) if e] or [font.hb.get_glyph_extents(0)]
    scale = 1000 / font.upem
    return Array(
        [
            math.floor(min(e.x_bearing for e in boxes) * scale),
            math.floor(min(e.y_bearing + e.height for e in boxes) * scale),
            math.ceil(max(e.x_bearing + e.width for e in boxes) * scale),
            math.ceil(max(e.y_bearing for e in boxes) * scale),
        ]
    )


def _to_unicode(used: Mapping[int, str]) -> bytes:
    """Return a CMap (Adobe Technical Note 5411) in blocks of a hundred, the most that a block may hold."""
    rows = [f"<{gid:04x}> <{text.encode('utf-16-be').hex()}>" for gid, text in sorted(used.items()) if text]
    blocks = [rows[i : i + 100] for i in range(0, len(rows), 100)]
    body = "\n".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar" for b in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CMapName /PNP-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()
