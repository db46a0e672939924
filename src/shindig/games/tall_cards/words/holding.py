"""What a seat has: its hand in words, what that beats, what claiming would make of it, what wild cards stand for."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from ...betting.state import IN, NOBODY
from ...five_cards.words import percent
from ...scene import Holding
from ..rules.state import DRAW, FIRST_BETS, TallCards
from ..worth.classes import RANKS, ranks_of
from ..worth.odds import fresh_hands, unseen
from ..worth.ranks import DECKS, SCORES, name_of, strength
from .actions import deck_of

Hand = tuple[int, ...]


def holding(view: TallCards) -> Holding | None:
    """What the viewer has, where it plays a hand; once that is shown, its seat says what it was."""
    seat = view.viewer
    if view.hand[seat][0] < 0 or view.status[seat] != IN or view.shown[seat][0] >= 0:
        return None
    may_claim = view.phase in (FIRST_BETS, DRAW) and view.claimer == NOBODY
    deck = deck_of(view).name
    return held(deck, view.hand[seat], view.tall, view.claimer == seat, may_claim, bool(view.ace_low))


@lru_cache(4096)
def held(deck: str, hand: Hand, tall: int, claimed: bool, may_claim: bool, ace_low: bool) -> Holding:
    worth = strength(hand, tall, claimed, ace_low)
    facts = [("beats", f"{percent(float(beaten(deck, ace_low)[worth]))} of hands")]
    if claimed and (wild := stood_for(deck, hand, tall, worth)):
        facts.append(("wild", wild))
    if may_claim:
        mine = strength(hand, tall, True, ace_low)
        with_it = "the same" if mine == worth else f"a better {name_of(mine)}" if same(mine, worth) else name_of(mine)
        facts.append(("if claimed", with_it))
    return Holding(name_of(worth), tuple(facts))


def same(one: int, other: int) -> bool:
    return name_of(one) == name_of(other)


@cache
def beaten(deck: str, ace_low: bool) -> npt.NDArray[np.float64]:
    """float64[strengths]: how often each strength beats a hand of the whole deck, a tie counted as half."""
    fresh = fresh_hands(unseen(DECKS[deck][0], []), ace_low)
    shares: npt.NDArray[np.float64] = (np.cumsum(fresh) - fresh / 2) / fresh.sum()
    return shares


@lru_cache(4096)
def stood_for(deck: str, hand: Hand, tall: int, worth: int) -> str:
    """What each wild card of a claimer's hand stands for, `8 of Plum as Ace`; empty where there is none (TF-53)."""
    left, found, names = list(hand), [], DECKS[deck][0].names
    for rank in ranks_of(int(SCORES[worth])):
        natural = next((card for card in left if card // RANKS != tall and card % RANKS == rank), None)
        card = next(one for one in left if one // RANKS == tall) if natural is None else natural
        left.remove(card)
        if natural is None:
            found.append(f"{names[card]} as {names[rank].split(' of ')[0]}")
    return ", ".join(found)
