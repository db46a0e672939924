"""What a Talon hand is worth before the play: bidding, calls, the king to name."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from ..rules.score import BASE, FACTORS
from ..rules.state import AGAINST, BIDS, NAMES, SUITED, Talon
from ..words.actions import NAMED_CARDS

FOOL, MAGICIAN, WORLD = SUITED, SUITED + 1, SUITED + 21
HIGH = SUITED + 15
"""Trumps from here on win most tricks."""

FEATURES = (
    "one",
    "trumps",
    "high trumps",
    "Fool",
    "World",
    "Magician",
    "kings",
    "queens",
    "lesser courts",
    "short suits",
)
EXCHANGE, WITHOUT, AGAINST_IT = range(3)
WEIGHTS: dict[tuple[int, int], tuple[float, ...]] = {
    (3, 0): (-39.85, 1.59, 0.79, 9.09, 10.22, 7.78, 4.10, 2.43, 0.88, 1.67),
    (3, 1): (-49.78, 1.91, 0.68, 9.03, 8.57, 5.43, 4.75, 3.39, 1.13, 1.81),
    (3, 2): (-59.02, 1.34, 1.26, 8.86, 11.12, 7.05, 5.46, 3.66, 1.63, 1.65),
    (4, 0): (-38.12, 2.16, 1.02, 8.71, 9.22, 6.38, 4.96, 1.96, 0.04, 0.49),
    (4, 1): (-46.87, 1.86, 1.43, 7.87, 9.23, 2.25, 4.67, 0.77, -0.37, 1.13),
    (4, 2): (-64.49, 3.04, 0.58, 7.76, 12.36, 3.26, 6.65, 2.30, 0.85, 0.41),
    (5, 0): (-25.92, 2.58, 2.24, 6.10, 9.90, 4.41, 2.59, 2.16, 0.21, -0.20),
    (5, 1): (-30.87, 1.97, 1.81, 8.58, 10.09, 5.24, 3.22, 0.50, 1.74, 0.51),
    (5, 2): (-32.53, 3.43, 1.99, 6.70, 9.59, 3.37, 3.72, -0.74, 1.19, -2.21),
}
"""(players, kind of contract) -> a weight a feature: the expected margin in points. From scripts/calibrate_talon.py."""
SPREAD = {3: 6.8, 4: 7.7, 5: 14.9}
"""Standard deviation of the margin around that expectation, from the same run."""
CAUTION = 6.0
"""Points that each step of the multiplier must promise more: a bid can also be outplayed."""

PASSING = -16.0
"""What passing is worth: nothing after a mulligan, a loss where another's hand is made."""


def cards_of(view: Talon) -> list[int]:
    """The viewer's hand."""
    suits, trumps = int(view.suits[view.viewer]), int(view.trumps[view.viewer])
    return [card for card in range(SUITED) if suits >> card & 1] + [SUITED + n for n in range(22) if trumps >> n & 1]


def in_suit(cards: Sequence[int], suit: int) -> list[int]:
    return [card for card in cards if card // 14 == suit and card < SUITED]


def features(cards: Sequence[int]) -> tuple[float, ...]:
    """What FEATURES name, of a hand."""
    ranks = [card % 14 for card in cards if card < SUITED]
    lengths = [len(in_suit(cards, suit)) for suit in range(4)]
    return (
        1.0,
        sum(card >= SUITED for card in cards),
        sum(card >= HIGH for card in cards),
        FOOL in cards,
        WORLD in cards,
        MAGICIAN in cards,
        ranks.count(13),
        ranks.count(12),
        ranks.count(11) + ranks.count(10),
        sum(max(0, 3 - length) for length in lengths),
    )


def margin(cards: Sequence[int], players: int, kind: int) -> float:
    """The expected points beyond what the taker needs."""
    return sum(w * f for w, f in zip(WEIGHTS[players, kind], features(cards), strict=True))


def worth(expected: float, spread: float) -> float:
    """The mean of 25 + |margin|, counted for or against, where the margin is normal around `expected`."""
    ahead = 0.5 * (1 + erf(expected / spread / sqrt(2)))
    return BASE * (2 * ahead - 1) + expected


def best_bid(view: Talon, legal: Sequence[int]) -> int:
    """The bid that promises most, or pass."""
    cards, players = cards_of(view), int(view.players)
    best, most = BIDS, PASSING
    for action in legal:
        contract = action - BIDS
        if contract:
            kind = EXCHANGE if contract <= 2 else AGAINST_IT if contract == AGAINST else WITHOUT
            promise = worth(margin(cards, players, kind), SPREAD[players]) * FACTORS[contract]
            promise -= CAUTION * (FACTORS[contract] - 1)
            if promise > most:
                best, most = action, promise
    return best


def is_strong(view: Talon, points: float) -> bool:
    """Whether the hand as dealt promises a margin as a taker of at least so many points."""
    return margin(cards_of(view), int(view.players), EXCHANGE) >= points


def name_card(view: Talon, legal: Sequence[int]) -> int:
    """The king of a suit where the taker is long, not one's own if that can be helped; a queen when all are."""
    cards = cards_of(view)

    def wish(action: int) -> tuple[bool, int, int]:
        card = NAMED_CARDS[action - NAMES]
        suit = in_suit(cards, card // 14)
        return card not in cards, len(suit), sum(suit)

    return max(legal, key=wish)
