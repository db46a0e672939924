"""Data of the 24 Ranks of Tall Card: the needs of each, and the numbering of strengths.

A strength is one int: the Rank first, then one of three layers, then the cards (TC-40 to TC-43).
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

VALUES, SUITS, TYPES = 9, 3, 3
DRAGON = VALUES * SUITS
"""Card id of the first Dragon."""
NONE = DRAGON + TYPES
"""Number for a missing card."""

# Columns of NEEDS. Two groups of one value; Dragons of one type, of another, of any; one suit; consecutive. Then
# couples of one value and suit, and whether a couple of Dragons may be the second group.
FIRST_GROUP, SECOND_GROUP, FIRST_TYPE, SECOND_TYPE, ANY_TYPE, SUITED, RUN, SHINY, BOAT = range(9)

LADDER: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("no Rank", 0, (0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("High & Mighty", 1, (1, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("High & Mighty Dragon", 1, (0, 0, 0, 0, 1, 0, 0, 0, 0)),
    ("1 Dancing Couple", 2, (2, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("2 Dragon Hootenanny", 2, (0, 0, 0, 0, 2, 0, 0, 0, 0)),
    ("1 Shiny Dancing Couple", 2, (2, 0, 0, 0, 0, 0, 0, 1, 0)),
    ("2 Shiny Dragons", 2, (0, 0, 2, 0, 0, 0, 0, 0, 0)),
    ("2 Dancing Couples", 4, (2, 2, 0, 0, 0, 0, 0, 0, 0)),
    ("3 Dragon Hootenanny", 3, (0, 0, 0, 0, 3, 0, 0, 0, 0)),
    ("3 Pretty Sisters", 3, (3, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("2 Dancing Couples: 1 Dragon, 1 Something Else", 4, (2, 0, 2, 0, 0, 0, 0, 0, 0)),
    ("Countdown", 5, (1, 0, 0, 0, 0, 0, 1, 0, 0)),
    ("4 Dragon Hootenanny", 4, (0, 0, 0, 0, 4, 0, 0, 0, 0)),
    ("Cratermaker", 5, (1, 0, 0, 0, 0, 1, 0, 0, 0)),
    ("3 Shiny Dragons", 3, (0, 0, 3, 0, 0, 0, 0, 0, 0)),
    ("2 Shiny Dancing Couples", 4, (2, 2, 0, 0, 0, 0, 0, 2, 0)),
    ("Heavy Boat", 5, (3, 2, 0, 0, 0, 0, 0, 0, 1)),
    ("2 Dancing Couples of Dragons", 4, (0, 0, 2, 2, 0, 0, 0, 0, 0)),
    ("4 Pretty Sisters", 4, (4, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("Heavy Boat, 3 Dragons", 5, (2, 0, 3, 0, 0, 0, 0, 0, 0)),
    ("5 Dragon Hootenanny", 5, (0, 0, 0, 0, 5, 0, 0, 0, 0)),
    ("Cratermaker Countdown", 5, (1, 0, 0, 0, 0, 1, 1, 0, 0)),
    ("4 Shiny Dragons", 4, (0, 0, 4, 0, 0, 0, 0, 0, 0)),
    ("Heavy Boat, full of Dragons", 5, (0, 0, 3, 2, 0, 0, 0, 0, 0)),
    ("5 Pretty Sisters", 5, (5, 0, 0, 0, 0, 0, 0, 0, 0)),
)
"""Name, number of cards and needs by the Rank's number, from 0, no Rank at all, to 24."""

RANK_NAMES = tuple(name for name, _, _ in LADDER)
CARDS: Ints = np.array([cards for _, cards, _ in LADDER], np.int64)
"""int64[25]: number of cards in a Rank."""
NEEDS: Ints = np.array([needs for _, _, needs in LADDER], np.int64)
"""int64[25, 9]: needs of a Rank, by column."""
HIGH, CRATERMAKER = RANK_NAMES.index("High & Mighty"), RANK_NAMES.index("Cratermaker")

_whole = (NEEDS[:, SUITED] | NEEDS[:, RUN]) > 0
_groups = NEEDS[:, FIRST_GROUP] > 1
_types = NEEDS[:, [FIRST_TYPE, SECOND_TYPE, BOAT]] * np.array([1, 1, 2], np.int64)

