"""The print plan: what to print on which paper, how to cut and fold it, what to tick off; from `kit.json`."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.draw.own import own_face
from pnp.impose.papers import find_paper, papers
from pnp.impose.registration import cutters
from pnp.model.sheet import Page, Paper, Sheet
from pnp.pdf.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.content.ownwords import Words

_MARGIN = 14.0
_ROW = 8.4
_NARROWEST, _WIDEST = 200.0, 300.0
_PICTURE = 27.0
_PICTURE_WIDTH = 58.5
"""How high and wide the room of a picture is that is not reduced."""
_BETWEEN_PICTURES = 6.0
_LETTER, _LINE = 1.35, 3.1
"""How wide a letter below a picture is at most on average, and how high a line of them."""
_TOGETHER = 3
"""How many rows of pieces stand below their heading at least, lest one be alone at a page's foot."""
_HOME = (297.0, 432.0)
"""The largest pages that printers at home hold: as wide as A3, as long as tabloid."""
_LINES_OF_NUMBERS = 26
"""How many pages' coverage stand in a line."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A strip across the page: what it shows, how high it is, and what else its template needs."""

    kind: str
    height: float
    values: Mapping[str, Any] = field(default_factory=dict)
    keeps: bool = False


def print_plan(kit: Mapping[str, Any], words: Words) -> bytes:
    """Return the plan as a PDF in these words; `kit` is what `kit.json` holds."""
    paper = _paper(kit["paper"])
    document = Document(f"{kit['title']}: {words['plan']}", words.language, "none")
    pages = list(_pages(list(_blocks(kit, words)), paper.height - 2 * _MARGIN))
    for number, blocks in enumerate(pages, 1):
        face = own_face(
            "plan.svg",
            words,
            paper.width,
            paper.height,
            blocks=blocks,
            margin=_MARGIN,
            title=kit["title"],
            number=f"{number} / {len(pages)}",
        )
        document.add([Sheet(Page(paper.width, paper.height, (), furniture=face))])
    return document.to_bytes()


def _paper(name: str) -> Paper:
    """Return the kit's paper, or A4 where the plan would not fit or would be lost on it."""
    paper = find_paper(name)
    return paper if _NARROWEST <= paper.width <= _WIDEST else find_paper("a4")


def _pages(blocks: Sequence[_Block], height: float) -> Iterator[list[dict[str, Any]]]:
    """Yield the blocks of each page with their places; one that keeps stays with what follows it."""
    page: list[dict[str, Any]] = []
    y = 0.0
    for at, block in enumerate(blocks):
        together = block.height
        for i in range(at, len(blocks)):
            if not blocks[i].keeps:
                break
            together += blocks[i + 1].height
        if page and y + together > height:
            yield page
            page, y = [], 0.0
        page.append({"kind": block.kind, "y": _MARGIN + y, "height": block.height, **block.values})
        y += block.height
    yield page


def _blocks(kit: Mapping[str, Any], words: Words) -> Iterator[_Block]:
    files: list[dict[str, Any]] = kit["files"]
    home = [_home(kit, group) for group in _by_component(files).values()]
    yield _Block("title", 16, {"text": f"{kit['title']}: {words['plan']}"})
    yield _Block("text", 15, {"text": words["plan_how"]})
    yield _Block("sum", 9, {"text": f"{words['plan_total']} {_total(home, words)}"})
    yield _Block("files-head", _ROW, keeps=True)
    for group in _by_component(files).values():
        chosen = _home(kit, group)
        for entry in sorted(group, key=lambda e: e is not chosen):
            yield _Block("file", _ROW, _file_row(entry, words, first=entry is chosen))
    yield _Block("heading", 13, {"text": words["plan_cut"]}, keeps=True)
    yield from _picture_rows(_pictures(home), _paper(kit["paper"]).width - 2 * _MARGIN, words)
    yield from _machine(kit, words)
    yield _Block("heading", 13, {"text": words["plan_tick"]}, keeps=True)
    yield _Block("pieces-head", _ROW, keeps=True)
    pieces = [piece for entry in home for piece in entry.get("parts") or [entry]]
    for number, piece in enumerate(pieces, 1):
        values = {"entry": piece, "size": _size(piece, words)}
        yield _Block("piece", _ROW - 1.4, values, keeps=number < min(_TOGETHER, len(pieces)))
    yield _Block("heading", 13, {"text": words["plan_ink"]}, keeps=True)
    yield _Block("text", 10, {"text": words["plan_ink_how"]}, keeps=True)
    for entry in files:
        yield from _coverage(entry, words)


def _picture_rows(names: Sequence[str], width: float, words: Words) -> Iterator[_Block]:
    """Yield rows of three pictures, four where that is all, each as high as its longest text."""
    columns = 4 if len(names) == 4 else 3  # noqa: PLR2004 - a fourth would lie alone
    each = (width - (columns - 1) * _BETWEEN_PICTURES) / columns
    scale = min(1.0, each / _PICTURE_WIDTH)
    for at in range(0, len(names), columns):
        row = [{"name": name, "text": words[f"plan_{name}"]} for name in names[at : at + columns]]
        lines = max(math.ceil(len(picture["text"]) * _LETTER / each) for picture in row)
        values = {"pictures": row, "each": each, "scale": scale, "step": each + _BETWEEN_PICTURES}
        high = _PICTURE * scale + lines * _LINE + 2
        yield _Block("pictures", high, values, keeps=at + columns < len(names))


