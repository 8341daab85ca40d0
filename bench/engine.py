"""One engine does the job once, in a process of its own: `engine.py NAME FOLDER PROCESSORS`.

The clock starts when everything is imported and stops when the PDF is written: reading the data, the
templates, the fonts and the art is part of the job.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from pathlib import Path

PDFS = {"pnp": "pnp/deck.pdf", "typst": "typst/deck.pdf", "weasyprint": "weasyprint/deck.pdf"}
"""The engines, and where in the job's folder each writes its PDF."""
_WORKERS = {
    "pnp": (
        "jsonschema", "pnp.checks.run", "pnp.content.project", "pnp.impose.grid", "pnp.impose.papers",
        "pnp.pdf.document",
    ),
    "typst": ("typst",),
    "weasyprint": ("weasyprint", "jinja2", "yaml"),
}  # fmt: skip


def run_pnp(folder: Path) -> None:
    """Load, check, draw and impose the deck, and write its PDF; every check of `pnp validate` runs."""
    from pnp.checks.run import check_game
    from pnp.content.project import find_project
    from pnp.impose.grid import impose_grid
    from pnp.impose.papers import find_paper
    from pnp.pdf.document import Document

    report = check_game(find_project(folder / "pnp"), "deck", lambda game: game.max_players)
    if report.findings:
        sys.exit(f"The benchmark's deck has a fault: {report.findings[0].message}")
    deck = report.drawings[0]
    document = Document(deck.component.title, "ru", "long-edge")
    document.add(impose_grid(deck.component, deck.pieces, find_paper("a4"), "long-edge"))
    (folder / PDFS["pnp"]).write_bytes(document.to_bytes())


def run_typst(folder: Path) -> None:
    """Compile with the job's fonts alone; without tags, as the others do."""
    import typst

    place = folder / "typst"
    typst.compile(
        place / "deck.typ",
        output=folder / PDFS["typst"],
        root=place,
        font_paths=[place / "fonts"],
        ignore_system_fonts=True,
        pdf_tags=False,
    )


def run_weasyprint(folder: Path) -> None:
    """Render the page with Jinja and print it."""
    import jinja2
    import weasyprint
    import yaml

    place = folder / "weasyprint"
    records = yaml.load((place / "cards.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    template = jinja2.Template((place / "deck.html").read_text(encoding="utf-8"))
    page = weasyprint.HTML(string=template.render(cards=records), base_url=f"{place}/")
    page.write_pdf(folder / PDFS["weasyprint"])


def main(engine: str, folder: Path, processors: int) -> None:
    """Run one engine and print what it took as JSON; on so many processors (0: all) where that can be set."""
    import resource  # not on Windows, where the test of the job runs as well

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-processors:])
    for module in _WORKERS[engine]:
        importlib.import_module(module)
    if engine == "pnp":
        gc.disable()  # as its command does
    run = {"pnp": run_pnp, "typst": run_typst, "weasyprint": run_weasyprint}[engine]
    start = time.perf_counter()
    run(folder)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kilobytes = peak / 1024 if sys.platform == "darwin" else peak
    print(json.dumps({"seconds": seconds, "kilobytes": kilobytes}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
