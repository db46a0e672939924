"""What the best reply found in the second bets wins of the expert: `python -m ...tall_card.bots.reply DEALS`.

The reply plays as the expert does until the second bets, and there learns against it, knowing nothing else of it, what
brings most in every situation; then it plays that, in deals that it has not seen.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import njit

from ...kernels import compiled
from ..rules.state import CLAIM, DISCARD, DRAW, FIRST_BETS, ROUND_OVER, SECOND_BETS, TAKE
from . import expert
from .blueprint import CHOICES, MINE, NO_LINE, SITUATIONS, THEIRS
from .policy import policy as plain
from .train import BET_FROM, DEPTH, apply, choices_of, deal_one, fresh_match, look
from .train import plain as plain_player

choose_at, policy = compiled(expert.choose_at), compiled(plain)
Z95 = 1.959964


@njit(nogil=True)
def answer(recs: Any, d: int, seat: int, line: int, table: Any, ranges: Any, rng: Any) -> int:
    """What the expert does."""
    m = recs[d]
    mine = NO_LINE if line < 0 else MINE if line == seat else THEIRS
    action = choose_at(recs, d, table, mine if m.phase == SECOND_BETS else NO_LINE, rng)
    return int(action if action >= 0 else policy(m, ranges, rng))


@njit(nogil=True)
def best_of(row: Any, legal: Any) -> int:
    """The legal choice whose mean is highest so far."""
    best = -1
    for c in range(CHOICES):
        if legal[c] >= 0 and (best < 0 or row[c] > row[best]):
            best = c
    return best


@njit(nogil=True)
def play(
    recs: Any, d: int, me: int, line: int, hopes: Any, masks: Any, table: Any, means: Any, counts: Any, learns: bool,
    ranges: Any, rng: Any,
) -> float:  # fmt: skip
    """What the deal of record d brings the reply; where it learns, it tries all that may be done."""
    m = recs[d]
    legal = np.empty(CHOICES, np.int64)
    while m.phase != ROUND_OVER:
        seat = int(m.actor)
        if m.phase == DRAW:
            apply(m, DISCARD + masks[int(m.claimer), seat])
            continue
        if m.phase == CLAIM and seat == m.dealer:
            apply(m, TAKE)
            continue
        if seat != me or m.phase != SECOND_BETS:
            action = answer(recs, d, seat, line, table, ranges, rng)
            if m.phase == FIRST_BETS and action >= BET_FROM:
                line = seat
            apply(m, action)
            continue
        choices_of(m, legal)
        at = look(m, seat, line, hopes)
        best = best_of(means[at], legal)
        if not learns:
            apply(m, legal[best])
            continue
        worth = np.zeros(CHOICES)
        for c in range(CHOICES):
            if legal[c] >= 0:
                recs[d + 1] = recs[d]
                apply(recs[d + 1], legal[c])
                worth[c] = play(recs, d + 1, me, line, hopes, masks, table, means, counts, learns, ranges, rng)
        counts[at] += 1
        for c in range(CHOICES):
            means[at, c] += (worth[c] - means[at, c]) / counts[at]
        return float(worth[best])
    return float(m.net[me])


@njit(nogil=True)
def play_many(
    fresh: Any, recs: Any, table: Any, means: Any, counts: Any, learns: bool, ranges: Any, rng: Any, gains: Any
) -> None:
    """Deal as often as there are `gains`, which get what each deal brings, a mean over both seats."""
    hopes, masks = np.zeros((2, 2)), np.zeros((2, 2), np.int64)
    for n in range(len(gains)):
        deal_one(fresh, recs, hopes, masks)
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            gains[n] += play(recs, 1, me, -1, hopes, masks, table, means, counts, learns, ranges, rng) / 2


@njit(nogil=True)
def meet(fresh: Any, recs: Any, table: Any, ranges: Any, rng: Any, gains: Any) -> None:
    """What each deal brings the expert against a plain player, a mean over both seats."""
    hopes, masks = np.zeros((2, 2)), np.zeros((2, 2), np.int64)
    for n in range(len(gains)):
        deal_one(fresh, recs, hopes, masks)
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            m, line = recs[1], -1
            while m.phase != ROUND_OVER:
                seat = int(m.actor)
                if m.phase == DRAW:
                    action = DISCARD + masks[int(m.claimer), seat]
                elif m.phase == CLAIM and seat == m.dealer:
                    action = TAKE
                elif seat == me:
                    action = answer(recs, 1, seat, line, table, ranges, rng)
                else:
                    action = plain_player(m, seat, hopes)
                if m.phase == FIRST_BETS and action >= BET_FROM:
                    line = seat
                apply(m, action)
            gains[n] += m.net[me] / 2


def told(gains: Any) -> str:
    return f"{gains.mean():+.2f} ± {Z95 * gains.std() / len(gains) ** 0.5:.2f} chips a hand of {len(gains)}"


def main(deals: int) -> None:
    from .. import GAME

    fresh, table = fresh_match(), expert.chances()
    recs, rng, ranges = np.zeros(DEPTH, fresh.dtype), np.random.default_rng(1), GAME.engine.scratch()[0]
    gains = np.zeros(max(deals // 4, 1))
    meet(fresh, recs, table, ranges, rng, gains)
    print(f"the expert wins {told(gains)} of a plain player", flush=True)
    means, counts = np.zeros((SITUATIONS, CHOICES)), np.zeros(SITUATIONS)
    play_many(fresh, recs, table, means, counts, True, ranges, rng, np.zeros(deals))
    play_many(fresh, recs, table, means, counts, False, ranges, rng, gains)
    print(f"the reply wins {told(gains)} of the expert, after {deals} to learn from", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
