"""Bots of this game: the policy, worlds that agree with observations, and the last tricks solved and planned."""

from shindig.gamekit.policies import Plans, PolicySpec

from .endgame_over_worlds import near, plan
from .endgame_solver import leaf
from .gentle import gentle
from .policy import policy
from .sampled_worlds import deal
from .search_candidates import choose, settled
from .unseen_card_places import AHEAD, MOST_DEPTH, TOGETHER, CardBeliefs, learn

MINDS = PolicySpec(
    policy=policy,
    gentle=gentle,
    beliefs=CardBeliefs,
    update_beliefs=learn,
    sample_world=deal,
    candidate_actions=choose,
    is_terminal=settled,
    exact_value=leaf,
    depth=MOST_DEPTH,
    endgame_plans=Plans(near, plan, TOGETHER, AHEAD),
)
