"""Plain twin of Tall Card's ranking, from the rulebook: tries all choices of cards and all meanings of wild Dragons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

Card = tuple[int, str]
"""Value 1 to 9 and suit b, p, d; or 10 and a Dragon's type W, G, R (TC-40: a Dragon is above a 9)."""
Cards = tuple[Card, ...]
Worth = tuple[int, int, tuple[int, ...]]
"""The Rank's number; 0 lowered (TC-42) or wild (TC-43), 1 natural, 2 raised (TC-41); the values from high to low."""

NO_RANK: Worth = (0, 0, ())
KINDS: Cards = (*((value, suit) for suit in "bpd" for value in range(1, 10)), (10, "W"), (10, "G"), (10, "R"))
"""By card id."""


def shape(cards: Cards, *, of: int) -> list[int]:
    """How often each value (of=0), suit or type (of=1), or kind (of=2) comes, the most first."""
    keys: Sequence[object] = cards if of == 2 else [card[of] for card in cards]
    return sorted(Counter(keys).values(), reverse=True)


def dragons(cards: Cards) -> Cards:
    return tuple(card for card in cards if card[0] == 10)


def numbered(cards: Cards) -> Cards:
    return tuple(card for card in cards if card[0] < 10)


def consecutive(cards: Cards) -> bool:
    values = sorted(card[0] for card in cards)
    return numbered(cards) == cards and all(high == low + 1 for low, high in pairwise(values))


def one_suit(cards: Cards) -> bool:
    return numbered(cards) == cards and shape(cards, of=1) == [len(cards)]


def sisters(cards: Cards) -> bool:
    return numbered(cards) == cards and shape(cards, of=0) == [len(cards)]


def shiny_dragons(cards: Cards) -> bool:
    return dragons(cards) == cards and shape(cards, of=1) == [len(cards)]


def hootenanny(cards: Cards) -> bool:
    return dragons(cards) == cards


def shiny_couples(cards: Cards) -> bool:
    """TC-47: couples may share a value."""
    return numbered(cards) == cards and all(count % 2 == 0 for count in shape(cards, of=2))


def boat(cards: Cards) -> bool:
    pair = dragons(cards)
    if pair:
        return len(pair) == 2 and shiny_dragons(pair) and sisters(numbered(cards))
    return shape(cards, of=0) == [3, 2]


def couple_of_each(cards: Cards) -> bool:
    return len(dragons(cards)) == 2 and shiny_dragons(dragons(cards)) and sisters(numbered(cards))


TABLE: dict[int, tuple[int, Callable[[Cards], bool]]] = {
    24: (5, sisters),
    23: (5, lambda cards: hootenanny(cards) and shape(cards, of=1) == [3, 2]),
    22: (4, shiny_dragons),
    21: (5, lambda cards: one_suit(cards) and consecutive(cards)),
    20: (5, hootenanny),
    19: (5, lambda cards: len(dragons(cards)) == 3 and shiny_dragons(dragons(cards)) and sisters(numbered(cards))),
    18: (4, sisters),
    17: (4, lambda cards: hootenanny(cards) and shape(cards, of=1) == [2, 2]),
    16: (5, boat),
    15: (4, shiny_couples),
    14: (3, shiny_dragons),
    13: (5, lambda cards: one_suit(cards) and not consecutive(cards)),
    12: (4, hootenanny),
    11: (5, lambda cards: consecutive(cards) and not one_suit(cards)),
    10: (4, couple_of_each),
    9: (3, sisters),
    8: (3, hootenanny),
    7: (4, lambda cards: numbered(cards) == cards and shape(cards, of=0) == [2, 2]),
    6: (2, shiny_dragons),
    5: (2, shiny_couples),
    4: (2, hootenanny),
    3: (2, sisters),
    2: (1, hootenanny),
    1: (1, lambda cards: numbered(cards) == cards),
}
"""Each Rank: how many cards, and whether cards make it."""


@cache
def numbers(cards: Cards) -> tuple[int, ...]:
    """Every Rank that exactly these cards make."""
    return tuple(number for number, (count, makes) in TABLE.items() if len(cards) == count and makes(cards))


def meanings(cards: Cards, wild: Card | None) -> Iterator[tuple[bool, Cards]]:
    """TC-43: the cards as themselves, and with some wild ones standing for any card of the deck."""
    yield False, tuple(sorted(cards))
    standing = cards.count(wild) if wild else 0
    fixed = tuple(card for card in cards if card != wild)
    for used in range(1, standing + 1):
        for stand in combinations_with_replacement(KINDS, used):
            yield True, tuple(sorted(fixed + (wild,) * (standing - used) + stand))  # type: ignore[arg-type]


def all_declared(cards: Cards, tall: int, claimed: bool) -> dict[int, Worth]:
    """What exactly these cards are worth, by each Rank that they may be declared as."""
    suit = "bpd"[tall] if 0 <= tall < 3 else None
    dragon = KINDS[24 + tall] if tall >= 3 else None
    if dragon in cards and not claimed:
        return {}  # TC-44
    found: dict[int, Worth] = {}
    has_suit = suit in {card[1] for card in cards}
    for wild, meaning in meanings(cards, dragon):
        values = tuple(sorted((card[0] for card in meaning), reverse=True))
        for number in numbers(meaning):
            layer = 0 if wild else 2 if has_suit and claimed else 0 if has_suit else 1
            worth = (number, layer, () if has_suit and not claimed else values)
            found[number] = max(found.get(number, NO_RANK), worth)
    return found


def best(hand: Sequence[int], tall: int, claimed: bool) -> Worth:
    """TC-45: the highest Rank, and within it the best choice of cards."""
    cards = [KINDS[card] for card in hand]
    subsets = {subset for count in range(1, 6) for subset in combinations(sorted(cards), count)}
    return max((worth for subset in subsets for worth in all_declared(subset, tall, claimed).values()), default=NO_RANK)
