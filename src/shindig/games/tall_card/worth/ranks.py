"""Strength of a hand in closed form, TC-40 to TC-46, and its Rank for people."""

from __future__ import annotations

import numpy as np

from shindig.cards import CardError
from shindig.core.kernel_compiler import get_quickest, kernel
from shindig.core.layout_and_views import Whole
from shindig.gamekit.array_and_bit_kernels import CardIds
from shindig.gamekit.five_cards.rank import Rank
from shindig.gamekit.five_cards.state import HAND

from ..deck import TALL_CARD, TALL_CARD_TALL
from .card_tallies import best_number, dragons, field, larger, pairs, place_among
from .declarations import declared, holds, made, tall_dragon
from .rank_ladder import (
    BOAT,
    DRAGON,
    FIRST,
    HIGH,
    LEAST,
    LEAST_DRAGONS,
    NEEDS,
    NEITHER,
    NONE,
    RANK_NAMES,
    SUIT,
    SUITS,
    UNITS,
    VALUES,
    WIDTH,
)

__all__ = ["RANK_NAMES", "best_cards", "declared", "natural", "number_of", "rank", "rank_of", "strength"]

PREFERRED = 10
"""Number above any value."""


@kernel
def strength(hand: CardIds, tall: int, claimed: bool) -> int:
    """Return the strength of int8[5] card ids, one int that orders all hands for one Tall Card; 0 is no Rank.

    `tall` is 0 to 5 (Bamboo, Plum, Diamond, White, Green, Red), or -1 for none.
    """
    dragon = tall_dragon(tall)
    barred = NONE if claimed else dragon
    a, b, c = without(hand[0], barred), without(hand[1], barred), without(hand[2], barred)
    best = int(natural(a, b, c, without(hand[3], barred), without(hand[4], barred), tall, claimed))
    everything = (1 << len(hand)) - 1
    if claimed and holds(hand, everything, dragon):
        for number in range(24, number_of(best), -1):
            key = made(hand, everything, number, dragon)
            if key >= 0:
                return int(FIRST[number] + key)
    return best


@kernel
def without(card: int, barred: int) -> int:
    """Return the card, or NONE for a Dragon that may not be part of a Rank (TC-44)."""
    return NONE if card == barred else int(card)


@kernel
def natural(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole, tall: Whole, claimed: Whole) -> Whole:
    """Return the strength of five cards without wild ones, NONE for a missing one; also of int64[n] arrays of them.

    `8p 8d 8p 4d 3b` is Rank 9, 3 Pretty Sisters, whose strengths begin at 1795 with three layers of 165. The 8s are at
    place 119 of a layer. With no Tall suit in the Rank that is 1795 + 165 + 119 = 2079, in the middle layer. With Plum
    Tall and mine it is 1795 + 2 x 165 + 119 = 2244. With Plum Tall and another's it is 1795, the lowest of all.
    """
    t = UNITS[a] + UNITS[b] + UNITS[c] + UNITS[d] + UNITS[e]
    number = best_number(t, pairs(a, b, c, d, e))
    least = LEAST[number]
    high = larger(appeal(a, tall, claimed), larger(appeal(b, tall, claimed), appeal(c, tall, claimed)))
    high = larger(high, larger(appeal(d, tall, claimed), appeal(e, tall, claimed))) * (number == HIGH)
    tall_in = (high > 0) & ((high > PREFERRED) == claimed)
    tall_in = tall_in | counts(t, a, least, tall) | counts(t, b, least, tall) | counts(t, c, least, tall)
    tall_in = tall_in | counts(t, d, least, tall) | counts(t, e, least, tall)
    key = place_among(t, least, NEEDS[number, BOAT] * dragons(t)) + larger(0 * high, high % PREFERRED - 1)
    lowered = tall_in & (not claimed)
    return FIRST[number] + (WIDTH[number] * (NEITHER + tall_in) + key) * (1 - 1 * lowered)


@kernel
def counts(t: Whole, card: Whole, least: Whole, tall: Whole) -> Whole:
    """Return True if a card is of the Tall suit and part of a Rank of values with this least count (TC-41, TC-42)."""
    return (SUIT[card] == tall) & (field(t, card % VALUES) >= least)


@kernel
def appeal(card: Whole, tall: Whole, claimed: Whole) -> Whole:
    """Rate a card as High & Mighty (TC-45): its value, from 1, and the Tall suit first or last."""
    return (1 + card % VALUES + PREFERRED * ((SUIT[card] == tall) == claimed)) * (card < DRAGON)


@kernel
def number_of(strength: int) -> int:
    """Return the Rank's number, 0 to 24."""
    for number in range(1, len(FIRST)):
        if strength < FIRST[number]:
            return number - 1
    return len(FIRST) - 1


@kernel
def best_cards(hand: CardIds, tall: int, claimed: bool) -> int:
    """Return the mask of the cards that make the hand's strength; 0 for no Rank."""
    aim = strength(hand, tall, claimed)
    number = number_of(aim)
    if number > HIGH and (tall < SUITS or aim >= FIRST[number] + WIDTH[number]):
        return counting(hand, number, NONE if claimed else tall_dragon(tall))
    for mask in range(1, 1 << HAND):
        if declared(hand, mask, number, tall, claimed) == aim:
            return mask
    return 0


@kernel
def counting(hand: CardIds, number: int, dragon: int) -> int:
    """Return the mask of the cards that make a hand's best Rank, without wild ones and Dragons of kind `dragon`."""
    mask = 0
    for i in range(HAND):
        least = LEAST[number] if hand[i] < DRAGON else LEAST_DRAGONS[number]
        if hand[i] != dragon and like(hand, hand[i]) >= least:
            mask |= 1 << i
    return mask


@kernel
def like(hand: CardIds, card: int) -> int:
    """Count the cards of the hand with the card's value, or the Dragons of its type."""
    count = 0
    for other in hand:
        if other == card or (other < DRAGON and card < DRAGON and other % VALUES == card % VALUES):
            count += 1
    return count


def height(card: int) -> int:
    """Return a card's value from 1 to 9, and 10 for a Dragon (TC-40)."""
    return 1 + card % VALUES if card < DRAGON else VALUES + 1


def rank_of(hand: CardIds, tall: int = -1, claimed: bool = False) -> Rank:
    """Return the Rank of int8[5] card ids."""
    cards = np.asarray(hand, np.int8)
    worth, mask = (int(get_quickest(found)(cards, tall, claimed)) for found in (strength, best_cards))
    number = number_of(worth)
    chosen = sorted((int(cards[i]) for i in range(len(cards)) if mask >> i & 1), key=height, reverse=True)
    return Rank(worth, number, RANK_NAMES[number], TALL_CARD.text(chosen))


def rank(hand: str, tall: str | None = None, claimed: bool = False) -> Rank:
    """Return the Rank of five cards, `8p 8d 8p 4d 3b`; `tall` is a Tall Card, `p` or `RdD`. Raises CardError."""
    return rank_of(*read(hand, tall, claimed), claimed)


def read(hand: str, tall: str | None, claimed: bool) -> tuple[list[int], int]:
    """Return card ids and the number of the Tall Card, -1 for none. Raises CardError."""
    cards = TALL_CARD.parse(hand)
    if len(cards) != 5:
        raise CardError(f"expected a hand of 5 cards, not {len(cards)}: {hand!r}")
    if claimed and not tall:
        raise CardError("a claimed Tall Card needs its name, like tall='p' (TC-12)")
    return cards, TALL_CARD_TALL.card(tall) if tall else -1
