"""Art drawn and looked at: what colour is where, in pictures of a few shapes."""

from __future__ import annotations

import base64
import contextlib
import io
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.errors import PnpError
from pnp.pdf.art import art_form
from pnp.pdf.svg.draw import svg_form
from pnp.pdf.svg.values import Unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

SIDE, ZOOM = 20, 20
WHITE, BLACK, RED, BLUE = (255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 0, 255)


PATTERN = """\
<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse">
  <rect width="2" height="2" fill="#ff0000"/>
</pattern>
"""


def svg(body: str) -> str:
    """Return a picture of 20 x 20 units."""
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'


def drawn(body: str) -> Pixels:
    """Return the pixels of a picture, twenty to a unit."""
    pdf = pikepdf.new()
    form = art_form(pdf, svg(body))
    scale = SIDE * ZOOM / float(form.BBox[2])
    page = pdf.add_blank_page(page_size=(SIDE * ZOOM, SIDE * ZOOM))
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Art=form))
    page.obj.Contents = pdf.make_stream(f"{scale} 0 0 {scale} 0 0 cm /Art Do".encode())
    data = io.BytesIO()
    pdf.save(data)
    with pypdfium2.PdfDocument(data.getvalue()) as document:
        return document[0].render(rev_byteorder=True).to_numpy()[:, :, :3].copy()


