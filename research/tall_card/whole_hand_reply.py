"""Measurement of exploitability in the whole hand: `python -m research.tall_card.whole_hand_reply DEALS`.

A reply may claim, draw any number of cards and bet in any of three sizes at any point. It learns from DEALS deals what
wins most of the expert, without other knowledge of it, and is measured in as many other deals. Fixed lines of play are
measured beside it, such as never to draw and then to bet the most. `--steady` tries all that against the steady bot.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np
from numba import njit

from research.tall_card import compiled_steady_1 as plain_player
from research.tall_card.compiled_expert import begin, follow, fresh_course, no_plans
from research.tall_card.sampled_hands import deal_one, draw_hope, fresh_match, step_of
from research.tall_card.second_bets_reply import (
    answer,
    bin_of,
    choice_action,
    do,
    hope_of,
    line_after,
    line_of,
    meet,
    owed_class,
    policy,
    pot_class,
    seeded,
    situation,
    written,
)
from research.tall_card.train_strategy import DEPTH
from shindig.core.kernel_compiler import compile_kernel
from shindig.games.tall_card.bots import equity
from shindig.games.tall_card.bots.blueprint import (
    CHOICES,
    FULL,
    HOPE_STEP,
    HOPES,
    LEAST_HOPE,
    POTS,
    SHARES,
    SITUATIONS,
    SMALL,
    STAY,
    STRONG,
)
from shindig.games.tall_card.bots.expert import chances
from shindig.games.tall_card.bots.hand_ranges import counted, counted_1
from shindig.games.tall_card.rules.state import CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, ROUND_OVER, TAKE

best_discard_of = compile_kernel(equity.best_discard_of)
WAYS = 6
"""Largest number of choices: draws of 0 to 5 cards."""
DRAWS, CLAIMS = 2 * 7 * 3 * 3 * HOPES, HOPES * HOPES
DRAWING = SITUATIONS
CLAIMING = DRAWING + DRAWS
ALL = CLAIMING + CLAIMS
"""Number of situations: bets, draws and claims."""
ENOUGH = 25
"""Number of trials of each choice needed to trust a situation; else a coarser one decides."""
FINE, ROUGH = range(2)
LIKE, STAYS, LEAST, MOST = range(4)
"""Styles of bets in fixed lines: the expert's, check or call, the smallest size, the largest."""
AS_POLICY, ALWAYS, NEVER = range(3)
"""Styles of claims and draws in fixed lines. A line that always draws changes three cards, a claimer one."""
LINES = {
    "never draws, then bets the most": (AS_POLICY, STAYS, NEVER, MOST),
    "declines, never draws, then bets the most": (NEVER, STAYS, NEVER, MOST),
    "claims, never draws, then bets the most": (ALWAYS, STAYS, NEVER, MOST),
    "bets the most, never draws": (AS_POLICY, MOST, NEVER, MOST),
    "never draws, then bets little": (AS_POLICY, STAYS, NEVER, LEAST),
    "never draws, else as the expert": (AS_POLICY, LIKE, NEVER, LIKE),
    "draws much, then bets the most": (AS_POLICY, STAYS, ALWAYS, MOST),
    "bets the most": (AS_POLICY, MOST, AS_POLICY, MOST),
    "as the expert, then bets the most": (AS_POLICY, LIKE, AS_POLICY, MOST),
}
"""Fixed lines: claim, first bets, draw, second bets."""


@njit(nogil=True)
def styled(recs: Any, style: int, line: int, known: Any, memory: Any, ranges: Any, rng: Any) -> int:
    """Return the bet of a fixed line."""
    if style == LIKE:
        return int(answer(recs, 1, line, known, memory, ranges, rng))
    action = -1
    if style != STAYS:
        action = choice_action(recs[1], SMALL if style == LEAST else FULL, SHARES[SMALL if style == LEAST else FULL])
        if action < 0:
            action = choice_action(recs[1], FULL, SHARES[FULL])
    return int(action if action >= 0 else choice_action(recs[1], STAY, 0.0))


@njit(nogil=True)
def lined(recs: Any, me: int, styles: Any, line: int, known: Any, memory: Any, ranges: Any, rng: Any) -> int:
    """Return the action of a fixed line."""
    claims, first, draws, second = styles
    m = recs[1]
    if m.phase == CLAIM and claims != AS_POLICY:
        return TAKE if claims == ALWAYS or m.actor == m.dealer else DECLINE
    if m.phase == DRAW and draws != AS_POLICY:
        count = 0 if draws == NEVER else 1 if m.claimer == me else 3
        return int(DISCARD + best_discard_of(m, me, count))
    if m.phase == CLAIM or m.phase == DRAW:
        return int(policy(m, ranges, rng))
    return int(styled(recs, first if m.phase == FIRST_BETS else second, line, known, memory, ranges, rng))


