"""Sampled worlds of Tall Cards: hidden fields beside the hands, and likelihoods of others' actions."""

from __future__ import annotations

from typing import Any

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Numbers, Records
from shindig.gamekit.betting.equity_betting import compute_logistic
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.five_cards.sampled_worlds import (
    CARELESS_CLAIM,
    CARELESS_DRAW,
    CardEvidence,
    bind_worlds,
    count_dealt_before,
    place_card,
)
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.deal import CARDS, SIZES
from ..rules.phases import apply
from ..rules.state import DISCARD, DRAW, FIRST_BETS, SECOND_BETS, TAKE, TallCards
from .equity import claim_hope, draw_hope
from .habits_of_many import likely_bet, likely_careless_bet

UNUSUAL = 0.2
"""Likelihood of a draw that differs from the best one."""


@kernel
def deck_of(m: TallCards, pool: Numbers) -> int:
    for j in range(SIZES[m.deck]):
        pool[j] = CARDS[m.deck, j]
    return int(SIZES[m.deck])


@kernel
def known_cards(k: CardEvidence, views: Records) -> bool:
    """Place an Ace that another kept openly as its first card; any place would be equally likely (TF-14)."""
    m, now = views[k.start], views[len(views) - 1]
    for seat in range(m.seats):
        if seat != m.viewer and now.ace[seat] >= 0:
            place_card(k, count_dealt_before(m, seat)[0], int(now.ace[seat]))
    return bool(now.phase == FIRST_BETS or now.phase == DRAW or now.phase == SECOND_BETS)


@kernel
def complete(_m: TallCards, _rng: Generator) -> None:
    """Do nothing: no other field is hidden."""


@kernel
def is_discard(m: TallCards, action: int) -> int:
    return int(action - DISCARD) if m.phase == DRAW and action < TAKE else UNKNOWN


@kernel
def hidden_action(m: TallCards, after: TallCards) -> int:
    """Return the best discard of the number drawn; with an Ace shown, all other cards."""
    seat = m.actor
    if after.ace[seat] >= 0:
        for i in range(HAND):
            if m.hand[seat, i] == after.ace[seat]:
                return int(DISCARD + 31 - (1 << i))
    return int(DISCARD + draw_hope(m, seat, after.drew[seat])[1])


@kernel
def likely(m: TallCards, action: int) -> float:
    """Return the likelihood of a careful actor's action, among more than two also by its habits."""
    if m.phase == DRAW:
        return likely_draw(m, action)
    return float(likely_bet(m, action))


@kernel
def likely_draw(m: TallCards, action: int) -> float:
    """Return the likelihood of a careful actor's claim or discard."""
    hope, mask = draw_hope(m, m.actor, UNKNOWN)
    gain = 1.0
    if m.claimer == NOBODY and m.actor != m.dealer:
        gain = compute_logistic(claim_hope(m, m.actor) - hope, 0.0)
    if action == TAKE:
        return gain
    fits = 1.0 if mask == action - DISCARD else UNUSUAL
    return fits * (1 - gain) if m.claimer == NOBODY else fits


@kernel
def likely_careless(m: TallCards, action: int) -> float:
    """Return the likelihood of a careless actor's action."""
    if m.phase == DRAW:
        claims = CARELESS_CLAIM if m.claimer == NOBODY and m.actor != m.dealer else 1.0
        return claims if action == TAKE else claims * CARELESS_DRAW
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

learn, deal = bind_worlds("tall_cards", **WORLD, likely=likely, likely_careless=likely_careless)
