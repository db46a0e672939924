"""Trainer of the strategy for two: `python -m research.tall_card.train_strategy ROUNDS PART`.

Counterfactual regret minimization over the rules themselves, with linear weights. See Zinkevich et al.: Regret
minimization in games with incomplete information, NIPS 2007. See also Brown, Sandholm: Solving imperfect-information
games via discounted regret minimization, AAAI 2019. A round traverses all actions of two players in a hand, for many
sampled deals together, so that only chance is sampled. One seat learns. The other is a plain player in PART of the
weight, else an adversary, and the learner does not know which. The adversary learns against the learner alone
(restricted Nash response: Johanson, Zinkevich, Bowling: Computing robust counter-strategies, NIPS 2007).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from research.tall_card.compiled_steady_1 import eagerness, odds, pays
from research.tall_card.sampled_hands import FIRST, SECOND, ahead, apply, deal_one, fresh_match, sampled
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.betting.state import FOLDED
from shindig.games.tall_card.bots import blueprint, steady_1_bets
from shindig.games.tall_card.bots.blueprint import (
    CHOICES,
    EXACT,
    FULL,
    GIVE_UP,
    LARGEST,
    MINE,
    NO_LINE,
    SHARES,
    SITUATIONS,
    SMALL,
    SPANS,
    STAY,
    THEIRS,
)
from shindig.games.tall_card.bots.expert import FILE
from shindig.games.tall_card.rules.state import BET, CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, RAISE, ROUND_OVER, TAKE

DEPTH = 26
HANDS = 300_000
"""Number of hands of each kind from which the deals are drawn."""
FREE, ALIKE, MIMIC, PLAIN = 128, 96, 64, 96
"""Deals per round by kind of opponent. An adversary is free, makes the learner's first bets, or a plain player's; the
last kind is a plain player.

So any opponent may begin in a known style and only then deviate.
"""
ENDS = (FREE, FREE + ALIKE, FREE + ALIKE + MIMIC, FREE + ALIKE + MIMIC + PLAIN)
BATCH, TOLD = ENDS[-1], 500
"""Deals per round in all, and rounds between two saves."""
WEIGHTS = np.array((0.3, 0.45, 0.25))
"""Weights of the three adversaries."""
UNEVEN, FEWEST = 0.3, 12
"""Probability of uneven stacks, and the smallest one then."""
TREMBLE = 0.03
"""Probability of a random action of the adversary, so that all branches are learnt."""
LEARNER, ADVERSARY, AVERAGE = range(3)
"""Results: regrets of the learner and of the adversary, and the learner's average strategy."""
OTHER, OWN = range(2)
"""Rows of `reach`: the other's, and one's own."""

choice_action, situation = compile_kernel(blueprint.choice_action), compile_kernel(blueprint.situation)
size_chance, kind_of = compile_kernel(steady_1_bets.size_chance), compile_kernel(blueprint.size_kind)


@njit(nogil=True)
def match_regrets(row: Any, legal: Any, chances: Any) -> None:
    """Write probabilities by regret matching among the legal choices."""
    total, count = 0.0, 0
    for c in range(CHOICES):
        chances[c] = row[c] if legal[c] >= 0 and row[c] > 0 else 0.0
        total += chances[c]
        count += legal[c] >= 0
    for c in range(CHOICES):
        if total > 0:
            chances[c] /= total
        else:
            chances[c] = 1.0 / count if legal[c] >= 0 else 0.0


@njit(nogil=True)
def pick_menu(menu: Any, offered: Any) -> None:
    """Draw the sizes that the other may bet in a round, as parts of the largest bet, and their probabilities."""
    for kind in range(len(SPANS)):
        for size in range(kind, len(SPANS)):
            low, high = SPANS[kind, size]
            exact = round(SHARES[SMALL + size] * LARGEST)
            amount = low + int(np.random.random() * (high + 1 - low))
            if np.random.random() < EXACT:
                amount = exact
            menu[kind, SMALL + size] = amount / LARGEST
            offered[kind, SMALL + size] = EXACT * (amount == exact) + (1 - EXACT) / (high + 1 - low)


@njit(nogil=True)
def plain(m: Any, share: float, legal: Any, offered: Any, chances: Any) -> None:
    """Write a plain player's probabilities of the choices; a rarely offered size stands for its neighbours."""
    chances[:] = 0.0
    more, part = eagerness(m, share)
    if legal[FULL] < 0:
        more = 0.0
    rest = int(m.chips[m.actor] - (m.bet - m.step_paid[m.actor]))
    if rest < m.max_bet:
        chances[FULL] = more
    else:
        for c in range(SMALL, CHOICES):
            if legal[c] >= 0:
                amount = int(legal[c]) - (BET if m.bet == 0 else RAISE) + 1
                chances[c] = more * size_chance(m, amount, part) / offered[c]
    folds = m.bet > m.step_paid[m.actor] and not pays(m, share)
    chances[GIVE_UP if folds else STAY] += 1 - more


