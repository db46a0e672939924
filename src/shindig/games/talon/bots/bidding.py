"""Value of a hand before the play: bidding, calls, the king to name."""

from __future__ import annotations

from math import erf, sqrt

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.array_and_bit_kernels import count_bits

from ..rules.bidding import HIGHEST
from ..rules.partner_card import named_card
from ..rules.score import BASE, FACTORS
from ..rules.state import AGAINST, BIDS, FOOL, HANDFUL_CALLS, KINGS, MAGICIAN, NAMES, RANKS, SLAMS, WORLD, Talon

HIGH = 15
"""Lowest of the high trumps, which win most tricks."""
SUIT = (1 << RANKS) - 1
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
WEIGHTS = (
    (-39.85, 1.59, 0.79, 9.09, 10.22, 7.78, 4.10, 2.43, 0.88, 1.67),
    (-49.78, 1.91, 0.68, 9.03, 8.57, 5.43, 4.75, 3.39, 1.13, 1.81),
    (-59.02, 1.34, 1.26, 8.86, 11.12, 7.05, 5.46, 3.66, 1.63, 1.65),
    (-38.12, 2.16, 1.02, 8.71, 9.22, 6.38, 4.96, 1.96, 0.04, 0.49),
    (-46.87, 1.86, 1.43, 7.87, 9.23, 2.25, 4.67, 0.77, -0.37, 1.13),
    (-64.49, 3.04, 0.58, 7.76, 12.36, 3.26, 6.65, 2.30, 0.85, 0.41),
    (-25.92, 2.58, 2.24, 6.10, 9.90, 4.41, 2.59, 2.16, 0.21, -0.20),
    (-30.87, 1.97, 1.81, 8.58, 10.09, 5.24, 3.22, 0.50, 1.74, 0.51),
    (-32.53, 3.43, 1.99, 6.70, 9.59, 3.37, 3.72, -0.74, 1.19, -2.21),
)
"""Weights by (players - 3) * 3 + kind of contract, one per feature: the expected margin in points.

From research/talon/calibrate_bidding.py.
"""
SPREAD = (6.8, 7.7, 14.9)
"""Standard deviation of the margin around that expectation, by players - 3, from the calibration."""
CAUTION = 6.0
"""Additional points that each step of the multiplier must promise, since the play may go badly."""
PASSING = -16.0
"""Value of a pass: 0 after a mulligan, a loss if another makes a contract."""
HANDFUL_MARGIN = 4.0
"""Expected margin from which a handful is called, since the winner gets it."""
SLAM_MARGIN = 45.0
"""Expected margin from which a little slam is called."""


@kernel
def features(suits: int, trumps: int) -> tuple[int, ...]:
    """Return the FEATURES of a hand as bits."""
    short = 0
    for suit in range(4):
        short += max(0, 3 - count_bits(suits >> suit * RANKS & SUIT))
    return (
        1,
        count_bits(trumps),
        count_bits(trumps >> HIGH),
        trumps >> FOOL & 1,
        trumps >> WORLD & 1,
        trumps >> MAGICIAN & 1,
        count_bits(suits & KINGS),
        count_bits(suits & KINGS >> 1),
        count_bits(suits & (KINGS >> 2 | KINGS >> 3)),
        short,
    )


@kernel
def margin(suits: int, trumps: int, players: int, kind: int) -> float:
    """Return the expected points beyond the taker's need."""
    weights, found, total = WEIGHTS[(players - 3) * 3 + kind], features(suits, trumps), 0.0
    for n in range(len(weights)):
        total += weights[n] * found[n]
    return total


@kernel
def worth(expected: float, spread: float) -> float:
    """Return the mean of 25 + |margin|, with the margin's sign, for a normal margin around `expected`."""
    ahead = 0.5 * (1 + erf(expected / spread / sqrt(2)))
    return float(BASE * (2 * ahead - 1) + expected)


@kernel
def promise(suits: int, trumps: int, players: int, contract: int) -> float:
    """Return the expected value of a contract for a hand."""
    kind = EXCHANGE if contract <= 2 else AGAINST_IT if contract == AGAINST else WITHOUT
    value = worth(margin(suits, trumps, players, kind), SPREAD[players - 3]) * FACTORS[contract]
    return value - CAUTION * (FACTORS[contract] - 1)


@kernel
def best_bid(suits: int, trumps: int, players: int, highest: int) -> int:
    """Return the bid above the highest with the best expectation, or pass."""
    best, most = 0, PASSING
    for contract in range(highest + 1, HIGHEST + 1):
        value = promise(suits, trumps, players, contract)
        if value > most:
            best, most = contract, value
    return best


@kernel
def choose_bid(m: Talon) -> int:
    seat = m.actor
    return BIDS + best_bid(int(m.suits[seat]), int(m.trumps[seat]), int(m.players), int(m.contract))


@kernel
def is_strong(m: Talon, points: float) -> bool:
    """Return True if the actor's hand as dealt promises a taker a margin of at least so many points."""
    return margin(int(m.suits[m.actor]), int(m.trumps[m.actor]), int(m.players), EXCHANGE) >= points


@kernel
def choose_handful(m: Talon, most: int) -> int:
    """Call the largest handful, as a taker only if a win is expected."""
    return most if m.actor != m.taker or is_strong(m, HANDFUL_MARGIN) else HANDFUL_CALLS


@kernel
def choose_slam(m: Talon) -> int:
    return SLAMS + 1 if is_strong(m, SLAM_MARGIN) else SLAMS


@kernel
def choose_name(m: Talon, last: int) -> int:
    """Name the king of a long suit, not one's own if possible; a queen if all kings are one's own."""
    suits = int(m.suits[m.actor])
    best, most = NAMES, -1
    for action in range(NAMES, last + 1):
        wish = name_wish(suits, named_card(action))
        if wish > most:
            best, most = action, wish
    return best


@kernel
def name_wish(suits: int, card: int) -> int:
    """Rate a card to name: another's first, then the length of its suit, then its ranks."""
    first = card // RANKS * RANKS
    wish = 0 if suits >> card & 1 else 1 << 20
    for other in range(first, first + RANKS):
        if suits >> other & 1:
            wish += (1 << 12) + other
    return wish
