"""Counter of hands for two players: `python -m research.tall_cards.count_ranges`, which makes ranges.npz.

Hands are dealt, claimed and drawn by the policy, and counted by bins before the draw and levels after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from shindig.core.kernel_compiler import compile_kernel
from shindig.core.layout_and_views import UNKNOWN
from shindig.gamekit.array_and_bit_kernels import count_bits as count_bits_of
from shindig.gamekit.betting.state import CHECK
from shindig.gamekit.five_cards.draw_means import UNIT
from shindig.games.tall_cards.bots import equity, hand_ranges
from shindig.games.tall_cards.bots.equity import BEATS, CLAIMED
from shindig.games.tall_cards.bots.hand_ranges import (
    BINS,
    CLAIM_BINS,
    CLAIMS,
    COURSES,
    DRAW_BINS,
    DRAWS,
    FILE,
    LEVELS,
    OTHERS_BINS,
)
from shindig.games.tall_cards.bots.policy import draw as draw_of
from shindig.games.tall_cards.deck import FRUIT
from shindig.games.tall_cards.rules import phases
from shindig.games.tall_cards.rules.state import DRAW, FIRST_BETS
from shindig.games.tall_cards.worth import ranks

HANDS, SEED = 1_500_000, 1
STRENGTHS = len(ranks.NUMBERS)
TOP, STRONG_BINS = 0.6, 1.25
"""Powers that make levels and bins of strong hands finer."""
CARDS = np.array(FRUIT.cards, np.int16)
FORCED, FREE = hand_ranges.FORCED, equity.FREE
DEALT_CLAIM, DEALT_DRAW, DRAWN, HOPE = range(4)
"""Features before the draw: worth of a claim, worth and number of the best draw, equity."""
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

apply, order = compile_kernel(phases.apply), compile_kernel(phases.chance_order)
claim_hope, draw_hope = compile_kernel(equity.claim_hope), compile_kernel(equity.draw_hope)
hope_of, draw = compile_kernel(equity.hope_of), compile_kernel(draw_of)
strength, count_bits = compile_kernel(ranks.strength), compile_kernel(count_bits_of)
others_bin, dealers_bin = compile_kernel(hand_ranges.others_bin), compile_kernel(hand_ranges.dealers_bin)


@njit(nogil=True)
def deal_one(fresh: Any, recs: Any) -> None:
    """Deal a hand into record 0; seat 0 deals."""
    recs[0] = fresh[0]
    talls, items = np.arange(6).astype(np.int16), CARDS.copy()
    np.random.shuffle(talls)
    np.random.shuffle(items)
    order(recs[0], talls)
    order(recs[0], items)


@njit(nogil=True)
def sample(fresh: Any, recs: Any, before: Any, draws: Any, made: Any, seed: int) -> None:
    """Write features before the draw, draws, and strengths after it: of the dealer, of the other, and if forced."""
    np.random.seed(seed)
    for n in range(len(before)):
        deal_one(fresh, recs)
        m = recs[0]
        for seat in range(2):
            before[n, seat, DEALT_CLAIM] = claim_hope(m, seat)
            best = draw_hope(m, seat, UNKNOWN)
            before[n, seat, DEALT_DRAW], before[n, seat, DRAWN] = best[0], count_bits(best[1])
            before[n, seat, HOPE] = hope_of(m, seat)
        made[n, 2] = strength(m.hand[0], m.tall, True, m.ace_low != 0)
        while m.phase == FIRST_BETS:
            apply(m, CHECK)
        while m.phase == DRAW:
            apply(m, draw(m))
        draws[n, 0] = FORCED if m.claimer == 0 else m.drew[0]
        draws[n, 1] = CLAIMS if m.claimer == 1 else 1 + m.drew[1]
        for seat in range(2):
            made[n, seat] = strength(m.hand[seat], m.tall, m.claimer == seat, m.ace_low != 0)


def edges(values: Floats, count: int, power: float = STRONG_BINS) -> Floats:
    """Return the lower ends of all bins but the first, finer for high values."""
    parts = 1 - (1 - np.arange(1, count) / count) ** power
    return np.quantile(values, parts) if len(values) else np.full(count - 1, 2.0)


def levels(made: Ints) -> Ints:
    """Return the level of every strength, finer for strong hands."""
    counts = np.bincount(made, minlength=STRENGTHS)
    beaten = (counts.cumsum() - counts / 2) / counts.sum()
    return np.asarray(np.minimum(((1 - (1 - beaten) ** TOP) * LEVELS).astype(np.int64), LEVELS - 1))


def bins_of(before: Floats) -> tuple[Ints, dict[str, Any]]:
    """Return the bins of both places, int64[2, n], and the tables of their ends."""
    dealer, other = before[:, 0], before[:, 1]
    plan = np.where(other[:, DEALT_CLAIM] > other[:, DEALT_DRAW], CLAIMS, 1 + other[:, DRAWN].astype(np.int64))
    worth = np.where(plan == CLAIMS, other[:, DEALT_CLAIM], other[:, DEALT_DRAW])
    others = np.full((DRAWS, max(OTHERS_BINS) - 1), 2.0)
    for row, count in enumerate(OTHERS_BINS):
        others[row, : count - 1] = edges(worth[plan == row], count)
    firsts = np.concatenate([[0], np.cumsum(OTHERS_BINS)])
    bins = np.zeros((2, len(before)), np.int64)
    for row in range(DRAWS):
        bins[1, plan == row] = firsts[row] + np.searchsorted(others[row], worth[plan == row], "right")
    draws = edges(dealer[:, DEALT_DRAW], DRAW_BINS)
    rows, claims = np.searchsorted(draws, dealer[:, DEALT_DRAW], "right"), np.zeros((DRAW_BINS, CLAIM_BINS - 1))
    for row in range(DRAW_BINS):
        mine = dealer[rows == row, DEALT_CLAIM]
        claims[row] = edges(mine, CLAIM_BINS, 1.0)
        bins[0, rows == row] = row * CLAIM_BINS + np.searchsorted(claims[row], mine, "right")
    return bins, {"others": others, "draws": draws, "claims": claims}


def parts(counts: Floats) -> Floats:
    """Divide counts by their sums over the last two axes."""
    totals = counts.sum(axis=(-2, -1), keepdims=True)
    return np.asarray(counts / np.maximum(totals, 1))


def count_draws(bins: Ints, draws: Ints, made: Ints) -> Floats:
    """Return float64[2, BINS, DRAWS, LEVELS]."""
    cells = 2 * BINS * DRAWS * LEVELS
    freely = draws[:, 0] != FORCED
    dealers = ((bins[0] * DRAWS + draws[:, 0]) * LEVELS + made[:, 0])[freely]
    others = ((BINS + bins[1]) * DRAWS + draws[:, 1]) * LEVELS + made[:, 1]
    both = np.bincount(np.concatenate([dealers, others]), minlength=cells)
    found = parts(both.reshape(2, BINS, DRAWS, LEVELS).astype(float))
    forced = np.bincount(bins[0] * LEVELS + made[:, 2], minlength=BINS * LEVELS).reshape(BINS, 1, LEVELS)
    found[0, :, FORCED] = parts(forced.astype(float))[:, 0]
    return found


def late_equities(level: Ints) -> Floats:
    """Return float64[2, courses, LEVELS]: the equity of each level, as the policy sees it."""
    strongest = np.maximum.accumulate(np.array([max(np.flatnonzero(level == one), default=0) for one in range(LEVELS)]))
    found = np.zeros((2, len(COURSES), LEVELS))
    for course, (dealer, other) in enumerate(COURSES):
        claims = other == CLAIMS
        found[0, course] = BEATS[CLAIMED if claims else FREE, 1 if claims else other, strongest] / UNIT
        found[1, course] = BEATS[FREE if claims else equity.FORCED, dealer + 1 if claims else 1, strongest] / UNIT
    return found


def main() -> None:
    from shindig.games.tall_cards import GAME

    fresh = GAME.new(2, {"first_dealer": 0})
    before, draws, made = np.zeros((HANDS, 2, 4)), np.zeros((HANDS, 2), np.int64), np.zeros((HANDS, 3), np.int64)
    sample(fresh, fresh.copy(), before, draws, made, SEED)
    level = levels(made[:, :2].ravel())
    bins, ends = bins_of(before)
    counts = np.stack([np.bincount(one, minlength=BINS) for one in bins])
    hopes = np.stack([np.bincount(bins[place], before[:, place, HOPE], BINS) for place in range(2)])
    np.savez_compressed(
        FILE,
        prior=counts / HANDS,
        drawn=count_draws(bins, draws, level[made]).astype(np.float32),
        level=level.astype(np.int16),
        early=hopes / np.maximum(counts, 1),
        late=late_equities(level),
        **ends,
    )
    print(f"{(counts > 0).sum()} bins, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
