"""Hands for training the strategy for two: dealt, drawn to as the policy does, and kept as what betting depends on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from ...betting.state import CHECK
from ...kernels import compiled
from ...layout import CHANCE
from ..deck import TALL_CARD
from ..rules import deal, phases
from ..rules.state import CLAIM, DECLINE, DISCARD, FIRST_BETS, TAKE
from ..worth import ranks
from . import blueprint, values
from .blueprint import HOPE_STEP, HOPES, LEAST_HOPE, LINES, STRONG
from .policy import claim_gain as policy_claim_gain

apply, order = compiled(phases.apply), compiled(deal.order)
bin_of, step_of, draw_class = compiled(blueprint.bin_of), compiled(blueprint.step_of), compiled(blueprint.draw_class)
made_hope, draw_hope = compiled(values.made_hope), compiled(values.draw_hope)
best_discard, claim_gain = compiled(values.best_discard), compiled(policy_claim_gain)
strength = compiled(ranks.strength)
CARDS = np.array(TALL_CARD.cards, np.int16)
FIRST, SECOND = 0, 1


class Hands(NamedTuple):
    """What a deal comes to, a column a deal: rows are seats, seat 0 deals."""

    claimer: npt.NDArray[np.int64]
    """int64[n]."""
    hopes: npt.NDArray[np.float64]
    """float64[2, 2, n]: the chance to win before and after the draw, by seat."""
    bins: npt.NDArray[np.int64]
    """int64[2, 2, n]: what that adds to the number of a situation."""
    sign: npt.NDArray[np.int64]
    """int64[n]: 1 where seat 0 wins, -1 where seat 1 does."""


def fresh_match() -> Any:
    """A match of two that asks for its first deck."""
    from .. import GAME

    match = GAME.new(2, {"first_dealer": 0})
    GAME.engine.order(match, 0, np.arange(6, dtype=np.int16))
    assert match["actor"][0] == CHANCE
    return match


@njit(nogil=True)
def deal_one(fresh: Any, recs: Any, chips: int) -> None:
    """Deal a hand into record 0; seat 0 has so many chips of all, and deals."""
    recs[0] = fresh[0]
    m = recs[0]
    items = CARDS.copy()
    np.random.shuffle(items)
    m.chips[1] = m.chips[0] + m.chips[1] - chips
    m.chips[0] = chips
    m.tall_deck[0] = int(np.random.random() * len(m.tall_deck))
    m.talls_gone = 0
    order(m, items)


@njit(nogil=True)
def claim(m: Any) -> None:
    """Claim as the policy does."""
    while m.phase == CLAIM:
        apply(m, TAKE if m.actor == m.dealer or claim_gain(m) > 0 else DECLINE)


@njit(nogil=True)
def ahead(m: Any) -> int:
    """1 where seat 0 has the better hand, -1 where seat 1 has, 0 for equal ones."""
    more = strength(m.hand[0], m.tall, m.claimer == 0) - strength(m.hand[1], m.tall, m.claimer == 1)
    return 1 if more > 0 else -1 if more < 0 else 0


@njit(nogil=True)
def sample(fresh: Any, recs: Any, claimers: Any, hopes: Any, bins: Any, signs: Any, seed: int) -> None:
    """Fill the columns of `Hands`."""
    np.random.seed(seed)
    for n in range(len(signs)):
        deal_one(fresh, recs, fresh[0].chips[0])
        m = recs[0]
        claim(m)
        claimers[n] = m.claimer
        for seat in range(2):
            hopes[FIRST, seat, n] = draw_hope(m, seat, m.claimer)
            bins[FIRST, seat, n] = step_of(hopes[FIRST, seat, n], LEAST_HOPE, HOPE_STEP, HOPES)
        while m.phase == FIRST_BETS:
            apply(m, CHECK)
        for _ in range(2):
            apply(m, DISCARD + best_discard(m, m.actor))
        for seat in range(2):
            hopes[SECOND, seat, n] = made_hope(m, seat)
            bins[SECOND, seat, n] = draw_class(m) * LINES * STRONG + bin_of(hopes[SECOND, seat, n])
        signs[n] = ahead(m)


def sampled(count: int, seed: int) -> Hands:
    """Hands of as many deals."""
    fresh = fresh_match()
    found = Hands(
        np.zeros(count, np.int64), np.zeros((2, 2, count)), np.zeros((2, 2, count), np.int64), np.zeros(count, np.int64)
    )
    sample(fresh, fresh.copy(), found.claimer, found.hopes, found.bins, found.sign, seed)
    return found
