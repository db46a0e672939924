"""Measurement of exploitability in the second bets: `python -m research.tall_card.second_bets_reply DEALS`.

Until the second bets the reply plays as the expert, or as a plain player to be taken for one, or learns its own bets.
From there it learns the best response to the expert in every situation, without other knowledge of it. Then it plays
that response in new deals. In a situation seen too rarely, it takes the best action of a coarser class.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np
from numba import njit

from research.tall_card import compiled_steady_1 as plain_player
from research.tall_card.compiled_expert import begin, follow, fresh_course, no_plans, solves, told
from research.tall_card.sampled_hands import apply, deal_one, fresh_match
from research.tall_card.train_strategy import DEPTH
from shindig.core.kernel_compiler import compile_kernel
from shindig.games.tall_card.bots import blueprint, blueprint_play, equity, expert
from shindig.games.tall_card.bots.blueprint import CHOICES, MINE, NO_LINE, POTS, SHARES, SITUATIONS, STRONG, THEIRS
from shindig.games.tall_card.bots.hand_ranges import counted
from shindig.games.tall_card.bots.policy import policy as policy_of
from shindig.games.tall_card.rules.state import BET, FIRST_BETS, ROUND_OVER, SECOND_BETS

choose_at, policy = compile_kernel(blueprint_play.choose_at), compile_kernel(policy_of)
hope_of, situation = compile_kernel(equity.hope_of), compile_kernel(blueprint.situation)
choice_action, owed_class, pot_class = (
    compile_kernel(one) for one in (blueprint.choice_action, blueprint.owed_class, blueprint.pot_class)
)
draw_class, bin_of = compile_kernel(blueprint.draw_class), compile_kernel(blueprint.bin_of)
Z95 = 1.959964
LIKE_EXPERT, LIKE_PLAIN, LEARNT = range(3)
"""Styles of the reply's bets before the draw."""
FIRST_BETS_OF = {"the expert's": LIKE_EXPERT, "a plain player's": LIKE_PLAIN, "its own": LEARNT}
FINE, ROUGH = range(2)
ENOUGH = 40
"""Number of visits needed to trust a situation."""


@njit(nogil=True)
def line_of(m: Any, seat: int, line: int) -> int:
    """Return the last bettor before the draw, from a seat's point of view."""
    return int(NO_LINE if line < 0 or m.phase == FIRST_BETS else MINE if line == seat else THEIRS)


