"""Prospects of a hand's cards: expected points after further draws, without sampling.

Each card that may still come is assumed to come with one probability, independently. A run counts once for every three
consecutive cards in it. So the points of runs are sums over *windows* of three ranks. A window counts in full when all
its cards are held, and less for each missing card.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

from ..rules.variants import DISASTER, FAMILY_SCORE, FIGURES, NUMBERS, STRIDE, TROVES
from ..worth.meld_numbering import BIT, SHORTEST_RUN
from ..worth.melds import disasters_of, figures_of, lots_at, numbers_of
from .policy_weights import AT_ONCE, DISASTERS, FAMILY, MIXED

STEPS: Final = 50
"""Number of steps of one hundredth for probabilities, up to one half."""
MOST_MISSING: Final = 5
POWERS: Final = (np.arange(STEPS + 1)[:, None] / 100.0) ** np.arange(MOST_MISSING + 1)
"""float64[51, 6]: probability that so many cards all come, by the probability of each."""
EITHER: Final = (1 - (1 - np.arange(STEPS + 1)[:, None] / 100.0) ** 2) ** np.arange(SHORTEST_RUN + 1)
"""float64[51, 4]: probability that one of each of so many pairs of cards comes, by the probability of each card."""
SIZE: Final = np.array([bits.bit_count() for bits in range(32)], np.int64)
"""int64[32]: number of bits set."""
WINDOW: Final = 0b111
PURE_POINTS, MIXED_POINTS = 30.0, 10.0
SET_POINTS: Final = np.array([0.0, 30.0, 30.0, 30.0, 50.0])
"""float64[5]: final points of a value as a set, by the number of suits held now."""


def window_kinds() -> npt.NDArray[np.int64]:
    """Return int64[3, 4096]: features of a window in two affined suits, by bits of both held, then of both dead.

    The first two are the missing cards of each suit, 4 if one of them is dead. The third is 0 if both suits together
    cannot complete the window. Otherwise it is 1, plus 4 for each rank that one suit alone may bring, plus 1 for each
    that either may.
    """
    a, w, dead_a, dead_w = (np.arange(1 << 12) >> shift & WINDOW for shift in (0, 3, 6, 9))
    lacks = [np.where(WINDOW & ~held & dead, 4, SIZE[WINDOW & ~held]) for held, dead in ((a, dead_a), (w, dead_w))]
    lacking = WINDOW & ~(a | w)
    one = lacking & (dead_a | dead_w)
    return np.array([*lacks, np.where(lacking & dead_a & dead_w, 0, 1 + 4 * SIZE[one] + SIZE[lacking & ~one])])


def window_points(kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return float64[51, kinds]: expected points of windows of these kinds, int64[3, kinds], by the probability of a
    card."""
    come = np.append(POWERS[:, :4], np.zeros((STEPS + 1, 1)), 1)
    first, second = come[:, kinds[0]], come[:, kinds[1]]
    one, either = np.divmod(np.maximum(kinds[2] - 1, 0), 4)
    mixed = np.where(kinds[2], POWERS[:, one] * EITHER[:, either] - first - second + first * second, 0.0)
    return PURE_POINTS * (first + second) + MIXED * MIXED_POINTS * mixed


_KINDS, _kind_of = np.unique(window_kinds(), axis=1, return_inverse=True)
KIND: Final = _kind_of.astype(np.uint8)
"""uint8[4096]: kind of a window by its bits; there are fewer than 256."""
POINTS: Final = window_points(_KINDS)
"""float64[51, kinds]: its worth."""


@kernel
def missing(held: int, every: int) -> int:
    """Count the cards of a lot that are not held: bits of at most five cards."""
    return int(SIZE[every & ~held])


@kernel
def all_come(held: int, dead: int, every: int, step: int) -> float:
    """Return the probability that all cards of a lot are held in the end; 0 if a missing one is dead."""
    return 0.0 if every & ~held & dead else float(POWERS[step, missing(held, every)])


@kernel
def windows_worth(a: int, w: int, dead_a: int, dead_w: int, first: int, last: int, step: int) -> float:
    """Return expected points of the windows in two affined suits that begin with the ranks from `first` to `last`."""
    total = 0.0
    for low in range(first, last + 1):
        held = a >> low & WINDOW | (w >> low & WINDOW) << 3
        dead = dead_a >> low & WINDOW | (dead_w >> low & WINDOW) << 3
        total += POINTS[step, KIND[held | dead << 6]]
    return total


@kernel
def run_loss(hand: int, dead: int, v: int, suit: int, rank: int, step: int) -> float:
    """Return the loss of expected run points without one of the hand's numbers."""
    pair = suit & 2
    a, w = numbers_of(hand, v, pair), numbers_of(hand, v, pair + 1)
    dead_a, dead_w = numbers_of(dead, v, pair), numbers_of(dead, v, pair + 1)
    first, last = max(0, rank - SHORTEST_RUN + 1), min(rank, NUMBERS[v] - SHORTEST_RUN)
    full = windows_worth(a, w, dead_a, dead_w, first, last, step)
    if suit & 1:
        w &= ~(1 << rank)
    else:
        a &= ~(1 << rank)
    return full - windows_worth(a, w, dead_a, dead_w, first, last, step)


