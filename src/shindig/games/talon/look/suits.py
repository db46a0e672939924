"""Suits of the Talon deck: shape and colours of each."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import circle, path, star

from .palette import oval


class SymbolColours(NamedTuple):
    """Colours of one symbol: the body, its shaded side, its bright details."""

    body: str
    shade: str
    light: str


class SuitColours(NamedTuple):
    """Colours of a suit, from dark to pale, all of one hue."""

    dark: str
    main: str
    light: str
    pale: str


SUITS = {
    "S": SuitColours("#142f66", "#2444a0", "#a5c3ea", "#e9f0f9"),
    "C": SuitColours("#7c1230", "#a81238", "#f2a7ac", "#fbe9e6"),
    "P": SuitColours("#6b4300", "#aa6e02", "#f0cd78", "#fbf3da"),
    "W": SuitColours("#0a463d", "#108a76", "#8fd0bd", "#e2f3ee"),
}

BLADE = "M0-50L10-36V14H-10V-36Z"
BLADE_SHADE = "M0-50L10-36V14H0Z"
HILT = "M-32 5C-32 14-22 15-10 12H10C22 15 32 14 32 5C39 18 31 28 18 25H6V38H-6V25H-18C-31 28-39 18-32 5Z"
BOWL = "M-32-44H32C34-14 20 4 6 9V22C7 33 25 34 26 46H-26C-25 34-7 33-6 22V9C-20 4-34-14-32-44Z"
BOWL_SHADE = "M10-44H32C34-14 20 4 6 9V22C7 33 25 34 26 46H10C6 36 0 32 0 20V9C8-2 12-20 10-44Z"
STAFF = "M-6 50L-7 14L-5-28Q-8-40 0-50Q9-42 6-30L7 14L6 50Q0 54-6 50Z"
STAFF_SHADE = "M0-50Q9-42 6-30L7 14L6 50Q2 52 0 52Z"
LEAVES = (
    "M4-18C6-34 18-42 34-40C34-24 22-14 4-18ZM-4 0C-8-16-20-24-36-20C-34-6-22 4-4 0Z"
    "M4 22C8 8 20 2 34 6C31 20 20 28 4 22Z"
)
VEINS = "M8-20L24-32M-8-3L-26-14M8 20L24 10"


def sword(inks: SymbolColours) -> str:
    """Draw a sword, point up."""
    return path(BLADE, inks.body) + path(BLADE_SHADE, inks.shade) + path(HILT, inks.shade) + circle(0, 41, 9, inks.body)


def cup(inks: SymbolColours) -> str:
    """Draw a goblet."""
    return (
        path(BOWL, inks.body)
        + path(BOWL_SHADE, inks.shade)
        + oval(0, -44, 32, 6, inks.light)
        + oval(0, 14, 11, 6, inks.body)
    )


def pentacle(inks: SymbolColours) -> str:
    """Draw a coin with a five-pointed star."""
    return (
        circle(0, 0, 47, inks.shade) + circle(0, 0, 38, inks.body, inks.light, 3) + path(star(5, 36, 14.5), inks.light)
    )


def wand(inks: SymbolColours) -> str:
    """Draw a budding staff, leaning."""
    drawing = path(LEAVES, inks.body) + path(STAFF, inks.body) + path(STAFF_SHADE, inks.shade)
    return f'<g transform="rotate(24)">{drawing}{path(VEINS, "none", inks.shade, 3)}</g>'


SYMBOLS = {"S": sword, "C": cup, "P": pentacle, "W": wand}


def symbol(suit: str) -> str:
    """Draw the symbol of a suit in its own colours, -50..50 each way."""
    colours = SUITS[suit]
    return SYMBOLS[suit](SymbolColours(colours.main, colours.dark, colours.pale))
