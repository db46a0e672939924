"""Tall Cards: rankings, random matches and moves per second, and settlements of side pots beside PokerKit.

Usage: python -m benchmarks.tall_cards_beside_pokerkit [seconds for each figure]
One core. Rates are of processor time.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from pokerkit import Automation, BettingStructure, Deck, KuhnPokerHand, Opening, State, Street

from benchmarks.random_match_loops import Count, compiled_loop, python_loop, rate
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.gamekit import game
from shindig.gamekit.betting.pots import count_pots, settle_pots
from shindig.gamekit.betting.state import IN
from shindig.games.tall_cards.worth.batch_strength import strengths

HANDS = 1_000_000
SITUATIONS = 500
SEATS = 6
STREET = Street(False, (False,), 0, False, Opening.POSITION, 1, None)
BY_HAND = {Automation.HOLE_DEALING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING}
AUTOMATIONS = tuple(step for step in Automation if step not in BY_HAND)


def rankings(claimed: bool, by_columns: bool) -> Count:
    """A batch of random hands, each ranked once: (hands, batches)."""
    rng = np.random.default_rng(1)
    hands = rng.random((HANDS, 72), np.float32).argpartition(5, axis=1)[:, :5].astype(np.int8)
    hands = np.asfortranarray(hands) if by_columns else hands
    out = np.empty(HANDS, np.int16)

    def play() -> tuple[int, int]:
        strengths(hands, 0, claimed, out=out)
        return HANDS, 1

    return play


@kernel
def settle_all(matches: Any, scratch: Any) -> int:
    """Settle a copy of each record: the sum of all chips won, so that nothing is left out."""
    total = 0
    for i in range(len(matches)):
        scratch[0] = matches[i]
        count_pots(scratch[0])
        settle_pots(scratch[0], scratch[0].strength)
        for seat in range(SEATS):
            total += scratch[0].won[seat]
    return total


def stacks_and_strengths(rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """A table on which all have gone all-in with different stacks."""
    return rng.permutation(np.arange(2, 2 + 7 * SEATS, 7)).tolist(), rng.permutation(np.arange(SEATS) % 3).tolist()


def settlements() -> Count:
    """Pots counted and paid in compiled code: (settlements, batches)."""
    rng = np.random.default_rng(1)
    matches = game("tall-cards").rules.layout.empty(SITUATIONS)
    scratch = matches[:1].copy()
    matches["seats"] = SEATS
    for match in matches:
        paid, strength = stacks_and_strengths(rng)
        match["status"][:SEATS] = IN
        match["paid"][:SEATS], match["strength"][:SEATS] = paid, strength
    ours = compile_kernel(settle_all)

    def play() -> tuple[int, int]:
        ours(matches, scratch)
        return SITUATIONS, 1

    return play


def all_in(rng: np.random.Generator) -> State:
    """The like in PokerKit, up to the moment at which its pots are pushed."""
    stacks, strength = stacks_and_strengths(rng)
    form = BettingStructure.NO_LIMIT
    state = State(
        AUTOMATIONS, Deck.STANDARD, (KuhnPokerHand,), (STREET,), form, True, 1, (0, 1), 0, tuple(stacks), SEATS
    )
    suits = {kind: iter("cdhs") for kind in range(3)}
    for kind in strength:
        state.deal_hole("JQK"[kind] + next(suits[kind]))
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    return state


def pokerkit_rate(seconds: float) -> float:
    """Settlements per second: only pushing and pulling are timed."""
    rng, spent, count = np.random.default_rng(1), 0.0, 0
    while spent < seconds:
        state = all_in(rng)
        start = time.process_time()
        while state.status:
            if state.can_push_chips():
                state.push_chips()
            else:
                state.pull_chips()
        spent, count = spent + time.process_time() - start, count + 1
    return count / spent


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for claimed, by_columns in ((False, False), (True, False), (True, True)):
        found = rate(rankings(claimed, by_columns), seconds)[0]
        what = f"{'claimed' if claimed else 'unclaimed'}, by {'columns' if by_columns else 'rows'}"
        print(f"rankings in a batch, {what:18} {found / 1e6:10.0f} million/s")
    for players in (2, 4, 8):
        for name, loop in (("compiled", compiled_loop), ("Python", python_loop)):
            moves, matches = rate(loop("tall-cards", players, {"gifts": "never"}), seconds)
            print(f"{players} players, {name:8} loop {moves:14,.0f} moves/s {matches:10,.0f} matches/s")
    ours, theirs = rate(settlements(), seconds)[0], pokerkit_rate(min(seconds, 1.0))
    print(f"settlements of {SEATS} all-ins {ours:14,.0f} /s, PokerKit {theirs:8,.0f} /s, {ours / theirs:8,.0f} x")


if __name__ == "__main__":
    main()
