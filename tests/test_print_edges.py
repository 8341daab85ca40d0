"""Art that stops short of the bleed, and text that stands where the knife might come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from helpers import Project

CARD = "templates/demo/card.svg"
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#eeeeee"/>'


def codes(project: Project) -> list[tuple[str, str]]:
    """Return the code and the severity of what is found."""
    return [(f["code"], f["severity"]) for f in project.findings()]


def test_the_small_project_is_sound(project: Project) -> None:
    """Ground to the bleed and text 5 mm inside: nothing is found."""
    assert codes(project) == []


@pytest.mark.parametrize(
    "ground",
    [
        '<rect x="0" y="0" width="63" height="88" fill="#eeeeee"/>',
        '<rect x="-3" y="-3" width="68" height="94" fill="#eeeeee"/>',
        '<path d="M-3 -3 H66 V90 H-3 Z" fill="#eeeeee"/>',
        "",
    ],
)
def test_art_short_of_bleed(project: Project, ground: str) -> None:
    """A ground that ends at the trim, or a millimetre before the bleed's end on one side, is a warning."""
    project.edit(CARD, GROUND, ground)
    assert codes(project) == [("art/short-of-bleed", "warning")]
    (finding,) = project.findings()
    assert "deck, one and 1 more" in finding["message"]
    assert "3 mm" in finding["message"]


@pytest.mark.parametrize(
    "ground",
    [
        '<path d="M-3 -3 H66 V91 H-3 Z" fill="#eeeeee"/>',
        '<g transform="translate(-3 -3)"><rect width="69" height="94" fill="#eeeeee"/></g>',
        '<rect x="-3" y="-3" width="40" height="94"/><rect x="36" y="-3" width="30" height="94"/>',
    ],
)
def test_art_that_fills_the_bleed_in_other_ways(project: Project, ground: str) -> None:
    """A path, a moved group or two halves that fill the bleed are as good as one rectangle."""
    project.edit(CARD, GROUND, ground)
    assert codes(project) == []


def test_no_bleed_no_finding(project: Project) -> None:
    """A component without bleed need not be painted to its edge."""
    project.edit(CARD, GROUND, "")
    project.edit("content/demo/game.yaml", "    size: 63x88\n", "    size: 63x88\n    bleed: 0\n")
    assert codes(project) == []


@pytest.mark.parametrize(
    ("box", "missing"),
    [
        ('x="1" y="5" width="53" height="10"', "2.0 mm"),
        ('x="5" y="5" width="57" height="10" align="right"', "2.0 mm"),
        ('x="5" y="83" width="53" height="5" valign="bottom"', None),
        ('x="1" y="20" width="10" height="60" rotate="270" valign="top"', "1.3 mm"),
    ],
)
def test_text_outside_the_safe_zone(project: Project, box: str, missing: str | None) -> None:
    """Letters nearer than 3 mm to the trim are a warning that says by how much, turned ones too."""
    project.edit(CARD, 'x="5" y="5" width="53" height="10"', box)
    (finding,) = project.findings()
    assert (finding["code"], finding["severity"]) == ("text/outside-safe-zone", "warning")
    assert "deck" in finding["message"]
    assert "'name'" in finding["message"]
    assert (missing or " mm too near") in finding["message"]


def test_empty_room_of_a_box_does_not_count(project: Project) -> None:
    """A box may reach the edge if its letters do not: they are what is cut off."""
    project.edit(CARD, 'x="5" y="5" width="53" height="10"', 'x="5" y="5" width="58" height="10"')
    assert codes(project) == []
