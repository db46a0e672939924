"""What a reply in the second bets wins of the expert: `python -m shindig.games.tall_card.bots.reply DEALS`.

The reply plays as the expert does until the second bets, and there learns against it, knowing nothing else of it, what
brings most in every situation; then it plays that, in deals that it has not seen. A file after DEALS holds another
strategy, as train.py writes it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import njit

from ...kernels import compiled
from ..rules.state import BET, FIRST_BETS, ROUND_OVER, SECOND_BETS
from . import blueprint, expert, values
from .blueprint import CHOICES, MINE, NO_LINE, SHARES, SITUATIONS, THEIRS
from .policy import policy as policy_of
from .sampled import apply, deal_one, fresh_match
from .train import DEPTH, legal_choices, plain

choose_at, policy = compiled(expert.choose_at), compiled(policy_of)
hope_of, situation = compiled(values.hope_of), compiled(blueprint.situation)
SIZES = np.array(SHARES)
Z95 = 1.959964


@njit(nogil=True)
def line_of(m: Any, seat: int, line: int) -> int:
    """Who bet last before the draw, as a seat sees it."""
    return NO_LINE if line < 0 or m.phase == FIRST_BETS else MINE if line == seat else THEIRS


@njit(nogil=True)
def answer(recs: Any, d: int, line: int, table: Any, ranges: Any, rng: Any) -> int:
    """What the expert does."""
    m, action = recs[d], -1
    if m.phase == FIRST_BETS or m.phase == SECOND_BETS:
        action = choose_at(recs, d, table, line_of(m, int(m.actor), line), rng)
    return int(action if action >= 0 else policy(m, ranges, rng))


@njit(nogil=True)
def plain_answer(recs: Any, d: int, ranges: Any, rng: Any) -> int:
    """What a plain player does."""
    m = recs[d]
    if m.phase != FIRST_BETS and m.phase != SECOND_BETS:
        return int(policy(m, ranges, rng))
    legal, chances = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    legal_choices(m, SIZES, legal)
    plain(m, int(m.actor), hope_of(m, m.actor), legal, chances)
    left, last = rng.random(), 0
    for c in range(CHOICES):
        if chances[c] > 0 and left >= 0:
            last = c
            left -= chances[c]
    return int(legal[last])


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
    recs: Any, d: int, me: int, line: int, table: Any, means: Any, counts: Any, learns: bool, ranges: Any, rng: Any
) -> float:
    """What the deal of record d brings the reply; where it learns, it tries all that may be done."""
    m = recs[d]
    legal = np.empty(CHOICES, np.int64)
    while m.phase != ROUND_OVER:
        seat = int(m.actor)
        if seat != me or m.phase != SECOND_BETS:
            action = answer(recs, d, line, table, ranges, rng)
            line = seat if m.phase == FIRST_BETS and action >= BET else line
            apply(m, action)
            continue
        legal_choices(m, SIZES, legal)
        at = situation(m, seat, hope_of(m, seat), line_of(m, seat, line))
        best = best_of(means[at], legal)
        if not learns:
            apply(m, legal[best])
            continue
        worth = np.zeros(CHOICES)
        for c in range(CHOICES):
            if legal[c] >= 0:
                recs[d + 1] = recs[d]
                apply(recs[d + 1], legal[c])
                worth[c] = play(recs, d + 1, me, line, table, means, counts, learns, ranges, rng)
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
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            gains[n] += play(recs, 1, me, -1, table, means, counts, learns, ranges, rng) / 2


@njit(nogil=True)
def meet(fresh: Any, recs: Any, table: Any, ranges: Any, rng: Any, gains: Any) -> None:
    """What each deal brings the expert against a plain player, a mean over both seats."""
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            m, line = recs[1], -1
            while m.phase != ROUND_OVER:
                seat = int(m.actor)
                mine = seat == me
                action = answer(recs, 1, line, table, ranges, rng) if mine else plain_answer(recs, 1, ranges, rng)
                line = seat if m.phase == FIRST_BETS and action >= BET else line
                apply(m, action)
            gains[n] += m.net[me] / 2


def told(gains: Any) -> str:
    return f"{gains.mean():+.2f} ± {Z95 * gains.std() / len(gains) ** 0.5:.2f} chips a hand of {len(gains)}"


def report(table: Any, deals: int) -> None:
    """Print what a strategy wins of a plain player, and what a reply wins of it."""
    from .. import GAME

    fresh = fresh_match()
    recs, rng, ranges = np.zeros(DEPTH, fresh.dtype), np.random.default_rng(1), GAME.engine.scratch()[0]
    gains = np.zeros(max(deals // 4, 1))
    meet(fresh, recs, table, ranges, rng, gains)
    print(f"the expert wins {told(gains)} of a plain player", flush=True)
    means, counts = np.zeros((SITUATIONS, CHOICES)), np.zeros(SITUATIONS)
    play_many(fresh, recs, table, means, counts, True, ranges, rng, np.zeros(deals))
    play_many(fresh, recs, table, means, counts, False, ranges, rng, gains)
    print(f"the reply wins {told(gains)} of the expert, after {deals} to learn from", flush=True)


if __name__ == "__main__":
    report(np.load(sys.argv[2])["chances"] if len(sys.argv) > 2 else expert.chances(), int(sys.argv[1]))