@njit(nogil=True)
def play_lines(fresh: Any, recs: Any, styles: Any, known: Any, memory: Any, ranges: Any, rng: Any, gains: Any) -> None:
    """Write the mean result of a fixed line over both seats, for each deal."""
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            begin(memory[0], 1)
            m, line = recs[1], -1
            while m.phase != ROUND_OVER:
                if m.actor == me:
                    action = lined(recs, me, styles, line, known, memory, ranges, rng)
                else:
                    action = answer(recs, 1, line, known, memory, ranges, rng)
                line = line_after(m, action, line)
                do(recs, 1, action, known, memory)
            gains[n] += m.net[me] / 2


@njit(nogil=True)
def hope_step(hope: float) -> int:
    """Return the bin of an equity before the draw."""
    return int(step_of(hope, LEAST_HOPE, HOPE_STEP, HOPES))


@njit(nogil=True)
def fine_at(m: Any, me: int, line: int) -> int:
    """Return the number of a situation."""
    if m.phase == CLAIM:
        return int(CLAIMING + hope_step(draw_hope(m, me, me)) * HOPES + hope_step(draw_hope(m, me, 1 - me)))
    if m.phase == DRAW:
        found = (1 if m.claimer == me else 0) * 7 + m.drew[1 - me] + 1
        found = (found * 3 + (0 if line < 0 else 1 if line == me else 2)) * 3 + min(pot_class(m, me) // 2, 2)
        return int(DRAWING + found * HOPES + hope_step(hope_of(m, me)))
    return int(situation(m, me, hope_of(m, me), line_of(m, me, line)))


@njit(nogil=True)
def rough_at(m: Any, me: int) -> int:
    """Return the number of a coarse situation."""
    if m.phase == CLAIM:
        return int(CLAIMING + hope_step(draw_hope(m, me, me)))
    if m.phase == DRAW:
        found = (3 if m.claimer == me else 0) + min(m.drew[1 - me] + 1, 2)
        return int(DRAWING + found * HOPES + hope_step(hope_of(m, me)))
    found = (4 if m.phase == FIRST_BETS else 0) + (2 if me == m.dealer else 0) + (1 if m.step_paid[me] > 0 else 0)
    found = (found * 3 + (owed_class(m, me) + 2) // 4) * POTS + pot_class(m, me)
    found = (found * 2 + (1 if me == m.claimer else 0)) * 4
    if m.phase != FIRST_BETS:
        found += min(m.drew[me], 2) + (1 if m.drew[1 - me] == 0 else 0)
    return int(found * STRONG + bin_of(hope_of(m, me)))


@njit(nogil=True)
def list_ways(m: Any, me: int, sizes: Any, legal: Any) -> None:
    """Write the actions to choose from, -1 for none."""
    legal[:] = -1
    if m.phase == CLAIM:
        legal[0] = TAKE
        legal[1] = DECLINE if m.actor != m.dealer else -1
    elif m.phase == DRAW:
        for count in range(2 if m.claimer == me else WAYS):
            legal[count] = DISCARD + best_discard_of(m, me, count)
    else:
        for c in range(CHOICES):
            legal[c] = choice_action(m, c, sizes[c])


@njit(nogil=True)
def choose_way(found: Any, at: Any, legal: Any) -> int:
    """Return the choice with the highest mean, in the fine situation once all its choices were tried enough."""
    means, counts = found
    kind = FINE
    for c in range(WAYS):
        if legal[c] >= 0 and counts[FINE, at[FINE], c] < ENOUGH:
            kind = ROUGH
    best = -1
    for c in range(WAYS):
        if legal[c] >= 0 and (best < 0 or means[kind, at[kind], c] > means[kind, at[kind], best]):
            best = c
    return best


@njit(nogil=True)
def play(
    recs: Any, d: int, me: int, line: int, known: Any, sizes: Any, memory: Any, learns: bool, ranges: Any, rng: Any
) -> float:
    """Play the deal of record d and return the reply's result; while it learns, also try another choice each time."""
    m, found, legal, at = recs[d], memory[2], np.empty(WAYS, np.int64), (0, 0)
    best = 0
    while m.phase != ROUND_OVER:
        if m.actor == me:
            list_ways(m, me, sizes, legal)
            at = (fine_at(m, me, line), rough_at(m, me))
            best = choose_way(found, at, legal)
            if learns:
                break
            action = legal[best]
        else:
            action = answer(recs, d, line, known, memory, ranges, rng)
        line = line_after(m, action, line)
        do(recs, d, action, known, memory)
    if m.phase == ROUND_OVER:
        return float(m.net[me])
    other = pick_other(legal, best, rng)
    result = 0.0
    for c in range(WAYS):
        if c in (best, other):
            recs[d + 1] = recs[d]
            follow(memory[0], d)
            after = line_after(m, legal[c], line)
            do(recs, d + 1, legal[c], known, memory)
            worth = play(recs, d + 1, me, after, known, sizes, memory, learns, ranges, rng)
            add_result(found, at, c, worth)
            result = worth if c == best else result
    return float(result)


@njit(nogil=True)
def pick_other(legal: Any, best: int, rng: Any) -> int:
    """Return a random choice beside the best one, -1 if there is none."""
    count = -1
    for one in legal:
        count += one >= 0
    left, found = int(rng.random() * max(count, 1)), -1
    for c in range(WAYS):
        if legal[c] >= 0 and c != best:
            if left == 0:
                found = c
            left -= 1
    return found


@njit(nogil=True)
def add_result(found: Any, at: Any, c: int, worth: float) -> None:
    """Add a result to the means of both situations."""
    means, counts = found
    for kind in range(2):
        counts[kind, at[kind], c] += 1
        means[kind, at[kind], c] += (worth - means[kind, at[kind], c]) / counts[kind, at[kind], c]


@njit(nogil=True)
def play_many(
    fresh: Any, recs: Any, known: Any, sizes: Any, memory: Any, learns: bool, ranges: Any, rng: Any, gains: Any
) -> None:
    """Play one deal for each of `gains`, and write the reply's mean result over both seats."""
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            begin(memory[0], 1)
            gains[n] += play(recs, 1, me, -1, known, sizes, memory, learns, ranges, rng) / 2


def report(asked: Namespace) -> None:
    """Print the winnings of the expert against `steady-1`, and of lines and replies against the expert."""
    from shindig.games.tall_card import GAME

    fresh, seed = fresh_match(), asked.seed
    recs, rng, ranges = np.zeros(DEPTH, fresh.dtype), np.random.default_rng(seed), GAME.engine.scratch()[0]
    known = chances(), counted_1() if asked.first else counted(), True
    if asked.steady:  # it plays where the strategy knows nothing
        known = np.zeros_like(known[0]), known[1], False
    course, plans = fresh_course(DEPTH, fresh.dtype), no_plans()
    if asked.met:
        gains = np.zeros(asked.met)
        seeded(seed)
        meet(fresh, recs, (known, tuple(plain_player.odds()), 0), (course, plans), ranges, rng, gains)
        print(f"the bot wins {written(gains)} of steady-1, {time.process_time():.0f} s", flush=True)
    gains = np.zeros(asked.lines)
    for name, styles in LINES.items():
        seeded(seed + 1)
        play_lines(fresh, recs, styles, known, (course, plans, 0), ranges, rng, gains)
        print(f"who {name} wins {written(gains)}, {time.process_time():.0f} s", flush=True)
    memory = course, plans, (np.zeros((2, ALL, WAYS)), np.zeros((2, ALL, WAYS)))
    sizes, gains = np.array([0.0, 0.0, *asked.sizes]), np.zeros(asked.deals)
    for learns in (True, False):
        seeded(seed + 2 + learns)
        play_many(fresh, recs, known, sizes, memory, learns, ranges, rng, gains)
        print(f"{'learning' if learns else 'a reply'} wins {written(gains)}, {time.process_time():.0f} s", flush=True)


def asked_for() -> Namespace:
    parser = ArgumentParser(prog="free_reply", description=__doc__)
    parser.add_argument("deals", type=int, help="to learn from, and as many to play in")
    parser.add_argument("--met", type=int, default=0, help="deals against steady-1")
    parser.add_argument("--lines", type=int, default=6000, help="deals of each fixed line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", action="store_true", help="against expert-1")
    parser.add_argument("--steady", action="store_true", help="against the steady bot")
    parser.add_argument("--sizes", type=float, nargs=3, default=SHARES[2:], help="of the reply, of the largest bet")
    return parser.parse_args()


if __name__ == "__main__":
    report(asked_for())
