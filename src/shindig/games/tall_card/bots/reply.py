"""What a reply in the second bets wins of the expert: `python -m shindig.games.tall_card.bots.reply DEALS`.

The reply plays as the expert does until the second bets; or it bets as a plain player does until then, so that the
expert takes it for one; or it learns what to bet before the draw too. From there on it learns against the expert,
knowing nothing else of it, what brings most in every situation; then it plays that, in deals that it has not seen.
Where it has been too seldom to know, it does what was best in all that look alike roughly. A file after DEALS holds
another strategy, as train.py writes it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import njit

from ...kernels import compiled
from ..rules.state import BET, FIRST_BETS, ROUND_OVER, SECOND_BETS
from . import blueprint, expert, values
from . import plain as plain_player
from .blueprint import CHOICES, MINE, NO_LINE, POTS, SITUATIONS, STRONG, THEIRS
from .policy import policy as policy_of
from .sampled import apply, deal_one, fresh_match
from .train import DEPTH

choose_at, policy = compiled(expert.choose_at), compiled(policy_of)
hope_of, situation = compiled(values.hope_of), compiled(blueprint.situation)
action_of, owed_class, pot_class = (
    compiled(one) for one in (blueprint.action_of, blueprint.owed_class, blueprint.pot_class)
)
draw_class, bin_of = compiled(blueprint.draw_class), compiled(blueprint.bin_of)
Z95 = 1.959964
LIKE_EXPERT, LIKE_PLAIN, LEARNT = range(3)
"""What the reply's bets before the draw are."""
FIRST_BETS_OF = {"the expert's": LIKE_EXPERT, "a plain player's": LIKE_PLAIN, "its own": LEARNT}
FINE, ROUGH = range(2)
ENOUGH = 40
"""How often it must have been in a situation to know what to do there."""
SEED = 1


@njit(nogil=True)
def line_of(m: Any, seat: int, line: int) -> int:
    """Who bet last before the draw, as a seat sees it."""
    return int(NO_LINE if line < 0 or m.phase == FIRST_BETS else MINE if line == seat else THEIRS)


