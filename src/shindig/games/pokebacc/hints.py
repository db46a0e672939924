"""Advice for whoever is to act: the best layout of the hand."""

from __future__ import annotations

from ..record import Plain
from .hand import layout_numbers, meld
from .record import TURN
from .words import variant_of


def hints(view: Plain) -> list[str]:
    """The best layout, meld by meld."""
    if view.phase != TURN:
        return []
    variant = variant_of(view)
    best = [meld(variant, number) for number in layout_numbers(variant, view.held[view.actor])]
    if not best:
        return ["There is no meld in your hand."]
    total = sum(one.score for one in best)
    return [f"The best layout counts {total} {variant.words.points}:", *(f"{one} for {one.score}" for one in best)]
