"""`pnp build` and `pnp list`: options, what kit.json tells, exit codes, and files whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from helpers import CARDS, FACE, GAME, pnp, pnp_process
from printing import MM, puts

if TYPE_CHECKING:
    from helpers import Project

MORE = GAME.replace(
    "words:",
    "  box:\n    title: Коробка\n    cards: {face: box.svg}\n    size: 63x88\n    copies: players\nwords:",
)
KEYS = set("component title file pages sheets faces pieces size_mm paper".split())  # noqa: SIM905 - read better so
KEYS |= {"layout", "scale", "duplex", "coverage", "cuts", "parts", "glued", "instead_of", "sha256"}


@pytest.fixture
def larger(project: Project) -> Project:
    """Return a project with a second component, of one card a player."""
    project.write("content/demo/game.yaml", MORE)
    project.write(
        "templates/demo/box.svg", FACE.replace("card.name", "words.back").replace("card.text", "words.back")
    )
    return project


def _kit(folder: Path) -> dict[str, Any]:
    kit: dict[str, Any] = json.loads((folder / "kit.json").read_text(encoding="utf-8"))
    return kit


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def test_kit_json_tells_what_was_written(larger: Project) -> None:
    """Every key of the contract, the files that lie there and no others, their bytes by SHA-256."""
    folder = larger.build()
    kit = _kit(folder)
    assert {k: v for k, v in kit.items() if k != "files"} == {
        "game": "demo",
        "title": "Проба",
        "lang": "ru",
        "players": 4,
        "paper": "a4",
        "duplex": "long-edge",
        "ink": "full",
        "cut": None,
    }
    assert [(f["component"], f["file"]) for f in kit["files"]] == [("deck", "deck.pdf"), ("box", "box.pdf")]
    assert {f.name for f in folder.iterdir()} == {"kit.json", "print-plan.pdf", "deck.pdf", "box.pdf"}
    for told in kit["files"]:
        assert set(told) == KEYS
        assert told["sha256"] == hashlib.sha256((folder / told["file"]).read_bytes()).hexdigest()
        assert told["size_mm"] == [63, 88]
    assert [(f["pages"], f["sheets"], f["faces"], f["pieces"]) for f in kit["files"]] == [
        (2, 1, 2, 2),
        (1, 1, 1, 4),
    ]
    with pikepdf.open(folder / "deck.pdf") as pdf:
        assert [len(puts(page)) for page in pdf.pages] == [2, 2]
    with pikepdf.open(folder / "box.pdf") as pdf:
        assert [len(puts(page)) for page in pdf.pages] == [4]


def test_same_input_same_bytes(larger: Project) -> None:
    """Two builds, in two processes with different hashing, give the same bytes."""
    for out, seed in (("a", "1"), ("b", "2")):
        os.environ["PYTHONHASHSEED"] = seed
        try:
            assert pnp_process("--project", larger.root, "build", "--out", larger.root / out).code == 0
        finally:
            del os.environ["PYTHONHASHSEED"]
    first = _bytes(larger.root / "a")
    assert len(first) == 4
    assert first == _bytes(larger.root / "b")


def test_only_some_components(larger: Project) -> None:
    """`--only` writes those components, and kit.json tells of them alone; other files stay."""
    folder = larger.build()
    before = _bytes(folder)
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    larger.build("--only", "box", "--players", "2")
    assert [f["component"] for f in _kit(folder)["files"]] == ["box"]
    assert (_kit(folder)["players"], _kit(folder)["files"][0]["pieces"]) == (2, 2)
    assert (folder / "deck.pdf").read_bytes() == before["deck.pdf"]
    assert (folder / "mine.txt").exists()
    larger.build("--only", "box", "--only", "deck")
    assert [f["component"] for f in _kit(folder)["files"]] == ["deck", "box"]


def test_a_build_clears_away_what_it_no_longer_makes(larger: Project) -> None:
    """Cuts of another layout, posters on another paper, a renamed component: gone; others' files stay."""
    larger.edit("content/demo/game.yaml", "    copies: players", "    impose: page\n    posters: [paper]")
    folder = larger.build("--cut", "silhouette", "--paper", "letter")
    (folder / "mine.pdf").write_text("mine", encoding="utf-8")
    names = {"kit.json", "print-plan.pdf", "deck.pdf", "box.pdf", "mine.pdf"}
    assert {f.name for f in folder.iterdir()} == {*names, "deck-cut.svg", "deck-cut.dxf", "box-letter.pdf"}
    larger.build()
    assert {f.name for f in folder.iterdir()} == {*names, "box-a4.pdf"}
    larger.edit("content/demo/game.yaml", "  deck:", "  pack:")
    larger.build()
    assert {f.name for f in folder.iterdir()} == {*names - {"deck.pdf"}, "box-a4.pdf", "pack.pdf"}


