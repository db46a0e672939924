"""Mean worth of a hand before its draw, from one table for all hands (TF-14; see five_cards/draw_means.py).

Drawn hands have no wild cards. So only the ranks of kept cards matter, and whether they are of one suit.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.draw_means import (
    Floats,
    compute_mixing_matrix,
    compute_multiset_offsets,
    compute_multiset_steps,
    compute_weights,
)
from shindig.gamekit.five_cards.state import HAND

from .hand_classes import RANKS
from .ranks import KEYS, SUITS, look_up

DECK = SUITS * RANKS
OFFSETS = compute_multiset_offsets(RANKS)
STEPS = compute_multiset_steps(RANKS)
WEIGHTS = compute_weights(DECK)
"""Weights for decks of 72, which also approximate the larger one."""
MIXING = compute_mixing_matrix(WEIGHTS)


def kept_values(worth: Floats) -> Floats:
    """Return float64[2, OFFSETS[5]]: mean of `worth`, float64[strengths], by one suit or several, and kept ranks."""
    values: dict[tuple[tuple[int, ...], bool], float] = {}
    found = np.zeros((2, OFFSETS[HAND]))
    for k in range(HAND, -1, -1):
        for ranks in combinations_with_replacement(range(RANKS), k):
            for suited in (False, True):
                values[ranks, suited] = made(ranks, suited, worth) if k == HAND else mean(ranks, suited, values)
                if k < HAND:
                    found[int(suited), number_of(ranks)] = values[ranks, suited]
    return found


def number_of(ranks: tuple[int, ...]) -> int:
    return OFFSETS[len(ranks)] + sum(int(STEPS[rank, i]) for i, rank in enumerate(ranks))


def made(ranks: tuple[int, ...], suited: bool, worth: Floats) -> float:
    """Return the worth of five cards."""
    total = KEYS[0][list(ranks)].sum(dtype=np.uint32)
    return float(worth[look_up(total, np.uint32((1 << 32) - 1 if suited else 0), 1)])


def mean(ranks: tuple[int, ...], suited: bool, values: dict[tuple[tuple[int, ...], bool], float]) -> float:
    """Return the mean over the next card."""
    total = 0.0
    for rank in range(RANKS):
        more = tuple(sorted((*ranks, rank)))
        same = int((suited or not ranks) and rank not in ranks) * (SUITS if not ranks else 1)
        total += same * values[more, True] + (SUITS - ranks.count(rank) - same) * values[more, False]
    return total / (DECK - len(ranks))


def all_draws(hands: npt.NDArray[np.int8], kept: Floats, made: Floats) -> Floats:
    """Return float64[n, 32]: mean worth after every mask of discards, of hands sorted by rank that are worth `made`."""
    ranks, suits = hands % RANKS, hands // RANKS
    values = np.empty((len(hands), 1 << HAND))
    for mask in range(1, 1 << HAND):
        places = [i for i in range(HAND) if not mask >> i & 1]
        number = sum((STEPS[ranks[:, place], i] for i, place in enumerate(places)), np.zeros(len(hands), int))
        suited = (suits[:, places] == suits[:, places[:1]]).all(axis=1)
        values[:, mask] = kept[suited.astype(int), OFFSETS[len(places)] + number]
    values[:, 0] = made
    return values @ MIXING


@kernel
def into_order(hand: Numbers) -> int:
    """Return the positions of a hand in ascending order of rank, three bits each."""
    order = 0
    for i in range(HAND):
        place = 0
        for j in range(HAND):
            one, other = hand[i] % RANKS, hand[j] % RANKS
            place += other < one or (other == one and j < i)
        order |= i << 3 * place
    return order


@kernel
def kept_place(hand: Numbers, order: int, mask: int) -> tuple[int, int]:
    """Return the index, in a table of kept ranks, of the cards that a mask of discards leaves."""
    number, count, first, suited = 0, 0, -1, 1
    for j in range(HAND):
        i = order >> 3 * j & 7
        if not mask >> i & 1:
            number += STEPS[hand[i] % RANKS, count]
            suit = int(hand[i]) // RANKS
            suited = suited if first < 0 or suit == first else 0
            first = suit
            count += 1
    return int(suited), int(number + OFFSETS[count])