@njit(nogil=True)
def settle(m: Any, me: int, rows: Any, signs: Any, reach: Any, values: Any) -> None:
    """Write the value of a hand's end for `me` in each deal, times the other's reach."""
    net, folded = float(m.net[me]), False
    for seat in range(2):
        folded = folded or m.status[seat] == FOLDED
    for j in range(len(rows)):
        worth = net if folded else abs(net) * signs[rows[j]] * (1 if me == 0 else -1)
        values[j] = worth * reach[OTHER, j]


@njit(nogil=True)
def choose(m: Any, learner: int, base: int, deals: Any, legal: Any, offered: Any, found: Any, chances: Any) -> None:
    """Write the probabilities of the actor's choices in each deal."""
    rows, (_, bins, expected, _) = deals
    seat, street = int(m.actor), FIRST if m.phase == FIRST_BETS else SECOND
    for j in range(len(rows)):
        at = base + bins[street, seat, rows[j]]
        if seat == learner or (street == FIRST and ENDS[0] <= j < ENDS[1]):
            match_regrets(found[LEARNER][at], legal, chances[j])
        elif j < ENDS[1] or (street == SECOND and j < ENDS[2]):
            match_regrets(found[ADVERSARY][at], legal, chances[j])
        else:
            share = expected[street, 1 if m.raiser == learner else 0, rows[j]]
            plain(m, share, legal, offered, chances[j])


@njit(nogil=True)
def walk(
    recs: Any, d: int, me: int, learner: int, line: int, deals: Any, sizes: Any, work: Any, found: Any, weight: float
) -> int:
    """Compute the value of record d for `me` in each deal by trying all choices of both. Results go into `work`."""
    m = recs[d]
    rows, (_, bins, _, signs) = deals
    menu, offered = sizes
    reach, values, chances, worths = work
    while m.phase == DRAW:
        apply(m, DISCARD)
    if m.phase == ROUND_OVER:
        settle(m, me, rows, signs, reach[d], values[d])
        return 0
    seat, street = int(m.actor), FIRST if m.phase == FIRST_BETS else SECOND
    base = int(situation(m, seat, 0.0, NO_LINE if line < 0 else MINE if line == seat else THEIRS))
    legal, kind = np.empty(CHOICES, np.int64), kind_of(m, seat)
    for c in range(CHOICES):
        legal[c] = choice_action(m, c, SHARES[c] if seat == learner else menu[kind, c])
    choose(m, learner, base, deals, legal, offered[kind], found, chances[d])
    values[d, : len(rows)] = 0.0
    for c in range(CHOICES):
        if legal[c] >= 0:
            go(reach, d, chances[d], legal, c, seat == me, len(rows))
            recs[d + 1] = recs[d]
            after = seat if street == FIRST and legal[c] >= BET else line
            apply(recs[d + 1], legal[c])
            walk(recs, d + 1, me, learner, after, deals, sizes, work, found, weight)
            for j in range(len(rows)):
                worths[d, c, j] = values[d + 1, j]
                values[d, j] += values[d + 1, j] * (chances[d, j, c] if seat == me else 1.0)
    if seat == me:
        known = rows if seat == learner or street == SECOND else rows[: ENDS[0]]
        learn(found[LEARNER if me == learner else ADVERSARY], base, bins[street, seat], known, d, legal, work, weight)
        if me == learner:
            remember(found[AVERAGE], base, bins[street, seat], rows, d, legal, work, weight)
    return 0


@njit(nogil=True)
def go(reach: Any, d: int, chances: Any, legal: Any, c: int, mine: bool, rows: int) -> None:
    """Update the reach for a choice of the seat that learns in this walk, or of the other."""
    count = 0
    for one in legal:
        count += one >= 0
    for j in range(rows):
        tremble = TREMBLE if j < ENDS[1] else 0.0
        theirs = 1.0 if mine else chances[j, c] * (1 - tremble) + tremble / count
        reach[d + 1, OTHER, j] = reach[d, OTHER, j] * theirs
        reach[d + 1, OWN, j] = reach[d, OWN, j] * (chances[j, c] if mine else 1.0)


@njit(nogil=True)
def learn(regrets: Any, base: int, bins: Any, rows: Any, d: int, legal: Any, work: Any, weight: float) -> None:
    """Add the regrets of each choice."""
    _, values, _, worths = work
    for j in range(len(rows)):
        at = base + bins[rows[j]]
        for c in range(CHOICES):
            if legal[c] >= 0:
                regrets[at, c] += weight * (worths[d, c, j] - values[d, j])


@njit(nogil=True)
def remember(average: Any, base: int, bins: Any, rows: Any, d: int, legal: Any, work: Any, weight: float) -> None:
    """Add the choices to the average strategy."""
    reach, _, chances, _ = work
    for j in range(len(rows)):
        at = base + bins[rows[j]]
        for c in range(CHOICES):
            if legal[c] >= 0:
                average[at, c] += weight * reach[d, OWN, j] * chances[d, j, c]


