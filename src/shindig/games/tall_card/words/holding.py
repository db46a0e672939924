"""What a seat has: its Rank, what that beats, and what claiming would make of it."""

from __future__ import annotations

from functools import cache, lru_cache

from ...betting.state import IN
from ...five_cards.words import percent
from ...scene import Holding
from ..rules.state import CLAIM, ROUND_OVER, TallCard
from ..worth.odds import Floats, field, shares, unseen
from ..worth.ranks import rank_of


def holding(view: TallCard) -> Holding | None:
    """What the viewer has, where it holds a hand and a Tall Card lies there."""
    seat = view.viewer
    if view.hand[seat][0] < 0 or view.tall < 0 or view.status[seat] != IN or view.phase == ROUND_OVER:
        return None
    return held(view.hand[seat], view.tall, view.claimer == seat, view.phase == CLAIM and view.claimer < 0)


@lru_cache(4096)
def held(hand: tuple[int, ...], tall: int, claimed: bool, may_claim: bool) -> Holding:
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
