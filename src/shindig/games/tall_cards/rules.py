"""The rules as tables over the phases: what is legal, what it does, what an order brings."""

from __future__ import annotations

from typing import Any

from ..five_cards import ask
from ..kernels import kernel
from .bets import apply_bet, begin_bets, legal_steps
from .between import apply_ante, apply_gift, apply_time, legal_antes, legal_gifts, legal_times
from .deal import begin_antes, deal
from .draw import apply_draw, legal_draws
from .record import ANTES, CLOCK, DRAW, FIRST_BETS, GIFTS, HAND_OVER, MAIN, SEATS, SHOWDOWN, TALL
from .showdown import apply_show, legal_shows


@kernel
def legal(m: Any, ranges: Any) -> int:
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
def apply(m: Any, action: int) -> None:
    """Play a legal action of the actor."""
    if m.phase == GIFTS:
        apply_gift(m, action)
    elif m.phase == ANTES:
        if apply_ante(m, action):
            m.phase = HAND_OVER
            ask(m, TALL)
    elif m.phase == CLOCK:
        apply_time(m, action)
    elif m.phase == DRAW:
        apply_draw(m, action)
    elif m.phase == SHOWDOWN:
        apply_show(m, action)
    else:
        apply_bet(m, action)


@kernel
def order(m: Any, items: Any) -> None:
    """Take an order: the first seat of a lot deals (TF-5), a deck lies with its first item on top (TF-10)."""
    if m.asks == SEATS:
        m.dealer = items[0]
        begin_antes(m)
    elif m.asks == TALL:
        m.tall_next = items[0]
        ask(m, MAIN)
    else:
        for i in range(len(items)):
            m.stock[i] = items[i]
        deal(m)
        begin_bets(m, FIRST_BETS)
