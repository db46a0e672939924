"""The four elements of the Pokebacc decks: their colours, symbols and cloth textures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shindig.cards.faces.drawings import read_drawing
from shindig.cards.faces.pips import circle, path, ring_of

WHITE, GOLD, BRONZE = "#fff", "#d9ad4a", "#8a6220"
picture = partial(read_drawing, Path(__file__).with_name("pictures"))
"""(name, colours) -> a royal in the colours of an element, or a Disaster with the skyline of a deck."""


@dataclass(frozen=True)
class Element:
    """One suit: its colours from dark to light, the people who wear them, and its shapes."""

    letter: str
    affined: str
    """Letter of the suit with which it has affinity, PB-2."""
    deep: str
    main: str
    tint: str
    pale: str
    sky: str
    """Tint behind a figure."""
    skin: str
    blush: str
    hair: str
    outline: str
    """Path of the symbol, filled, in -50..50."""
    accent: str
    """Lighter path on the symbol, in -50..50."""
    accent_pen: float = 0
    """Pen width of the accent; 0: it is filled."""
    ray_pen: float = 0
    """Pen width of the rays of its glory; 0: they are filled."""


ELEMENTS = {
    element.letter: element
    for element in (
        Element(
            letter="A",
            affined="W",
            deep="#0c4a66",
            main="#1687ae",
            tint="#97d9ea",
            pale="#e2f4f8",
            sky="#bfe6f0",
            skin="#f6d9c2",
            blush="#e0a08c",
            hair="#e8e3d3",
            outline="M44-48C17-52-7-38-19-21L-4-16L-25-13C-30-7-33-1-35 4L-20 6L-36 12"
            "C-37 19-36 24-33 29L-49 49L-46 52L-27 34C-16 37-5 36 5 30L0 16L14 23C31 8 45-21 44-48Z",
            accent="M29-33L-27 28",
            accent_pen=5,
            ray_pen=4.5,
        ),
        Element(
            letter="W",
            affined="A",
            deep="#14225c",
            main="#213f9c",
            tint="#8fbcf3",
            pale="#e4ecfb",
            sky="#b4d0f5",
            skin="#c98f66",
            blush="#a9643f",
            hair="#1d1b33",
            outline="M0-50C15-20 36-4 36 16A36 34 0 0 1-36 16C-36-4-15-20 0-50Z",
            accent="M-21 17C-21 28-13 35-3 36",
            accent_pen=7,
        ),
        Element(
            letter="F",
            affined="M",
            deep="#7a1a0c",
            main="#cf3b17",
            tint="#f8ad3a",
            pale="#fdeedb",
            sky="#fbcb7d",
            skin="#eebb93",
            blush="#d4805c",
            hair="#8f3210",
            outline="M0 49C-28 49-43 31-43 9C-43-8-36-20-29-34C-26-24-21-17-14-14C-14-28-6-42 6-51C6-35 13-26 21-18"
            "C25-22 27-27 27-33C38-20 43-6 43 9C43 31 28 49 0 49Z",
            accent="M0 43C-14 43-21 33-21 22C-21 10-10 4-4-11C2 1 21 8 21 22C21 33 14 43 0 43Z",
        ),
        Element(
            letter="M",
            affined="F",
            deep="#24211f",
            main="#4a4541",
            tint="#d3ac55",
            pale="#f0ebe0",
            sky="#e0c88f",
            skin="#93603f",
            blush="#74432a",
            hair="#2a1f1b",
            outline="M-20-36H48V-20C33-18 23-12 21 0C21 11 28 18 38 22V40H-30V22C-20 18-13 11-13 0C-14-9-20-13-28-14"
            "C-41-16-48-24-50-36Z",
            accent="M-24-27H38M-19 31H27",
            accent_pen=6,
        ),
    )
}

# One row of the cloth of each element, 60 wide: gusts, scales, tongues, chain.
_CLOTH = {
    "A": "h26q8 0 8-6t-7-6t-5 5m14 7h22",
    "W": "a7.5 8 0 0 1 15 0a7.5 8 0 0 1 15 0a7.5 8 0 0 1 15 0a7.5 8 0 0 1 15 0",
    "F": "q8-3 7-14q1 10 8 14q8-3 7-14q1 10 8 14q8-3 7-14q1 10 8 14q8-3 7-14q1 10 8 14",
    "M": "m0-9h16v9h-16zm22 0h16v9h-16zm22 0h16v9h-16zm-32 4.5h10m12 0h10",
}
CLOTH_X, CLOTH_Y, CLOTH_ROWS, CLOTH_STEP = 9, 172, 9, 19


def cloth(element: Element) -> str:
    """Draw the element's texture in thin lines down the spine."""
    row = _CLOTH[element.letter]
    d = "".join(f"M{CLOTH_X} {CLOTH_Y + i * CLOTH_STEP}{row}" for i in range(CLOTH_ROWS))
    return f'<g opacity=".45">{path(d, "none", element.tint, 1.5)}</g>'


def symbol(element: Element, ink: str = "", accent: str = "") -> str:
    """Draw the symbol of an element in -50..50, in its own colours by default."""
    ink, accent = ink or element.main, accent or element.tint
    pen = element.accent_pen
    return path(element.outline, ink) + (
        path(element.accent, "none", accent, pen) if pen else path(element.accent, accent)
    )


def _air_ray(r: float) -> str:
    return f"M-12 {-r - 4}Q2 {-r - 3} 6 {-r - 11}a6 6 0 1 0-10-3"


def _water_ray(r: float) -> str:
    return f"M0 {-r - 22}q7 10 7 15a7 7 0 0 1-14 0q0-5 7-15z"


def _fire_ray(r: float) -> str:
    return f"M-10 {2 - r}C-13 {-r - 11}-3 {-r - 14} 1 {-r - 26}C3 {-r - 15} 13 {-r - 11} 10 {2 - r}Z"


def _metal_ray(r: float) -> str:
    return f"M-9 {2 - r}L-6 {-r - 14}H6L9 {2 - r}Z"


_RAYS = {"A": _air_ray, "W": _water_ray, "F": _fire_ray, "M": _metal_ray}
RAYS = 12


def glory(element: Element, radius: float, ink: str, disc: str) -> str:
    """Draw a disc round 0,0 with the element breaking out of it on all sides."""
    rays = ring_of(f'<path d="{_RAYS[element.letter](radius)}"/>', RAYS)
    pen = element.ray_pen
    drawn = f'fill="none" stroke="{ink}" stroke-width="{pen:g}" stroke-linecap="round"' if pen else f'fill="{ink}"'
    return f"<g {drawn}>{rays}</g>" + circle(0, 0, radius, disc, ink, 2)
