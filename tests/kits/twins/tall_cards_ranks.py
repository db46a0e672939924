"""Plain twin of the fan rules' ranking, from the rulebook: every choice of ranks for the wild cards is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

Worth = tuple[int, list[int]]
"""The Rank's number, 11 the Royal Flush, and the ranks that break a tie, the most important first."""

RANKS = range(12)
ACE = 11


def best(hand: Sequence[int], tall: int, claimed: bool, ace_low: bool = True) -> Worth:
    """TF-53: the best that any choice of ranks for the cards of a claimed Tall suit gives."""
    return max(natural(choice, ace_low) for choice in choices(hand, tall if claimed else None))


def choices(hand: Sequence[int], wild_suit: int | None) -> Iterator[list[tuple[int, int]]]:
    """The hand as (suit, rank) cards, once for each choice of ranks; TF-16: wild cards keep their suit."""
    fixed = [divmod(card, 12) for card in hand if card // 12 != wild_suit]
    for ranks in combinations_with_replacement(RANKS, 5 - len(fixed)):
        yield fixed + [(wild_suit or 0, rank) for rank in ranks]


def natural(cards: list[tuple[int, int]], ace_low: bool) -> Worth:
    """What five cards are worth as they lie there."""
    one_suit = len({suit for suit, _ in cards}) == 1
    high_to_low = sorted((rank for _, rank in cards), reverse=True)
    run = straight(high_to_low, ace_low)
    if run and one_suit:
        return (11 if run[0] == ACE else 9), run
    groups = sorted(((count, rank) for rank, count in Counter(high_to_low).items()), reverse=True)
    shape = [count for count, _ in groups]
    by_group = [rank for _, rank in groups]
    if shape == [5]:
        return 10, by_group
    if one_suit:
        return 8, high_to_low
    if run:
        return 5, run
    number = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2, (1, 1, 1, 1, 1): 1}[tuple(shape)]
    return number, by_group


def straight(high_to_low: list[int], ace_low: bool) -> list[int]:
    """The ranks of a straight from its top, or nothing; TF-52: the Ace is low under 5 4 3 2 only."""
    if high_to_low == list(range(high_to_low[0], high_to_low[0] - 5, -1)):
        return high_to_low
    if ace_low and high_to_low == [ACE, 3, 2, 1, 0]:
        return [3, 2, 1, 0, ACE]
    return []
