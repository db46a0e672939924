"""First expert bot, frozen for comparison: to it the size of a bet tells nothing, and everybody is careful."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shindig import policy_bots
from shindig.core.caches import cached
from shindig.core.kernel_compiler import bind, kernel
from shindig.gamekit.betting import first_likelihood
from shindig.gamekit.five_cards.sampled_worlds import bind_worlds, never_careless
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.match import View

from ..rules.state import DRAW, TallCards
from . import first_policy, steady_2
from .bets import is_betting
from .equity import hope_of
from .sampled_worlds import WORLD, likely_draw


def act(view: View, rng: np.random.Generator) -> int:
    """Play the best action of a search; the policy's until the search is compiled."""
    if not view.game.compiled_policies.ready:
        return steady_2.act(view, rng)
    return policy_bots.search(view, rng, make_first_mind())


@cached(1)
def make_first_mind() -> CompiledPolicy:
    """Make the policies by which the first expert searched."""
    from .. import GAME

    assert GAME.policies is not None
    spec = replace(
        GAME.policies,
        policy=first_policy.policy,
        opponent_policy=None,
        candidate_actions=first_policy.choose,
        update_beliefs=learn,
        sample_world=deal,
    )
    return CompiledPolicy(GAME, spec)


likely_first_bet = bind(first_likelihood.likely_first_bet, "tall_cards_1", is_betting=is_betting, hope_of=hope_of)


@kernel
def likely(m: TallCards, action: int) -> float:
    """Return the likelihood of the actor's action."""
    if m.phase == DRAW:
        return likely_draw(m, action)
    return likely_first_bet(m, action)


learn, deal = bind_worlds(
    "tall_cards_1",
    candidates=1,
    **WORLD,
    likely=likely,
    likely_careless=never_careless,
)
