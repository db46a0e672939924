"""Sampled worlds of Tall Card: hidden fields beside the hands, and likelihoods of others' actions."""

from __future__ import annotations

from typing import Any

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Numbers, Records, Row
from shindig.gamekit.array_and_bit_kernels import copy_array
from shindig.gamekit.array_rules_engine import shuffle
from shindig.gamekit.betting.equity_betting import compute_logistic
from shindig.gamekit.five_cards.sampled_worlds import CARELESS_CLAIM, CARELESS_DRAW, bind_worlds
from shindig.gamekit.five_cards.state import TALLS
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.deal import CARDS
from ..rules.phases import apply
from ..rules.state import CLAIM, DISCARD, DRAW, TAKE, TallCard
from .equity import best_discard_of
from .habits_of_many import likely_bet, likely_careless_bet
from .policy import claim_gain, declaration

UNUSUAL = 0.2
"""Likelihood of a draw that differs from the best one."""


@kernel
def deck_of(_m: TallCard, pool: Numbers) -> int:
    copy_array(CARDS, pool)
    return len(CARDS)


@kernel
def known_cards(_k: Row, _views: Records) -> bool:
    """Return True: nobody shows a card before the end, and at the end nobody acts."""
    return True


@kernel
def complete(m: TallCard, rng: Generator) -> None:
    """Shuffle the Tall Cards to come."""
    for j in range(TALLS):
        m.tall_deck[j] = m.tall_past[j]
    count = int(m.talls_gone)
    for card in range(TALLS):
        gone = False
        for j in range(m.talls_gone):
            gone = gone or m.tall_past[j] == card
        if not gone and count < TALLS:
            m.tall_deck[count] = card
            count += 1
    shuffle(m.tall_deck[m.talls_gone :], TALLS - m.talls_gone, rng)


@kernel
def is_discard(m: TallCard, action: int) -> int:
    return int(action - DISCARD) if m.phase == DRAW else UNKNOWN


@kernel
def hidden_action(m: TallCard, after: TallCard) -> int:
    """Return the best discard of the number drawn, or the best declaration."""
    if m.phase == DRAW:
        return int(DISCARD + best_discard_of(m, m.actor, after.drew[m.actor]))
    return declaration(m)


@kernel
def likely(m: TallCard, action: int) -> float:
    """Return the likelihood of a careful actor's action, among more than two also by its habits."""
    if m.phase == CLAIM or m.phase == DRAW:
        return likely_draw(m, action)
    return float(likely_bet(m, action))


@kernel
def likely_draw(m: TallCard, action: int) -> float:
    """Return the likelihood of a careful actor's answer to the claim, or discard."""
    if m.phase == CLAIM:
        gain = compute_logistic(claim_gain(m), 0.0) if m.actor != m.dealer else 1.0
        return gain if action == TAKE else 1 - gain
    best = best_discard_of(m, m.actor, UNKNOWN)
    return 1.0 if best == action - DISCARD else UNUSUAL


@kernel
def likely_careless(m: TallCard, action: int) -> float:
    """Return the likelihood of a careless actor's action."""
    if m.phase == CLAIM:
        return CARELESS_CLAIM if m.actor != m.dealer else 1.0
    if m.phase == DRAW:
        return CARELESS_DRAW
    return float(likely_careless_bet(m, action))


WORLD: dict[str, Any] = {
    "deck_of": deck_of,
    "known_cards": known_cards,
    "complete": complete,
    "is_discard": is_discard,
    "hidden_action": hidden_action,
    "apply": apply,
}
"""Kernels that sampled worlds and those of the first expert share."""

learn, deal = bind_worlds("tall_card", **WORLD, likely=likely, likely_careless=likely_careless)
