"""A beginner at the table: claims what it holds two of, keeps what matches, and pays to see.

It thinks neither of what its other cards might become nor of what a bet costs.
"""

from __future__ import annotations

from ...betting.hopes import MORE, by_feeling
from ...five_cards.state import HAND
from ...kernels import kernel
from ...layout import Ranges
from ...minds.parts import Generator
from ..rules.state import CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, SECOND_BETS, TAKE, TallCard
from ..worth.ladder import DRAGON, SUIT, SUITS
from ..worth.ranks import like
from .policy import more, policy
from .values import hope_of


@kernel
def gentle(m: TallCard, ranges: Ranges, rng: Generator) -> int:
    """A legal action for the seat to act."""
    if m.phase == CLAIM:
        return int(TAKE if m.actor == m.dealer or of_the_tall(m) >= 2 else DECLINE)
    if m.phase == DRAW:
        return int(DISCARD + odd_cards(m))
    if m.phase == FIRST_BETS or m.phase == SECOND_BETS:
        found = by_feeling(m, hope_of(m, m.actor))
        return int(more(m, m.min_bet) if found == MORE else found)
    return int(policy(m, ranges, rng))


@kernel
def of_the_tall(m: TallCard) -> int:
    """How many cards of the Tall suit, or Dragons of its type, the actor holds."""
    count = 0
    for card in m.hand[m.actor]:
        count += SUIT[card] == m.tall if m.tall < SUITS else card == DRAGON + m.tall - SUITS
    return int(count)


@kernel
def odd_cards(m: TallCard) -> int:
    """The mask of the cards that match no other, the highest of them kept where nothing matches; one for a claimer."""
    hand, mask, matched = m.hand[m.actor], 0, False
    for i in range(HAND):
        alone = like(hand, hand[i]) == 1
        mask |= alone << i
        matched |= not alone
    if m.claimer == m.actor:
        return mask & -mask
    return mask if matched else mask & ~(1 << HAND - 1)