@njit(nogil=True)
def rough(m: Any, seat: int, hope: float) -> int:
    """Return the coarse class of a situation: deal, price, amount paid, whether it bets again, draws, the hand."""
    found = (4 if m.phase == FIRST_BETS else 0) + (2 if seat == m.dealer else 0) + (1 if m.step_paid[seat] > 0 else 0)
    found = (found * 3 + (owed_class(m, seat) + 2) // 4) * POTS + pot_class(m, seat)
    found = (found * 2 + (1 if seat == m.claimer else 0)) * 2 + (draw_class(m) & 3) // 2
    return int(found * STRONG + bin_of(hope))


@njit(nogil=True)
def answer(recs: Any, d: int, line: int, expert: Any, memory: Any, ranges: Any, rng: Any) -> int:
    """Return the expert's action; `expert` is its table, the counts of `ranges`, and whether it solves."""
    m, action, (table, known, solving) = recs[d], -1, expert
    if m.phase == SECOND_BETS and solving:
        action = solves(recs, d, memory[0], memory[1], known, rng)
    if action < 0 and (m.phase == FIRST_BETS or m.phase == SECOND_BETS):
        action = choose_at(recs, d, table, line_of(m, int(m.actor), line), rng)
    return int(action if action >= 0 else policy(m, ranges, rng))


@njit(nogil=True)
def do(recs: Any, d: int, action: int, expert: Any, memory: Any) -> None:
    """Play the actor's action and record it."""
    if expert[2]:
        told(recs[d], action, memory[0], d, expert[0], expert[1])
    apply(recs[d], action)


@njit(nogil=True)
def best_of(row: Any, legal: Any) -> int:
    """Return the legal choice with the highest mean so far."""
    best = -1
    for c in range(CHOICES):
        if legal[c] >= 0 and (best < 0 or row[c] > row[best]):
            best = c
    return best


@njit(nogil=True)
def given(recs: Any, d: int, me: int, line: int, before: int, known: Any, memory: Any, ranges: Any, rng: Any) -> int:
    """Return the action where the reply has no choice: the expert's, or a plain player's; -1 where it has one."""
    m, (expert, odds, _) = recs[d], known
    mine = m.actor == me
    if mine and (m.phase == SECOND_BETS or (m.phase == FIRST_BETS and before == LEARNT)):
        return -1
    if mine and m.phase == FIRST_BETS and before == LIKE_PLAIN:
        return int(plain_player.act(m, odds))
    return answer(recs, d, line, expert, memory, ranges, rng)


@njit(nogil=True)
def line_after(m: Any, action: int, line: int) -> int:
    """Return the last bettor before the draw, after the actor's action."""
    return int(m.actor if m.phase == FIRST_BETS and action >= BET else line)


@njit(nogil=True)
def choices(m: Any, sizes: Any, legal: Any) -> None:
    """Write the reply's legal choices, with sizes of its own in the second bets."""
    for c in range(CHOICES):
        legal[c] = choice_action(m, c, sizes[c] if m.phase == SECOND_BETS else SHARES[c])


@njit(nogil=True)
def play(
    recs: Any, d: int, me: int, line: int, before: int, known: Any, memory: Any, learns: bool, ranges: Any, rng: Any
) -> float:
    """Play the deal of record d and return the reply's result; while it learns, try all its choices."""
    m, (means, counts), (expert, _, sizes) = recs[d], memory[2], known
    legal, worth = np.empty(CHOICES, np.int64), np.zeros(CHOICES)
    while m.phase != ROUND_OVER:
        action = given(recs, d, me, line, before, known, memory, ranges, rng)
        if action < 0:
            choices(m, sizes, legal)
            hope = hope_of(m, me)
            at = (situation(m, me, hope, line_of(m, me, line)), rough(m, me, hope))
            kind = FINE if counts[FINE, at[FINE]] >= ENOUGH else ROUGH
            best = best_of(means[kind, at[kind]], legal)
            action = legal[best]
            if learns:
                break
        line = line_after(m, action, line)
        do(recs, d, action, expert, memory)
    if m.phase == ROUND_OVER:
        return float(m.net[me])
    for c in range(CHOICES):
        if legal[c] >= 0:
            after = line_after(m, legal[c], line)
            recs[d + 1] = recs[d]
            follow(memory[0], d)
            do(recs, d + 1, legal[c], expert, memory)
            worth[c] = play(recs, d + 1, me, after, before, known, memory, learns, ranges, rng)
    for kind in range(2):
        counts[kind, at[kind]] += 1
        for c in range(CHOICES):
            means[kind, at[kind], c] += (worth[c] - means[kind, at[kind], c]) / counts[kind, at[kind]]
    return float(worth[best])


@njit(nogil=True)
def seeded(number: int) -> None:
    """Seed the random state of compiled code."""
    np.random.seed(number)


@njit(nogil=True)
def play_many(
    fresh: Any, recs: Any, before: int, known: Any, memory: Any, learns: bool, ranges: Any, rng: Any, gains: Any
) -> None:
    """Play one deal for each of `gains`, and write the reply's mean result over both seats."""
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            begin(memory[0], 1)
            gains[n] += play(recs, 1, me, -1, before, known, memory, learns, ranges, rng) / 2


@njit(nogil=True)
def meet(fresh: Any, recs: Any, known: Any, memory: Any, ranges: Any, rng: Any, gains: Any) -> None:
    """Write the expert's mean result of each deal against a plain player, over both seats."""
    expert, odds, _ = known
    for n in range(len(gains)):
        deal_one(fresh, recs, fresh[0].chips[0])
        gains[n] = 0.0
        for me in range(2):
            recs[1] = recs[0]
            begin(memory[0], 1)
            m, line = recs[1], -1
            while m.phase != ROUND_OVER:
                mine = m.actor == me
                action = answer(recs, 1, line, expert, memory, ranges, rng) if mine else plain_player.act(m, odds)
                line = line_after(m, action, line)
                do(recs, 1, action, expert, memory)
            gains[n] += m.net[me] / 2


def written(gains: Any) -> str:
    return f"{gains.mean():+.2f} ± {Z95 * gains.std() / len(gains) ** 0.5:.2f} chips a hand of {len(gains)}"


def report(asked: Namespace) -> None:
    """Print a strategy's winnings against a plain player, and the replies' winnings against it."""
    from shindig.games.tall_card import GAME

    fresh, gains, seed = fresh_match(), np.zeros(asked.deals), asked.seed
    recs, rng, ranges = np.zeros(DEPTH, fresh.dtype), np.random.default_rng(seed), GAME.engine.scratch()[0]
    table = np.load(asked.file)["chances"] if asked.file else expert.chances()
    known = (table, counted(), not asked.table), tuple(plain_player.odds()), np.array([0.0, 0.0, *asked.sizes])
    course, plans = fresh_course(DEPTH, fresh.dtype), no_plans()
    seeded(seed)
    meet(fresh, recs, known, (course, plans), ranges, rng, gains[: asked.met])
    print(f"the expert wins {written(gains[: asked.met])} of steady-1", flush=True)
    for name, before in FIRST_BETS_OF.items():
        found = np.zeros((2, SITUATIONS, CHOICES)), np.zeros((2, SITUATIONS))
        memory = course, plans, found
        for learns in (True, False):
            seeded(seed + learns)
            play_many(fresh, recs, before, known, memory, learns, ranges, rng, gains)
        print(f"with {name} first bets a reply wins {written(gains)} of it", flush=True)


def asked_for() -> Namespace:
    parser = ArgumentParser(prog="reply", description=__doc__)
    parser.add_argument("deals", type=int, help="to learn from, and as many to play in")
    parser.add_argument("--met", type=int, help="deals against steady-1; as many by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="the expert solves nothing again")
    parser.add_argument("--file", help="another strategy")
    parser.add_argument("--sizes", type=float, nargs=3, default=SHARES[2:], help="of the reply, of the largest bet")
    return parser.parse_args()


if __name__ == "__main__":
    report(asked_for())
