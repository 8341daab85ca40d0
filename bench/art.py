"""Pictures for the cards: landscapes as SVG, each drawn from its name alone."""

from __future__ import annotations

import math
import random

WIDTH, HEIGHT = 530, 240
"""In tenths of a millimetre."""


def make_art(name: str) -> str:
    """Return a landscape of some twenty shapes: a sky, a sun, hills, a wood, birds."""
    chance = random.Random(name)  # noqa: S311 - nothing secret is drawn
    hue = chance.random()
    shapes = [_sky(hue), _sun(chance), *_hills(hue, chance), *_wood(chance), *_birds(chance)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(shapes)}</svg>\n'


def _sky(hue: float) -> str:
    stops = f'<stop offset="0" stop-color="{_color(hue, 0.55)}"/>'
    stops += f'<stop offset="1" stop-color="{_color(hue + 0.1, 0.9)}"/>'
    line = f'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="{HEIGHT}"'
    return (
        f'<defs><linearGradient id="sky" {line}>{stops}</linearGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>'
    )


def _sun(chance: random.Random) -> str:
    x, y, radius = chance.randint(60, 470), chance.randint(40, 90), chance.randint(18, 36)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#fff3c4"/>'


def _hills(hue: float, chance: random.Random) -> list[str]:
    hills = []
    for layer, height in enumerate((120, 155, 190)):
        crest = " ".join(
            f"S{x - 40} {height + chance.randint(-30, 20)} {x} {height + chance.randint(-25, 25)}"
            for x in range(90, WIDTH + 1, 88)
        )
        color = _color(hue + 0.3, 0.6 - 0.15 * layer)
        hills.append(f'<path d="M0 {height}{crest}V{HEIGHT}H0Z" fill="{color}"/>')
    return hills


def _wood(chance: random.Random) -> list[str]:
    trees = []
    for _ in range(8):
        x, y, width = chance.randint(10, 500), chance.randint(170, 225), chance.randint(14, 30)
        outline = f"M{x} {y}L{x + width / 2:g} {y - width * 2}L{x + width} {y}Z"
        trees.append(f'<path d="{outline}" fill="#1f3a2d"/>')
    return trees


def _birds(chance: random.Random) -> list[str]:
    return [
        f'<path d="M{chance.randint(40, 480)} {chance.randint(20, 80)}q8 -10 14 0q6 -10 14 0"'
        ' fill="none" stroke="#22303c" stroke-width="2"/>'
        for _ in range(4)
    ]


def _color(hue: float, light: float) -> str:
    waves = (math.cos(2 * math.pi * (hue + shift)) for shift in (0, 1 / 3, 2 / 3))
    return "#" + "".join(f"{round(255 * min(1, max(0, light + 0.22 * w))):02x}" for w in waves)
