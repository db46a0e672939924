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
    """What the wild cards of a claimer's hand stand for, `8 and Phoenix as Ace`: all are of the Tall suit (TF-53).

    Empty where there is none, or each stands for itself."""
    ranks, wild, told = list(ranks_of(int(SCORES[worth]))), list[int](), dict[int, list[str]]()
    for card in sorted(hand, key=lambda one: one // RANKS == tall):
        if card % RANKS in ranks:
            ranks.remove(card % RANKS)
        else:
            wild.append(card)
    for card, rank in zip(wild, ranks, strict=True):
        told.setdefault(rank, []).append(rank_name(deck, card))
    return ", ".join(f"{' and '.join(cards)} as {rank_name(deck, rank)}" for rank, cards in told.items())


def rank_name(deck: str, card: int) -> str:
    return DECKS[deck][0].names[card].split(" of ")[0]
