"""The viewer's holding: the best layout of its hand, drawn, and its value when laid down (PB-11, PB-40)."""

from __future__ import annotations

from collections.abc import Sequence

from shindig.core.caches import cached
from shindig.gamekit.table_scene import Card, Holding, Pile
from shindig.messages import Text, say

from ..rules.variants import SUITS, VARIANTS
from ..worth.hand_melds import cards_in, layout_numbers
from ..worth.meld_numbering import FAMILY, ROYAL_FAMILY, TROVE, shapes
from .names import kind_of, name_a_kind, name_kind, name_those


@cached(4096)
def holding(index: int, hand: int, left: int = 0, players: int = 0) -> Holding:
    """Describe the best layout of a mask of cards.

    The hand ends after `left` turns of its players, unless somebody lays down a meld; 0 while no turns are counted.
    """
    numbers = layout_numbers(VARIANTS[index], hand)
    worth = sum(shapes(index)[number].score for number in numbers)
    facts: list[tuple[Text, Text]] = []
    if left:
        facts.append((say("pokebacc-ends", left=1 if left <= players else left), say("pokebacc-ends.unless")))
    if disasters := [card for card in cards_in(hand) if card >= SUITS * VARIANTS[index].stride]:
        what = say("pokebacc-holds-disaster.what", kind=name_kind(index, FAMILY))
        facts.append((say("pokebacc-holds-disaster", cards=name_those(index, disasters)), what))
    if any(at_once(index, number) for number in numbers):
        facts.append((say("pokebacc-wins-now"), say("pokebacc-wins-now.unless")))
    return Holding(name_worth(index, numbers, worth), tuple(facts), tuple(pile(index, number) for number in numbers))


NO_MELDS = say("pokebacc-nothing-in-hand")


def name_worth(index: int, numbers: Sequence[int], points: int) -> Text:
    """Describe the meld that wins immediately, or else what a hand can lay down and its points together."""
    if not numbers:
        return NO_MELDS
    for number in numbers:
        if at_once(index, number):
            return say("pokebacc-in-hand.wins", kind=name_a_kind(index, kind_of(index, number)))
    kind = name_a_kind(index, kind_of(index, numbers[0]))
    return say("pokebacc-in-hand", count=len(numbers), kind=kind, points=points)


def at_once(index: int, number: int) -> bool:
    """Return True if a meld wins the hand immediately (PB-40)."""
    return kind_of(index, number) in (ROYAL_FAMILY, TROVE)


def pile(index: int, number: int) -> Pile:
    """Return a meld as a pile."""
    shape, deck = shapes(index)[number], VARIANTS[index].deck
    cards = (Card(VARIANTS[index].name, deck.codes[kind], deck.names[kind]) for kind in shape.cards)
    return Pile(name_kind(index, int(shape.kind)), tuple(cards), note=str(shape.score))
