"""One engine does the job once, in a process of its own: `engine.py NAME FOLDER` prints seconds and memory.

The clock starts when everything is imported and stops when the PDF is written: reading the data, the
templates, the fonts and the art is part of the job.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path

PDFS = {"pnp": "out/deck/ru/cards.pdf", "typst": "typst/deck.pdf", "weasyprint": "weasyprint/deck.pdf"}
"""The engines, and where in the job's folder each writes its PDF."""
_WORKERS = {
    "pnp": (
        "cairosvg", "jsonschema", "pikepdf", "pnp.content.load", "pnp.draw.kinds", "pnp.impose.grid",
        "pnp.impose.pages", "pnp.impose.papers", "pnp.kit", "pnp.pdf.document",
    ),
    "typst": ("typst",),
    "weasyprint": ("weasyprint", "jinja2", "yaml"),
}  # fmt: skip


def run_pnp(folder: Path) -> None:
    """Build the kit as `pnp build` does, with every check."""
    from pnp.content.project import find_project
    from pnp.impose.papers import find_paper
    from pnp.kit import Options, build_game

    kit = build_game(
        find_project(folder / "pnp"), "deck", Options(find_paper("a4"), "long-edge"), folder / "out"
    )
    if kit.findings:
        sys.exit(f"The benchmark's deck has a fault: {kit.findings[0].message}")


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


def main(engine: str, folder: Path) -> None:
    """Run one engine and print what it took as JSON."""
    import resource  # not on Windows, where the test of the job runs as well

    for module in _WORKERS[engine]:
        importlib.import_module(module)
    run = {"pnp": run_pnp, "typst": run_typst, "weasyprint": run_weasyprint}[engine]
    start = time.perf_counter()
    run(folder)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kilobytes = peak / 1024 if sys.platform == "darwin" else peak
    print(json.dumps({"seconds": seconds, "kilobytes": kilobytes}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
