"""Train the strategy for two again: `python -m shindig.games.tall_card.bots.train SECONDS PART`.

PART is how often the other is a plain player instead, unknown to the learner (restricted Nash response: Johanson,
Zinkevich, Bowling: Computing robust counter-strategies, NIPS 2007).

External-sampling counterfactual regret minimization (Lanctot et al.: Monte Carlo sampling for regret minimization in
extensive games, NIPS 2009) over the rules themselves, with linear weights in the beginning (Brown, Sandholm: Solving
imperfect-information games via discounted regret minimization, AAAI 2019).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from ...betting.state import CALL, CHECK, FOLD
from ...kernels import compiled
from ...layout import CHANCE
from ..deck import TALL_CARD
from ..rules import deal, phases, state
from ..rules.state import CLAIM, DECLINE, DISCARD, DRAW, FIRST_BETS, ROUND_OVER, TAKE
from . import blueprint, values
from .blueprint import CHOICES, MINE, NO_LINE, SITUATIONS, THEIRS

FILE = Path(__file__).with_name("blueprint.npz")
DEPTH = 24
BATCH = 20_000
"""Deals between two looks at the clock."""
MONEY = 200
UNEVEN = 0.3
"""How often the stacks are uneven."""
TREMBLE = 0.04
"""How often the other does anything, so that what follows is learnt too."""
BOLDNESS, BLUFFS, BET_OVER, RAISE_OVER = 1.5, 0.06, 0.2, 0.35

apply, order = compiled(phases.apply), compiled(deal.order)
action_of, situation = compiled(blueprint.action_of), compiled(blueprint.situation)
claim_situation = compiled(blueprint.claim_situation)
made_hope, best_draw = compiled(values.made_hope), compiled(values.best_draw)
CARDS = np.array(TALL_CARD.cards, np.int16)
BET_FROM, RAISE_FROM = state.BET, state.RAISE


@njit(nogil=True)
def match_regrets(row: Any, legal: Any, chances: Any) -> None:
    """Chances by regret matching among the legal choices."""
    total = 0.0
    count = 0
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
def sample(chances: Any) -> int:
    left = np.random.random()
    last = 0
    for c in range(CHOICES):
        if chances[c] > 0:
            last = c
            left -= chances[c]
            if left < 0:
                break
    return last


@njit(nogil=True)
def look(m: Any, seat: int, line: int, hopes: Any) -> int:
    """The situation of the seat to act."""
    claimer = int(m.claimer)
    if m.phase == CLAIM:
        return int(claim_situation(hopes[seat, seat], hopes[1 - seat, seat]))
    mine = NO_LINE if line < 0 else MINE if line == seat else THEIRS
    hope = hopes[claimer, seat] if m.phase == FIRST_BETS else made_hope(m, seat)
    return int(situation(m, seat, hope, mine))


@njit(nogil=True)
def choices_of(m: Any, legal: Any) -> None:
    for c in range(CHOICES):
        legal[c] = -1
    if m.phase == CLAIM:
        legal[0], legal[1] = TAKE, DECLINE
    else:
        for c in range(CHOICES):
            legal[c] = action_of(m, c)


@njit(nogil=True)
def plain(m: Any, seat: int, hopes: Any) -> int:
    """What a plain player does: bets as much as its chance to win tells it, and calls at the price."""
    claimer, other = int(m.claimer), 1 - seat
    if m.phase == CLAIM:
        return TAKE if hopes[seat, seat] > hopes[other, seat] else DECLINE
    share = hopes[claimer, seat] if m.phase == FIRST_BETS else made_hope(m, seat)
    if m.raiser == other:
        share = share**BOLDNESS
    surplus, owed = 2 * share - 1, int(m.bet - m.step_paid[seat])
    rest = int(m.chips[seat]) - owed
    bluff = owed == 0 and np.random.random() < BLUFFS
    if rest > 0 and not m.acted[seat] and (bluff or surplus > (RAISE_OVER if owed > 0 else BET_OVER)):
        low, high = min(int(m.min_bet), rest), min(int(m.max_bet), rest)
        part = min(1.0, max(0.2, surplus) * (0.7 + 0.6 * np.random.random()))
        return int((RAISE_FROM if m.bet > 0 else BET_FROM) + low + round((high - low) * part) - 1)
    if owed == 0:
        return CHECK
    price = min(owed, int(m.chips[seat]))
    stake = int(m.paid[seat]) + price
    return CALL if share * (stake + min(int(m.paid[other]), stake)) >= price else FOLD


@njit(nogil=True)
def traverse(
    recs: Any, d: int, me: int, line: int, hopes: Any, masks: Any, regrets: Any, sums: Any, against: bool
) -> float:
    """What the deal of record d is worth to `me`, whose every choice is tried; the other's is drawn."""
    m = recs[d]
    chances = np.empty(CHOICES)
    legal = np.empty(CHOICES, np.int64)
    while m.phase != ROUND_OVER:
        seat = int(m.actor)
        if m.phase == DRAW:
            apply(m, DISCARD + masks[int(m.claimer), seat])
            continue
        if m.phase == CLAIM and seat == m.dealer:
            apply(m, TAKE)
            continue
        choices_of(m, legal)
        if seat != me and against:
            action = plain(m, seat, hopes)
            if m.phase == FIRST_BETS and action >= BET_FROM:
                line = seat
            apply(m, action)
            continue
        at = look(m, seat, line, hopes)
        match_regrets(regrets[at], legal, chances)
        if seat != me:
            for c in range(CHOICES):
                sums[at, c] += chances[c]
            c = sample(chances)
            if np.random.random() < TREMBLE:
                c = int(np.random.random() * CHOICES)
                c = c if legal[c] >= 0 else 0
            if m.phase == FIRST_BETS and legal[c] >= BET_FROM:
                line = seat
            apply(m, legal[c])
            continue
        worth = np.zeros(CHOICES)
        mean = 0.0
        for c in range(CHOICES):
            if legal[c] >= 0:
                recs[d + 1] = recs[d]
                after = seat if m.phase == FIRST_BETS and legal[c] >= BET_FROM else line
                apply(recs[d + 1], legal[c])
                worth[c] = traverse(recs, d + 1, me, after, hopes, masks, regrets, sums, against)
                mean += chances[c] * worth[c]
        for c in range(CHOICES):
            if legal[c] >= 0:
                regrets[at, c] += worth[c] - mean
        return mean
    return float(m.net[me])


