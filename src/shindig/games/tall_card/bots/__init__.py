"""Players of this game: the policy, the strategy for two, worlds that agree with what was seen."""

from ...five_cards.worlds import Seen
from ...minds import Minds
from .policy import choose, policy
from .worlds import deal, learn

MINDS = Minds(policy=policy, choose=choose, knows=Seen, learn=learn, deal=deal)