def _by_component(files: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in files:
        groups.setdefault(entry.get("instead_of") or entry["component"], []).append(entry)
    return groups


def _home(kit: Mapping[str, Any], group: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return which of a component's files is for the kit's own paper: the one that is not reduced."""
    whole = (e for e in group[1:] if e["paper"] == kit["paper"] and e["scale"] == 1)
    return next(whole, group[0]) if group[0]["layout"] == "page" else group[0]


def _total(home: Sequence[dict[str, Any]], words: Words) -> str:
    papers: Counter[str] = Counter()
    for entry in home:
        papers[_paper_name(entry["paper"], words)] += entry["sheets"]
    return ", ".join(f"{name} — {number}" for name, number in papers.items())


def _paper_name(paper: str, words: Words) -> str:
    width, cross, height = paper.partition("x")
    if not cross:
        return "+".join(part.capitalize() for part in paper.split("+"))
    sides = sorted((float(width), float(height)))
    known = (p.name for p in papers().values() if [p.width, p.height] == sides)
    return next(known, "").capitalize() or f"{width} × {height} {words['mm']}"


def _paper_cell(entry: Mapping[str, Any], words: Words) -> str:
    """Return a file's paper, and where it is printed when that is no paper for a printer at home."""
    name = _paper_name(entry["paper"], words)
    if entry["layout"] != "page":
        return name
    paper = find_paper(entry["paper"])
    known = any((p.width, p.height) == (paper.width, paper.height) for p in papers().values())
    at_home = known and paper.width <= _HOME[0] and paper.height <= _HOME[1]
    return name if at_home else words["plan_shop"].format(paper=name)


def _size(entry: Mapping[str, Any], words: Words) -> str:
    sides = " × ".join(f"{side:.1f}".removesuffix(".0") for side in entry["size_mm"])
    return f"{sides} {words['mm']}".replace(".", words["decimal"])


def _file_row(entry: Mapping[str, Any], words: Words, *, first: bool) -> dict[str, Any]:
    title = entry["title"]
    if entry["scale"] != 1:
        title = f"{title}, {words['poster_scale'].format(percent=round(entry['scale'] * 100))}"
    mean = sum(entry["coverage"]) / max(len(entry["coverage"]), 1)
    return {
        "what": title if first else f"{words['plan_or']} {title}",
        "file": entry["file"],
        "paper": _paper_cell(entry, words),
        "sheets": entry["sheets"],
        "sides": words[f"plan_side_{'glue' if entry.get('glued') else entry['duplex']}"],
        "ink": f"{mean:.0f} %",
        "first": first,
    }


def _pictures(home: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names of the pictures that these files need."""
    duplexes = {e["duplex"] for e in home if e["layout"] != "booklet"}
    layouts = {e["layout"] for e in home}
    wanted = {
        "long-edge": "long-edge" in duplexes,
        "short-edge": "short-edge" in duplexes,
        "fold": "fold" in duplexes,
        "glue": any(e.get("glued") for e in home),
        "cutting": any(e["layout"] in {"grid", "pack"} and not e.get("cuts") for e in home),
        "poster": "poster" in layouts,
        "booklet": "booklet" in layouts,
    }
    return [name for name, is_wanted in wanted.items() if is_wanted]


def _machine(kit: Mapping[str, Any], words: Words) -> Iterator[_Block]:
    """Yield how a cutting machine is set up, and by which drawing each page is cut."""
    entries = [entry for entry in kit["files"] if entry.get("cuts")]
    if not entries:
        return
    cutter = cutters()[kit["cut"]]
    yield _Block("heading", 13, {"text": words["plan_machine"].format(machine=cutter.title)}, keeps=True)
    how = words["plan_machine_how"].format(machine=cutter.title)
    yield _Block("text", 25, {"text": how}, keeps=True)
    for paper in dict.fromkeys(entry["paper"] for entry in entries):
        lengths = {"inset": cutter.inset, "arm": cutter.arm_on(paper), "line": cutter.line}
        shown = {name: f"{value:g}".replace(".", words["decimal"]) for name, value in lengths.items()}
        text = words["plan_machine_marks"].format(paper=_paper_name(paper, words), **shown)
        yield _Block("sum", 9, {"text": text}, keeps=True)
    for entry in entries:
        for cut in entry["cuts"]:
            pages = words["plan_pages"].format(pages=", ".join(map(str, cut["pages"])))
            yield _Block("cut", 4.8, {"file": entry["file"], "pages": pages, "by": f"{cut['dxf']}, .svg"})


def _coverage(entry: Mapping[str, Any], words: Words) -> Iterator[_Block]:
    numbers = [f"{value:.0f}" for value in entry["coverage"]]
    lines = [numbers[i : i + _LINES_OF_NUMBERS] for i in range(0, len(numbers), _LINES_OF_NUMBERS)]
    for at, line in enumerate(lines):
        first = at * _LINES_OF_NUMBERS + 1
        last = first + len(line) - 1
        pages = words["plan_pages"].format(pages=first if first == last else f"{first}–{last}")
        yield _Block("ink", 4.6, {"file": entry["file"] if at == 0 else "", "pages": pages, "numbers": line})
