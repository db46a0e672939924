"""Beginner bot: claims with two cards of the suit, keeps matching cards, and calls.

It considers neither possible improvements of its other cards nor the cost of a bet.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import MORE, choose_by_feeling
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import CLAIM, DECLINE, DISCARD, DRAW, TAKE, TallCard
from ..worth.rank_ladder import DRAGON, SUIT, SUITS
from ..worth.ranks import like
from .bets import is_betting, raise_by
from .equity import hope_of
from .policy import policy


@kernel
def gentle(m: TallCard, ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if m.phase == CLAIM:
        return int(TAKE if m.actor == m.dealer or of_the_tall(m) >= 2 else DECLINE)
    if m.phase == DRAW:
        return int(DISCARD + odd_cards(m))
    if is_betting(m):
        found = choose_by_feeling(m, hope_of(m, m.actor))
        return int(raise_by(m, m.min_bet) if found == MORE else found)
    return int(policy(m, ranges, rng))


@kernel
def of_the_tall(m: TallCard) -> int:
    """Count the actor's cards of the Tall suit, or Dragons of its type."""
    count = 0
    for card in m.hand[m.actor]:
        count += SUIT[card] == m.tall if m.tall < SUITS else card == DRAGON + m.tall - SUITS
    return int(count)


@kernel
def odd_cards(m: TallCard) -> int:
    """Return the mask of cards that match no other. Keeps the highest if none match; a claimer gives one."""
    hand, mask, matched = m.hand[m.actor], 0, False
    for i in range(HAND):
        alone = like(hand, hand[i]) == 1
        mask |= alone << i
        matched |= not alone
    if m.claimer == m.actor:
        return mask & -mask
    return mask if matched else mask & ~(1 << HAND - 1)
