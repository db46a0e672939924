"""Bets before and after the draw, as the bots of the games that deal five cards see and choose them.

Kernel templates: `bind_bets` binds them to a game, `bind` the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shindig.core.kernel_compiler import bind_in_turn, kernel, unbound
from shindig.core.layout_and_views import Ranges

from ..betting.equity_betting import choose_raise_action
from ..policies.policy_spec import Actions, Generator
from .state import FiveCards

smallest = highest = hope_of = made_hope_of = policy = add_alternatives = unbound
first_bets: Any = unbound
second_bets: Any = unbound
bet: Any = unbound
raise_bet: Any = unbound


@kernel
def is_betting(m: FiveCards) -> bool:
    """Return True in both betting steps."""
    return bool(m.phase == first_bets or m.phase == second_bets)


@kernel
def is_second(m: FiveCards) -> int:
    """Return 1 after the draw, else 0."""
    return 1 if m.phase == second_bets else 0


@kernel
def amount_of(action: int) -> int:
    """Return the amount of a bet or raise."""
    return int(action - (raise_bet if action >= raise_bet else bet) + 1)


@kernel
def raise_by(m: FiveCards, wanted: int) -> int:
    """Return the bet or raise of an amount, limited to what is legal."""
    return choose_raise_action(m, wanted, smallest(m), highest(m), bet, raise_bet)


@kernel
def betting_hope(m: FiveCards) -> float:
    """Return the equity by which the actor bets.

    A bet without a draw may be a bluff: if it were always believed, any hand could be bet so and win.
    """
    if m.phase == second_bets and m.bet > m.step_paid[m.actor]:
        return float(made_hope_of(m, m.actor, True))
    return float(hope_of(m, m.actor))


@kernel
def choose_with_alternatives(m: FiveCards, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the actions worth comparing, the policy's first, and return their count."""
    choices[0] = policy(m, ranges, rng)
    return int(add_alternatives(m, choices))


def bind_bets(suffix: str, **names: Any) -> tuple[Callable[..., Any], ...]:
    """Bind `is_betting`, `is_second`, `amount_of`, `raise_by` and `betting_hope` to a game, and return them.

    `first_bets` and `second_bets` are the phases of betting, `bet` and `raise_bet` the first actions of both families
    of amounts. `smallest(m)` and `highest(m)` limit an amount. `hope_of(m, seat)` is an equity, and `made_hope_of(m,
    seat, doubts)` that of a hand after the draw.
    """
    templates = {one.__name__: one for one in (is_betting, is_second, amount_of, raise_by, betting_hope)}
    bound = bind_in_turn(suffix, names, **templates)
    return tuple(bound[name] for name in templates)