@njit(nogil=True)
def rough(m: Any, seat: int, hope: float) -> int:
    """A situation in few classes: who deals, the price and what was paid, whether it bets again, draws, the hand."""
    found = (4 if m.phase == FIRST_BETS else 0) + (2 if seat == m.dealer else 0) + (1 if m.step_paid[seat] > 0 else 0)
    found = (found * 3 + (owed_class(m, seat) + 2) // 4) * POTS + pot_class(m, seat)
    found = (found * 2 + (1 if seat == m.claimer else 0)) * 2 + (draw_class(m) & 3) // 2
    return int(found * STRONG + bin_of(hope))


@njit(nogil=True)
def answer(recs: Any, d: int, line: int, table: Any, ranges: Any, rng: Any) -> int:
    """What the expert does."""
    m, action = recs[d], -1
    if m.phase == FIRST_BETS or m.phase == SECOND_BETS:
        action = choose_at(recs, d, table, line_of(m, int(m.actor), line), rng)
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
def given(recs: Any, d: int, me: int, line: int, before: int, strategies: Any, ranges: Any, rng: Any) -> int:
    """What is done where the reply has no choice: the expert's action, or a plain player's; -1 where it has."""
    m, (table, odds) = recs[d], strategies
    mine = m.actor == me
    if mine and (m.phase == SECOND_BETS or (m.phase == FIRST_BETS and before == LEARNT)):
        return -1
    if mine and m.phase == FIRST_BETS and before == LIKE_PLAIN:
        return int(plain_player.act(m, odds))
    return answer(recs, d, line, table, ranges, rng)


@njit(nogil=True)
def line_after(m: Any, action: int, line: int) -> int:
    """Who bet last before the draw, once the actor has done this."""
    return int(m.actor if m.phase == FIRST_BETS and action >= BET else line)


@njit(nogil=True)
def play(
    recs: Any, d: int, me: int, line: int, before: int, strategies: Any, found: Any, learns: bool, ranges: Any, rng: Any
) -> float:
    """What the deal of record d brings the reply; where it learns, it tries all that may be done."""
    m, (means, counts) = recs[d], found
    legal, worth = np.empty(CHOICES, np.int64), np.zeros(CHOICES)
    while m.phase != ROUND_OVER:
        action = given(recs, d, me, line, before, strategies, ranges, rng)
        if action < 0:
            for c in range(CHOICES):
                legal[c] = action_of(m, c)
            hope = hope_of(m, me)
            at = (situation(m, me, hope, line_of(m, me, line)), rough(m, me, hope))
            known = FINE if counts[FINE, at[FINE]] >= ENOUGH else ROUGH
            best = best_of(means[known, at[known]], legal)
            action = legal[best]
            if learns:
                break
        line = line_after(m, action, line)
        apply(m, action)
    if m.phase == ROUND_OVER:
        return float(m.net[me])
    for c in range(CHOICES):
        if legal[c] >= 0:
            after = line_after(m, legal[c], line)
            recs[d + 1] = recs[d]
            apply(recs[d + 1], legal[c])
            worth[c] = play(recs, d + 1, me, after, before, strategies, found, learns, ranges, rng)
    for kind in range(2):
        counts[kind, at[kind]] += 1
        for c in range(CHOICES):
            means[kind, at[kind], c] += (worth[c] - means[kind, at[kind], c]) / counts[kind, at[kind]]
    return float(worth[best])


@njit(nogil=True)
def play_many(
    fresh: Any, recs: Any, before: int, strategies: Any, found: Any, learns: bool, ranges: Any, rng: Any, gains: Any
) -> None:
    """Deal as often as there are `gains`, which get what each deal brings, a mean over both seats."""
    np.random.seed(SEED + learns)
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            gains[n] += play(recs, 1, me, -1, before, strategies, found, learns, ranges, rng) / 2


@njit(nogil=True)
def meet(fresh: Any, recs: Any, strategies: Any, ranges: Any, rng: Any, gains: Any) -> None:
    """What each deal brings the expert against a plain player, a mean over both seats."""
    np.random.seed(SEED)
    table, odds = strategies
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            m, line = recs[1], -1
            while m.phase != ROUND_OVER:
                mine = m.actor == me
                action = answer(recs, 1, line, table, ranges, rng) if mine else plain_player.act(m, odds)
                line = line_after(m, action, line)
                apply(m, action)
            gains[n] += m.net[me] / 2


def told(gains: Any) -> str:
    return f"{gains.mean():+.2f} ± {Z95 * gains.std() / len(gains) ** 0.5:.2f} chips a hand of {len(gains)}"


def report(table: Any, deals: int) -> None:
    """Print what a strategy wins of a plain player, and what replies win of it."""
    from .. import GAME

    fresh, strategies = fresh_match(), (table, tuple(plain_player.odds()))
    recs, rng, ranges = np.zeros(DEPTH, fresh.dtype), np.random.default_rng(SEED), GAME.engine.scratch()[0]
    gains = np.zeros(deals)
    meet(fresh, recs, strategies, ranges, rng, gains)
    print(f"the expert wins {told(gains)} of steady-1", flush=True)
    for name, before in FIRST_BETS_OF.items():
        found = np.zeros((2, SITUATIONS, CHOICES)), np.zeros((2, SITUATIONS))
        play_many(fresh, recs, before, strategies, found, True, ranges, rng, np.zeros(deals))
        play_many(fresh, recs, before, strategies, found, False, ranges, rng, gains)
        print(f"with {name} first bets a reply wins {told(gains)} of it, after {deals} to learn from", flush=True)


if __name__ == "__main__":
    report(np.load(sys.argv[2])["chances"] if len(sys.argv) > 2 else expert.chances(), int(sys.argv[1]))
