"""What bots are made of, game by game: policy decisions, worlds and rollouts a second of processor time on one core.

Usage: python -m benchmarks.minds [seconds for each figure]
Positions are turns with a choice, of matches between steady bots. Decisions, worlds and rollouts are counted inside
compiled code, each figure over all positions; a rollout plays the hand to its end from a world, after one action.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import numpy as np
from numba import njit

from benchmarks.random_match_loops import Count, rate
from shindig.bots import make
from shindig.gamekit import game, game_ids
from shindig.gamekit.policies.policy_spec import CompiledPolicies
from shindig.match import Match, View, fair
from shindig.observations import Observations

TURNS, EVERY = 60, 3
"""Positions for each game, and of how many turns each is one."""
PLAYERS = 4
WORLDS, DECISIONS, TRIED = 40, 20, 4
"""What is done at a position between two looks at the clock: worlds and decisions, and the actions tried in a world."""


def turns(name: str, players: int) -> Iterator[View]:
    """Turns with a choice."""
    for deal in count():
        match = Match(game(name), players, {}, fair(1, deal))
        bots = [make(name, "steady", seat) for seat in range(players)]
        while not match.over:
            view = match.view(match.to_act)
            if len(view.legal) > 1 and len(match.steps) % EVERY == 0:
                yield view
            match.play(bots[match.to_act].act(view))


def decisions(mind: CompiledPolicies, views: list[View]) -> Count:
    """The policy at every position, `DECISIONS` times."""
    policy, ranges, rng = mind.policy, mind.scratch()[0], np.random.default_rng(1)
    records = np.concatenate([view.array for view in views])

    @njit(nogil=True)
    def decide(records: Any, ranges: Any, rng: Any) -> int:
        total = 0
        for _ in range(DECISIONS):
            for i in range(len(records)):
                total += policy(records, i, ranges, rng)
        return total

    def play() -> tuple[int, int]:
        decide(records, ranges, rng)
        return len(records) * DECISIONS, 0

    return play


def worlds(mind: CompiledPolicies, histories: list[Observations], tried: int) -> Count:
    """Worlds at every position, in each of which so many actions are tried: how many of both there were."""
    known, room = np.zeros(1, mind.known_type), mind.game.rules.layout.empty(2 + mind.spec.depth)
    choices, values = np.zeros(64, np.int32), np.zeros((WORLDS, 65))
    ranges, items = mind.scratch()
    rng = np.random.default_rng(1)

    def play() -> tuple[int, int]:
        dealt = played = 0
        for told in histories:
            seen = told.views, told.actors, told.actions
            if mind.update_beliefs(*seen, known):
                found = mind.candidate_actions(told.views, len(told), ranges, rng, choices)
                alive = np.arange(min(found, tried))
                work = room, choices, alive, values, room[:0], ranges, items, rng
                made = int(mind.explore(known, *seen, *work, 0, WORLDS, False))
                dealt, played = dealt + made, played + made * len(alive)
        return dealt, played

    return play


def figures(name: str, seconds: float) -> tuple[float, float, float]:
    """Decisions, worlds and rollouts a second."""
    mind = game(name).compiled_policies
    mind.compile()
    views = list(islice(turns(name, PLAYERS), TURNS))
    histories = [view.history for view in views]
    dealt = rate(worlds(mind, histories, 0), seconds)[0]
    both = rate(worlds(mind, histories, TRIED), seconds)
    return rate(decisions(mind, views), seconds)[0], dealt, both[1] / (1 - both[0] / dealt)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{'a second':24} {'decisions':>12} {'worlds':>12} {'rollouts':>12}")
    for name in game_ids():
        if game(name).policies is not None:
            print(f"{name:24} " + " ".join(f"{one:12,.0f}" for one in figures(name, seconds)), flush=True)


if __name__ == "__main__":
    main()
