"""The rules as tables over the phases: legal actions, their effects, and the effects of orders."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Items, Ranges
from shindig.gamekit.array_and_bit_kernels import copy_array
from shindig.gamekit.five_cards.state import LOT, MAIN, TALL
from shindig.gamekit.turn_and_range_kernels import ask_chance

from .bets import apply_bet, begin_bets, legal_steps
from .between_hands import apply_ante, apply_gift, apply_time, legal_antes, legal_gifts, legal_times
from .deal import begin_antes, deal
from .draw import apply_draw, legal_draws
from .showdown import apply_show, legal_shows
from .state import ANTES, CLOCK, DRAW, FIRST_BETS, GIFTS, HAND_OVER, SHOWDOWN, TallCards


@kernel
def legal(m: TallCards, ranges: Ranges) -> int:
    """Write the legal actions of the actor as ascending ranges; also from the actor's own view."""
    if m.phase == GIFTS:
        return int(legal_gifts(m, ranges))
    if m.phase == ANTES:
        return int(legal_antes(ranges))
    if m.phase == CLOCK:
        return int(legal_times(ranges))
    if m.phase == DRAW:
        return int(legal_draws(m, ranges))
    if m.phase == SHOWDOWN:
        return int(legal_shows(ranges))
    return int(legal_steps(m, ranges))


@kernel
def apply(m: TallCards, action: int) -> None:
    """Play a legal action of the actor."""
    if m.phase == GIFTS:
        apply_gift(m, action)
    elif m.phase == ANTES:
        if apply_ante(m, action):
            m.phase = HAND_OVER
            ask_chance(m, TALL)
    elif m.phase == CLOCK:
        apply_time(m, action)
    elif m.phase == DRAW:
        apply_draw(m, action)
    elif m.phase == SHOWDOWN:
        apply_show(m, action)
    else:
        apply_bet(m, action)


@kernel
def chance_order(m: TallCards, items: Items) -> None:
    """Take an order: the first seat of a lot deals (TF-5); the first item of a deck is its top card (TF-10)."""
    if m.asks == LOT:
        m.dealer = items[0]
        begin_antes(m)
    elif m.asks == TALL:
        m.tall_next = items[0]
        ask_chance(m, MAIN)
    else:
        copy_array(items, m.stock)
        deal(m)
        begin_bets(m, FIRST_BETS)