def test_only_some_components_clear_away_their_own(larger: Project) -> None:
    """`--only` removes old files of what it builds alone; the next whole build knows of the others still."""
    folder = larger.build("--cut", "silhouette")
    cuts = {"deck-cut.svg", "deck-cut.dxf", "box-cut.svg", "box-cut.dxf"}
    assert cuts < {f.name for f in folder.iterdir()}
    larger.build("--only", "box")
    assert {f.name for f in folder.glob("*-cut*")} == {"deck-cut.svg", "deck-cut.dxf"}
    assert (folder / "deck.pdf").exists()
    larger.build("--only", "box")
    larger.build()
    assert {f.name for f in folder.iterdir()} == {"kit.json", "print-plan.pdf", "deck.pdf", "box.pdf"}
    assert "earlier" not in _kit(folder)


def test_shared_sheets_stay_for_the_others_on_them(larger: Project) -> None:
    """A file with pieces of two components stays while one of them is built, and goes with both."""
    larger.edit("content/demo/game.yaml", ", back: back.svg", "")
    folder = larger.build("--pack")
    shared = ["shared_one_side.pdf"]
    larger.build("--only", "box")
    assert [f.name for f in folder.glob("shared*")] == shared
    larger.build("--only", "box", "--only", "deck")
    assert not list(folder.glob("shared*"))


@pytest.mark.parametrize(
    "listing",
    [
        "{",
        "[]",
        '{"files": 7}',
        '{"files": [{"component": "x", "file": "../mine.txt"}]}',
        '{"files": [{"component": "x", "file": ""}, {"component": "x", "file": "sub/mine.txt"}]}',
        '{"files": [{"component": "x", "file": "sub"}, {"component": "x", "file": "not there"}]}',
        '{"files": [], "earlier": {"..": ["x"], "sub\\\\mine.txt": ["x"]}}',
    ],
)
def test_a_listing_that_is_none_removes_nothing(project: Project, listing: str) -> None:
    """A `kit.json` that is broken or names files elsewhere is written anew and nothing else is hurt."""
    folder = project.build()
    for place in (folder.parent, folder / "sub"):
        place.mkdir(exist_ok=True)
        (place / "mine.txt").write_text("mine", encoding="utf-8")
    (folder / "kit.json").write_text(listing, encoding="utf-8")
    project.build()
    assert (folder.parent / "mine.txt").exists()
    assert (folder / "sub/mine.txt").exists()
    assert [f["file"] for f in _kit(folder)["files"]] == ["deck.pdf"]


