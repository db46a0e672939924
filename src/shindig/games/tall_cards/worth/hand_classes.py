"""Classes of all possible hands, by the features that decide their Rank, with scores in closed form (TF-50 to TF-54).

A class is a multiset of five symbols, the twelve ranks and WILD, together with whether the five cards are of one suit.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

RANKS = 12
WILD = 12
"""Symbol of a card of the Tall suit in the claimer's hand (TF-16)."""
ACE, FIVE = 11, 3

NAMES = (
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Full House",
    "Four of a Kind",
    "Flush",
    "Straight Flush",
    "Five of a Kind",
    "Royal Flush",
)
"""Names from the lowest; a Rank's number is its position, from 1."""
HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FULL, FOUR, FLUSH, STRAIGHT_FLUSH, FIVE_KIND, ROYAL = range(1, 12)

GROUPED = {
    (1, 1): HIGH,
    (2, 1): PAIR,
    (2, 2): TWO_PAIR,
    (3, 1): THREE,
    (3, 2): FULL,
    (4, 1): FOUR,
    (5, 0): FIVE_KIND,
}
"""Ranks by the sizes of the two largest groups of one rank."""

SYMBOLS: Ints = np.array(list(combinations_with_replacement(range(RANKS + 1), 5)))
"""int64[6188, 5]: every multiset of five symbols, ascending."""


def scores(suited: bool, ace_low: bool) -> Ints:
    """Return int64[6188]: the score of every multiset; greater wins, equal ties. Only the order has a meaning.

    A score is the Rank's number and the five ranks, the most important first, in four bits each (TF-51). Wild cards
    join the largest group, the higher among equals, unless they make a straight, which then is better. Suited cards
    that include a wild one are all of the Tall suit, so all five are wild (TF-53).
    """
    wild = (SYMBOLS == WILD).sum(axis=1)
    counts = (SYMBOLS[:, :, None] == np.arange(RANKS)).sum(axis=1)
    number, ranks = _grouped(counts, wild)
    top = _straight_tops(counts, wild, ace_low)
    run = (top >= 0) & (number < STRAIGHT)
    number[run] = STRAIGHT
    ranks[run] = _run(top[run])
    if suited:
        natural = wild == 0
        ranks[natural & ~run] = SYMBOLS[natural & ~run][:, ::-1]
        number[natural] = np.where(run[natural], STRAIGHT_FLUSH, FLUSH)
        number[natural & run & (top == ACE)] = ROYAL
    number[wild == 5] = ROYAL
    ranks[wild == 5] = _run(np.array([ACE]))
    score: Ints = number << 20
    for place in range(5):
        score |= ranks[:, place] << (16 - 4 * place)
    return score


def _grouped(counts: Ints, wild: Ints) -> tuple[Ints, Ints]:
    """Return numbers int64[n] and ranks int64[n, 5] by groups of one rank."""
    order = np.argsort(-(counts * RANKS + np.arange(RANKS)), axis=1)
    sizes = np.take_along_axis(counts, order, axis=1)
    sizes[:, 0] += wild
    number = np.array([GROUPED[min(a, 5), b if a < 5 else 0] for a, b in sizes[:, :2].tolist()])
    ends = np.cumsum(sizes, axis=1)
    place = (ends[:, None, :] <= np.arange(5)[:, None]).sum(axis=2)
    return number, np.take_along_axis(order, place, axis=1)


def _straight_tops(counts: Ints, wild: Ints, ace_low: bool) -> Ints:
    """Return int64[n]: the top rank of the best straight, -1 without one (TF-52)."""
    tops = np.full(len(counts), -1)
    single = (counts <= 1).all(axis=1)
    for top in range(FIVE if ace_low else FIVE + 1, ACE + 1):
        inside = counts[:, _run(np.array([top]))[0]].sum(axis=1)
        tops[single & (inside + wild == 5)] = top
    return tops


def _run(tops: Ints) -> Ints:
    """Return int64[n, 5]: the ranks of straights from the top down; the Ace comes last under 5 4 3 2."""
    return (tops[:, None] - np.arange(5)) % RANKS


def number_of(score: int) -> int:
    """Return the Rank's number in a score."""
    return score >> 20


def ranks_of(score: int) -> tuple[int, ...]:
    """Return the five ranks in a score, the most important first."""
    return tuple(score >> shift & 15 for shift in (16, 12, 8, 4, 0))
