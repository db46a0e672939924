"""A beginner at the table: claims what it holds two of, keeps what matches, and pays to see.

It thinks neither of straights and suits that a draw might make nor of what a bet costs.
"""

from __future__ import annotations

from ...betting.hopes import MORE, by_feeling
from ...betting.state import NOBODY
from ...five_cards.state import HAND
from ...hands import mask_size
from ...kernels import kernel
from ...layout import Ranges
from ...minds.parts import Generator
from ..rules.draw import MOST
from ..rules.state import DISCARD, DRAW, FIRST_BETS, SECOND_BETS, TAKE, TallCards
from ..worth.classes import RANKS
from .policy import more, policy
from .values import hope_of

SMALL = 0.2
"""What it bets, as a part of the pot."""


@kernel
def gentle(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """A legal action for the seat to act."""
    if m.phase == DRAW:
        claims = m.claimer == NOBODY and (m.actor == m.dealer or of_the_tall(m) >= 2)
        return int(TAKE if claims else DISCARD + odd_cards(m))
    if m.phase == FIRST_BETS or m.phase == SECOND_BETS:
        found = by_feeling(m, hope_of(m, m.actor))
        return int(more(m, SMALL) if found == MORE else found)
    return int(policy(m, ranges, rng))


@kernel
def of_the_tall(m: TallCards) -> int:
    """How many cards of the Tall suit the actor holds."""
    count = 0
    for card in m.hand[m.actor]:
        count += card // RANKS == m.tall
    return int(count)


@kernel
def odd_cards(m: TallCards) -> int:
    """The mask of the lowest cards that match no other, as many as may be discarded without an Ace."""
    hand, mask = m.hand[m.actor], 0
    for rank in range(RANKS):
        for i in range(HAND):
            if hand[i] % RANKS == rank and is_alone(m, i) and mask_size(mask) < MOST:
                mask |= 1 << i
    return int(mask)


@kernel
def is_alone(m: TallCards, place: int) -> bool:
    """Whether the actor holds no other card of this one's rank."""
    hand = m.hand[m.actor]
    for i in range(HAND):
        if i != place and hand[i] % RANKS == hand[place] % RANKS:
            return False
    return True
