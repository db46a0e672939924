"""Train the strategy for two again: `python -m shindig.games.tall_card.bots.train ROUNDS PART`.

Counterfactual regret minimization over the rules themselves, with linear weights (Zinkevich et al.: Regret minimization
in games with incomplete information, NIPS 2007; Brown, Sandholm: Solving imperfect-information games via discounted
regret minimization, AAAI 2019). A round walks through all that two may do in a hand, for many sampled deals at once, so
that chance alone is sampled. One seat learns; the other is a plain player in PART of the weight, unknown to it, else an
adversary, which learns against the learner alone (restricted Nash response: Johanson, Zinkevich, Bowling: Computing
robust counter-strategies, NIPS 2007).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from ...betting.state import FOLDED
from ...kernels import compiled
from ..rules.state import BET, CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, ROUND_OVER, TAKE
from . import blueprint
from .blueprint import (
    CHOICES,
    FULL,
    GIVE_UP,
    HALF,
    MINE,
    NO_LINE,
    SHARES,
    SITUATIONS,
    SMALL,
    STAY,
    THEIRS,
)
from .sampled import FIRST, SECOND, ahead, apply, deal_one, fresh_match, sampled

FILE = Path(__file__).with_name("blueprint.npz")
DEPTH = 26
HANDS = 400_000
"""Hands from which the deals are drawn."""
BATCH, TOLD = 384, 100
"""Deals in a round, and rounds between two lines of news."""
UNEVEN, FEWEST = 0.3, 12
"""How often the stacks are uneven, and the least that one then has."""
TREMBLE = 0.03
"""How often the other does anything, so that what follows is learnt too."""
EXACT = 0.5
"""How often the smaller sizes are those that are played; else any, since others bet any."""
FREE, PLAIN, OWN = range(3)
"""Rows of `reach`: the other as it learns, and as a plain player, whom one does not know apart; and oneself."""
LEARNER, ADVERSARY, AVERAGE = range(3)
"""What is found: regrets of the learner and of the adversary, and what the learner chose on the whole."""
BOLDNESS, BLUFFS, BET_OVER, RAISE_OVER = 1.5, 0.06, 0.2, 0.35

choice_action, situation = compiled(blueprint.choice_action), compiled(blueprint.situation)


@njit(nogil=True)
def match_regrets(row: Any, legal: Any, chances: Any) -> None:
    """Chances by regret matching among the legal choices."""
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
def plain(m: Any, seat: int, share: float, legal: Any, chances: Any) -> None:
    """What a plain player does: bets as much as its chance to win tells it, and calls at the price."""
    chances[:] = 0.0
    other, owed = 1 - seat, int(m.bet - m.step_paid[seat])
    if m.raiser == other:
        share = share**BOLDNESS
    surplus = 2 * share - 1
    bets = legal[FULL] >= 0
    more = 0.0
    if bets and surplus > (RAISE_OVER if owed > 0 else BET_OVER):
        more = 1.0
    elif bets and owed == 0:
        more = BLUFFS
    add_sizes(legal, max(0.2, surplus), more, chances)
    price = min(owed, int(m.chips[seat]))
    stake = int(m.paid[seat]) + price
    folds = owed > 0 and share * (stake + min(int(m.paid[other]), stake)) < price
    chances[GIVE_UP if folds else STAY] += 1 - more


@njit(nogil=True)
def add_sizes(legal: Any, strong: float, more: float, chances: Any) -> None:
    """Share a chance to bet among the sizes: a part of the largest that is spread about one's strength."""
    low, high = 0.7 * strong, 1.3 * strong
    below = 0.0
    for c in range(SMALL, CHOICES):
        if legal[c] >= 0:
            top = 1e9 if c == FULL else (SHARES[c] + SHARES[c + 1]) / 2
            upto = min(max((top - low) / (high - low), 0.0), 1.0)
            chances[c] += more * (upto - below)
            below = upto


@njit(nogil=True)
def legal_choices(m: Any, shares: Any, legal: Any) -> None:
    for c in range(CHOICES):
        legal[c] = choice_action(m, c, shares[c])


