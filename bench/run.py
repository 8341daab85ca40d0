"""Measure pnp beside Typst and WeasyPrint on one job; `make bench` runs it, README.md tells how."""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from engine import PDFS
from job import PER_SHEET, Card, letters, write_job

HERE = Path(__file__).resolve().parent
CARDS = 200
FEW, MANY = 100, 400
"""How many cards the two jobs have by which the growth of memory is measured."""
VARIANTS = {"art repeats": True, "no art repeats": False}
TYPST_SHARE = {"art repeats": 0.6, "no art repeats": 0.3}
WEASYPRINT_TIMES = 15
GROWTH = 30
"""The most kilobytes of memory that one more card may take, art of its own not counted."""
STARTUP_TIMES = 2.5


@dataclass
class Score:
    """An engine's best on one processor: seconds, its process's peak in kB, what that grows by with a card.

    `spread` are its seconds with all processors.
    """

    seconds: float
    kilobytes: float
    pdf_bytes: int
    growth: float = 0.0
    spread: float = math.inf


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine does the job (5)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        for variant, repeats in VARIANTS.items():
            scores = measure(Path(temporary) / variant.replace(" ", "-"), rounds, repeats=repeats)
            print_table(f"{variant}: {CARDS} cards, best of {rounds}", scores)
            print_targets(scores, TYPST_SHARE[variant])
            if repeats:
                _print_target("memory a card, kB", scores["pnp"].growth, "≤", GROWTH)
    _print_target("pnp --help against import click, times", _startup(rounds), "≤", STARTUP_TIMES)


def measure(folder: Path, rounds: int, *, repeats: bool) -> dict[str, Score]:
    """Return the score of each engine; they take turns, so that a busy machine is busy for all."""
    jobs = {count: folder / str(count) for count in (FEW, MANY, CARDS)}
    cards = {count: write_job(place, count, repeats=repeats) for count, place in jobs.items()}
    scores: dict[str, Score] = {}
    for number in range(rounds):
        for engine in PDFS:
            score = run_engine(engine, jobs[CARDS], cards[CARDS])
            scores[engine] = min(scores.get(engine, score), score, key=lambda s: s.seconds)
            _note(f"{folder.name}, round {number + 1}: {engine} {score.seconds:.2f} s")
        spread = run_engine("typst", jobs[CARDS], cards[CARDS], processors=0).seconds
        scores["typst"].spread = min(scores["typst"].spread, spread)
    for engine, score in scores.items():
        few, many = (run_engine(engine, jobs[count], cards[count]).kilobytes for count in (FEW, MANY))
        score.growth = (many - few) / (MANY - FEW)
    return scores


def run_engine(engine: str, folder: Path, cards: list[Card], processors: int = 1) -> Score:
    """Have an engine do the job in a process of its own; exit when its PDF is not what was asked for.

    `processors` is how many it may use, 0 for all.
    """
    command = [sys.executable, str(HERE / "engine.py"), engine, str(folder), str(processors)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    pdf = folder / PDFS[engine]
    fault = find_fault(pdf, cards)
    if fault:
        sys.exit(f"{engine}: {fault}")
    return Score(**json.loads(done.stdout), pdf_bytes=pdf.stat().st_size)


def find_fault(pdf: Path, cards: list[Card]) -> str:
    """Return what is wrong with a PDF of the deck, or nothing: pages, and each card's text on its page."""
    with pypdfium2.PdfDocument(pdf) as document:
        wanted = 2 * math.ceil(len(cards) / PER_SHEET)
        if len(document) != wanted:
            return f"{len(document)} pages instead of {wanted}"
        texts = [letters(page.get_textpage().get_text_bounded()) for page in document]
    for number, card in enumerate(cards):
        if card.letters not in texts[2 * (number // PER_SHEET)]:
            return f"the text of {card.id} is not on its page"
    return ""


def _startup(rounds: int) -> float:
    """Return how many times as long `pnp --help` takes as importing click, best against best."""
    commands = (["-c", "import click"], ["-m", "pnp.cli", "--help"])
    best = [math.inf, math.inf]
    for _ in range(2 * rounds):
        for index, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            best[index] = min(best[index], time.perf_counter() - start)
    return best[1] / best[0]


def print_table(title: str, scores: dict[str, Score]) -> None:
    """Print the engines side by side."""
    pages = 2 * math.ceil(CARDS / PER_SHEET)
    print(f"\n{title}, {pages} pages, each engine on one processor")
    print(f"{'':12}{'s':>8}{'cards/s':>9}{'pages/s':>9}{'peak MB':>9}{'kB/card':>9}{'PDF kB':>8}")
    for engine, s in scores.items():
        print(
            f"{engine:12}{s.seconds:8.2f}{CARDS / s.seconds:9.0f}{pages / s.seconds:9.0f}"
            f"{s.kilobytes / 1024:9.0f}{s.growth:9.1f}{s.pdf_bytes / 1000:8.0f}"
        )
    print(f"typst on all {os.cpu_count()} processors: {CARDS / scores['typst'].spread:.0f} cards/s")


def print_targets(scores: dict[str, Score], typst_share: float) -> None:
    """Print what pnp reached of what it is to reach."""
    pnp = scores["pnp"]
    _print_target("cards/s, part of Typst's", scores["typst"].seconds / pnp.seconds, "≥", typst_share)
    times = scores["weasyprint"].seconds / pnp.seconds
    _print_target("cards/s, times WeasyPrint's", times, "≥", WEASYPRINT_TIMES)


def _print_target(what: str, value: float, sign: str, target: float) -> None:
    reached = value >= target if sign == "≥" else value <= target
    print(f"  {what:40}{value:8.2f}  {sign} {target:g}  {'reached' if reached else 'MISSED'}", flush=True)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
