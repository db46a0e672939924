"""Ranks of chosen cards, wild Dragons included: declarations by hand (TC-17, TC-47) and TC-43."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.array_and_bit_kernels import CardIds, count_bits
from shindig.gamekit.five_cards.state import HAND

from .card_tallies import ALL_VALUES, FIRST_SUIT, RUN_OF_FIVE, dragons, field, larger, place_among, smaller, two_largest
from .rank_ladder import (
    ANY_TYPE,
    BOAT,
    CARDS,
    CRATERMAKER,
    DRAGON,
    FIRST,
    FIRST_GROUP,
    FIRST_TYPE,
    LEAST,
    NEEDS,
    NEITHER,
    NONE,
    RUN,
    SECOND_GROUP,
    SECOND_TYPE,
    SHINY,
    SUIT,
    SUITED,
    SUITS,
    TIES,
    TYPES,
    UNITS,
    VALUES,
    WIDTH,
)

IMPOSSIBLE = -1
SINGLES = 0x111111111
"""Tally with every value once."""
HIGHEST_LOW = 1 << 4 * (VALUES - 5)
"""Tally of the lowest value, 5, of the highest run."""


@kernel
def tall_dragon(tall: int) -> int:
    """Return the card id of a Dragon Tall Card's type; NONE for a suit, or no Tall Card."""
    return DRAGON + tall - SUITS if tall >= SUITS else NONE


@kernel
def holds(hand: CardIds, mask: int, card: int) -> int:
    """Count the cards of a kind at a mask's positions."""
    count = 0
    for i in range(HAND):
        if mask >> i & 1 and hand[i] == card:
            count += 1
    return count


@kernel
def declared(hand: CardIds, mask: int, number: int, tall: int, claimed: bool) -> int:
    """Return the strength of exactly the cards at a mask's positions declared as a Rank, or -1 if it is not made."""
    dragon = tall_dragon(tall)
    wild = holds(hand, mask, dragon)
    if count_bits(mask) != CARDS[number] or number == 0 or (wild > 0 and not claimed):
        return IMPOSSIBLE
    for standing in range(1 + (wild > 0)):
        key = made(hand, mask, number, dragon if standing else NONE + standing)
        if key >= 0:
            return int(FIRST[number] + key) if standing else with_suit(hand, mask, number, key, tall, claimed)
    return IMPOSSIBLE


@kernel
def with_suit(hand: CardIds, mask: int, number: int, key: int, tall: int, claimed: bool) -> int:
    """Return the strength of a Rank without wild cards: TC-41 and TC-42 for a Tall suit in it."""
    for i in range(HAND):
        if mask >> i & 1 and SUIT[hand[i]] == tall:
            return int(FIRST[number] + (NEITHER + 1) * WIDTH[number] + key) if claimed else int(FIRST[number])
    return int(FIRST[number] + NEITHER * WIDTH[number] + key)


@kernel
def made(hand: CardIds, mask: int, number: int, wild: int) -> int:
    """Return the best place among equal Ranks for the cards of a mask, or -1. Cards of kind `wild` are wild."""
    spare = holds(hand, mask, wild)
    t = tally(hand, mask, wild)
    if NEEDS[number, SUITED] or NEEDS[number, RUN]:
        return whole(t, spare, number)
    spare -= dragons_missing(t, number)
    if spare < 0 or NEEDS[number, FIRST_GROUP] == 0:
        return 0 if spare >= 0 else IMPOSSIBLE
    return groups(hand, mask, t, spare, number)


@kernel
def tally(hand: CardIds, mask: int, wild: int) -> int:
    """Tally the cards at a mask's positions, without those of kind `wild`."""
    t = UNITS[NONE]
    for i in range(HAND):
        if mask >> i & 1 and hand[i] != wild:
            t += UNITS[hand[i]]
    return int(t)


@kernel
def dragons_missing(t: int, number: int) -> int:
    """Return the number of wild cards needed to complete a Rank's Dragons (a Heavy Boat's are one of its groups)."""
    types = two_largest(t, VALUES, VALUES + TYPES)
    lacking = larger(0, NEEDS[number, FIRST_TYPE] - types // 3) + larger(0, NEEDS[number, SECOND_TYPE] - types % 3)
    return int(lacking + larger(0, NEEDS[number, ANY_TYPE] - dragons(t)))


@kernel
def groups(hand: CardIds, mask: int, t: int, spare: int, number: int) -> int:
    """Return the best place of one or two groups of a value, completed with spare wild cards; -1 if they do not
    suffice.

    Shiny couples are groups of a value and suit, and two of them may share a value.
    """
    first, second, shiny = NEEDS[number, FIRST_GROUP], NEEDS[number, SECOND_GROUP], NEEDS[number, SHINY]
    kinds = DRAGON if shiny else VALUES
    best = IMPOSSIBLE
    for x in range(kinds):
        left = spare - larger(0, first - held(hand, mask, t, x, shiny))
        if second == 0 and left >= 0:
            best = larger(best, TIES[0, first, x % VALUES])
        for y in range(kinds + NEEDS[number, BOAT] if second and left >= 0 else 0):
            if x != y and left >= second - held(hand, mask, t, y, shiny):
                best = larger(best, two_groups(x % VALUES, first, y if y == kinds else y % VALUES, second))
    return int(best)


@kernel
def held(hand: CardIds, mask: int, t: int, group: int, shiny: int) -> int:
    """Count the cards of a group: of a kind, of a value, or, above the values, of the commonest Dragon."""
    if shiny:
        return holds(hand, mask, group)
    return int(field(t, group)) if group < VALUES else int(two_largest(t, VALUES, VALUES + TYPES) // 3)


@kernel
def two_groups(x: int, first: int, y: int, second: int) -> int:
    """Return the place of `first` cards of value x and `second` of value y."""
    if x < y:
        return int(TIES[0, first, x] + TIES[first, second, y])
    return int(TIES[0, second, y] + TIES[second, first, x])


@kernel
def whole(t: int, wild: int, number: int) -> int:
    """Return the best place of five cards of one suit, consecutive, or both, each wild card standing for any; or -1."""
    values, suits, count = t & ALL_VALUES, t >> FIRST_SUIT, HAND - wild
    if dragons(t) > 0:
        return IMPOSSIBLE
    one_suit = suits == count or suits == count << 4 or suits == count << 8
    low = values & -values
    run = values & ~(RUN_OF_FIVE * low & SINGLES) == 0
    if number == CRATERMAKER:
        fits = one_suit and (wild > 0 or not run)
        values += wild << 4 * highest_wild(values, wild)
    else:
        fits = run and (one_suit if NEEDS[number, SUITED] else wild > 0 or not one_suit)
        values = RUN_OF_FIVE * smaller(low, HIGHEST_LOW)
    return int(place_among(values, LEAST[number], NEEDS[number, BOAT])) if fits else IMPOSSIBLE


@kernel
def highest_wild(values: int, wild: int) -> int:
    """Return the value of wild cards in a Cratermaker that is no Countdown (TC-47): 9, but 8 beside 8 7 6 5."""
    countdown = values + (1 << 4 * (VALUES - 1)) == RUN_OF_FIVE << 4 * (VALUES - 5)
    return VALUES - 2 if wild == 1 and countdown else VALUES - 1
