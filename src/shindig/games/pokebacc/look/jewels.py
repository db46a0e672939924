"""Jewels of the Merchant's Bank deck: cut stones of three to six sides."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from shindig.cards.faces.pips import format_length, path

from .elements import BRONZE, GOLD, WHITE

Point = tuple[float, float]


class Jewel(NamedTuple):
    """A stone: number of sides, distance of its corners from the middle, and five tones from shadow to light."""

    stone: str
    sides: int
    radius: float
    drop: float
    """Distance of its middle below the middle of the picture, so that it looks centred."""
    tones: tuple[str, str, str, str, str]


JEWELS = {
    "T": Jewel("Triangle", 3, 66, 12, ("#0a1d63", "#173aa3", "#2c62d6", "#6d9ff2", "#cfe2ff")),
    "R": Jewel("Square", 4, 60, 0, ("#6f8ca8", "#93b4cd", "#b6d3e6", "#dfeef7", "#ffffff")),
    "V": Jewel("Pentagon", 5, 56, 3, ("#04412c", "#086846", "#119362", "#53c391", "#c4f2db")),
    "H": Jewel("Hexagon", 6, 55, 0, ("#580520", "#930d35", "#c91c4b", "#f0607f", "#ffd0d8")),
}

LIGHT = -2.2
"""Direction of the light, in radians from the right, clockwise."""
TABLE = 0.52
"""Part of the stone taken by its flat top."""


def corners(sides: int, radius: float) -> list[Point]:
    """Return the corners of a regular polygon round 0,0 that stands on one of its sides."""
    start = pi / 2 + pi / sides
    return [(radius * cos(start + i * 2 * pi / sides), radius * sin(start + i * 2 * pi / sides)) for i in range(sides)]


def _outline(points: list[Point]) -> str:
    return "M" + "L".join(f"{format_length(round(x, 1))} {format_length(round(y, 1))}" for x, y in points) + "Z"


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _facets(jewel: Jewel) -> str:
    """Draw three facets per side between the outline and the table, lit according to the LIGHT."""
    outer, inner = corners(jewel.sides, jewel.radius), corners(jewel.sides, jewel.radius * TABLE)
    step = 2 * pi / jewel.sides
    tones: dict[str, str] = {}

    def add(angle: float, shift: int, *facet: Point) -> None:
        lit = round((cos(angle - LIGHT) + 1) * 1.5) + shift
        tone = jewel.tones[min(4, max(0, lit))]
        tones[tone] = tones.get(tone, "") + _outline(list(facet))

    for i in range(jewel.sides):
        j = (i + 1) % jewel.sides
        middle, angle = _between(outer[i], outer[j]), pi / 2 + pi / jewel.sides + (i + 0.5) * step
        add(angle - step / 4, 0, outer[i], middle, inner[i])
        add(angle + step / 4, 0, middle, outer[j], inner[j])
        add(angle, 1, inner[i], middle, inner[j])
    return "".join(path(d, tone) for tone, d in tones.items())


def _lit_half(table: list[Point]) -> list[Point]:
    """Return the left half of the table, from its lower left corner up."""
    half = len(table) // 2
    top = [_between(table[half - 1], table[half])] if len(table) % 2 == 0 else [table[half]]
    return [*table[:half], *top, _between(table[-1], table[0])]


def gem(kind: str) -> str:
    """Draw a cut stone in a gold bezel round 0,0."""
    jewel = JEWELS[kind]
    bezel = _outline(corners(jewel.sides, jewel.radius + 2))
    table = corners(jewel.sides, jewel.radius * TABLE)
    claws = "".join(
        f"M{format_length(round(x, 1))} {format_length(round(y, 1))}v.1"
        for x, y in corners(jewel.sides, jewel.radius + 4)
    )
    return (
        path(bezel, BRONZE, BRONZE, 11)
        + path(bezel, GOLD, GOLD, 7)
        + _facets(jewel)
        + path(_outline(table), jewel.tones[2])
        + path(_outline(_lit_half(table)), jewel.tones[3])
        + path(claws, "none", BRONZE, 11.5)
        + path(claws, "none", GOLD, 9)
        + path("M-15-20l3 8 8 3-8 3-3 8-3-8-8-3 8-3z", WHITE)
    )


def mark(kind: str) -> str:
    """Draw a stone in its colour, edged white, about 52 high round 0,0: the rank in the corner."""
    jewel = JEWELS[kind]
    stone, table = (_outline(corners(jewel.sides, jewel.radius * size)) for size in (0.44, 0.23))
    return path(stone, jewel.tones[2], WHITE, 6) + path(table, jewel.tones[4])
