"""Names of Ranks and Tall Cards as messages."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import Message, Text, say

from ..deck import TALL_CARD_TALL

SUITS = 3
"""Number of Tall Cards that are suits; the later ones are Dragons."""


def name_rank(number: int) -> Message:
    """Return the full name of a Rank: `A pair: a Dancing Couple`."""
    return say("tall-card-rank", plain=call_rank(number), nickname=nickname(number)) if number else call_rank(number)


@cached(RULE_PARTS)
def call_rank(number: int) -> Message:
    """Return a Rank in plain words: `a pair`."""
    return say(f"tall-card-rank-{number}")


@cached(RULE_PARTS)
def nickname(number: int) -> Text:
    """Return the name that the rules give a Rank: `a Dancing Couple`."""
    return say(f"tall-card-rank-{number}.nickname") if number else ""


@cached(RULE_PARTS)
def name_kin(number: int, tall: int) -> Message:
    """Return the other hands of a Rank that a claimed suit beats: `any pair without a Plum`."""
    return say(f"tall-card-rank-{number}.kin", one=name_one_of(tall))


@cached(RULE_PARTS)
def name_the_tall(tall: int) -> Message:
    """Return the name of a Tall Card in a sentence: `Plums`, `the White Dragon`."""
    return say(f"suit-{TALL_CARD_TALL.name}-{TALL_CARD_TALL.codes[tall]}")


@cached(RULE_PARTS)
def name_one_of(tall: int) -> Message:
    """Return a card of a Tall Card's kind: `a Plum`."""
    return say(f"suit-{TALL_CARD_TALL.name}-{TALL_CARD_TALL.codes[tall]}.one")


@cached(RULE_PARTS)
def name_many_of(tall: int) -> Message:
    """Return several cards of a Tall Card's kind: `Plums`."""
    return say(f"suit-{TALL_CARD_TALL.name}-{TALL_CARD_TALL.codes[tall]}.many")


def kind_of(tall: int) -> str:
    """Return the kind of a Tall Card, by which messages choose their words."""
    return "suit" if tall < SUITS else "dragon"