@njit(nogil=True)
def settle(m: Any, me: int, rows: Any, signs: Any, reach: Any, values: Any) -> None:
    """What the end of a hand is worth to `me` in each deal, times how likely the other lets it come."""
    net, folded = float(m.net[me]), False
    for seat in range(2):
        folded = folded or m.status[seat] == FOLDED
    for j in range(len(rows)):
        worth = net if folded else abs(net) * signs[rows[j]] * (1 if me == 0 else -1)
        values[j] = worth * (reach[FREE, j] + reach[PLAIN, j])


@njit(nogil=True)
def walk(
    recs: Any, d: int, me: int, learner: int, line: int, deals: Any, shares: Any, work: Any, found: Any, weight: float
) -> int:
    """What record d is worth to `me` in each of the deals; all choices of both are tried. It goes into `work`."""
    m = recs[d]
    rows, (_, hopes, bins, signs) = deals
    reach, values, chances, worths, fixed = work
    while m.phase == DRAW:
        apply(m, DISCARD)
    if m.phase == ROUND_OVER:
        settle(m, me, rows, signs, reach[d], values[d])
        return 0
    seat, street = int(m.actor), FIRST if m.phase == FIRST_BETS else SECOND
    base = int(situation(m, seat, 0.0, NO_LINE if line < 0 else MINE if line == seat else THEIRS))
    legal = np.empty(CHOICES, np.int64)
    legal_choices(m, shares, legal)
    regrets = found[LEARNER if seat == learner else ADVERSARY]
    for j in range(len(rows)):
        match_regrets(regrets[base + bins[street, seat, rows[j]]], legal, chances[d, j])
        if seat != me and me == learner:
            plain(m, seat, hopes[street, seat, rows[j]], legal, fixed[d, j])
    values[d] = 0.0
    for c in range(CHOICES):
        if legal[c] >= 0:
            if seat == me:
                go_myself(reach, d, chances[d], c)
            else:
                go_other(reach, d, chances[d], fixed[d], legal, c)
            recs[d + 1] = recs[d]
            after = seat if street == FIRST and legal[c] >= BET else line
            apply(recs[d + 1], legal[c])
            walk(recs, d + 1, me, learner, after, deals, shares, work, found, weight)
            for j in range(len(rows)):
                worths[d, c, j] = values[d + 1, j]
                values[d, j] += values[d + 1, j] * (chances[d, j, c] if seat == me else 1.0)
    if seat == me:
        learn(regrets, base, bins[street, seat], rows, d, legal, work, weight)
        if me == learner:
            remember(found[AVERAGE], base, bins[street, seat], rows, d, legal, work, weight)
    return 0


@njit(nogil=True)
def go_myself(reach: Any, d: int, chances: Any, c: int) -> None:
    """Who learns in this walk makes a choice."""
    for j in range(len(chances)):
        reach[d + 1, FREE, j] = reach[d, FREE, j]
        reach[d + 1, PLAIN, j] = reach[d, PLAIN, j]
        reach[d + 1, OWN, j] = reach[d, OWN, j] * chances[j, c]


@njit(nogil=True)
def go_other(reach: Any, d: int, chances: Any, fixed: Any, legal: Any, c: int) -> None:
    """The other makes a choice, by what it has learnt and as a plain player."""
    count = 0
    for one in legal:
        count += one >= 0
    for j in range(len(chances)):
        reach[d + 1, FREE, j] = reach[d, FREE, j] * (chances[j, c] * (1 - TREMBLE) + TREMBLE / count)
        reach[d + 1, PLAIN, j] = reach[d, PLAIN, j] * (fixed[j, c] * (1 - TREMBLE) + TREMBLE / count)
        reach[d + 1, OWN, j] = reach[d, OWN, j]


@njit(nogil=True)
def learn(regrets: Any, base: int, bins: Any, rows: Any, d: int, legal: Any, work: Any, weight: float) -> None:
    """Add what each choice would have brought beyond the mean."""
    _, values, _, worths, _ = work
    for j in range(len(rows)):
        at = base + bins[rows[j]]
        for c in range(CHOICES):
            if legal[c] >= 0:
                regrets[at, c] += weight * (worths[d, c, j] - values[d, j])