@kernel
def set_chance(lots: int, dead: int, step: int) -> float:
    """Return the probability that a value held in some suits becomes a set of three."""
    held, p = SIZE[lots], POWERS[step, 1]
    alive = 4 - held - SIZE[dead & ~lots]
    if held >= 3:
        return 1.0
    if held == 2:
        return float(EITHER[step, 1] if alive == 2 else p * (alive > 0))
    return float(p * p * (3 - 2 * p if alive == 3 else 1.0 * (alive == 2)))


@kernel
def set_worth(lots: int, dead: int, losses: float, step: int) -> float:
    """Return expected points of a value in some suits as a set, minus the losses of its runs."""
    if lots == 0:
        return 0.0
    points = SET_POINTS[SIZE[lots]]
    if SIZE[lots] == 3 and not dead & ~lots & 15:
        points += 20 * POWERS[step, 1]
    return float(set_chance(lots, dead, step) * max(0.0, points - losses))


@kernel
def numbers_worth(hand: int, dead: int, v: int, step: int) -> float:
    """Return expected points of the numbers of a hand."""
    total = 0.0
    for pair in (0, 2):
        a, w = numbers_of(hand, v, pair), numbers_of(hand, v, pair + 1)
        dead_a, dead_w = numbers_of(dead, v, pair), numbers_of(dead, v, pair + 1)
        total += windows_worth(a, w, dead_a, dead_w, 0, NUMBERS[v] - SHORTEST_RUN, step)
    for rank in range(NUMBERS[v]):
        lots = suits_of(hand, v, rank)
        if lots & (lots - 1):
            total += set_worth(lots, suits_of(dead, v, rank), losses_of(hand, dead, v, rank, lots, step), step)
    return total


@kernel
def suits_of(hand: int, v: int, rank: int) -> int:
    """Return the suits in which a rank is held, a bit each."""
    return int(lots_at(hand, hand >> STRIDE[v], hand >> 2 * STRIDE[v], hand >> 3 * STRIDE[v], rank))


@kernel
def losses_of(hand: int, dead: int, v: int, rank: int, lots: int, step: int) -> float:
    """Return the losses of runs by a value in some suits, summed over its cards."""
    total = 0.0
    for suit in range(4):
        if lots >> suit & 1:
            total += run_loss(hand, dead, v, suit, rank, step)
    return total


@kernel
def figures_worth(hand: int, dead: int, v: int, step: int) -> float:
    """Return expected points of the figures of a hand; an instant win counts as `AT_ONCE`."""
    every, total = (1 << FIGURES[v]) - 1, 0.0
    for suit in range(4):
        total += AT_ONCE[v] * all_come(figures_of(hand, v, suit), figures_of(dead, v, suit), every, step)
    for pair in (0, 2):
        total += FAMILY[v] * FAMILY_SCORE[v] * family_chance(hand, dead, v, pair, step)
    if TROVES[v]:
        for rank in range(NUMBERS[v], STRIDE[v]):
            total += AT_ONCE[v] * all_come(suits_of(hand, v, rank), suits_of(dead, v, rank), 15, step)
    return total


@kernel
def family_chance(hand: int, dead: int, v: int, pair: int, step: int) -> float:
    """Return the probability that the figures of two affined suits become a Family."""
    lacking = ((1 << FIGURES[v]) - 1) & ~(figures_of(hand, v, pair) | figures_of(hand, v, pair + 1))
    one, other = figures_of(dead, v, pair), figures_of(dead, v, pair + 1)
    if lacking & one & other:
        return 0.0
    single = lacking & (one | other)
    both = SIZE[lacking & ~single]
    chance = POWERS[step, SIZE[single]]
    for _ in range(both):
        chance *= EITHER[step, 1]
    return float(chance)


@kernel
def hand_worth(hand: int, dead: int, v: int, step: int) -> float:
    """Return expected points of a hand, if the cards `dead` cannot come."""
    kept = DISASTERS[v, SIZE[disasters_of(hand, v)]]
    return float(numbers_worth(hand, dead, v, step) + figures_worth(hand, dead, v, step) + kept)


@kernel
def other_loss(hand: int, dead: int, v: int, card: int, step: int) -> float:
    """Return the loss of expected points without one of the hand's figures or Disasters, which is dead then."""
    if card >= DISASTER[v]:
        held = SIZE[disasters_of(hand, v)]
        return float(DISASTERS[v, held] - DISASTERS[v, held - 1])
    rest, gone = hand & ~BIT[card], dead | BIT[card]
    return figures_worth(hand, dead, v, step) - figures_worth(rest, gone, v, step)


@kernel
def number_loss(losses: Numbers, lots: int, dead: int, suit: int, step: int) -> float:
    """Return the loss of expected points without a number, which is dead then. `losses`: float64[4], runs, by suit."""
    total = losses[0] + losses[1] + losses[2] + losses[3]
    full = set_worth(lots, dead, total, step)
    return float(losses[suit] + full - set_worth(lots & ~(1 << suit), dead | 1 << suit, total - losses[suit], step))
