"""Bots of this game: the policy, expected points, worlds that agree with observations, and a net for the winner."""

from shindig.gamekit.policies import PolicySpec

from .choices import choose
from .gentle import gentle
from .policy import others, policy
from .win import guess
from .worlds import UnseenCards, deal, learn

MINDS = PolicySpec(
    policy=policy,
    opponent_policy=others,
    gentle=gentle,
    beliefs=UnseenCards,
    update_beliefs=learn,
    sample_world=deal,
    candidate_actions=choose,
    heuristic_value=guess,
)
