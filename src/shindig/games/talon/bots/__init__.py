"""What the bots are made of: the policy, worlds that agree with what was seen, the last tricks solved."""

from ...minds import Minds
from .policy import policy

MINDS = Minds(policy=policy)
