"""Hand chart: every Rank from the highest, with an example and its needs."""

from __future__ import annotations

from shindig.messages import Text, say

from ..deck import FRUIT

EXAMPLES = (
    "Ap Dp Pp Up Tp",
    "8p 8h 8o 8a 8r",
    "7h 6h 5h 4h 3h",
    "Do Uo 8o 5o 2o",
    "Tp Th To Ta 5r",
    "Pp Ph Po 4a 4r",
    "8p 7h 6o 5a 4r",
    "Up Uh Uo 7a 2r",
    "Dp Dh 6o 6a 3r",
    "Ap Ah Ta 8r 5b",
    "Ap Ph 8o 5a 2r",
)
CHART: tuple[tuple[Text, tuple[int, ...], Text], ...] = tuple(
    (say(f"tall-cards-rank-{number}"), tuple(FRUIT.parse(cards)), say(f"tall-cards-rank-{number}.needs"))
    for number, cards in zip(range(len(EXAMPLES), 0, -1), EXAMPLES, strict=True)
)
"""Names, card ids and needs. Equal ids give equivalent examples in every deck."""
HEAD: tuple[Text, ...] = tuple(say(f"tall-cards-chart.{part}") for part in ("rank", "example", "needs"))
