"""Names of Ranks and Tall Cards as messages."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import Cards, Message, name_cards, say

from ..deck import TALL_CARD_TALL
from ..rules.state import RANKS

RANK_MESSAGES = tuple(say(f"tall-card-rank-{number}") for number in range(RANKS))
SUITS = 3
"""Number of Tall Cards that are suits; the later ones are Dragons."""


def name_rank(number: int) -> Message:
    """Return the name of a Rank."""
    return RANK_MESSAGES[number]


@cached(RULE_PARTS)
def name_tall(tall: int) -> Cards:
    """Return the name of a Tall Card."""
    return name_cards(TALL_CARD_TALL, (tall,))


@cached(RULE_PARTS)
def name_the_tall(tall: int) -> Cards | Message:
    """Return the name of a Tall Card in a sentence, a Dragon with its article."""
    return name_tall(tall) if tall < SUITS else say("the-card", card=name_tall(tall))


def kind_of(tall: int) -> str:
    """Return the kind of a Tall Card, by which messages choose their words."""
    return "suit" if tall < SUITS else "dragon"
