"""Bots of this game: the policy, expected points, worlds that agree with observations, and a net for the winner."""

from shindig.gamekit.policies import Minds

from .choices import choose
from .gentle import gentle
from .policy import others, policy
from .win import guess
from .worlds import Knows, deal, learn

MINDS = Minds(
    policy=policy, others=others, gentle=gentle, knows=Knows, learn=learn, deal=deal, choose=choose, guess=guess
)
