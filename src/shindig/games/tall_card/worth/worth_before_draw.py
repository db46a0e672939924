"""Mean worth of a hand before its draw, from one table for all hands (TC-15; see five_cards/draw_means.py)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.draw_means import (
    compute_mixing_matrix,
    compute_multiset_offsets,
    compute_multiset_steps,
    compute_weights,
)
from shindig.gamekit.five_cards.state import HAND

from ..deck import TALL_CARD
from .discard_odds import Floats
from .rank_ladder import DRAGON, NONE, SUITS, VALUES
from .strength_tables import after, multisets, table

DECK = len(TALL_CARD)
OFFSETS = compute_multiset_offsets(NONE)
"""Start of the numbers of k kept cards in a table of kept cards, k from 0 to 4, and its length."""
STEPS = compute_multiset_steps(NONE)
WEIGHTS = compute_weights(DECK)
"""float64[6, 6]: by cards kept and size of S."""
SWAPPED = np.array([[0, 1, 2], [1, 0, 2], [2, 1, 0]])
LABELS = np.array(
    [
        [
            SWAPPED[tall if tall < SUITS else 0, card // VALUES] * VALUES + card % VALUES
            if card < DRAGON
            else DRAGON + SWAPPED[max(tall - SUITS, 0), card - DRAGON]
            for card in range(NONE)
        ]
        for tall in range(2 * SUITS)
    ],
    np.int8,
)
"""int8[6, 30]: cards renamed so that the Tall Card is the first suit or the first Dragon, by Tall Card."""


@cached(RULE_PARTS)
def chances_of(k: int) -> Floats:
    """Return float64[30, MULTISETS[k]]: the chance of each card to come next to k kept ones."""
    held = (multisets(k)[:, None] == np.arange(NONE)[None, :, None]).sum(axis=0)
    found: Floats = np.maximum(np.array(TALL_CARD.copies)[:, None] - held, 0) / (DECK - k)
    return found


def kept_values(worth: Floats, tall: int, claimed: bool) -> Floats:
    """Return float64[OFFSETS[5]]: mean of `worth`, float64[STRENGTHS], by kept cards, over all draws of the others."""
    values, found = worth[table(tall, claimed)], []
    for k in range(HAND - 1, -1, -1):
        values = (chances_of(k) * values[after(k)]).sum(axis=0)
        found.append(values)
    return np.concatenate(found[::-1])


def all_draws(hands: npt.NDArray[np.int8], kept: Floats, made: Floats) -> Floats:
    """Return float64[n, 32]: mean worth after every mask of discards, of int8[n, 5] sorted hands worth `made`."""
    values = np.empty((len(hands), 1 << HAND))
    for mask in range(1, 1 << HAND):
        places = [i for i in range(HAND) if not mask >> i & 1]
        number = sum((STEPS[hands[:, place], i] for i, place in enumerate(places)), np.zeros(len(hands), int))
        values[:, mask] = kept[OFFSETS[len(places)] + number]
    values[:, 0] = made
    return values @ MIXING


MIXING = compute_mixing_matrix(WEIGHTS)


@kernel
def into_order(hand: Numbers, tall: int) -> int:
    """Return the positions of a hand in ascending order of its renamed cards, three bits each."""
    order = 0
    for i in range(HAND):
        place = 0
        for j in range(HAND):
            one, other = LABELS[tall, hand[i]], LABELS[tall, hand[j]]
            place += other < one or (other == one and j < i)
        order |= i << 3 * place
    return order


@kernel
def kept_place(hand: Numbers, tall: int, order: int, mask: int) -> int:
    """Return the index, in a table of kept cards, of the cards that a mask of discards leaves."""
    number = count = 0
    for j in range(HAND):
        i = order >> 3 * j & 7
        if not mask >> i & 1:
            number += STEPS[LABELS[tall, hand[i]], count]
            count += 1
    return int(number + OFFSETS[count])