def test_interrupted_while_clearing_away(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails at the second file to remove, the last step: all is as it was, exit 3."""
    folder = project.build("--cut", "silhouette")
    before = _bytes(folder)
    unlink, calls = Path.unlink, []

    def failing(file: Path) -> None:
        calls.append(file.name)
        if len(calls) == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(file))
        unlink(file)

    monkeypatch.setattr(Path, "unlink", failing)
    ran = project.run("build")
    monkeypatch.undo()
    assert calls == ["deck-cut.svg", "deck-cut.dxf"]
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert _bytes(folder) == before


def test_only_in_all_games(larger: Project) -> None:
    """With all games, those that have the component are built; one that none has is wrong usage."""
    larger.add_game("other", {})
    larger.edit("content/other/game.yaml", "  box:", "  chest:")
    ran = larger.run("build", "--only", "box")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == ["demo"]
    ran = larger.run("build", "--only", "deck", "--only", "chest")
    assert ran.code == 0
    assert [f["component"] for f in _kit(larger.root / "out/other/ru")["files"]] == ["deck", "chest"]
    assert [f["component"] for f in _kit(larger.root / "out/demo/ru")["files"]] == ["deck"]
    ran = larger.run("build", "--only", "bax")
    assert (ran.code, ran.out) == (2, "")
    assert "'bax'" in ran.err


def test_out_names_another_folder(project: Project, tmp_path: Path) -> None:
    """`--out` is where the games' folders go; nothing is written into the project."""
    ran = project.run("build", "--out", str(tmp_path / "a" / "b"))
    assert ran.code == 0
    assert (tmp_path / "a" / "b" / "demo" / "ru" / "kit.json").exists()
    assert not (project.root / "out").exists()


@pytest.mark.parametrize(
    ("paper", "name", "width", "height"),
    [
        ("a4", "a4", 297, 210),
        ("A3", "a3", 420, 297),
        ("letter", "letter", 279.4, 215.9),
        ("Tabloid", "tabloid", 431.8, 279.4),
        ("200x280", "200x280", 280, 200),
        ("280x200", "200x280", 280, 200),
        ("8.5x11in", "215.9x279.4", 279.4, 215.9),
    ],
)
def test_papers(project: Project, paper: str, name: str, width: float, height: float) -> None:
    """Papers by name or size, upright or not: the page has that size, laid on its side for these cards."""
    folder = project.build("--paper", paper)
    assert (_kit(folder)["paper"], _kit(folder)["files"][0]["paper"]) == (name, name)
    with pikepdf.open(folder / "deck.pdf") as pdf:
        for page in pdf.pages:
            size = [float(v) / MM for v in page.mediabox[2:]]
            assert sorted(size) == pytest.approx(sorted((width, height)), abs=0.05)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("build", "--game", "dmeo"), "There are: demo"),
        (("build", "--paper", "a9"), "a9"),
        (("build", "--paper", "0x0"), "0x0"),
        (("build", "--paper", "50x50"), "does not fit"),
        (("build", "--players", "9"), "for 1 to 4 players, not for 9"),
        (("build", "--players", "0"), "0"),
        (("build", "--players", "two"), "two"),
        (("build", "--only", "dekc"), "'dekc'"),
        (("build", "--duplex", "sideways"), "sideways"),
        (("build", "--lang", "xx"), "'xx'"),
        (("build", "--lang", "../../x"), "'../../x'"),
        (("build", "--nothing"), "--nothing"),
        (("build", "deck"), "deck"),
        (("validate", "--format", "xml"), "xml"),
        (("validate", "--explain", "text/overflw"), "Did you mean 'text/overflow'?"),
        (("list", "--game", "x"), "There are: demo"),
        (("print",), "print"),
    ],
)
def test_wrong_usage(project: Project, args: tuple[str, ...], says: str) -> None:
    """What the command line asks for and cannot be had: exit 2, one sentence, nothing written."""
    ran = project.run(*args)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert "Traceback" not in ran.err
    assert "fault" not in ran.err
    assert not (project.root / "out").exists()


