"""Tall Card beside OpenSpiel's poker: random matches and moves per second on one core.

Usage: python -m benchmarks.tall_card_beside_openspiel [seconds for each figure]
Prints a row a figure: moves per second, matches per second, and the ratio to limit hold'em in the same kind of loop.
Peers are `universal_poker` as two-player limit hold'em and `leduc_poker`, in OpenSpiel's own loop (`evaluate_bots`
with its uniform random bots) and in the usual loop from Python (`legal_actions`, `apply_action`). A peer's match is one
hand, ours is a whole game of several rounds, so moves are what compares.
"""

from __future__ import annotations

import sys
from itertools import count
from random import random

import pyspiel

from benchmarks.random_match_loops import Count, compiled_loop, python_loop, rate

LIMIT = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=50 100,firstPlayer=2 1 1 1,raiseSize=100 100 200 200,"
    "maxRaises=3 4 4 4,stack=20000 20000,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
PEERS = {"limit hold'em, 2": LIMIT, "leduc poker, 2": "leduc_poker"}
HANDS, COUNTED = 200, 5000
"""Hands between two looks at the clock, and hands whose moves are counted."""


def spiel_compiled(name: str) -> Count:
    """OpenSpiel's own loop with its uniform random bots. Moves are those of an average hand, counted beforehand."""
    poker = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    moves = sum(moves_of(poker, bots, seed) for seed in range(COUNTED)) / COUNTED
    seeds = count()

    def play() -> tuple[int, int]:
        for _ in range(HANDS):
            pyspiel.evaluate_bots(poker.new_initial_state(), bots, next(seeds))
        return round(moves * HANDS), HANDS

    return play


def moves_of(poker: pyspiel.Game, bots: list[pyspiel.Bot], seed: int) -> int:
    """How many moves a hand takes, chance's not counted."""
    state = poker.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return sum(step.player >= 0 for step in state.full_history())


def spiel_python(name: str) -> Count:
    """The usual loop from Python."""
    poker = pyspiel.load_game(name)

    def play() -> tuple[int, int]:
        state, moves = poker.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            moves += not state.is_chance_node()
            state.apply_action(legal[int(random() * len(legal))])
        return moves, 1

    return play


def row(name: str, found: tuple[float, float], peer: tuple[float, float] | None = None) -> None:
    times = f"{found[0] / peer[0]:8.1f} x" if peer else ""
    print(f"{name:44} {found[0]:14,.0f} moves/s {found[1]:12,.0f} matches/s{times}", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    found = {
        name: (rate(spiel_compiled(spiel), seconds), rate(spiel_python(spiel), seconds))
        for name, spiel in PEERS.items()
    }
    for name, (compiled, python) in found.items():
        row(f"OpenSpiel {name}, its C++ loop", compiled)
        row(f"OpenSpiel {name}, Python loop", python)
    peer, peer_python = found["limit hold'em, 2"]
    for players in (2, 4, 7):
        row(
            f"shindig tall-card, {players}, compiled loop", rate(compiled_loop("tall-card", players, {}), seconds), peer
        )
    row("shindig tall-card, 4, Python loop", rate(python_loop("tall-card", 4, {}), seconds), peer_python)


if __name__ == "__main__":
    main()
