"""Bots of this game: the policy, expected points, worlds that agree with observations, and a net for the winner."""

from shindig.gamekit.policies import PolicySpec

from .gentle import gentle
from .policy import others, policy
from .sampled_worlds import UnseenCards, deal, learn
from .search_candidates import choose
from .win_probability import guess

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
