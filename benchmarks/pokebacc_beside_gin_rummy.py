"""Pokebacc beside gin rummy in OpenSpiel and RLCard: random matches and moves per second on one core; layouts.

Usage: python -m benchmarks.pokebacc_beside_gin_rummy [seconds for each figure]
Prints a row a figure: moves per second, matches (or hands) per second, and the ratio to OpenSpiel in the same kind of
loop. Gin rummy is the nearest game that others have: draw, meld, discard. Layouts are the best disjoint melds of
random hands, in batches from Python.
"""

from __future__ import annotations

import sys
from importlib import import_module
from random import random
from typing import Any, cast

import numpy as np
import pyspiel

from benchmarks.random_match_loops import Count, compiled_loop, python_loop, rate
from shindig.gamekit import game
from shindig.games.pokebacc import PokebaccGame

PLAYERS = 4
BATCH = 20_000


def spiel_compiled() -> Count:
    """OpenSpiel's own loop with its uniform random bots."""
    rummy = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    seed = 0

    def play() -> tuple[int, int]:
        nonlocal seed
        moves = 0
        for _ in range(5):
            seed += 1
            state = rummy.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            moves += sum(step.player >= 0 for step in state.full_history())
        return moves, 5

    return play


def spiel_python() -> Count:
    """The usual loop from Python."""
    rummy = pyspiel.load_game("gin_rummy")

    def play() -> tuple[int, int]:
        state = rummy.new_initial_state()
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            moves += not state.is_chance_node()
            state.apply_action(legal[int(random() * len(legal))])
        return moves, 1

    return play


def rlcard_python() -> Count:
    """RLCard's own loop with its random agents."""
    table: Any = import_module("rlcard").make("gin-rummy")
    agent = import_module("rlcard.agents").RandomAgent
    table.set_agents([agent(num_actions=table.num_actions) for _ in range(2)])

    def play() -> tuple[int, int]:
        before = table.timestep
        table.run(is_training=False)
        return table.timestep - before, 1

    return play


def layouts(name: str, cards: int) -> Count:
    """Best layouts of a batch of random hands."""
    rules = cast(PokebaccGame, game(name))
    rng = np.random.default_rng(cards)
    deck = np.tile(np.arange(len(rules.variant.deck), dtype=np.int8), (BATCH, 1))
    hands = rng.permuted(deck, axis=1)[:, :cards]

    def play() -> tuple[int, int]:
        rules.layouts(hands)
        return BATCH, 1

    return play


def row(name: str, found: tuple[float, float], peer: tuple[float, float] | None = None) -> None:
    ratio = f"{found[0] / peer[0]:8.1f} x" if peer else ""
    print(f"{name:52} {found[0]:12,.0f} moves/s {found[1]:10,.0f} matches/s {ratio}", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    peer, peer_python = rate(spiel_compiled(), seconds), rate(spiel_python(), seconds)
    row("OpenSpiel gin_rummy, 2, its C++ loop", peer)
    row("OpenSpiel gin_rummy, 2, Python loop", peer_python)
    row("RLCard gin-rummy, 2, its loop", rate(rlcard_python(), seconds), peer_python)
    for name in ("royal-pokebacc", "merchants-bank", "farmers-and-fishermen"):
        for stakes in ("off", "on"):
            options = {"stakes": stakes}
            of = f"shindig {name}, {PLAYERS}, stakes {stakes}"
            row(f"{of}, compiled", rate(compiled_loop(name, PLAYERS, options), seconds), peer)
    row(f"shindig {name}, {PLAYERS}, Python loop", rate(python_loop(name, PLAYERS, {}), seconds), peer_python)
    for cards in (8, 16, 25):
        found = rate(layouts("royal-pokebacc", cards), seconds)[0]
        print(f"{f'best layouts of royal-pokebacc, {cards} cards':52} {found:12,.0f} hands/s", flush=True)


if __name__ == "__main__":
    main()
