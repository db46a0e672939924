"""Beginner bot: claims with two cards of the suit, keeps matching cards, and calls.

It considers neither straights and flushes that a draw may complete, nor the cost of a bet.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.equity_betting import MORE, choose_by_feeling
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.draw import MOST
from ..rules.state import DISCARD, DRAW, TAKE, TallCards
from ..worth.hand_classes import RANKS
from .bets import is_betting
from .equity import hope_of
from .policy import more, policy

SMALL = 0.2
"""Size of its bets, as a part of the pot."""


@kernel
def gentle(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if m.phase == DRAW:
        claims = m.claimer == NOBODY and (m.actor == m.dealer or of_the_tall(m) >= 2)
        return int(TAKE if claims else DISCARD + odd_cards(m))
    if is_betting(m):
        found = choose_by_feeling(m, hope_of(m, m.actor))
        return int(more(m, SMALL) if found == MORE else found)
    return int(policy(m, ranges, rng))


@kernel
def of_the_tall(m: TallCards) -> int:
    """Count the actor's cards of the Tall suit."""
    count = 0
    for card in m.hand[m.actor]:
        count += card // RANKS == m.tall
    return int(count)


@kernel
def odd_cards(m: TallCards) -> int:
    """Return the mask of the lowest cards that match no other, as many as may be discarded without an Ace."""
    hand, mask = m.hand[m.actor], 0
    for rank in range(RANKS):
        for i in range(HAND):
            if hand[i] % RANKS == rank and is_alone(m, i) and count_bits(mask) < MOST:
                mask |= 1 << i
    return int(mask)


@kernel
def is_alone(m: TallCards, place: int) -> bool:
    """Return True if the actor holds no other card of this rank."""
    hand = m.hand[m.actor]
    for i in range(HAND):
        if i != place and hand[i] % RANKS == hand[place] % RANKS:
            return False
    return True