@njit(nogil=True)
def deal_one(fresh: Any, recs: Any, hopes: Any, masks: Any) -> None:
    """Deal a hand into record 0, with even chips or any, and reckon what both hope for."""
    recs[0] = fresh[0]
    m = recs[0]
    items = CARDS.copy()
    np.random.shuffle(items)
    m.chips[0] = m.chips[1] = MONEY // 2
    if np.random.random() < UNEVEN:
        m.chips[0] = 12 + int(np.random.random() * (MONEY - 24))
        m.chips[1] = MONEY - m.chips[0]
    m.dealer = int(np.random.random() * 2)
    m.tall_deck[0] = int(np.random.random() * 6)
    m.talls_gone = 0
    order(m, items)
    for claimer in range(2):
        for seat in range(2):
            hope, mask = best_draw(m.hand[seat], m.tall, 0 if claimer == seat else 2)
            hopes[claimer, seat], masks[claimer, seat] = hope, mask


@njit(nogil=True)
def train(fresh: Any, recs: Any, regrets: Any, sums: Any, count: int, part: float, seed: int) -> None:
    np.random.seed(seed)
    hopes, masks = np.zeros((2, 2)), np.zeros((2, 2), np.int64)
    for _ in range(count):
        deal_one(fresh, recs, hopes, masks)
        for me in range(2):
            recs[1] = recs[0]
            traverse(recs, 1, me, -1, hopes, masks, regrets, sums, np.random.random() < part)


def fresh_match() -> Any:
    """A match that asks for its first deck."""
    from .. import GAME

    match = GAME.new(2, {"first_dealer": 0})
    GAME.engine.order(match, 0, np.arange(6, dtype=np.int16))
    assert match["actor"][0] == CHANCE
    return match


def packed(sums: Any) -> Any:
    """uint8[SITUATIONS, CHOICES]: chances of 255; all 0 where a situation hardly ever came."""
    total = sums.sum(axis=1, keepdims=True)
    return np.round(255 * sums * (total > 2) / np.maximum(total, 1e-9)).astype(np.uint8)


def main(seconds: float, part: float, out: Path = FILE) -> None:
    fresh = fresh_match()
    recs = np.zeros(DEPTH, fresh.dtype)
    regrets, sums = np.zeros((SITUATIONS, CHOICES), np.float32), np.zeros((SITUATIONS, CHOICES), np.float32)
    began = time.time()
    train(fresh, recs, regrets, sums, 1, part, 0)
    print(f"compiled in {time.time() - began:.0f} s", flush=True)
    began, batch, told = time.time(), 0, 0.0
    while time.time() - began < seconds:
        batch += 1
        train(fresh, recs, regrets, sums, BATCH, part, batch)
        if batch <= 200:
            regrets *= batch / (batch + 1)
            sums *= batch / (batch + 1)
        if time.time() - began > told + 60:
            told = time.time() - began
            np.savez_compressed(out, chances=packed(sums))
            print(f"{batch * BATCH} deals, {told:.0f} s", flush=True)
    np.savez_compressed(out, chances=packed(sums))
    print(f"{batch * BATCH} deals, {(sums.sum(axis=1) > 0).sum()} situations, {out.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]), *map(Path, sys.argv[3:]))
