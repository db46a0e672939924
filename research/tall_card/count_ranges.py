"""Recount of the hands of ranges.npz: `python -m research.tall_card.count_ranges`.

Hands are dealt, claimed and drawn as the policy and `steady-1` do. They are counted by the features behind their bets
before the draw, the number of cards drawn, and the final level.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from research.tall_card import compiled_steady_1
from research.tall_card.sampled_hands import (
    NOBODY_PLAIN,
    apply,
    deal_one,
    draw_hope,
    fresh_match,
    prepare,
    step_of,
    strength,
)
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.array_and_bit_kernels import sort_cards as sort_cards_of
from shindig.gamekit.betting.state import CHECK, NOBODY
from shindig.gamekit.five_cards.state import HAND, TALLS
from shindig.games.tall_card.bots import equity, hand_ranges
from shindig.games.tall_card.bots.blueprint import HOPE_STEP, HOPES, LEAST_HOPE
from shindig.games.tall_card.bots.equity import LEVEL
from shindig.games.tall_card.bots.hand_ranges import FILE, LEVELS, PLAIN
from shindig.games.tall_card.rules.state import CLAIM, DECLINE, DRAW, FIRST_BETS, TAKE

is_dragon, level_of = compile_kernel(equity.is_dragon), compile_kernel(hand_ranges.level_of)
best_discard_of, sort_cards = compile_kernel(equity.best_discard_of), compile_kernel(sort_cards_of)
DEALS, SEED = 300_000, 7


@njit(nogil=True)
def drawn(m: Any, who: int, table: Any) -> None:
    """Take all draws without bets."""
    while m.phase == DRAW:
        prepare(m, who, table)


@njit(nogil=True)
def claimed(recs: Any, who: int, table: Any) -> None:
    """Copy record 0 to record 1 and play to a claim."""
    recs[1] = recs[0]
    while recs[1].phase == CLAIM:
        prepare(recs[1], who, table)


@njit(nogil=True)
def checked(m: Any) -> None:
    """Check through the bets before the draw."""
    while m.phase == FIRST_BETS:
        apply(m, CHECK)


@njit(nogil=True)
def level(m: Any, seat: int) -> int:
    """Return the level that a seat has reached."""
    return int(level_of(strength(m.hand[seat], m.tall, m.claimer == seat), is_dragon(m.tall)))


@njit(nogil=True)
def count_policy(recs: Any, table: Any, hands: Any) -> None:
    """Count the hands of a deal without a plain player."""
    claimed(recs, NOBODY_PLAIN, table)
    m, bins = recs[1], np.empty(2, np.int64)
    for seat in range(2):
        bins[seat] = step_of(draw_hope(m, seat, m.claimer), LEAST_HOPE, HOPE_STEP, HOPES)
    checked(m)
    drawn(m, NOBODY_PLAIN, table)
    for seat in range(2):
        hands[is_dragon(m.tall), m.forced, seat, bins[seat], m.drew[seat], level(m, seat)] += 1


@njit(nogil=True)
def count_plain(recs: Any, seat: int, bold: int, table: Any, found: Any) -> None:
    """Count a plain player's hand and its expectation, for one assumption about the last bettor."""
    hands, bolder, times = found
    claimed(recs, seat, table)
    m = recs[1]
    side, forced = is_dragon(m.tall), m.forced
    hand = min(int(compiled_steady_1.share_of(m, seat, 0, table) * PLAIN), PLAIN - 1)
    if bold:
        bolder[side, forced, seat, hand] += compiled_steady_1.share_of(m, seat, 1, table)
        times[side, forced, seat, hand] += 1
    checked(m)
    m.raiser = 1 - seat if bold else NOBODY
    drawn(m, seat, table)
    hands[side, forced, seat, bold, hand, m.drew[seat], level(m, seat)] += 1


@njit(nogil=True)
def count_all(fresh: Any, recs: Any, table: Any, hands: Any, found: Any, deals: int) -> None:
    """Deal and count; seat 0 deals."""
    np.random.seed(SEED)
    for _ in range(deals):
        deal_one(fresh, recs, fresh[0].chips[0])
        count_policy(recs, table, hands)
        for seat in range(2):
            for bold in range(2):
                count_plain(recs, seat, bold, table, found)


@njit(nogil=True)
def count_free(recs: Any, forced: int, free: Any) -> None:
    """Count the hands of a deal by each number of cards drawn, the best discard of each number."""
    recs[1] = recs[0]
    m = recs[1]
    if forced:
        apply(m, DECLINE)
    apply(m, TAKE)
    side, hand = is_dragon(m.tall), np.empty(HAND, np.int8)
    for seat in range(2):
        for count in range((1 if m.claimer == seat else HAND) + 1):
            mask, at = best_discard_of(m, seat, count), m.dealt + HAND * seat
            for i in range(HAND):
                hand[i] = m.stock[at + i] if mask >> i & 1 else m.hand[seat, i]
            sort_cards(hand)
            made = strength(hand, m.tall, m.claimer == seat)
            free[side, forced, seat, count, level_of(made, side)] += 1


@njit(nogil=True)
def count_all_free(fresh: Any, recs: Any, free: Any, deals: int) -> None:
    """Deal and count the hands of a player who claims and draws anything."""
    np.random.seed(SEED)
    for _ in range(deals):
        deal_one(fresh, recs, fresh[0].chips[0])
        for forced in range(2):
            count_free(recs, forced, free)


def expected(odds: compiled_steady_1.DrawOdds) -> Any:
    """Return float64[2, 2, 7, 2, LEVELS]: a plain player's expectation after the draw, the mean over a level."""
    found = np.zeros((2, 2, HAND + 2, 2, LEVELS))
    for side in range(2):
        levels = LEVEL[side].astype(np.int64) // hand_ranges.PER_LEVEL
        talls = [tall for tall in range(TALLS) if equity.is_dragon(tall) == side]
        for at in np.ndindex(2, HAND + 2, 2):
            shares = odds.shares[talls, *at].mean(axis=0)
            found[side, *at] = np.bincount(levels, shares, LEVELS) / np.maximum(
                np.bincount(levels, minlength=LEVELS), 1
            )
    return found


def main(deals: int = DEALS) -> None:
    odds, fresh = compiled_steady_1.odds(), fresh_match()
    hands = np.zeros((2, 2, 2, HOPES, HAND + 1, LEVELS))
    plains = np.zeros((2, 2, 2, 2, PLAIN, HAND + 1, LEVELS))
    bolder, times = np.zeros((2, 2, 2, PLAIN)), np.zeros((2, 2, 2, PLAIN))
    free = np.zeros((2, 2, 2, HAND + 1, LEVELS))
    count_all(fresh, np.zeros(2, fresh.dtype), tuple(odds), hands, (plains, bolder, times), deals)
    count_all_free(fresh, np.zeros(2, fresh.dtype), free, deals)
    usual = np.broadcast_to((np.arange(PLAIN) + 0.5) / PLAIN, times.shape)
    mean = np.where(times > 0, bolder / np.maximum(times, 1), usual)
    shares = (hands / deals).astype("f4"), (plains / deals).astype("f4"), (free / deals).astype("f4")
    np.savez_compressed(FILE, hands=shares[0], plain=shares[1], bolder=mean, shares=expected(odds), free=shares[2])


if __name__ == "__main__":
    main()
