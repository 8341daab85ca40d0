"""Icons that stand in a line: they leave their room, whatever comes before or after them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


def _words(file: Path) -> dict[str, float]:
    """Return where each word begins, in points from the left; poppler must have nothing to complain of."""
    done = subprocess.run(["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True)  # noqa: S607 - a tool of the machine
    assert done.stderr == ""
    return {word: float(x) for x, word in re.findall(r'<word xMin="([\d.]+)".*?>(.*?)</word>', done.stdout)}


@pytest.mark.parametrize(("icons", "room"), [(":crown:", 10), (":crown::harp:", 20), (":crown: :harp:", 20)])
def test_icons_before_any_letter_leave_room(project: Project, icons: str, room: float) -> None:
    """At 10 pt the words that follow one or two icons begin one or two em further to the right."""
    project.edit("content/demo/cards.yaml", "text: Карта для пробы.", f'text: "{icons}Знаки"')
    words = _words(project.build("--duplex", "none") / "deck.pdf")
    assert room - 0.5 < words["Знаки"] - words["Первая"] < room + 4


def test_a_text_of_icons_alone(project: Project) -> None:
    """A line without a letter is drawn, and no reader of PDFs stumbles over it."""
    project.edit("content/demo/cards.yaml", "text: Карта для пробы.", 'text: ":crown: :harp:"')
    words = _words(project.build("--duplex", "none") / "deck.pdf")
    assert "Первая" in words
