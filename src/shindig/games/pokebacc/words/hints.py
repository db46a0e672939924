"""Advice for the actor: the best layout of the hand."""

from __future__ import annotations

from shindig.messages import Text, say

from ..rules.state import DISCARD, LAY, SPARE, TURN, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.hand_melds import layout_numbers
from ..worth.meld_numbering import shapes
from .names import find_word, kind_of, name_a_kind, name_card, name_meld_cards


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


def reasons(view: Pokebacc, action: int, best: int) -> list[Text]:
    """Name the melds of the best layout that the action breaks, or that the best choice lays down."""
    if view.phase != TURN:
        return []
    index = int(view.variant)
    if LAY <= best < DISCARD:
        return [describe_meld(index, best - LAY, ".past")]
    if not DISCARD <= action < SPARE:
        return []
    card = action - DISCARD
    broken = [n for n in layout_numbers(VARIANTS[index], view.held[view.actor]) if card in shapes(index)[n].cards]
    return [
        say(
            "pokebacc-hint-keep",
            card=name_card(index, card),
            kind=name_a_kind(index, kind_of(index, number)),
            points=shapes(index)[number].score,
        )
        for number in broken
    ]


def describe_meld(index: int, number: int, form: str = "") -> Text:
    """Describe a meld with its cards by name, and its value. Form `.past` looks back."""
    kind, points = name_a_kind(index, kind_of(index, number)), shapes(index)[number].score
    return say(f"pokebacc-hint-meld{form}", kind=kind, points=points, cards=name_meld_cards(index, number))
