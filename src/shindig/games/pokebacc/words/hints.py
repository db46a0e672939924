"""Advice for the actor: the best layout of the hand."""

from __future__ import annotations

from shindig.messages import Text

from ..rules.state import TURN, Pokebacc
from ..rules.variants import Variant
from ..worth.hand_melds import Meld, layout_numbers, meld
from .actions import variant_of


def hints(view: Pokebacc) -> list[Text]:
    """Return the best layout, meld by meld."""
    if view.phase != TURN:
        return []
    variant = variant_of(view)
    best = [meld(variant, number) for number in layout_numbers(variant, view.held[view.actor])]
    if not best:
        return ["There is no meld in your hand."]
    total = sum(one.score for one in best)
    return [f"The best layout counts {total} {variant.words.points}:", *(spoken(variant, one) for one in best)]


def spoken(variant: Variant, one: Meld) -> str:
    """Describe a meld with its cards by name, and its value."""
    cards = variant.deck.name_cards(variant.deck.card(code) for code in one.cards)
    return f"{one.kind[:1].upper()}{one.kind[1:]}: {cards}, for {one.score}."