def at(pixels: Pixels, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a point given in units."""
    return tuple(int(v) for v in pixels[int(y * ZOOM), int(x * ZOOM)])


def near(color: tuple[int, ...], wanted: tuple[int, ...], most: int = 6) -> bool:
    """Return whether two colours differ by no more than `most` in each channel."""
    return all(abs(a - b) <= most for a, b in zip(color, wanted, strict=True))


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<rect x="4" y="5" width="6" height="3"/>', [(4.2, 5.2), (9.8, 7.8)], [(3.8, 5.2), (9.8, 8.2)]),
        ('<rect x="4" y="4" width="12" height="12" rx="4"/>', [(5.5, 5.5), (10, 4.2)], [(4.9, 4.9)]),
        ('<circle cx="10" cy="10" r="5"/>', [(6.6, 6.6), (14.9, 10)], [(6.3, 6.3), (15.1, 10)]),
        ('<ellipse cx="10" cy="10" rx="8" ry="3"/>', [(17.8, 10), (10, 12.8)], [(10, 13.2), (17, 12)]),
        ('<polygon points="2,2 18,2 2,18"/>', [(9.8, 9.8), (2.2, 2.2)], [(10.3, 10.3)]),
        ('<polyline points="2 2 18 2 2 18"/>', [(9.8, 9.8)], [(10.3, 10.3)]),
        ('<path d="M2 2 H18 V10 H2 Z"/>', [(2.2, 2.2), (17.8, 9.8)], [(10, 10.2)]),
        ('<path d="m2 2 h16 v8 h-16 z m0 10h4v4h-4z"/>', [(17.8, 9.8), (5.8, 15.8)], [(6.2, 12.2)]),
        ('<path d="M2-0L18 .5l0 9.5L2,1e1z"/>', [(2.2, 0.4), (17.8, 9.8)], [(10, 10.2)]),
        ('<path d="M4 10 A6 6 0 0 1 16 10 Z"/>', [(10, 4.2), (10, 9.8)], [(10, 10.2), (5, 5)]),
        ('<path d="M4 10a6 6 0 0112 0z"/>', [(10, 4.2), (10, 9.8)], [(10, 10.2), (5, 5)]),
        ('<path d="M4 10 A6 6 0 1 0 10 4 L10 10 Z"/>', [(14, 14), (14, 6)], [(6, 6), (15, 4.5)]),
        ('<path d="M2 10 C2 2 18 2 18 10 Z"/>', [(10, 4.2)], [(10, 3.8)]),
        ('<path d="M2 10 Q10 -2 18 10 Z"/>', [(10, 4.2)], [(10, 3.8)]),
        ('<path d="M0 10 Q5 0 10 10 T20 10 V20 H0 Z"/>', [(5, 5.2), (15, 15.2)], [(5, 4.8), (15, 14.8)]),
        ('<path d="M0 10 C2 4 8 4 10 10 S18 16 20 10 V20 H0 Z"/>', [(5, 5.7)], [(5, 5.3), (15, 14)]),
    ],
)
def test_shape_fills_its_place(
    shape: str, inside: list[tuple[float, float]], outside: list[tuple[float, float]]
) -> None:
    """Each kind of shape and path command is black where it lies and white a little beside."""
    pixels = drawn(shape)
    assert [at(pixels, *p) for p in inside] == [BLACK] * len(inside)
    assert [at(pixels, *p) for p in outside] == [WHITE] * len(outside)
    svg_form(pikepdf.new(), svg(shape))


def test_line_is_stroked_and_never_filled() -> None:
    """A straight path without fill="none" leaves no hair of its black default fill."""
    pixels = drawn('<path d="M2 5 H18 M2 15 H18"/><line x1="2" y1="10" x2="18" y2="10" stroke="#f00"/>')
    assert (pixels[: 9 * ZOOM] == 255).all()
    assert (pixels[11 * ZOOM :] == 255).all()
    pixels = drawn('<line x1="2" y1="10" x2="18" y2="10" stroke="#ff0000" stroke-width="2"/>')
    assert at(pixels, 10, 9.1) == RED
    assert at(pixels, 10, 8.9) == WHITE


def test_even_odd_leaves_a_hole() -> None:
    """The same two squares are one square or a frame, as fill-rule says."""
    path = "M2 2H18V18H2Z M6 6H14V14H6Z"
    assert at(drawn(f'<path d="{path}"/>'), 10, 10) == BLACK
    assert at(drawn(f'<path d="{path}" fill-rule="evenodd"/>'), 10, 10) == WHITE


def test_dashes_caps_and_joins() -> None:
    """Dashes leave gaps, square caps reach out by half the width, mitred corners are sharp."""
    line = '<path d="M4 10 H16" stroke="#000000" stroke-width="2"'
    dashed = drawn(f'{line} stroke-dasharray="4 2"/>')
    assert [at(dashed, x, 10) for x in (5, 9, 11, 15)] == [BLACK, WHITE, BLACK, WHITE]
    assert at(drawn(f"{line}/>"), 16.5, 10) == WHITE
    assert at(drawn(f'{line} stroke-linecap="square"/>'), 16.8, 10.8) == BLACK
    corner = '<path d="M4 16 V4 H16" fill="none" stroke="#000000" stroke-width="4"'
    assert at(drawn(f"{corner}/>"), 2.2, 2.2) == BLACK
    assert at(drawn(f'{corner} stroke-linejoin="round"/>'), 2.2, 2.2) == WHITE


def test_transforms_are_applied_from_the_right() -> None:
    """The last transform of a list meets the shape first; rotate takes a centre."""
    square = '<rect width="2" height="2" transform="{}"/>'
    assert at(drawn(square.format("translate(10 0) scale(4)")), 17, 7) == BLACK
    assert at(drawn(square.format("scale(4) translate(2,2)")), 9, 9) == BLACK
    assert at(drawn(square.format("matrix(1 0 0 1 15 3)")), 16, 4) == BLACK
    turned = drawn('<rect x="9" y="0" width="2" height="8" transform="rotate(90 10 10)"/>')
    assert at(turned, 19, 10) == BLACK
    assert at(turned, 10, 1) == WHITE
    assert at(drawn('<rect width="4" height="4" transform="translate(0 8) skewX(45)"/>'), 6.5, 11) == BLACK


def test_groups_hand_down_and_style_goes_first() -> None:
    """Children inherit, `style` overrules attributes, currentColor is `color`."""
    body = """
      <g fill="#ff0000" color="#0000ff">
        <rect width="5" height="5"/>
        <rect x="5" width="5" height="5" fill="black" style="fill: currentColor; stroke:none"/>
        <rect x="10" width="5" height="5" display="none"/>
        <g visibility="hidden"><rect x="15" width="5" height="5"/></g>
      </g>"""
    pixels = drawn(body)
    assert [at(pixels, x, 2) for x in (2, 7, 12, 17)] == [RED, BLUE, WHITE, WHITE]


def test_opacity_of_a_group_does_not_add_up() -> None:
    """Two squares of a group at half opacity are equally grey where they overlap; single ones are darker."""
    squares = '<rect width="12" height="12"{0}/><rect x="8" y="8" width="12" height="12"{0}/>'
    together = drawn(f'<g opacity="0.5">{squares.format("")}</g>')
    assert near(at(together, 4, 4), (127, 127, 127))
    assert at(together, 4, 4) == at(together, 10, 10)
    single = drawn(squares.format(' fill-opacity="0.5"'))
    assert near(at(single, 10, 10), (63, 63, 63))
    framed = drawn('<rect x="5" y="5" width="10" height="10" stroke="black" stroke-width="4" opacity="50%"/>')
    assert at(framed, 4, 10) == at(framed, 6, 10) == at(framed, 10, 10)


def test_linear_gradient_runs_over_the_shape() -> None:
    """From red to blue across the box of the shape, and in the units of the drawing when asked."""
    stops = '<stop offset="0" stop-color="#ff0000"/><stop offset="100%" stop-color="#0000ff"/>'
    box = drawn(
        f'<defs><linearGradient id="g">{stops}</linearGradient></defs>'
        '<rect x="4" y="2" width="12" height="8" fill="url(#g)"/>'
    )
    assert near(at(box, 4.05, 5), RED)
    assert near(at(box, 10, 5), (127, 0, 127))
    assert near(at(box, 15.9, 5), BLUE)
    space = drawn(
        f'<linearGradient id="a">{stops}</linearGradient>'
        '<linearGradient id="g" xlink:href="#a" gradientUnits="userSpaceOnUse" x1="5" y1="0" x2="5" y2="10"'
        ' gradientTransform="translate(0 5)"/>'
        '<g transform="translate(2 0)"><path d="M0 0H10V20H0Z" fill="url(#g)"/></g>'
    )
    assert near(at(space, 6, 4.9), RED)
    assert near(at(space, 6, 10), (127, 0, 127))
    assert near(at(space, 6, 15.1), BLUE)


def test_stops_may_stand_at_one_place() -> None:
    """Two stops at one place make a sharp edge."""
    body = (
        '<linearGradient id="g"><stop offset="0.5" stop-color="#ff0000"/>'
        '<stop offset="0.5" stop-color="#0000ff"/></linearGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    )
    pixels = drawn(body)
    assert at(pixels, 9.8, 10) == RED
    assert at(pixels, 10.2, 10) == BLUE


def test_radial_gradient_and_its_veil() -> None:
    """Opaque red in the middle, see-through at the rim, over blue."""
    body = (
        '<radialGradient id="g"><stop offset="0" stop-color="#ff0000"/>'
        '<stop offset="1" style="stop-color:#ff0000; stop-opacity:0"/></radialGradient>'
        '<rect width="20" height="20" fill="#0000ff"/><circle cx="10" cy="10" r="8" fill="url(#g)"/>'
    )
    pixels = drawn(body)
    assert near(at(pixels, 10, 10), RED)
    assert near(at(pixels, 14, 10), (127, 0, 127), 10)
    assert near(at(pixels, 17.8, 10), BLUE, 10)
    assert at(pixels, 1, 1) == BLUE


def test_stroke_lies_over_the_fill_in_a_gradient_too() -> None:
    """Both halves of a frame's stroke are seen, and a straight line takes a gradient along itself."""
    gradient = (
        '<linearGradient id="g"><stop offset="0" stop-color="#ff0000"/>'
        '<stop offset="1" stop-color="#0000ff"/></linearGradient>'
    )
    frame = drawn(
        f'{gradient}<rect x="5" y="5" width="10" height="10" fill="black" stroke="url(#g)" stroke-width="2"/>'
    )
    assert near(at(frame, 5.5, 10), (242, 0, 12), 10)
    assert near(at(frame, 14.5, 10), (12, 0, 242), 10)
    line = drawn(f'{gradient}<path d="M0 10H20" stroke="url(#g)" stroke-width="2"/>')
    assert near(at(line, 10, 10), (127, 0, 127))


def test_clip_path_cuts() -> None:
    """What lies outside the clip is not drawn; the clip has a transform of its own."""
    body = (
        '<clipPath id="c"><circle cx="0" cy="0" r="5" transform="translate(10 10)"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="20" height="20" fill="#ff0000"/></g>'
        '<rect x="18" y="18" width="2" height="2"/>'
    )
    pixels = drawn(body)
    assert at(pixels, 10, 10) == RED
    assert at(pixels, 5.5, 5.5) == WHITE
    assert at(pixels, 19, 19) == BLACK


def test_pictures_in_pictures() -> None:
    """An embedded SVG is fitted into its frame and clipped; its ids are its own; a use repeats a shape."""
    inner = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
        '<linearGradient id="g"><stop stop-color="#0000ff"/></linearGradient>'
        '<rect x="-50" y="-50" width="200" height="200" fill="url(#g)"/></svg>'
    )
    data = base64.b64encode(inner.encode()).decode()
    body = (
        '<linearGradient id="g"><stop stop-color="#ff0000"/></linearGradient>'
        f'<image x="2" y="2" width="16" height="8" href="data:image/svg+xml;base64,{data}"/>'
        '<rect id="r" y="12" width="4" height="4" fill="url(#g)"/><use href="#r" x="10" y="2"/>'
        '<svg x="16" y="16" width="4" height="4" viewBox="0 0 1 1"><circle cx="0.5" cy="0.5" r="0.5"/></svg>'
    )
    pixels = drawn(body)
    assert at(pixels, 2.2, 2.2) == at(pixels, 17.8, 9.8) == BLUE
    assert at(pixels, 1.8, 5) == at(pixels, 10, 10.2) == WHITE
    assert at(pixels, 2, 14) == at(pixels, 12, 16) == RED
    assert at(pixels, 18, 18) == BLACK
    assert at(pixels, 16.1, 16.1) == WHITE


