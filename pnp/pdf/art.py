"""SVG art in, a PDF form XObject out, once for each distinct art."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import cast

import pikepdf

from pnp.errors import PnpError
from pnp.pdf.svg.draw import svg_form
from pnp.pdf.svg.values import Unknown

_LARGE = 100_000
"""Art of more characters is kept once it is made, since a map goes into several files."""


def art_form(pdf: pikepdf.Pdf, svg: str) -> pikepdf.Stream:
    """Return the art as a form of `pdf` with its lower left corner at the origin."""
    return pdf.copy_foreign(_kept(svg)[1]) if len(svg) > _LARGE else _made(pdf, svg)


@lru_cache(maxsize=8)
def _kept(svg: str) -> tuple[pikepdf.Pdf, pikepdf.Stream]:
    """Return art as a form, and the document that it lives in."""
    pdf = pikepdf.new()
    return pdf, _made(pdf, svg)


def _made(pdf: pikepdf.Pdf, svg: str) -> pikepdf.Stream:
    """Return the art as a form of `pdf`.

    What few pictures hold, such as pixels or patterns, is drawn by cairosvg. It reads no file and no
    address: `unsafe` stays off, images were embedded before.
    """
    try:
        return svg_form(pdf, svg)
    except Unknown:
        source = pikepdf.open(io.BytesIO(_drawn(svg)))
        form = source.pages[0].as_form_xobject()
        del form.Group
        return pdf.copy_foreign(form)


@lru_cache(maxsize=64)
def _drawn(svg: str) -> bytes:
    """Return the art as a PDF."""
    import cairosvg

    try:
        return cast("bytes", cairosvg.svg2pdf(bytestring=svg.encode()))
    except Exception as error:  # cairosvg raises whatever its parsers do
        raise PnpError(f"An SVG cannot be drawn: {type(error).__name__}: {error}.") from error
