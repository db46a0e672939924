"""First policy: its bets depend on the hand and the price alone, not on what others have paid before.

Others are taken to play so. The second steady bot and the first expert, both frozen for comparison, play so too.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import bind, kernel
from shindig.core.layout_and_views import Ranges, Records
from shindig.gamekit.betting.equity_betting import MORE, choose_by_equity, count_pot
from shindig.gamekit.five_cards.bets import choose_with_alternatives
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.bets import smallest
from ..rules.state import SECOND_BETS, TallCards
from .bets import is_betting
from .equity import hope_of
from .policy import USUAL, add_alternatives, more
from .policy import policy as current_policy


@kernel
def policy(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """Choose an action by this policy."""
    return int(bet(m, rng) if is_betting(m) else current_policy(m, ranges, rng))


choose = bind(choose_with_alternatives, "tall_cards_first", policy=policy, add_alternatives=add_alternatives)


@kernel
def bet_at(matches: Records, i: int, rng: Generator) -> int:
    """Check, bet, call, raise or fold for the actor of record i."""
    return bet(matches[i], rng)


@kernel
def bet(m: TallCards, rng: Generator) -> int:
    """Check, bet, call, raise or fold."""
    usual = max(smallest(m), count_pot(m) // 2)
    found = choose_by_equity(m, hope_of(m, m.actor), usual, m.phase == SECOND_BETS, rng)
    return int(more(m, USUAL) if found == MORE else found)