def test_an_id_given_twice_means_the_last_before_its_use() -> None:
    """Macros that bring their own gradients may stand twice in a picture."""
    part = (
        '<linearGradient id="g"><stop stop-color="{}"/></linearGradient>'
        '<rect x="{}" width="8" height="8" fill="url(#g)"/>'
    )
    pixels = drawn(part.format("#ff0000", 0) + part.format("#0000ff", 10))
    assert at(pixels, 4, 4) == RED
    assert at(pixels, 14, 4) == BLUE


@pytest.mark.parametrize(
    "body",
    [
        PATTERN + '<rect width="20" height="20" fill="url(#p)"/>',
        '<rect width="20" height="20" fill="red"/>',
        '<rect width="100%" height="100%" fill="#ff0000"/>',
        '<style>rect { fill: #ff0000 }</style><rect width="20" height="20"/>',
    ],
)
def test_what_is_rare_is_drawn_all_the_same(body: str) -> None:
    """Patterns, colours by name, percentages and style sheets go through cairosvg."""
    with pytest.raises(Unknown):
        svg_form(pikepdf.new(), svg(body))
    assert near(at(drawn(body), 11, 11), RED)


def test_images_of_pixels_are_drawn() -> None:
    """A PNG of one red pixel fills its frame."""
    png = io.BytesIO()
    Image.new("RGB", (4, 4), RED).save(png, "PNG")
    data = base64.b64encode(png.getvalue()).decode()
    pixels = drawn(f'<image x="5" y="5" width="10" height="10" href="data:image/png;base64,{data}"/>')
    assert near(at(pixels, 10, 10), RED)
    assert at(pixels, 4, 4) == WHITE


@pytest.mark.parametrize("path", ["M1", "10 10", "L2 2", "M1 1 A1 1 0 2 0 5 5", "M0 0 L1e 4", "M0 0 X5"])
def test_broken_path_data_is_no_fault_of_the_program(path: str) -> None:
    """Path data that cannot be read is left to cairosvg, which draws it as far as it goes or refuses it."""
    with pytest.raises(Unknown):
        svg_form(pikepdf.new(), svg(f'<path d="{path}"/>'))
    with contextlib.suppress(PnpError):
        assert at(drawn(f'<path d="{path}"/>'), 19, 1) == WHITE


def test_numbers_are_written_without_exponents() -> None:
    """PDF knows no 1e-07: such a number is written out."""
    body = '<path d="M0.0000001 1000000 L2000000 0.00000002 3 3Z" stroke="black" stroke-width="0.00001"/>'
    pdf = pikepdf.new()
    words = svg_form(pdf, svg(body)).read_bytes().decode().split()
    assert not [w for w in words if "e" in w and w != "re"]
    assert "1000000.000000" in words