def test_nothing_is_no_folder_and_no_paper(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--out ""` and `--paper ""`, as from a variable that is not set, are refused; nothing is written."""
    monkeypatch.chdir(project.root)
    before = set(project.root.iterdir())
    for command in ("build", "calibrate"):
        for option in ("--out", "--paper"):
            ran = project.run(command, option, "")
            assert ran.code == 2
            assert option in ran.err or "There is no paper ''" in ran.err
    assert set(project.root.iterdir()) == before


@pytest.mark.parametrize("size", ["5000x10", "300x400"])
def test_card_larger_than_the_paper(project: Project, size: str) -> None:
    """A piece that no sheet holds is wrong usage of that paper, told with both sizes."""
    project.edit("content/demo/game.yaml", "size: 63x88", f"size: {size}\n    bleed: 0")
    for name in ("card.svg", "back.svg"):
        project.edit(f"templates/demo/{name}", "0 0 63 88", f"0 0 {size.replace('x', ' ')}")
    project.write(
        "templates/demo/card.svg",
        FACE.split("  <rect")[0].replace("0 0 63 88", f"0 0 {size.replace('x', ' ')}") + "</svg>",
    )
    project.write("templates/demo/back.svg", (project.root / "templates/demo/card.svg").read_bytes())
    ran = project.run("build")
    assert ran.code == 2
    assert "does not fit on a4" in ran.err


def test_one_game_fails_the_others_are_written(project: Project) -> None:
    """A game with an error is refused, its old files stay byte for byte, the others are built; exit 1."""
    project.add_game("other", {})
    assert project.run("build").code == 0
    before = _bytes(project.root / "out/demo")
    (project.root / "out/other/ru/kit.json").unlink()
    project.write("content/demo/cards.yaml", CARDS.replace("id: two", "id: one"))
    ran = project.run("build")
    assert ran.code == 1
    assert "id/duplicate" in ran.err
    assert "demo: not built" in ran.err
    assert _bytes(project.root / "out/demo") == before
    assert (project.root / "out/other/ru/kit.json").exists()


def test_one_game_cannot_follow_the_others_are_written(project: Project) -> None:
    """A number of players that one game does not allow refuses that game alone; exit 2."""
    project.add_game("other", {})
    project.edit("content/demo/game.yaml", "max: 4", "max: 2")
    ran = project.run("build", "--players", "4")
    assert ran.code == 2
    assert "demo is for 1 to 2 players, not for 4." in ran.err
    assert [f.name for f in (project.root / "out").iterdir()] == ["other"]


class _Full:
    """A temporary file on a disk without room."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the context that it stands for
        self.name = str(kwargs["dir"] / "never")
        del args

    def __enter__(self) -> _Full:  # noqa: PYI034 - a stand-in
        return self

    def __exit__(self, *args: object) -> None:
        self.file.close()

    def write(self, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.name)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("at", [1, 2])
def test_interrupted_while_putting_files_in_place(
    project: Project, monkeypatch: pytest.MonkeyPatch, number: int, at: int
) -> None:
    """A disk that fails at the first or second file: all is as it was, nothing is left over, exit 3."""
    folder = project.build()
    before = _bytes(folder)
    project.write("content/demo/cards.yaml", CARDS.replace("пробы", "опыта"))
    calls = []

    def replace(source: str, target: Path) -> None:
        calls.append(target)
        if len(calls) == at:
            raise OSError(number, os.strerror(number), str(source), None, str(target))
        Path(source).rename(target)

    monkeypatch.setattr(os, "replace", replace)
    ran = project.run("build")
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert str(calls[at - 1]) in ran.err
    assert _bytes(folder) == before
    monkeypatch.undo()
    project.build()
    assert _bytes(folder)["deck.pdf"] != before["deck.pdf"]


def test_full_disk(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room for the new files: the old ones stay, one sentence says so, exit 3."""
    folder = project.build()
    before = _bytes(folder)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", _Full)
    project.write("content/demo/cards.yaml", CARDS.replace("пробы", "опыта"))
    ran = project.run("build")
    assert (ran.code, ran.out) == (3, "")
    assert "disk is full" in ran.err
    assert _bytes(folder) == before


def test_interrupt_leaves_the_old_files(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while files are written: the old ones are whole and nothing temporary is left."""
    folder = project.build()
    before = _bytes(folder)

    def interrupted(_source: str, _target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    assert project.run("build").code != 0
    assert _bytes(folder) == before


def test_out_is_a_file(project: Project) -> None:
    """A file stands where the folder should be: exit 3 and one sentence."""
    project.write("out", "not a folder")
    ran = project.run("build")
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert "out" in ran.err


def test_read_only_folder(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that may not be written: exit 3, one sentence. The superuser, who may, is kept from it."""
    folder = project.build()
    before = _bytes(folder)
    temporary = tempfile.NamedTemporaryFile

    def kept_out(*, dir: Path, **more: Any) -> Any:  # noqa: A002 - as it is called
        if not dir.stat().st_mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(dir))
        return temporary(dir=dir, **more)

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", kept_out)
    folder.chmod(0o555)
    ran = project.run("build")
    folder.chmod(0o755)
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert str(folder) in ran.err
    assert _bytes(folder) == before


def test_no_traceback_in_the_program(project: Project) -> None:
    """The program itself, outside any test harness: exit codes 0, 1, 2 and never a traceback."""
    good = pnp_process("--project", project.root, "build")
    assert (good.code, good.err) == (0, "")
    assert re.fullmatch(r"demo: 1 files?, 2 pages in .*out/demo/ru\n", good.out)
    usage = pnp_process("--project", project.root, "build", "--game", "x")
    project.write("content/demo/cards.yaml", "- a\n")
    bad = pnp_process("--project", project.root, "build")
    assert (usage.code, bad.code) == (2, 1)
    assert "Traceback" not in usage.err + bad.err


def test_debug_shows_where(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program is one line with exit 3; `--debug` raises it."""
    monkeypatch.setattr("pnp.kit.build_game", lambda *_: 1 / 0)
    ran = project.run("build")
    assert (ran.code, ran.out) == (3, "")
    assert "a fault of the program: ZeroDivisionError: division by zero" in ran.err
    assert ran.err.count("\n") == 1
    assert project.run("--debug", "build").code == 1


def test_project_is_found_from_inside(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anywhere inside the project, `pnp` finds it."""
    monkeypatch.chdir(project.root / "templates" / "demo")
    assert pnp("build").code == 0
    assert (project.root / "out/demo/ru/deck.pdf").exists()


def test_list(larger: Project) -> None:
    """`pnp list` shows games, components, counts and languages; `--json` the same for programs."""
    ran = larger.run("list")
    assert ran.code == 0
    for word in ("demo", "Проба", "deck", "Колода", "box", "Коробка", "63 x 88 mm", "cards 2", "ru", "1–4"):
        assert word in ran.out
    (game,) = json.loads(larger.run("list", "--json").out)
    assert game["players"] == {"min": 1, "max": 4}
    assert game["languages"] == ["ru"]
    assert game["collections"] == {"cards": 2}
    assert [(c["id"], c["kind"], c["size_mm"], c["pieces"]) for c in game["components"]] == [
        ("deck", "cards", [63, 88], 2),
        ("box", "cards", [63, 88], 4),
    ]


def test_list_of_a_broken_game(larger: Project) -> None:
    """A game that cannot be loaded is shown as such, and the others are listed."""
    larger.add_game("other", {})
    larger.write("content/demo/game.yaml", "- a\n")
    ran = larger.run("list")
    assert ran.code == 0
    assert "pnp validate" in ran.out
    assert "other" in ran.out


def test_shipped_games_are_sound(kits: Path) -> None:
    """The three games that come with the program are built without a word of complaint."""
    for game in ("between", "bitra", "vortex"):
        assert (kits / f"{game}.said").read_text(encoding="utf-8") == ""
