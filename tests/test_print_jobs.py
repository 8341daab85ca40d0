"""Several components made at once: the same bytes, and whole files whatever happens."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from helpers import FACE, ROOT, pnp_process

import pnp.disk
from pnp.disk import write_all
from pnp.errors import PnpError

if TYPE_CHECKING:
    from pathlib import Path

    from helpers import Project


@pytest.fixture
def three(project: Project) -> Project:
    """Return a project with three components."""
    project.edit(
        "content/demo/game.yaml",
        "words:\n",
        "  box:\n    title: Коробка\n    cards: {face: box.svg}\n    size: 63x88\n    copies: 5\n"
        "  mat:\n    title: Планшет\n    cards: {face: box.svg}\n    size: 63x88\n    impose: page\nwords:\n",
    )
    project.write(
        "templates/demo/box.svg", FACE.replace("card.name", "words.back").replace("card.text", "words.back")
    )
    return project


def files(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by name."""
    return {f.name: f.read_bytes() for f in sorted(folder.iterdir())}


def test_two_jobs_give_the_bytes_of_one(three: Project) -> None:
    """One job and two write the same files, byte for byte, and say nothing of progress when piped."""
    for jobs in ("1", "2"):
        ran = pnp_process("--project", three.root, "build", "--jobs", jobs, "--out", three.root / jobs)
        assert (ran.code, ran.err) == (0, "")
    one = files(three.root / "1" / "demo" / "ru")
    assert set(one) == {"deck.pdf", "box.pdf", "mat.pdf", "kit.json", "print-plan.pdf"}
    assert one == files(three.root / "2" / "demo" / "ru")


STOPPED = """\
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background lacks
import pnp.cli, pnp.disk, pnp.jobs, pnp.kit
place, name = {where}
real = getattr(place, name)
def halt(*_args, **_named):
    setattr(place, name, real)
    print("now", flush=True)
    time.sleep(600)
setattr(place, name, halt)
pnp.cli.main({args})
"""
"""A build that comes to a halt at a certain step, says so, and waits to be stopped."""


@pytest.mark.parametrize(
    "where",
    [
        "pnp.jobs, '_made'",
        "pnp.kit, 'print_plan'",
        "pnp.disk.tempfile, 'NamedTemporaryFile'",
        "pnp.disk.os, 'chmod'",
        "pnp.disk.os, 'replace'",
    ],
)
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_build_leaves_what_was_there(three: Project, where: str, signum: int) -> None:
    """A build stopped while it makes files, or while they wait to be put in place, leaves the old ones.

    After Ctrl-C no scraps lie about either; what is killed cannot clean up, its scraps are hidden files.
    """
    folder = three.build("--jobs", "1")
    before = files(folder)
    three.edit("content/demo/game.yaml", "copies: 5", "copies: 9")
    args = ["--project", str(three.root), "build", "--jobs", "1"]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED.format(where=where, args=args)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"now\n"
        os.killpg(process.pid, signum)
        process.communicate(timeout=60)
        assert process.returncode != 0
    after = files(folder)
    scraps = {name for name in after if name.startswith(".")}
    assert {name: data for name, data in after.items() if name not in scraps} == before
    assert not scraps or signum != signal.SIGINT
    three.build("--jobs", "1")
    assert files(folder)["box.pdf"] != before["box.pdf"]


WAITING = """\
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background lacks
import pnp.cli, pnp.jobs
from concurrent.futures import Future
real, calls = Future.result, []
def halt(future):
    calls.append(future)
    if len(calls) <= {made}:
        return real(future)
    print("now", flush=True)
    time.sleep(600)
Future.result = halt
pnp.cli.main({args})
"""
"""A build with two jobs that comes to a halt when so many components are made, and says so."""


