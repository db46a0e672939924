"""Policy: claims and draws by exact chances, bets by equity, in one size that reveals nothing."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import (
    MORE,
    add_choice,
    choose_by_equity,
    choose_raise_action,
    count_pot,
    find_other_in,
    may_raise,
)
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.state import (
    BET,
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    FIRST_BETS,
    RAISE,
    RANKS,
    SECOND_BETS,
    TAKE,
    TallCard,
)
from ..worth.ranks import best_cards, number_of, strength
from .equity import best_discard, draw_hope, hope_of, made_hope_of


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
def more(m: TallCard, wanted: int) -> int:
    """Return the bet or raise of an amount, limited to what is legal."""
    return choose_raise_action(m, wanted, m.min_bet, m.max_bet, BET, RAISE)


@kernel
def bet(m: TallCard, rng: Generator) -> int:
    """Check, bet, call, raise or fold."""
    found = choose_by_equity(m, betting_hope(m), m.max_bet, m.phase == SECOND_BETS, rng)
    return more(m, count_pot(m)) if found == MORE else found


@kernel
def betting_hope(m: TallCard) -> float:
    """Return the equity by which the actor bets.

    A bet without a draw may be a bluff: if it were always believed, any hand could be bet so and win.
    """
    if m.phase == SECOND_BETS and m.bet > m.step_paid[m.actor]:
        return made_hope_of(m, m.actor, True)
    return hope_of(m, m.actor)


@kernel
def choose(m: TallCard, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the actions worth comparing, the policy's first: a few amounts, and only the policy's discard."""
    choices[0] = policy(m, ranges, rng)
    return add_alternatives(m, choices)


@kernel
def add_alternatives(m: TallCard, choices: Actions) -> int:
    """Write the actions beside the policy's, and return the count of all."""
    if m.phase == CLAIM and m.actor != m.dealer:
        return add_choice(choices, add_choice(choices, 1, TAKE), DECLINE)
    if m.phase != FIRST_BETS and m.phase != SECOND_BETS:
        return 1
    owes = m.bet > m.step_paid[m.actor]
    count = add_choice(choices, 1, CALL if owes else CHECK)
    if owes:
        count = add_choice(choices, count, FOLD)
    if may_raise(m):
        count = add_choice(choices, add_choice(choices, count, more(m, m.max_bet // 4)), more(m, m.max_bet))
    return int(count)
