"""What a seat has: its Rank, what that beats, and what claiming would make of it."""

from __future__ import annotations

from functools import cache

from ...five_cards.words import percent
from ...scene import Holding
from ..worth.odds import Floats, field, shares, unseen
from ..worth.ranks import rank_of


def holding(hand: tuple[int, ...], tall: int, claimed: bool, may_claim: bool) -> Holding:
    """A hand that is played, with the Tall Card that lies there."""
    now = rank_of(hand, tall, claimed)
    facts = [("beats", f"{percent(beaten()[now.strength])} of hands")]
    if may_claim:
        mine = rank_of(hand, tall, True)
        better = mine.strength - now.strength
        same = "the same" if not better else "above its equals" if mine.name == now.name else mine.name
        facts.append(("if claimed", same))
    return Holding(now.name, tuple(facts))


@cache
def beaten() -> Floats:
    """float64[strengths]: how often each strength beats a hand of the whole deck, a tie counted as half."""
    return shares([field(-1, False, unseen([]))])
