"""The viewer's combination: the hand in words, what it beats, its Rank after a claim, values of wild cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.five_cards.words import describe_share
from shindig.gamekit.table_scene import Holding
from shindig.messages import Text, join, say

from ..rules.state import ANTES, CLOCK, DRAW, FIRST_BETS, GIFTS, HAND_OVER, SETUP, TallCards
from ..worth.discard_odds import fresh_hands, unseen
from ..worth.hand_classes import FOUR, HIGH, PAIR, RANKS, THREE, TWO_PAIR, number_of, ranks_of
from ..worth.ranks import DECKS, SCORES, strength
from .actions import deck_of
from .names import find_sign, name_hand, name_value

Hand = tuple[int, ...]
BETWEEN_HANDS = frozenset((SETUP, CLOCK, GIFTS, ANTES, HAND_OVER))
"""Phases in which no hand is in play."""


class HandWords(NamedTuple):
    """A seat's hand with all that its value depends on."""

    deck: str
    hand: Hand
    tall: int
    ace_low: bool
    claimed: bool
    may_claim: bool
    plays: bool
    shown: bool

    @property
    def worth(self) -> int:
        """Strength of the hand."""
        return strength(self.hand, self.tall, self.claimed, self.ace_low)


def held(view: TallCards, seat: int) -> HandWords:
    """Return a seat's hand."""
    return HandWords(
        deck=deck_of(view).name,
        hand=view.hand[seat],
        tall=view.tall,
        ace_low=bool(view.ace_low),
        claimed=view.claimer == seat,
        may_claim=view.claimer == NOBODY and view.phase in (FIRST_BETS, DRAW),
        plays=view.status[seat] == IN and view.phase not in BETWEEN_HANDS,
        shown=view.shown[seat][0] >= 0,
    )


def holding(held: HandWords) -> Holding:
    """Describe a hand in play; once it is shown, its plate does so."""
    deck, worth = held.deck, held.worth
    share = describe_share(float(beaten(deck, held.ace_low)[worth]))
    facts: list[tuple[Text, Text]] = [(say("tall-cards-beats"), share)]
    if held.claimed and (wild := stood_for(deck, held.hand, held.tall, worth)):
        facts.append((say("tall-cards-wild-cards"), wild))
    if held.may_claim:
        facts.append((say("tall-cards-if-claimed"), if_claimed(deck, worth, held._replace(claimed=True).worth)))
    return Holding(say("tall-cards-holding", made=name_hand(deck, worth, ".whole")), tuple(facts))


def if_claimed(deck: str, now: int, then: int) -> Text:
    """Describe the effect of a claim on a strength."""
    if now == then:
        return say("tall-cards-if-claimed.same")
    return say("tall-cards-if-claimed.better", made=name_hand(deck, then, ".whole"))


@cached(RULE_PARTS)
def beaten(deck: str, ace_low: bool) -> npt.NDArray[np.float64]:
    """Return float64[strengths]: how often each strength beats a hand of the whole deck, a tie counted as half."""
    fresh = fresh_hands(unseen(DECKS[deck][0], []), ace_low)
    shares: npt.NDArray[np.float64] = (np.cumsum(fresh) - fresh / 2) / fresh.sum()
    return shares


@cached(4096)
def stood_for(deck: str, hand: Hand, tall: int, worth: int) -> Text:
    """Describe the values of a claimer's wild cards, `8 and Phoenix as Ace`: all are of the Tall suit (TF-53).

    Returns an empty text if there is none, or each has its own value.
    """
    ranks, wild, told = list(ranks_of(int(SCORES[worth]))), list[int](), dict[int, list[Text]]()
    for card in sorted(hand, key=lambda one: one // RANKS == tall):
        if card % RANKS in ranks:
            ranks.remove(card % RANKS)
        else:
            wild.append(card)
    for card, rank in zip(wild, ranks, strict=True):
        told.setdefault(rank, []).append(name_value(deck, card % RANKS))
    stands = [
        say("tall-cards-counts-as", cards=join(cards), rank=name_value(deck, rank, "a")) for rank, cards in told.items()
    ]
    return say("words", words=join(stands)) if stands else ""


MADE_OF = {HIGH: 1, PAIR: 2, TWO_PAIR: 4, THREE: 3, FOUR: 4}
"""Number of cards that make a Rank, if it is not all five."""


def standing(hand: Hand, wild: int, worth: int) -> list[tuple[int, int]]:
    """Return the positions of a hand's cards with the rank that each stands for, the most important first."""
    left, order = list(range(len(hand))), []
    for rank in ranks_of(int(SCORES[worth])):
        own = [place for place in left if hand[place] % RANKS == rank]
        spare = [place for place in left if hand[place] // RANKS == wild]
        place = min(own or spare, key=lambda at: hand[at] // RANKS == wild)
        left.remove(place)
        order.append((place, rank))
    return order


@cached(4096)
def counting(hand: Hand, wild: int, worth: int) -> frozenset[int]:
    """Return the positions of the cards that make a hand's Rank."""
    many = MADE_OF.get(number_of(int(SCORES[worth])), len(hand))
    return frozenset(place for place, _ in standing(hand, wild, worth)[:many])


@cached(4096)
def notes_on(deck: str, hand: Hand, wild: int, worth: int) -> tuple[Text, ...]:
    """Return what each wild card stands for, if it is not itself (TF-53)."""
    notes: list[Text] = [""] * len(hand)
    for place, rank in standing(hand, wild, worth):
        if hand[place] // RANKS == wild and hand[place] % RANKS != rank:
            notes[place] = say("tall-cards-note-as", rank=name_value(deck, rank), sign=find_sign(deck, rank))
    return tuple(notes)
