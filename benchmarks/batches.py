"""Batches beside OpenSpiel's own loops, and the adapters beside PettingZoo's and OpenSpiel's own games.

Usage: python -m benchmarks.batches [seconds for each figure]
One core, but where threads are named; rates are of processor time, and of the clock for threads. A batch writes legal
masks and observations at every step, which OpenSpiel's loops do not make. Actions are uniformly random and legal, drawn
by the batch. The ratios are to the peer above, with which a loop takes turns of 0.03 seconds: medians of these.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel

import shindig
from benchmarks import pokebacc_beside_gin_rummy, talon_beside_openspiel
from benchmarks import tall_card_beside_openspiel as tall_card
from benchmarks.random_match_loops import Count, in_turn
from shindig.adapters.batch import Observed
from shindig.adapters.openspiel import register
from shindig.adapters.pettingzoo import MatchEnv

N, SMALL = 1024, 128
"""Matches in a batch; fewer where 4 kB each, of record, view and mask, would not fit the second cache together."""
OBSERVED: tuple[Observed, ...] = ("bytes", "planes")
POKEBACC = ("royal-pokebacc", "merchants-bank", "farmers-and-fishermen")
PARTS: dict[str, tuple[Callable[[], Count], int, int, tuple[str, ...]]] = {
    "limit hold'em, 2": (
        partial(tall_card.spiel_compiled, tall_card.LIMIT),
        2,
        N,
        ("tall-card", "tall-cards"),
    ),
    "tarok, 4": (talon_beside_openspiel.tarok_compiled, 4, N, ("talon",)),
    "gin rummy, 2": (pokebacc_beside_gin_rummy.spiel_compiled, 4, SMALL, POKEBACC),
}
"""By peer: its loop, and how many play which of our games beside it, in batches of how many."""


def batch_loop(game_id: str, players: int, observe: Observed, threads: int = 1, n: int = N) -> Count:
    """Steps of a batch: (steps, passes)."""
    many = shindig.batch(game_id, n, players, seed=1, observe=observe, auto_reset=True, threads=threads)
    actions = np.empty(n, np.int32)

    def play() -> tuple[int, int]:
        for _ in range(20):
            many.step(many.sample(actions))
        return 20 * n, 20

    return play


def by_clock(play: Count, seconds: float) -> float:
    """Steps a second of the clock."""
    play()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        steps += play()[0]
    return steps / (time.perf_counter() - start)


def zoo_loop(table: Any) -> Count:
    """A match by PettingZoo's usual loop, its agents random: (moves, matches)."""
    rng = Random(1)

    def play() -> tuple[int, int]:
        table.reset(seed=rng.randrange(1 << 30))
        moves = 0
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                moves += 1
            del agent
        return moves, 1

    return play


def spiel_loop(name: str) -> Count:
    """A match of a Python game of OpenSpiel, with a tensor for every decision: (decisions, matches).

    Items that chance gives take their time and are not counted: about 1.6 a decision in Tall Card, 0.8 in Kuhn poker.
    """
    spiel, rng = pyspiel.load_game(name), Random(1)
    from open_spiel.python.observation import make_observation

    observer = make_observation(spiel)

    def play() -> tuple[int, int]:
        state, moves = spiel.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                observer.set_from(state, state.current_player())
                moves += 1
            state.apply_action(rng.choice(state.legal_actions()))
        return moves, 1

    return play


def row(name: str, found: float, peer: float | None = None) -> None:
    print(f"{name:52} {found:14,.0f} steps/s{f'{found / peer:10.1f} x' if peer else ''}", flush=True)


def batches(seconds: float) -> None:
    for peer, (loop, players, n, games) in PARTS.items():
        theirs = f"OpenSpiel {peer}, its C++ loop"
        ours = {
            f"shindig {game_id}, {players}, batch of {n}, {observe}": batch_loop(game_id, players, observe, n=n)
            for game_id in games
            for observe in OBSERVED
        }
        found = in_turn({theirs: loop(), **ours}, seconds)
        row(theirs, found[theirs])
        for name in ours:
            row(name, found[name], found[theirs])


def threads(seconds: float) -> None:
    """Steps by the clock, for one thread and for as many as there are cores here."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for observe in OBSERVED:
        one = by_clock(batch_loop("tall-card", 2, observe), seconds)
        row(f"shindig tall-card, 2, {observe}, by the clock, 1 thread", one)
        if here > 1:
            more = by_clock(batch_loop("tall-card", 2, observe, here), seconds)
            row(f"the same, {here} threads", more, one)


def peers() -> Iterator[tuple[str, Count]]:
    """PettingZoo's own Leduc, where it is installed."""
    try:
        leduc = import_module("pettingzoo.classic.leduc_holdem_v4")
    except ImportError as missing:
        print(f"left out: PettingZoo's Leduc needs {missing.name}: pip install 'pettingzoo[classic]'", flush=True)
        return
    yield "PettingZoo's Leduc, AEC loop", zoo_loop(leduc.env())


def adapters(seconds: float) -> None:
    ours = {"shindig tall-card, 2, PettingZoo AEC loop": zoo_loop(MatchEnv("tall-card"))}
    *theirs, mine = in_turn(dict(peers()) | ours, seconds).items()
    for peer in theirs:
        row(*peer)
    row(*mine, *(peer[1] for peer in theirs))
    import_module("open_spiel.python.games")
    register()
    names = {
        "OpenSpiel python_kuhn_poker, tensors": "python_kuhn_poker",
        "shindig tall-card, 2, OpenSpiel, tensors": "shindig_tall_card",
    }
    kuhn, own = in_turn({name: spiel_loop(spiel) for name, spiel in names.items()}, seconds).items()
    row(*kuhn)
    row(*own, kuhn[1])


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    batches(seconds)
    threads(seconds)
    adapters(seconds)


if __name__ == "__main__":
    main()