@njit(nogil=True)
def remember(average: Any, base: int, bins: Any, rows: Any, d: int, legal: Any, work: Any, weight: float) -> None:
    """Add what was chosen."""
    reach, _, chances, _, _ = work
    for j in range(len(rows)):
        at = base + bins[rows[j]]
        for c in range(CHOICES):
            if legal[c] >= 0:
                average[at, c] += weight * reach[d, OWN, j] * chances[d, j, c]


@njit(nogil=True)
def begin(fresh: Any, recs: Any, claimer: int, chips: int) -> None:
    """A hand at its first bets, of any cards that do not tie: betting does not look at them."""
    claimer_wins = 0
    while claimer_wins == 0:
        deal_one(fresh, recs, chips)
        m = recs[0]
        while m.phase == CLAIM:
            apply(m, TAKE if m.actor == claimer else DECLINE)
        claimer_wins = ahead(m)


@njit(nogil=True)
def train(
    fresh: Any, recs: Any, hands: Any, groups: Any, work: Any, found: Any, first: int, last: int, part: float
) -> None:
    """The rounds from one number to before another."""
    np.random.seed(first)
    reach, shares = work[0], np.empty(CHOICES)
    money = int(fresh[0].chips[0] + fresh[0].chips[1])
    for n in range(first, last):
        claimer = hands[0][int(np.random.random() * len(hands[0]))]
        group = groups[claimer]
        rows = group[(np.random.random(reach.shape[2]) * len(group)).astype(np.int64)]
        pick_shares(shares)
        chips = money // 2
        if np.random.random() < UNEVEN:
            chips = FEWEST + int(np.random.random() * (money - 2 * FEWEST))
        begin(fresh, recs, claimer, chips)
        learner = n % 2
        for me in range(2):
            recs[1] = recs[0]
            played = part if me == learner else 0.0
            reach[1, FREE, :], reach[1, PLAIN, :], reach[1, OWN, :] = 1 - played, played, 1.0
            walk(recs, 1, me, learner, -1, (rows, hands), shares, work, found, float(n))


@njit(nogil=True)
def pick_shares(shares: Any) -> None:
    """The sizes of a round, as parts of the largest bet."""
    for c in range(CHOICES):
        shares[c] = SHARES[c]
    if np.random.random() > EXACT:
        shares[SMALL] = 0.06 + 0.24 * np.random.random()
        shares[HALF] = 0.34 + 0.36 * np.random.random()


def workplace() -> tuple[Any, ...]:
    """What `walk` works in, a row a depth.

    `reach`, float64[depth, 3, deals]: how likely the other comes there by its strategy, and as a plain player, and `me`
    by its own. `values`, float64[depth, deals]: what that is worth to `me`, times the other's reach. `chances`,
    float64[depth, deals, choices], of the strategy; `worths`, float64[depth, choices, deals]: the values after each
    choice; `fixed`, float64[depth, deals, choices]: the chances of a plain player.
    """
    each = (DEPTH, BATCH, CHOICES)
    shapes = (DEPTH, 3, BATCH), (DEPTH, BATCH), each, (DEPTH, CHOICES, BATCH), each
    return tuple(np.zeros(shape) for shape in shapes)


def packed(sums: Any) -> Any:
    """uint8[SITUATIONS, CHOICES]: chances of 255; all 0 where a situation never came."""
    total = sums.sum(axis=1, keepdims=True)
    return np.round(255 * sums * (total > 0) / np.maximum(total, 1e-300)).astype(np.uint8)


def main(rounds: int, part: float, out: Path = FILE) -> None:
    hands, fresh = sampled(HANDS, 0), fresh_match()
    groups = tuple(np.flatnonzero(hands.claimer == claimer) for claimer in range(2))
    print(f"{HANDS} hands, {len(groups[0])} of a dealer who had to claim: {time.process_time():.0f} s", flush=True)
    recs, work = np.zeros(DEPTH, fresh.dtype), workplace()
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
