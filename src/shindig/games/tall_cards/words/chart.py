"""The hand chart: every Rank from the highest, with an example."""

from __future__ import annotations

from ..deck import FRUIT

EXAMPLES = (
    ("Royal Flush", "Ap Dp Pp Up Tp"),
    ("Five of a Kind", "8p 8h 8o 8a 8r"),
    ("Straight Flush", "7h 6h 5h 4h 3h"),
    ("Flush", "Do Uo 8o 5o 2o"),
    ("Four of a Kind", "Tp Th To Ta 5r"),
    ("Full House", "Pp Ph Po 4a 4r"),
    ("Straight", "8p 7h 6o 5a 4r"),
    ("Three of a Kind", "Up Uh Uo 7a 2r"),
    ("Two Pair", "Dp Dh 6o 6a 3r"),
    ("Pair", "Ap Ah Ta 8r 5b"),
    ("High Card", "Ap Ph 8o 5a 2r"),
)
CHART: tuple[tuple[str, tuple[int, ...]], ...] = tuple((name, tuple(FRUIT.parse(cards))) for name, cards in EXAMPLES)
"""Names and card ids: the same ids show the like of an example in every deck."""
