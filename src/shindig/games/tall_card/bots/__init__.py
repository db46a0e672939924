"""Bots of this game: the policy, the strategy for two, worlds that agree with observations."""

from shindig.gamekit.five_cards.worlds import Seen
from shindig.gamekit.policies import Minds

from .gentle import gentle
from .policy import choose, policy
from .worlds import deal, learn

MINDS = Minds(
    policy=policy, gentle=gentle, choose=choose, knows=Seen, learn=learn, deal=deal, warm=f"{__name__}.expert:warm"
)
