"""Exact odds of every discard, counted over all draws of the unseen cards. TC-15.

Draws are counted as multisets with the number of ways to get each, and hands grow from number to number
(strength_tables.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

import numpy as np
import numpy.typing as npt

from shindig.cards import CardError
from shindig.core.caches import RULE_PARTS, cached
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.state import HAND

from ..deck import TALL_CARD
from .rank_ladder import NONE, RANK_NAMES, STRENGTHS
from .ranks import read
from .strength_tables import MULTISETS, NUMBERS, after, multisets, table

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MASKS = 1 << HAND


def unseen(seen: Iterable[int]) -> Ints:
    """Return int64[30]: the cards of each kind in the deck, without those seen. Raises CardError."""
    left = np.array(TALL_CARD.copies) - np.bincount(np.fromiter(seen, np.int64), minlength=NONE)
    if (left < 0).any():
        raise CardError(f"more of {TALL_CARD.codes[int(left.argmin())]} was seen than the deck holds")
    return left


@cached(RULE_PARTS)
def _runs(k: int) -> npt.NDArray[np.int16]:
    """Return int16[k, MULTISETS[k]]: for each card, kind x 6 plus its count at its last copy, plus 0 before."""
    cards = multisets(k).astype(np.int16)
    length = np.ones_like(cards)
    for i in range(1, k):
        length[i] += (cards[i] == cards[i - 1]) * length[i - 1]
    length[:-1] *= cards[:-1] != cards[1:]
    return cards * (HAND + 1) + length


def ways(k: int, left: Ints) -> Ints:
    """Return int64[MULTISETS[k]]: the ways to draw each multiset of k cards from int64[30] cards left."""
    choose = np.array([[comb(n, r) for r in range(HAND + 1)] for n in left.tolist()]).ravel()
    found = np.ones(MULTISETS[k], np.int64)
    for column in _runs(k):
        found *= choose[column]
    return found


def finals(kept: Sequence[int]) -> npt.NDArray[np.int32]:
    """Return the numbers of the hands that kept cards become, by the number of the multiset drawn."""
    found = np.arange(MULTISETS[HAND - len(kept)], dtype=np.int32)
    for i, card in enumerate(kept):
        found = after(HAND - len(kept) + i)[card][found]
    return found


def keeps(hand: Sequence[int], mask: int) -> list[int]:
    """Return the cards that a mask of discards leaves."""
    return [int(card) for i, card in enumerate(hand) if not mask >> i & 1]


def discards(hand: Sequence[int], most: int = HAND) -> dict[tuple[int, ...], int]:
    """Return the different choices of up to `most` cards to discard, with a mask of positions for each."""
    found: dict[tuple[int, ...], int] = {}
    for mask in range(MASKS):
        gone = tuple(sorted(int(card) for i, card in enumerate(hand) if mask >> i & 1))
        if len(gone) <= most:
            found.setdefault(gone, mask)
    return found


def discard_text(hand: Sequence[int], mask: int) -> str:
    """Write the cards at the positions of a mask, in the order of the hand."""
    return TALL_CARD.text(card for i, card in enumerate(hand) if mask >> i & 1)


def discard_counts(hand: Sequence[int], tall: int, claimed: bool, left: Ints) -> Ints:
    """Return int64[32, 25]: for each mask of discards, the number of draws that lead to each Rank by number.

    `hand` are 5 card ids, `left` the int64[30] unseen cards of each kind. The claimer may discard one card only.
    """
    numbers = NUMBERS[table(tall, claimed)]
    drawn = [ways(k, left) for k in range(HAND + 1)]
    counts = np.zeros((MASKS, len(RANK_NAMES)), np.int64)
    for mask in range(MASKS):
        made = numbers[finals(keeps(hand, mask))]
        counts[mask] = np.bincount(made, weights=drawn[mask.bit_count()], minlength=counts.shape[1])
    return counts


def draw_values(hand: Sequence[int], tall: int, claimed: bool, left: Ints, value: Floats, most: int = HAND) -> Floats:
    """Return float64[32]: mean of `value`, float64[STRENGTHS], after each mask of discards; -inf above `most`."""
    by_number = value[table(tall, claimed)]
    drawn = [ways(k, left) for k in range(most + 1)]
    values = np.full(MASKS, -np.inf)
    for mask in range(MASKS):
        if mask.bit_count() <= most:
            chances = drawn[mask.bit_count()]
            values[mask] = (chances * by_number[finals(keeps(hand, mask))]).sum() / chances.sum()
    return values


def field(tall: int, claimed: bool, left: Ints) -> Floats:
    """Return float64[STRENGTHS]: the chance of each strength for five of the cards left."""
    return fractions(np.bincount(table(tall, claimed), weights=ways(HAND, left), minlength=STRENGTHS))


def fractions(counts: Numbers) -> Floats:
    """Divide counts by their sum."""
    found: Floats = counts / counts.sum()
    return found


def shares(fields: Iterable[Floats]) -> Floats:
    """Return float64[STRENGTHS]: the expected share of a pot with each strength, against hands of given fields.

    Exact for one field; several are treated as independent. With j hands tied for the best the share is 1 / (j + 1).
    """
    tied = np.ones((1, STRENGTHS))
    for chance in fields:
        below = np.cumsum(chance) - chance
        tied = np.pad(tied * below, ((0, 1), (0, 0))) + np.pad(tied * chance, ((1, 0), (0, 0)))
    found: Floats = (tied / np.arange(1, len(tied) + 1)[:, None]).sum(axis=0)
    return found


def draw_odds(hand: str, tall: str | None = None, claimed: bool = False, seen: str = "") -> dict[str, dict[str, float]]:
    """Return the chance of every Rank, by the cards discarded: `{"4d 3b": {"3 Pretty Sisters": 0.1, ...}, ...}`.

    Best Ranks first. `seen` are more cards known not to be in the deck. Raises CardError.
    """
    cards, tall_card = read(hand, tall, claimed)
    counts = discard_counts(cards, tall_card, claimed, unseen([*cards, *TALL_CARD.parse(seen)]))
    masks = discards(cards, 1 if claimed else HAND).values()
    return {discard_text(cards, mask): chances(counts[mask]) for mask in masks}


def chances(counts: Ints) -> dict[str, float]:
    """Return names and chances of the Ranks in int64[25] counts, best first."""
    total = counts.sum()
    return {RANK_NAMES[n]: float(counts[n] / total) for n in range(len(counts) - 1, -1, -1) if counts[n]}
