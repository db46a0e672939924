"""How fast a game's minds are: policy decisions, worlds and rollouts a second, at turns of hands between steady bots.

Usage: python scripts/minds_speed.py talon --players 4 --turns 60
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from shindig.bots import make
from shindig.games import game
from shindig.games.layout import snapshot
from shindig.games.minds.mind import Mind
from shindig.games.minds.search import MOST_WORLDS, Search
from shindig.match import Match, View, fair

WORLDS, PLAYED, REPEATS = 400, 200, 200


def turns(name: str, players: int, seed: int) -> Iterator[View]:
    """Every third turn of matches at which a seat has a choice."""
    rules, deal = game(name), 0
    while True:
        match = Match(rules, players, {}, fair(seed, deal))
        bots = [make(name, "steady", seat) for seat in range(players)]
        while not match.over:
            view = match.view(match.to_act)
            if len(view.legal) > 1 and len(match.steps) % 3 == 0:
                yield view
            match.play(bots[match.to_act].act(view))
        deal += 1


def worlds_and_rollouts(search: Search, mind: Mind) -> tuple[float, float]:
    """Seconds of a world, and of a rollout from it."""
    search.count, search.alive = 0, search.alive[:0]
    search._explore(1)
    started = time.thread_time()
    search._explore(WORLDS)
    world = (time.thread_time() - started) / WORLDS
    search.count, search.alive = 0, np.arange(len(search.choices))
    started = time.thread_time()
    search._explore(PLAYED)
    both = (time.thread_time() - started) / PLAYED
    assert mind.ready
    return world, (both - world) / len(search.choices)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    mind = game(given.game).mind
    mind.compile()
    rng, ranges = np.random.default_rng(1), mind.scratch()[0]
    decisions, worlds, rollouts = [], [], []
    for view in turns(given.game, given.players, given.seed):
        record = snapshot(view.array)
        started = time.thread_time()
        for _ in range(REPEATS):
            mind.policy(record, 0, ranges, rng)
        decisions.append((time.thread_time() - started) / REPEATS)
        search = Search(mind, view.history, rng)
        if mind.learn(*search._told, search._known) and WORLDS + PLAYED < MOST_WORLDS:
            world, rollout = worlds_and_rollouts(search, mind)
            worlds.append(world)
            rollouts.append(rollout)
        if len(worlds) == given.turns:
            break
    for name, times in (
        ("policy decisions (called from Python)", decisions),
        ("worlds", worlds),
        ("rollouts", rollouts),
    ):
        print(f"{1 / np.mean(times):12,.0f} {name} a second of processor time, {len(times)} turns of {given.game}")


if __name__ == "__main__":
    main()
