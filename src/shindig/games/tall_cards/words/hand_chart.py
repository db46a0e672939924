"""Hand chart: every Rank from the highest, with an example and its needs."""

from __future__ import annotations

from ..deck import FRUIT

EXAMPLES = (
    ("Royal Flush", "Ap Dp Pp Up Tp", "the highest straight in one suit; or five wild cards"),
    ("Five of a Kind", "8p 8h 8o 8a 8r", "five of one rank"),
    ("Straight Flush", "7h 6h 5h 4h 3h", "five consecutive ranks in one suit"),
    ("Flush", "Do Uo 8o 5o 2o", "five of one suit"),
    ("Four of a Kind", "Tp Th To Ta 5r", "four of one rank"),
    ("Full House", "Pp Ph Po 4a 4r", "three of one rank, two of another"),
    ("Straight", "8p 7h 6o 5a 4r", "five consecutive ranks"),
    ("Three of a Kind", "Up Uh Uo 7a 2r", "three of one rank"),
    ("Two Pair", "Dp Dh 6o 6a 3r", "two of one rank, two of another"),
    ("Pair", "Ap Ah Ta 8r 5b", "two of one rank"),
    ("High Card", "Ap Ph 8o 5a 2r", "nothing of these"),
)
CHART: tuple[tuple[str, tuple[int, ...], str], ...] = tuple(
    (name, tuple(FRUIT.parse(cards)), meaning) for name, cards, meaning in EXAMPLES
)
"""Names, card ids and needs. Equal ids give equivalent examples in every deck."""
