"""What the bots are made of: the policy, worlds that agree with what was seen, the last tricks solved."""

from ...minds import Minds
from .choosing import choose, settled
from .endgame import leaf
from .gentle import gentle
from .knows import MOST_DEPTH, Knows, learn
from .policy import policy
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
)
