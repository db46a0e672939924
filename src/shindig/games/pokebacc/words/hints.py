"""Advice for the actor: the best layout of the hand."""

from __future__ import annotations

from shindig.messages import Text, say

from ..rules.state import TURN, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.hand_melds import layout_numbers
from ..worth.meld_numbering import shapes
from .names import find_word, kind_of, name_a_kind, name_meld_cards


def hints(view: Pokebacc) -> list[Text]:
    """Return the best layout, meld by meld."""
    if view.phase != TURN:
        return []
    index = int(view.variant)
    numbers = layout_numbers(VARIANTS[index], view.held[view.actor])
    if not numbers:
        return [say("pokebacc-hint-none")]
    total = sum(shapes(index)[number].score for number in numbers)
    head = say("pokebacc-hint-worth", points=total, unit=find_word(index, "unit"))
    return [head, *(describe_meld(index, number) for number in numbers)]


def describe_meld(index: int, number: int) -> Text:
    """Describe a meld with its cards by name, and its value."""
    kind, points = name_a_kind(index, kind_of(index, number)), shapes(index)[number].score
    return say("pokebacc-hint-meld", kind=kind, points=points, cards=name_meld_cards(index, number))
