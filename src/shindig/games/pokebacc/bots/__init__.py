"""What the bots are made of: the policy, what cards may become, worlds that agree with what was seen, who may win."""

from ...minds import Minds
from .choices import choose
from .gentle import gentle
from .policy import others, policy
from .win import guess
from .worlds import Knows, deal, learn

MINDS = Minds(
    policy=policy, others=others, gentle=gentle, knows=Knows, learn=learn, deal=deal, choose=choose, guess=guess
)