def _is_gone(group: int) -> bool:
    """Return whether all processes of a group have ended; they are given half a minute."""
    for _ in range(300):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ru", "Прервано. Всё, что было прежде, цело."),
        ("en", "Interrupted. What was there before is whole."),
    ],
)
@pytest.mark.parametrize(("jobs", "made"), [("1", None), ("2", 0), ("2", 1)])
def test_interrupt_is_one_sentence(
    three: Project, jobs: str, made: int | None, language: str, says: str
) -> None:
    """Ctrl-C, while processes begin or work: a sentence, exit 130, no traceback and no process left."""
    folder = three.build()
    before = files(folder)
    args = ["--project", str(three.root), "build", "--jobs", jobs]
    code = STOPPED.format(where="pnp.jobs, '_made'", args=args)
    if made is not None:
        code = WAITING.format(made=made, args=args)
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PNP_UI": language},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"now\n"
        os.killpg(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[1].decode()
    assert (process.returncode, told.strip()) == (130, says)
    assert _is_gone(process.pid)
    assert files(folder) == before


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EACCES, "it is open in another program"),
        (errno.EBUSY, "it is open in another program"),
    ],
)
def test_machine_faults_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    """Whatever the disk says when files are put in place, the user hears which file and why, once."""
    write_all(tmp_path, [("a.pdf", b"old"), ("b.pdf", b"old")])

    def fail(source: str, target: Path) -> None:
        raise OSError(number, os.strerror(number), source, None, str(target))

    monkeypatch.setattr(pnp.disk.os, "replace", fail)
    with pytest.raises(PnpError) as caught:
        write_all(tmp_path, [("a.pdf", b"new"), ("b.pdf", b"new")])
    assert str(caught.value).startswith(f"{tmp_path / 'a.pdf'} cannot be written: {said}")
    assert "\n" not in str(caught.value)
    assert files(tmp_path) == {"a.pdf": b"old", "b.pdf": b"old"}


def test_one_locked_file_keeps_all_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the second of two files is held open, as Windows does, the first is not replaced either."""
    write_all(tmp_path, [("a.pdf", b"old"), ("b.pdf", b"old")])
    opened = type(tmp_path).open

    def locked(self: Path, *args: object, **named: object) -> object:
        if self.name == "b.pdf":
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return opened(self, *args, **named)

    monkeypatch.setattr(type(tmp_path), "open", locked)
    with pytest.raises(PnpError, match=r"b\.pdf cannot be written: it is open in another program"):
        write_all(tmp_path, [("a.pdf", b"new"), ("b.pdf", b"new")])
    monkeypatch.undo()
    assert files(tmp_path) == {"a.pdf": b"old", "b.pdf": b"old"}


@pytest.mark.parametrize("stop", [OSError(errno.EACCES, "Permission denied"), KeyboardInterrupt()])
@pytest.mark.parametrize("linked", [True, False])
def test_stopped_half_way_all_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException, linked: object
) -> None:
    """If the second of three files cannot be put in place, or Ctrl-C comes then, the first is put back."""
    write_all(tmp_path, [("a.pdf", b"old"), ("b.pdf", b"old")])
    real, calls = os.replace, []

    def second_fails(source: str, target: Path) -> None:
        calls.append(target)
        if len(calls) == 2:
            raise stop
        real(source, target)

    def no_links(_file: Path, _name: str) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(pnp.disk.os, "replace", second_fails)
    if not linked:
        monkeypatch.setattr(pnp.disk.os, "link", no_links)
    with pytest.raises((PnpError, KeyboardInterrupt)):
        write_all(tmp_path, [("a.pdf", b"new"), ("b.pdf", b"new"), ("c.pdf", b"new")])
    assert files(tmp_path) == {"a.pdf": b"old", "b.pdf": b"old"}
    monkeypatch.undo()
    write_all(tmp_path, [("a.pdf", b"new"), ("b.pdf", b"new"), ("c.pdf", b"new")])
    assert files(tmp_path) == {"a.pdf": b"new", "b.pdf": b"new", "c.pdf": b"new"}


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    """An --out that is a file is told, without a traceback."""
    (tmp_path / "out").write_text("I am a file", encoding="utf-8")
    with pytest.raises(PnpError, match="a file"):
        write_all(tmp_path / "out" / "demo", [("a.pdf", b"new")])
