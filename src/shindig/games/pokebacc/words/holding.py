"""The viewer's holding: the best layout of its hand, drawn, and its value when laid down (PB-11, PB-40)."""

from __future__ import annotations

from functools import lru_cache

from shindig.gamekit.table_scene import Card, Holding, Pile

from ..rules.variants import VARIANTS
from ..worth.hand_melds import Meld, layout_numbers, meld
from ..worth.meld_numbering import ROYAL_FAMILY, TROVE, shapes


@lru_cache(4096)
def holding(index: int, hand: int, score: int) -> Holding:
    """Describe the best layout of a mask of cards, beside a score on the table."""
    variant = VARIANTS[index]
    words, numbers = variant.words, layout_numbers(variant, hand)
    best = [meld(variant, number) for number in numbers]
    worth = sum(one.score for one in best)
    facts = [("laid down", str(score + worth))] if best else [("on the table", str(score))] if score else []
    if any(at_once(index, number) for number in numbers):
        facts.append(("wins", "at once unless struck"))
    name = f"{worth} {words.points} in your hand" if best else "No meld in your hand"
    return Holding(name, tuple(facts), tuple(pile(index, one) for one in best))


def at_once(index: int, number: int) -> bool:
    """Return True if a meld wins the hand immediately (PB-40)."""
    return shapes(index)[number].kind in (ROYAL_FAMILY, TROVE)


def pile(index: int, one: Meld) -> Pile:
    """Return a meld as a pile."""
    deck = VARIANTS[index].deck
    cards = (Card(VARIANTS[index].name, deck.codes[kind], deck.names[kind]) for kind in shapes(index)[one.number].cards)
    return Pile(one.kind, tuple(cards), note=str(one.score))
