"""What opponents hold at Tall Card's reveal: the chance of each strength, by claim and number of cards drawn.

Opponents are taken to keep the cards of their best Rank and to draw for the others, the claimer for one of them.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from ...betting.state import IN
from ...five_cards.state import HAND
from ...hands import mask_size
from ..deck import TALL_CARD
from ..rules.state import TallCard
from ..worth.draws import kept_values
from ..worth.ladder import CARDS, STRENGTHS
from ..worth.odds import Floats, finals, fractions, keeps, shares, unseen, ways
from ..worth.ranks import best_cards
from ..worth.tables import NUMBERS, strengths_by_number, table

SAMPLE, EACH = 4000, 40
"""Hands dealt to see how many cards they draw, and the hands followed through their draw for each number of cards."""
BOLDNESS = 1.5
"""Between believing every bet (2 and more) and none (1): the best of these three against each other and `random`."""


@cache
def after_draw(tall: int, claimed: bool) -> npt.NDArray[np.float64]:
    """float64[5, STRENGTHS]: the chance that a hand draws so many cards and ends with each strength."""
    deck = np.array(TALL_CARD.cards, np.int8)
    hands = np.random.default_rng(0).permuted(np.tile(deck, (SAMPLE, 1)), axis=1)[:, :HAND]
    drawn = HAND - CARDS[NUMBERS[strengths_by_number(hands, tall, claimed)]]
    drawn = np.minimum(drawn, 1) if claimed else drawn
    found = np.zeros((HAND, STRENGTHS))
    for count in np.unique(drawn):
        group = hands[drawn == count]
        for hand in group[:EACH]:
            found[count] += drawn_field(hand, int(count), tall, claimed)
        found[count] *= len(group) / SAMPLE / min(len(group), EACH)
    return found


def drawn_field(hand: npt.NDArray[np.int8], count: int, tall: int, claimed: bool) -> Floats:
    """float64[STRENGTHS]: the chance of each strength after a hand redraws `count` cards that its Rank can spare."""
    mask = 31 & ~best_cards(hand, tall, claimed)
    while mask_size(mask) > count:
        mask &= mask - 1
    made = table(tall, claimed)[finals(keeps(hand.tolist(), mask))]
    return fractions(np.bincount(made, weights=ways(mask_size(mask), unseen(hand)), minlength=STRENGTHS))


def field_of(tall: int, claimed: bool, drew: int, bold: bool) -> Floats:
    """float64[STRENGTHS]: an opponent's chances; `drew` is -1 before the draw, `bold` for who bet or raised last.

    Who bets is taken to hold more than such a hand: the best of BOLDNESS of them.
    """
    rows = after_draw(tall, claimed)
    row = rows[min(drew, HAND - 1)] if drew >= 0 else rows.sum(axis=0)
    below = np.cumsum(fractions(row))
    return np.diff(below**BOLDNESS, prepend=0) if bold else fractions(row)


Rival = tuple[bool, int, bool]
"""Whether it claims, how many cards it drew or -1, whether it bet or raised last."""


def rivals(m: TallCard, claimer: int | None = None) -> tuple[Rival, ...]:
    """All others still in; `claimer` is who is thought to claim where nobody has yet."""
    claimer = int(m.claimer) if claimer is None else claimer
    others = [seat for seat in range(m.seats) if m.status[seat] == IN and seat != m.viewer]
    return tuple(sorted((seat == claimer, int(m.drew[seat]), bool(seat == m.raiser)) for seat in others))


@lru_cache(1000)
def share_against(tall: int, others: tuple[Rival, ...]) -> Floats:
    """float64[STRENGTHS]: the expected share of the pot."""
    return shares([field_of(tall, *rival) for rival in others])


@lru_cache(200)
def kept_against(tall: int, claimed: bool, others: tuple[Rival, ...]) -> Floats:
    """The expected share by kept cards (see draws.py)."""
    return kept_values(share_against(tall, others), tall, claimed)
