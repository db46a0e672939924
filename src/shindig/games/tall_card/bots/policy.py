"""Policy: claims and draws by exact chances, bets by equity, in one size that reveals nothing."""

from __future__ import annotations

from shindig.core.kernel_compiler import bind, kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import (
    MORE,
    add_choice,
    choose_by_equity,
    count_pot,
    find_other_in,
    may_raise,
)
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.five_cards.bets import choose_with_alternatives
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.state import (
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    RANKS,
    SECOND_BETS,
    TAKE,
    TallCard,
)
from ..worth.ranks import best_cards, number_of, strength
from .bets import betting_hope, is_betting, raise_by
from .equity import best_discard, draw_hope


@kernel
def policy(m: TallCard, _ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if m.phase == CLAIM:
        return int(TAKE if m.actor == m.dealer or claim_gain(m) > 0 else DECLINE)
    if m.phase == DRAW:
        return int(DISCARD + best_discard(m, m.actor))
    if m.phase == DECLARE:
        return int(declaration(m))
    return int(bet(m, rng))


@kernel
def claim_gain(m: TallCard) -> float:
    """Return the gain in equity from claiming, with one redrawn card, over a free draw against a claimer."""
    return draw_hope(m, m.actor, m.actor) - draw_hope(m, m.actor, find_other_in(m, m.actor))


@kernel
def declaration(m: TallCard) -> int:
    """Declare the best Rank, with the cards that make it."""
    hand, claimed = m.hand[m.actor], m.claimer == m.actor
    number = number_of(strength(hand, m.tall, claimed))
    return int(DECLARED + best_cards(hand, m.tall, claimed) * RANKS + number)


@kernel
def bet(m: TallCard, rng: Generator) -> int:
    """Check, bet, call, raise or fold."""
    found = choose_by_equity(m, betting_hope(m), m.max_bet, m.phase == SECOND_BETS, rng)
    return raise_by(m, count_pot(m)) if found == MORE else found


@kernel
def add_alternatives(m: TallCard, choices: Actions) -> int:
    """Write the actions beside the policy's, and return the count of all."""
    if m.phase == CLAIM and m.actor != m.dealer:
        return add_choice(choices, add_choice(choices, 1, TAKE), DECLINE)
    if not is_betting(m):
        return 1
    owes = m.bet > m.step_paid[m.actor]
    count = add_choice(choices, 1, CALL if owes else CHECK)
    if owes:
        count = add_choice(choices, count, FOLD)
    if may_raise(m):
        count = add_choice(choices, add_choice(choices, count, raise_by(m, m.max_bet // 4)), raise_by(m, m.max_bet))
    return int(count)


choose = bind(choose_with_alternatives, "tall_card", policy=policy, add_alternatives=add_alternatives)
