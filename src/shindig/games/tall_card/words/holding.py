"""The viewer's combination: its Rank, the hands it beats, and its Rank after a claim."""

from __future__ import annotations

from shindig.core.caches import cached
from shindig.gamekit.five_cards.words import describe_share
from shindig.gamekit.table_scene import Holding
from shindig.messages import Text, say

from ..deck import TALL_CARD_TALL
from ..worth.discard_odds import Floats, field, shares, unseen
from .hand_explanation import RankedHand, describe_hand, rank_hand
from .names import name_kin


def holding(hand: tuple[int, ...], tall: int, claimed: bool, may_claim: bool) -> Holding:
    """Describe a hand in play, with the current Tall Card, in plain words."""
    ranked = rank_hand(hand, tall, claimed)
    facts: list[tuple[Text, Text]] = [(say("tall-card-beats"), describe_share(beaten(tall)[ranked.strength]))]
    if may_claim:
        facts.append((say("tall-card-if-claimed"), if_claimed(ranked, rank_hand(hand, tall, True))))
    return Holding(say("tall-card-holding", holding=describe_hand(ranked).text), tuple(facts))


def if_claimed(now: RankedHand, then: RankedHand) -> Text:
    """Describe the effect of a claim on a hand: a claimed suit raises its Rank (TC-41), which lay lowest (TC-42)."""
    if now.strength == then.strength:
        return say("tall-card-if-claimed.same")
    if now.number == then.number:
        return say("tall-card-if-claimed.ties", kin=name_kin(now.number, now.tall))
    return say("tall-card-if-claimed.better", made=describe_hand(then).text)


@cached(len(TALL_CARD_TALL.names))
def beaten(tall: int) -> Floats:
    """Return float64[strengths]: how often each strength beats a hand of the whole deck whose player has not claimed.

    A tie counts as half. `tall` is the Tall Card that is turned up.
    """
    return shares([field(tall, False, unseen([]))])
