"""Bots of this game: the policy, worlds that agree with observations, and the last tricks solved and planned."""

from shindig.gamekit.policies import Minds, Plans

from .choosing import choose, settled
from .endgame import leaf
from .gentle import gentle
from .knows import AHEAD, MOST_DEPTH, TOGETHER, Knows, learn
from .policy import policy
from .together import near, plan
from .worlds import deal

MINDS = Minds(
    policy=policy,
    gentle=gentle,
    knows=Knows,
    learn=learn,
    deal=deal,
    choose=choose,
    settled=settled,
    leaf=leaf,
    depth=MOST_DEPTH,
    plans=Plans(near, plan, TOGETHER, AHEAD),
)
