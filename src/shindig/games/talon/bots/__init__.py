"""Bots of this game: the policy, worlds that agree with observations, and the last tricks solved and planned."""

from shindig.gamekit.policies import Plans, PolicySpec

from .choosing import choose, settled
from .endgame import leaf
from .gentle import gentle
from .knows import AHEAD, MOST_DEPTH, TOGETHER, CardBeliefs, learn
from .policy import policy
from .together import near, plan
from .worlds import deal

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
