"""The viewer's combination: its Rank, the hands it beats, and its Rank after a claim."""

from __future__ import annotations

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import get_quickest
from shindig.gamekit.five_cards.words import format_percent
from shindig.gamekit.table_scene import Holding
from shindig.messages import Text, say

from ..worth.discard_odds import Floats, field, shares, unseen
from ..worth.ranks import strength
from ..worth.strength_tables import NUMBERS
from .names import name_rank


def holding(hand: tuple[int, ...], tall: int, claimed: bool, may_claim: bool) -> Holding:
    """Describe a hand in play, with the current Tall Card."""
    worth = worth_of(hand, tall, claimed)
    share = say("tall-card-beats.share", share=format_percent(beaten()[worth]))
    facts: list[tuple[Text, Text]] = [(say("tall-card-beats"), share)]
    if may_claim:
        facts.append((say("tall-card-if-claimed"), if_claimed(worth, worth_of(hand, tall, True))))
    return Holding(name_of(worth), tuple(facts))


def if_claimed(now: int, then: int) -> Text:
    """Describe the effect of a claim on a strength."""
    if now == then:
        return say("tall-card-if-claimed.same")
    return say("tall-card-if-claimed.ties") if name_of(now) == name_of(then) else name_of(then)


@cached(4096)
def worth_of(hand: tuple[int, ...], tall: int, claimed: bool) -> int:
    """Return the strength of a hand."""
    return int(get_quickest(strength)(np.array(hand, np.int8), tall, claimed))


def name_of(worth: int) -> Text:
    return name_rank(int(NUMBERS[worth]))


@cached(1)
def beaten() -> Floats:
    """Return float64[strengths]: how often each strength beats a hand of the whole deck, a tie counted as half."""
    return shares([field(-1, False, unseen([]))])
