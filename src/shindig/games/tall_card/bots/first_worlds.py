"""Sampled worlds of the first expert, frozen for comparison: the size of a bet tells nothing, everybody is careful."""

from __future__ import annotations

from shindig.core.kernel_compiler import bind, kernel
from shindig.gamekit.betting import first_likelihood
from shindig.gamekit.five_cards.sampled_worlds import bind_worlds, never_careless

from ..rules.state import CLAIM, DRAW, TallCard
from .bets import is_betting
from .equity import hope_of
from .sampled_worlds import WORLD, likely_draw

likely_first_bet = bind(first_likelihood.likely_first_bet, "tall_card_1", is_betting=is_betting, hope_of=hope_of)


@kernel
def likely(m: TallCard, action: int) -> float:
    """Return the likelihood of the actor's action."""
    if m.phase == CLAIM or m.phase == DRAW:
        return likely_draw(m, action)
    return likely_first_bet(m, action)


learn, deal = bind_worlds(
    "tall_card_1",
    candidates=1,
    **WORLD,
    likely=likely,
    likely_careless=never_careless,
)
