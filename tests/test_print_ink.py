"""Little ink and grey: what is dropped, what stays, and that all of it can still be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from printing import clean, render

from pnp.draw.ink import contrast, darkened, read_color

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project
    from PIL.Image import Image

DARK = '<rect x="-3" y="-3" width="69" height="94" fill="#202060"/>'
SIGNS = (
    '<circle cx="15" cy="75" r="6" fill="#a01020"/>'
    '<path d="M12 75 h6 M15 72 v6" stroke="#ffffff" stroke-width="1"/>'
    '<path d="M35 70 h20 v10 h-20 Z" fill="none" stroke="#f0e0a0" stroke-width="0.6"/>'
)


@pytest.fixture
def dark(project: Project) -> Project:
    """Give the small project's cards a dark ground with light text, a badge and a light frame."""
    project.edit(
        "templates/demo/card.svg", '<rect x="-3" y="-3" width="69" height="94" fill="#eeeeee"/>', DARK + SIGNS
    )
    project.edit("templates/demo/card.svg", 'style="body"', 'style="body" color="#ffffff"')
    return project


def page(project: Project, ink: str) -> Image:
    """Build the deck for an ink and return its first page as the cards stand, ten dots a millimetre."""
    folder = project.build("--ink", ink)
    assert json.loads((folder / "kit.json").read_text(encoding="utf-8"))["ink"] == ink
    assert clean(folder / "deck.pdf")
    return render(folder / "deck.pdf", 0, 254).rotate(-90, expand=True)


def spot(picture: Image, x: float, y: float) -> tuple[int, int, int]:
    """Return the colour at a point of the first card, in millimetres."""
    return picture.getpixel((round((FIRST[0] + x) * 10), round((FIRST[1] + y) * 10)))


FIRST = ((297 - 4 * 63 - 3 * 6) / 2, (210 - 2 * 88 - 6) / 2)
"""Where the first card lies on A4 on its side."""


def test_low_ink_drops_the_ground_and_keeps_the_signs(dark: Project) -> None:
    """The ground is white, the badge keeps its red, and pages take less than a quarter of the ink."""
    full, low = page(dark, "full"), page(dark, "low")
    assert spot(full, 31, 60) == (0x20, 0x20, 0x60)
    assert spot(low, 31, 60) == (255, 255, 255)
    assert spot(low, 11, 75) == spot(full, 11, 75) == (0xA0, 0x10, 0x20)
    assert spot(low, 15, 73) == (255, 255, 255)
    assert coverage(low) < coverage(full) / 4


def coverage(picture: Image) -> float:
    """Return how dark a page is, 0 to 1."""
    histogram = picture.convert("L").histogram()
    return sum((255 - value) * count for value, count in enumerate(histogram)) / 255 / sum(histogram)


def test_low_ink_keeps_light_text_and_lines_readable(dark: Project) -> None:
    """White text and a pale frame on the dark ground become dark on white."""
    low = page(dark, "low")
    x, y = (FIRST[0] + 5) * 10, (FIRST[1] + 20) * 10
    darkest = low.convert("L").crop((round(x), round(y), round(x) + 530, round(y) + 60)).getextrema()[0]
    assert darkest < 80
    frame = low.getpixel((round((FIRST[0] + 45) * 10), round((FIRST[1] + 70) * 10)))
    assert contrast((frame[0] / 255, frame[1] / 255, frame[2] / 255)) > 3


def test_grey_has_no_colour(dark: Project) -> None:
    """On every dot of the page red, green and blue are the same, and the text is still there."""
    grey = page(dark, "grey")
    red, green, blue = grey.split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert 0x20 < spot(grey, 31, 60)[0] < 0x40


def test_a_template_that_asks_for_the_ink_is_left_alone(dark: Project) -> None:
    """A template with its own low-ink looks is printed as it gives them."""
    dark.edit(
        "templates/demo/card.svg", 'fill="#202060"', "fill=\"{{ '#ffe0ff' if ink == 'low' else '#202060' }}\""
    )
    assert spot(page(dark, "low"), 31, 60) == (0xFF, 0xE0, 0xFF)
    assert spot(page(dark, "full"), 31, 60) == (0x20, 0x20, 0x60)


@pytest.mark.parametrize("color", ["#ffffff", "#f0e0a0", "#80c0ff", "#ff8000", "#777777", "#102030"])
def test_darkened_colours_can_be_read_on_white(color: str) -> None:
    """Whatever the colour, it comes out with a contrast of 4.5 against white; a dark one is kept."""
    rgb = read_color(color)
    assert rgb is not None
    assert contrast(darkened(rgb)) >= 4.5
    if color == "#102030":
        assert darkened(rgb) == rgb


def test_same_bytes_twice(dark: Project, tmp_path: Path) -> None:
    """Two low-ink builds are the same files."""
    dark.build("--ink", "low", "--out", str(tmp_path / "a"))
    dark.build("--ink", "low", "--out", str(tmp_path / "b"))
    files = [(tmp_path / name / "demo" / "ru" / "deck.pdf").read_bytes() for name in "ab"]
    assert files[0] == files[1]
