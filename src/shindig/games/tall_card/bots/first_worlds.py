"""Sampled worlds of the first expert, frozen for comparison: the size of a bet tells nothing, everybody is careful."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.betting.first_likelihood import compute_first_bet_likelihood
from shindig.gamekit.betting.state import FOLD
from shindig.gamekit.five_cards.sampled_worlds import bind_worlds, never_careless

from ..rules.phases import apply
from ..rules.state import CLAIM, DRAW, TallCard
from .equity import hope_of
from .habits_of_many import is_betting
from .sampled_worlds import complete, deck_of, hidden_action, is_discard, known_cards, likely_draw


@kernel
def likely(m: TallCard, action: int) -> float:
    """Return the likelihood of the actor's action."""
    if m.phase == CLAIM or m.phase == DRAW:
        return likely_draw(m, action)
    if action == FOLD or not is_betting(m):
        return 1.0
    return compute_first_bet_likelihood(action, hope_of(m, m.actor))


learn, deal = bind_worlds(
    "tall_card_1",
    candidates=1,
    deck_of=deck_of,
    known_cards=known_cards,
    complete=complete,
    is_discard=is_discard,
    hidden_action=hidden_action,
    likely=likely,
    likely_careless=never_careless,
    apply=apply,
)
