"""Opponents' hands at Tall Card's reveal: the probability of each strength, by claim and number of cards drawn.

Opponents are assumed to keep the cards of their best Rank and to redraw the others; the claimer redraws one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.state import IN
from shindig.gamekit.five_cards.state import HAND

from ..deck import TALL_CARD
from ..rules.state import TallCard
from ..worth.discard_odds import Floats, finals, fractions, keeps, shares, unseen, ways
from ..worth.rank_ladder import CARDS, STRENGTHS
from ..worth.ranks import best_cards
from ..worth.strength_tables import NUMBERS, strengths_by_number, table
from ..worth.worth_before_draw import kept_values

SAMPLE, EACH = 4000, 40
"""Number of hands dealt to count cards drawn, and of hands followed through their draw per number of cards."""
BOLDNESS = 1.5
"""Exponent between full belief in a bet (2 and more) and none (1), best of three in play against each other and
`random`."""


@cached(RULE_PARTS)
def after_draw(tall: int, claimed: bool) -> npt.NDArray[np.float64]:
    """Return float64[5, STRENGTHS]: the probability of a number of cards drawn and a final strength."""
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
    """Return float64[STRENGTHS]: the chances after a hand redraws `count` cards that its Rank does not need."""
    mask = 31 & ~best_cards(hand, tall, claimed)
    while count_bits(mask) > count:
        mask &= mask - 1
    made = table(tall, claimed)[finals(keeps(hand.tolist(), mask))]
    return fractions(np.bincount(made, weights=ways(count_bits(mask), unseen(hand)), minlength=STRENGTHS))


def field_of(tall: int, claimed: bool, drew: int, bold: bool) -> Floats:
    """Return float64[STRENGTHS]: an opponent's chances; `drew` is -1 before the draw, `bold` means bet or raised last.

    A bold opponent is assumed to hold more: the best of BOLDNESS such hands.
    """
    rows = after_draw(tall, claimed)
    row = rows[min(drew, HAND - 1)] if drew >= 0 else rows.sum(axis=0)
    below = np.cumsum(fractions(row))
    return np.diff(below**BOLDNESS, prepend=0) if bold else fractions(row)


Rival = tuple[bool, int, bool]
"""Claim, number of cards drawn or -1, whether it bet or raised last."""


def rivals(m: TallCard, claimer: int | None = None) -> tuple[Rival, ...]:
    """Return all others still in; `claimer` is the assumed claimer if nobody has claimed yet."""
    claimer = int(m.claimer) if claimer is None else claimer
    others = [seat for seat in range(m.seats) if m.status[seat] == IN and seat != m.viewer]
    return tuple(sorted((seat == claimer, int(m.drew[seat]), bool(seat == m.raiser)) for seat in others))


@cached(1000)
def share_against(tall: int, others: tuple[Rival, ...]) -> Floats:
    """Return float64[STRENGTHS]: the expected share of the pot."""
    return shares([field_of(tall, *rival) for rival in others])


@cached(200)
def kept_against(tall: int, claimed: bool, others: tuple[Rival, ...]) -> Floats:
    """Return the expected share by kept cards (see worth_before_draw.py)."""
    return kept_values(share_against(tall, others), tall, claimed)
