"""Bots of this game: the policy, the strategy for two, worlds that agree with observations."""

from shindig.gamekit.five_cards.sampled_worlds import CardEvidence
from shindig.gamekit.policies import PolicySpec

from .gentle import gentle
from .habits_of_many import policy_of_rivals
from .policy import choose, policy
from .sampled_worlds import deal, learn

MINDS = PolicySpec(
    policy=policy,
    opponent_policy=policy_of_rivals,
    gentle=gentle,
    candidate_actions=choose,
    beliefs=CardEvidence,
    update_beliefs=learn,
    sample_world=deal,
    caution=1.0,
    warm_up=f"{__name__}.expert:warm",
)
