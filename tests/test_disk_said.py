"""What is said when the disk refuses: why, and advice that the command can follow."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from helpers import Project


@pytest.fixture
def refused(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every folder refuse a new file with the error that is asked for."""
    number: int = request.param

    def fail(*, dir: Path, **_: object) -> NoReturn:  # noqa: A002 - as tempfile calls it
        raise OSError(number, os.strerror(number), str(dir / "x"))

    monkeypatch.setattr("pnp.disk.tempfile", SimpleNamespace(NamedTemporaryFile=fail))


@pytest.mark.usefixtures("refused", "russian")
@pytest.mark.parametrize(
    ("refused", "reason"),
    [(errno.EROFS, "диск только для чтения"), (errno.EACCES, "в его папку писать нельзя")],
    indirect=["refused"],
)
def test_only_commands_with_out_are_told_of_it(project: Project, tmp_path: Path, reason: str) -> None:
    """A translation and a shift have their places; a kit may go elsewhere. Nobody speaks of open programs."""
    for command in (
        ("lang", "new", "fr"),
        ("calibrate", "--set", "1,1", "--profile", str(tmp_path / "printer.yaml")),
        ("schema",),
    ):
        ran = project.run(*command)
        assert ran.code == 3
        assert ran.err.endswith(f" не записать: {reason}.\n")
    ran = project.run("build")
    assert ran.code == 3
    assert ran.err.endswith(f" не записать: {reason}. Назовите другую папку ключом --out.\n")


@pytest.mark.usefixtures("russian")
def test_a_link_that_leads_nowhere_is_called_so(project: Project) -> None:
    """An `out` that points to an unplugged disk is no file."""
    (project.root / "out").symlink_to(project.root / "unplugged")
    ran = project.run("build")
    assert ran.code == 3
    assert "стоит ссылка, которая никуда не ведёт. Назовите другую папку ключом --out.\n" in ran.err


@pytest.mark.usefixtures("russian")
def test_content_that_may_not_be_read_is_called_so(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """That there is no game is not said of a folder that cannot be looked into."""
    for file in (project.root / "content/demo").iterdir():
        file.unlink()

    def denied(folder: Path) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr(Path, "iterdir", denied)
    ran = project.run("list")
    assert (ran.code, ran.err) == (3, f"pnp: {project.root / 'content'}: нет прав.\n")