@njit(nogil=True)
def begin(fresh: Any, recs: Any, claimer: int, chips: int) -> None:
    """Begin a hand at its first bets, with any cards that do not tie, since betting ignores them."""
    claimer_wins = 0
    while claimer_wins == 0:
        deal_one(fresh, recs, chips)
        m = recs[0]
        while m.phase == CLAIM:
            apply(m, TAKE if m.actor == claimer else DECLINE)
        claimer_wins = ahead(m)


@njit(nogil=True)
def pick_rows(groups: Any, claimer: int, other: int, rows: Any) -> None:
    """Draw the deals of a round, all with one claimer: those without a plain player first."""
    for j in range(len(rows)):
        group = groups[0 if j < ENDS[1] else 1 + other][claimer]
        rows[j] = group[int(np.random.random() * len(group))]


@njit(nogil=True)
def weigh(reach: Any, part: float) -> None:
    """Write the prior probability of each opponent at the start of a round."""
    first = 0
    for kind in range(len(ENDS)):
        weight = part if kind == len(WEIGHTS) else (1 - part) * WEIGHTS[kind]
        reach[OTHER, first : ENDS[kind]] = weight / (ENDS[kind] - first)
        first = ENDS[kind]
    reach[OWN] = 1.0


@njit(nogil=True)
def train(
    fresh: Any, recs: Any, hands: Any, groups: Any, work: Any, found: Any, first: int, last: int, part: float
) -> None:
    """Run the rounds from `first` to before `last`."""
    np.random.seed(first)
    reach, rows = work[0], np.empty(BATCH, np.int64)
    menu, offered = np.zeros((len(SPANS), CHOICES)), np.ones((len(SPANS), CHOICES))
    money = int(fresh[0].chips[0] + fresh[0].chips[1])
    for n in range(first, last):
        claimer, learner = hands[0][int(np.random.random() * HANDS)], n % 2
        pick_rows(groups, claimer, 1 - learner, rows)
        pick_menu(menu, offered)
        chips = money // 2
        if np.random.random() < UNEVEN:
            chips = FEWEST + int(np.random.random() * (money - 2 * FEWEST))
        begin(fresh, recs, claimer, chips)
        for me in range(2):
            recs[1] = recs[0]
            count = BATCH if me == learner else ENDS[2]
            weigh(reach[1], part if me == learner else 0.0)
            walk(recs, 1, me, learner, -1, (rows[:count], hands), (menu, offered), work, found, float(n))


def workplace() -> tuple[Any, ...]:
    """Make the scratch memory of `walk`, one row per depth.

    `reach`, float64[depth, 2, deals]: reach of the other, and of `me`. `values`, float64[depth, deals]: value for `me`,
    times the other's reach. `chances`, float64[depth, deals, choices]: probabilities of the choices. `worths`,
    float64[depth, choices, deals]: values after each choice.
    """
    shapes = (DEPTH, 2, BATCH), (DEPTH, BATCH), (DEPTH, BATCH, CHOICES), (DEPTH, CHOICES, BATCH)
    return tuple(np.zeros(shape) for shape in shapes)


def packed(sums: Any) -> Any:
    """Pack sums into uint8[SITUATIONS, CHOICES], in parts of 255; all 0 for a situation that never came."""
    total = sums.sum(axis=1, keepdims=True)
    return np.round(255 * sums * (total > 0) / np.maximum(total, 1e-300)).astype(np.uint8)


def grouped(claimer: Any) -> tuple[tuple[Any, Any], ...]:
    """Group the deals of each kind by claimer."""
    kinds = [kind * HANDS + np.arange(HANDS) for kind in range(3)]
    return tuple((kind[claimer[kind] == 0], kind[claimer[kind] == 1]) for kind in kinds)


def main(rounds: int, part: float, out: Path = FILE) -> None:
    hands, fresh = sampled(HANDS, odds()), fresh_match()
    print(f"{len(hands.sign)} hands: {time.process_time():.0f} s", flush=True)
    recs, work, groups = np.zeros(DEPTH, fresh.dtype), workplace(), grouped(hands.claimer)
    found = tuple(np.zeros((SITUATIONS, CHOICES)) for _ in range(3))
    for first in range(1, rounds + 1, TOLD):
        last = min(first + TOLD, rounds + 1)
        train(fresh, recs, tuple(hands), groups, work, found, first, last, part)
        np.savez_compressed(out, chances=packed(found[AVERAGE]))
        print(f"{last - 1} rounds: {time.process_time():.0f} s", flush=True)
    came = (found[AVERAGE].sum(axis=1) > 0).sum()
    print(f"{came} of {SITUATIONS} situations, {out.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *map(Path, sys.argv[3:]))
