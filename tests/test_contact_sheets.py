"""Contact sheets: every page of a kit in few pictures."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from helpers import ROOT
from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project

TOOL = ROOT / "tools" / "contact_sheets.py"
PAGE = 262.5
"""An upright A4 page at 1.25 pixels a millimetre."""


def _run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_page_is_shown(project: Project) -> None:
    """Two cards with backs make two pages: the picture has two white sheets side by side under their name."""
    project.build()
    ran = _run(project.root / "out")
    assert ran.returncode == 0, ran.stderr
    (file,) = (project.root / "out" / "contact-sheets").iterdir()
    assert file.name == "demo-ru-1.png"
    with Image.open(file) as sheet:
        white = [sheet.getpixel((x, 53)) == (255, 255, 255) for x in range(sheet.width)]
    starts = [x for x in range(1, len(white)) if white[x] and not white[x - 1]]
    assert len(starts) == 2
    assert abs(starts[1] - starts[0] - PAGE - 16) <= 1


def test_without_a_kit_it_says_so(tmp_path: Path) -> None:
    """An empty folder is one sentence and exit code 1."""
    ran = _run(tmp_path)
    assert ran.returncode == 1
    assert "Build one first" in ran.stderr
    assert "Traceback" not in ran.stderr
