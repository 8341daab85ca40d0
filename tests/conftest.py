"""Fixtures: a small project to break, and the three kits as they are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, Project, pnp

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a small sound project in a folder of its own."""
    return Project(tmp_path / "project")


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the three games once and return the folder of their kits."""
    out = tmp_path_factory.mktemp("kits")
    ran = pnp("--project", ROOT, "build", "--game", "all", "--out", out)
    assert ran.code == 0, ran.err
    return out
