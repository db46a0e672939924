"""Policy: claims and draws by exact chances, bets by equity, in sizes that reveal nothing."""

from __future__ import annotations

from shindig.core.kernel_compiler import bind, kernel
from shindig.core.layout_and_views import UNKNOWN, Ranges
from shindig.gamekit.array_rules_engine import count_actions, nth_action
from shindig.gamekit.betting.equity_betting import (
    MORE,
    add_choice,
    choose_by_stakes,
    count_pot,
    may_raise,
)
from shindig.gamekit.betting.state import CALL, CHECK, FOLD, NOBODY
from shindig.gamekit.five_cards.bets import choose_with_alternatives
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.bets import smallest
from ..rules.phases import legal
from ..rules.state import (
    ANTE,
    ANTES,
    CLOCK,
    DISCARD,
    DRAW,
    GIFTS,
    GO_ON,
    KEEP,
    MUCK,
    READY,
    SECOND_BETS,
    SHOWDOWN,
    TAKE,
    TallCards,
)
from .bets import betting_hope, is_betting, raise_by
from .equity import claim_hope, draw_hope

USUAL = 0.75
"""Size of its bets, as a part of the pot."""
DEEP = 0.4
"""Part of its chips above which a bet becomes all-in."""


@kernel
def policy(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if is_betting(m):
        return int(bet(m, rng))
    if m.phase == DRAW:
        return int(draw(m))
    if m.phase == GIFTS:
        return READY if m.receiver == NOBODY else KEEP
    if m.phase == ANTES:
        return ANTE
    if m.phase == CLOCK:
        return GO_ON
    if m.phase == SHOWDOWN:
        return MUCK
    return nth_action(ranges, int(rng.random() * count_actions(ranges, legal(m, ranges))))


@kernel
def draw(m: TallCards) -> int:
    """Claim or discard, whichever wins more often; the dealer must claim if nobody has (TF-15)."""
    hope, mask = draw_hope(m, m.actor, UNKNOWN)
    if m.claimer == NOBODY and (m.actor == m.dealer or claim_hope(m, m.actor) > hope):
        return TAKE
    return int(DISCARD + mask)


@kernel
def more(m: TallCards, part: float) -> int:
    """Return the bet or raise of a part of the pot after the call, limited to what is legal; all-in if deep."""
    wanted = int(part * (count_pot(m) + m.bet - m.step_paid[m.actor]) + 0.5)
    if wanted > DEEP * m.chips[m.actor]:
        wanted = int(m.chips[m.actor])
    return int(raise_by(m, wanted))


@kernel
def bet(m: TallCards, rng: Generator) -> int:
    """Check, bet, call, raise or fold."""
    usual = max(smallest(m), count_pot(m) // 2)
    found = choose_by_stakes(m, betting_hope(m), m.ante, usual, m.phase == SECOND_BETS, rng)
    return more(m, USUAL) if found == MORE else found


@kernel
def add_alternatives(m: TallCards, choices: Actions) -> int:
    """Write a few amounts, and the best discard, beside the policy's action. Returns the count of all."""
    if m.phase == DRAW and m.claimer == NOBODY and m.actor != m.dealer:
        count = add_choice(choices, 1, TAKE)
        return add_choice(choices, count, DISCARD + draw_hope(m, m.actor, UNKNOWN)[1])
    if not is_betting(m):
        return 1
    owes = m.bet > m.step_paid[m.actor]
    count = add_choice(choices, 1, CALL if owes else CHECK)
    if owes:
        count = add_choice(choices, count, FOLD)
    if may_raise(m):
        count = add_choice(choices, add_choice(choices, count, more(m, 0.4)), more(m, 1.0))
        count = add_choice(choices, count, more(m, 2.5))
    return int(count)


choose = bind(choose_with_alternatives, "tall_cards", policy=policy, add_alternatives=add_alternatives)
