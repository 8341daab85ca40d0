"""A finished PDF in red, green and blue in, the same in cyan, magenta, yellow and black out.

Black takes all that the three inks share, so that no spot takes more than 200 % of ink.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pikepdf
from pikepdf import Array, Name

from pnp.errors import PnpError

_COLOR = {"rg": "k", "RG": "K", "g": "k", "G": "K"}
Cmyk = tuple[float, float, float, float]


def to_cmyk(red: float, green: float, blue: float) -> Cmyk:
    """Return the inks of a colour, each 0 to 1."""
    inks = (1 - red, 1 - green, 1 - blue)
    black = min(inks)
    return (inks[0] - black, inks[1] - black, inks[2] - black, black)


def as_cmyk(data: bytes, trim: tuple[float, float], size: tuple[float, float]) -> bytes:
    """Return the PDF in CMYK; each page's trim begins at `trim` and is as large as `size`, in points."""
    pdf = pikepdf.open(io.BytesIO(data))
    for page in pdf.pages:
        page.obj.TrimBox = Array([round(v, 4) for v in (*trim, trim[0] + size[0], trim[1] + size[1])])
        page.obj.BleedBox = page.mediabox
        page.contents_coalesce()
        _stream(page.Contents)
    for thing in list(pdf.objects):
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            _stream(thing)
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
            _image(thing)
        if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            _spaces(thing)
    out = io.BytesIO()
    pdf.save(
        out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, min_version="1.7"
    )
    return out.getvalue()


def _stream(stream: Any) -> None:
    """Turn the colour operators of a content stream."""
    turned: list[Any] = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        if name in _COLOR:
            values = [float(v) for v in operands]
            inks = to_cmyk(*values) if len(values) == 3 else (0.0, 0.0, 0.0, 1 - values[0])  # noqa: PLR2004 - colours
            turned.append(([round(v, 4) for v in inks], pikepdf.Operator(_COLOR[name])))
        elif name == "BI":
            raise PnpError("A picture inside a drawing cannot be turned into CMYK.")
        else:
            turned.append((operands, operator))
    stream.write(pikepdf.unparse_content_stream(turned))


def _spaces(thing: Any) -> None:
    """Turn the colour spaces of shadings with their functions, and of transparency groups."""
    for key in ("/ColorSpace", "/CS"):
        if isinstance(thing.get(key), Name) and thing[key] == Name.DeviceRGB and "/Width" not in thing:
            thing[key] = Name.DeviceCMYK
            if "/Function" in thing:
                _function(thing.Function)


def _function(function: Any) -> None:
    if function.FunctionType == 3:  # noqa: PLR2004 - stitching
        for part in function.Functions:
            _function(part)
        if "/Range" in function:
            del function.Range
    elif function.FunctionType == 2:  # noqa: PLR2004 - between two colours
        for key in ("/C0", "/C1"):
            if len(function[key]) == 3:  # noqa: PLR2004 - not turned yet
                function[key] = Array([round(v, 4) for v in to_cmyk(*(float(v) for v in function[key]))])
    else:
        raise PnpError("A gradient of this kind cannot be turned into CMYK.")


def _image(image: pikepdf.Stream) -> None:
    if image.get("/ColorSpace") != Name.DeviceRGB:
        return
    dots = np.frombuffer(image.read_bytes(), np.uint8).reshape(-1, 3)
    inks = 255 - dots
    black = inks.min(axis=1, keepdims=True)
    image.write(np.hstack([inks - black, black]).astype(np.uint8).tobytes())
    image.ColorSpace = Name.DeviceCMYK