NOT_IN = 9
"""Number of copies that no hand holds."""
LEAST: Ints = np.where(_whole, 1, np.where(_groups, 2, NOT_IN))
"""int64[25]: for the best Rank of a hand, the least count of a value whose cards are part of it."""
LEAST_DRAGONS: Ints = np.where(NEEDS[:, ANY_TYPE] > 0, 1, np.where(_types > 0, _types, NOT_IN).min(axis=1))
"""int64[25]: for the best Rank of a hand, the least count of a Dragon type that is part of it."""


def _by_shape() -> Ints:
    """Return int64[18, 18, 6]: the best Rank by the two largest groups and types (as 3 x largest + next) and all
    Dragons."""
    groups, types, dragons = np.indices((18, 18, 6))
    (one, two), (dragon, other) = np.divmod(groups, 3), np.divmod(types, 3)
    best = np.zeros(one.shape, np.int64)
    for number, needs in enumerate(NEEDS):
        second = np.maximum(two, dragon) if needs[BOAT] else two
        fits = (one >= needs[FIRST_GROUP]) & (second >= needs[SECOND_GROUP])
        fits &= (dragon >= needs[FIRST_TYPE]) & (other >= needs[SECOND_TYPE]) & (dragons >= needs[ANY_TYPE])
        best[fits & ~needs[[SUITED, RUN, SHINY]].any()] = number
    return best


def _by_pattern() -> Ints:
    """Return int64[2, 2, 11]: the best Rank by one suit, consecutive values, and pairs of equal cards with a value."""
    best = np.zeros((2, 2, 11), np.int64)
    suited, run, pairs = np.indices(best.shape)
    for number, needs in enumerate(NEEDS):
        if needs[[SUITED, RUN, SHINY]].any():
            fits = (suited >= needs[SUITED]) & (run >= needs[RUN])
            best[fits & (pairs == needs[SHINY] if needs[SHINY] else fits)] = number
    return best


BY_SHAPE, BY_PATTERN = _by_shape(), _by_pattern()

_value_cards = np.where(_whole, CARDS, NEEDS[:, FIRST_GROUP] + NEEDS[:, SECOND_GROUP])
_boat = NEEDS[:, BOAT]
WIDTH: Ints = np.array([comb(VALUES - 1 + n + boat, n) for n, boat in np.stack([_value_cards, _boat], axis=1).tolist()])
"""int64[25]: number of ways to choose a Rank's values; in a Heavy Boat the Dragon is a tenth value."""
WIDTH[0] = 0
LAYERS = 3
NEITHER = 1
"""Layers of a Rank: 0 with a wild Dragon or a Tall suit of others, 1 with neither, 2 with a Tall suit of mine."""
FIRST: Ints = np.concatenate([[0], 1 + LAYERS * np.cumsum(WIDTH)[:-1]])
"""int64[25]: lowest strength of a Rank; 0 is no Rank."""
STRENGTHS = int(FIRST[-1] + LAYERS * WIDTH[-1])
"""Number of strengths, 0 to STRENGTHS - 1, which fit an int16."""

TIES: Ints = np.zeros((6, 6, VALUES + 1), np.int64)
"""int64[6, 6, 10]: part of n cards of a value in the place among equal Ranks, above `below` lower cards.

Values, from the lowest, are numbered as multisets: the order compares cards from high to low (TC-40).
"""
for _below, _n, _value in np.ndindex(TIES.shape):
    TIES[_below, _n, _value] = sum(comb(_value + i, i + 1) for i in range(_below, _below + _n))

_ids = np.arange(DRAGON)
UNITS: Ints = np.zeros(NONE + 1, np.int64)
"""int64[31]: a card in a tally, a sum with four bits for each value, Dragon type and suit."""
UNITS[:DRAGON] = (1 << 4 * (_ids % VALUES)) | (1 << 4 * (VALUES + TYPES + _ids // VALUES))
UNITS[DRAGON:NONE] = 1 << 4 * np.arange(VALUES, VALUES + TYPES)
SUIT: Ints = np.array([*(_ids // VALUES), *[NOT_IN] * (TYPES + 1)], np.int64)
"""int64[31]: suit of a card, NOT_IN for Dragons."""
