"""Sampled hands for training the strategy for two: dealt, drawn by the policy, and stored as betting features."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from research.tall_card import compiled_steady_1
from shindig.core.kernel_compiler import compile_kernel
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit.betting.state import CHECK
from shindig.games.tall_card.bots import blueprint, equity
from shindig.games.tall_card.bots.blueprint import HOPE_STEP, HOPES, LEAST_HOPE, LINES, STRONG
from shindig.games.tall_card.bots.policy import claim_gain as policy_claim_gain
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.rules import deal, phases
from shindig.games.tall_card.rules.state import CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, TAKE
from shindig.games.tall_card.worth import ranks

apply, order = compile_kernel(phases.apply), compile_kernel(deal.chance_order)
bin_of, step_of, draw_class = (
    compile_kernel(blueprint.bin_of),
    compile_kernel(blueprint.step_of),
    compile_kernel(blueprint.draw_class),
)
made_hope, draw_hope = compile_kernel(equity.made_hope), compile_kernel(equity.draw_hope)
best_discard, claim_gain = compile_kernel(equity.best_discard), compile_kernel(policy_claim_gain)
strength = compile_kernel(ranks.strength)
CARDS = np.array(TALL_CARD.cards, np.int16)
FIRST, SECOND = 0, 1


class SampledHands(NamedTuple):
    """Features of deals, one column per deal. Rows are seats; seat 0 deals."""

    claimer: npt.NDArray[np.int64]
    """int64[n]."""
    bins: npt.NDArray[np.int64]
    """int64[2, 2, n]: part of the equity, before and after the draw, in a situation's number, by seat."""
    shares: npt.NDArray[np.float64]
    """float64[2, 2, n]: a plain player's expectation before and after the draw, by whether the other bet last; 0
    without a plain player."""
    sign: npt.NDArray[np.int64]
    """int64[n]: 1 if seat 0 wins, -1 if seat 1 does."""


NOBODY_PLAIN = -1


def fresh_match() -> Any:
    """Begin a match of two, up to its first order of the deck."""
    from shindig.games.tall_card import GAME

    match = GAME.new(2, {"first_dealer": 0})
    GAME.engine.chance_order(match, 0, np.arange(6, dtype=np.int16))
    assert match["actor"][0] == CHANCE
    return match


@njit(nogil=True)
def deal_one(fresh: Any, recs: Any, chips: int) -> None:
    """Deal a hand into record 0; seat 0 deals and has so many of all chips."""
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
def ahead(m: Any) -> int:
    """Return 1 if seat 0 has the better hand, -1 if seat 1 has, 0 for equal ones."""
    more = strength(m.hand[0], m.tall, m.claimer == 0) - strength(m.hand[1], m.tall, m.claimer == 1)
    return 1 if more > 0 else -1 if more < 0 else 0


@njit(nogil=True)
def prepare(m: Any, who: int, table: Any) -> None:
    """Claim or draw: the plain player by its rules, others by the policy."""
    if m.actor == who:
        apply(m, compiled_steady_1.claims_or_draws(m, table))
    elif m.phase == CLAIM:
        apply(m, TAKE if m.actor == m.dealer or claim_gain(m) > 0 else DECLINE)
    else:
        apply(m, DISCARD + best_discard(m, m.actor))


@njit(nogil=True)
def sample(fresh: Any, recs: Any, who: int, table: Any, hands: Any, first: int, last: int) -> None:
    """Fill columns of `Hands` with deals in which a seat, or NOBODY_PLAIN, is a plain player."""
    claimers, bins, shares, signs = hands
    np.random.seed(first)
    for n in range(first, last):
        deal_one(fresh, recs, fresh[0].chips[0])
        m = recs[0]
        while m.phase == CLAIM:
            prepare(m, who, table)
        claimers[n] = m.claimer
        for seat in range(2):
            bins[FIRST, seat, n] = step_of(draw_hope(m, seat, m.claimer), LEAST_HOPE, HOPE_STEP, HOPES)
        expect(m, who, table, shares[FIRST, :, n])
        while m.phase == FIRST_BETS:
            apply(m, CHECK)
        while m.phase == DRAW:
            prepare(m, who, table)
        for seat in range(2):
            bins[SECOND, seat, n] = draw_class(m) * LINES * STRONG + bin_of(made_hope(m, seat))
        expect(m, who, table, shares[SECOND, :, n])
        signs[n] = ahead(m)


@njit(nogil=True)
def expect(m: Any, who: int, table: Any, shares: Any) -> None:
    """Write a plain player's expectations, if there is one."""
    if who >= 0:
        for bold in range(2):
            shares[bold] = compiled_steady_1.share_of(m, who, bold, table)


def sampled(count: int, table: compiled_steady_1.DrawOdds) -> SampledHands:
    """Sample `count` deals each: without a plain player, with one in seat 0, with one in seat 1."""
    fresh = fresh_match()
    found = SampledHands(
        np.zeros(3 * count, np.int64),
        np.zeros((2, 2, 3 * count), np.int64),
        np.zeros((2, 2, 3 * count)),
        np.zeros(3 * count, np.int64),
    )
    for part, who in enumerate((NOBODY_PLAIN, 0, 1)):
        sample(fresh, fresh.copy(), who, tuple(table), tuple(found), part * count, (part + 1) * count)
    return found
