"""Trumps of the Talon deck: their numerals, pictures, and ribbons with names."""

from __future__ import annotations

from shindig.cards.faces.pips import INDEX_BASELINE, INDEX_X, index, path, star

from ..deck import TRUMPS
from .palette import CORAL, CREAM, GOLD, NIGHT, PALE_GOLD, PLUM, WINDOW_X, layers, picture, text, window

ROMAN_TENS = ("", "X", "XX")
ROMAN_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
NAMES = tuple(name.removeprefix("the ") for _, name in TRUMPS)

RIBBON = "M69 290H239V318H69Z"
RIBBON_TAILS = "M76 296H63L68 310L63 324H78ZM232 296H245L240 310L245 324H230Z"
NAME_Y, NAME_SIZE, LONGEST_NAME, NAME_WIDTH = 310, 18, 14, 158


def trump(number: int) -> str:
    """Draw the card of a trump, 0 being the Fool, over its dark ground."""
    return layers(
        window(picture(f"T{number}"), NIGHT, GOLD),
        index(str(number), GOLD),
        _roman(number),
        _ribbon(NAMES[number]),
    )


def _roman(number: int) -> str:
    numeral = ROMAN_TENS[number // 10] + ROMAN_ONES[number % 10]
    if not numeral:
        return path(star(8, 20, 8, INDEX_X, INDEX_BASELINE + 30), PALE_GOLD)
    drawn = text(numeral, INDEX_X, INDEX_BASELINE + 34, 27, PALE_GOLD, 54 if len(numeral) > 3 else 0)
    return f'<g class="roman">{drawn}</g>'


def _ribbon(name: str) -> str:
    width = NAME_WIDTH if len(name) >= LONGEST_NAME else 0
    words = text(name, WINDOW_X, NAME_Y, NAME_SIZE, PLUM, width)
    return f'<g class="ribbon">{path(RIBBON_TAILS, CORAL)}{path(RIBBON, CREAM, GOLD, 1.5)}{words}</g>'
