"""Fixtures: a small project to break, and the three kits as they are printed."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from helpers import ROOT, Project, pnp

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("between", "bitra", "vortex")

os.environ["PNP_UI"] = "en"
"""Tests read messages in English, whatever the machine's locale is."""


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for messages in Russian."""
    monkeypatch.setenv("PNP_UI", "ru")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a small sound project in a folder of its own."""
    return Project(tmp_path / "project")


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the three games once and return the folder of their kits.

    Workers that run side by side share the work: each takes a game that nobody has begun, then waits for
    the others.
    """
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kits"
    shared.mkdir(exist_ok=True)
    for game in GAMES:
        try:
            (shared / f"{game}.begun").touch(exist_ok=False)
        except FileExistsError:
            continue
        said = "the build broke off"
        try:
            ran = pnp("--project", ROOT, "build", "--game", game, "--out", shared, "--jobs", "1")
            (shared / f"{game}.said").write_text(ran.err, encoding="utf-8")
            said = "" if ran.code == 0 else ran.err
        finally:
            (shared / f"{game}.done").write_text(said, encoding="utf-8")
    for game in GAMES:
        while not (shared / f"{game}.done").exists():
            time.sleep(0.1)
        assert not (shared / f"{game}.done").read_text(encoding="utf-8")
    return shared
