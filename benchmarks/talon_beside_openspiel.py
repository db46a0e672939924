"""Talon beside OpenSpiel's tarok for four: random hands and moves per second on one core.

Usage: python -m benchmarks.talon_beside_openspiel [seconds for each figure]
Prints a row a figure: moves per second, hands per second, and the ratio to the peer in the same kind of loop.
"""

from __future__ import annotations

import sys
from random import random

import pyspiel

from benchmarks.random_match_loops import Count, compiled_loop, python_loop, rate

HANDS = 20
"""Hands of a match of ours; tarok is asked for games of one hand."""
RULES = {"hands": HANDS}


def passed(tarok: pyspiel.Game) -> pyspiel.State:
    """A hand of tarok after everyone has passed: all 48 cards are then played, as in every hand of ours."""
    state = tarok.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    while state.current_game_phase() == pyspiel.TarokGamePhase.BIDDING:
        state.apply_action(state.legal_actions()[0])
    return state


def tarok_compiled() -> Count:
    """OpenSpiel's own loop with its uniform random bots."""
    tarok = pyspiel.load_game("tarok(players=4)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    seed = 0

    def play() -> tuple[int, int]:
        nonlocal seed
        moves = 0
        for _ in range(50):
            seed += 1
            state = passed(tarok)
            before = len(state.history())
            pyspiel.evaluate_bots(state, bots, seed)
            moves += len(state.history()) - before
        return moves, 50

    return play


def tarok_python() -> Count:
    """The usual loop from Python."""
    tarok = pyspiel.load_game("tarok(players=4)")

    def play() -> tuple[int, int]:
        state = passed(tarok)
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            moves += 1
        return moves, 1

    return play


def of_hands(found: tuple[float, float]) -> tuple[float, float]:
    """Moves and hands per second, of moves and matches."""
    return found[0], found[1] * HANDS


def row(name: str, found: tuple[float, float], peer: tuple[float, float] | None = None) -> None:
    ratio = f"{found[0] / peer[0]:8.1f} x" if peer else ""
    print(f"{name:44} {found[0]:12,.0f} moves/s {found[1]:10,.0f} hands/s {ratio}")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    peer, peer_python = rate(tarok_compiled(), seconds), rate(tarok_python(), seconds)
    row("OpenSpiel tarok, 4, its C++ loop", peer)
    row("OpenSpiel tarok, 4, Python loop", peer_python)
    for players in (3, 4, 5):
        row(
            f"shindig talon, {players}, compiled loop",
            of_hands(rate(compiled_loop("talon", players, RULES), seconds)),
            peer,
        )
    row("shindig talon, 4, Python loop", of_hands(rate(python_loop("talon", 4, RULES), seconds)), peer_python)


if __name__ == "__main__":
    main()
