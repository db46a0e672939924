"""Loops that every game's benchmark runs: random matches in compiled code and from Python, and how to time them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import random
from statistics import median

import numpy as np

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit import game

TURN = 0.03
"""Seconds of a short run."""
Count = Callable[[], tuple[int, int]]
"""Do something for a while: (moves, matches), or whatever two things are counted."""


def rate(play: Count, seconds: float) -> tuple[float, float]:
    """Moves and matches per second of processor time, after one call to warm up."""
    play()
    moves = matches = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        more = play()
        moves, matches = moves + more[0], matches + more[1]
    return moves / spent, matches / spent


def in_turn(loops: Mapping[str, Count], seconds: float) -> dict[str, float]:
    """Moves per second of processor time of several loops: the median of short runs, which they take by turns."""
    found: dict[str, list[float]] = {name: [] for name in loops}
    for play in loops.values():
        play()
    for _ in range(max(1, round(seconds / TURN))):
        for name, play in loops.items():
            found[name].append(short_rate(play))
    return {name: median(rates) for name, rates in found.items()}


def short_rate(play: Count) -> float:
    """Moves per second of processor time in a short run."""
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < TURN:
        moves += play()[0]
    return moves / spent


def compiled_loop(game_id: str, players: int, options: Mapping[str, object], times: int = 50) -> Count:
    """Random matches inside compiled code."""
    rules = game(game_id)
    engine = rules.compile()
    fresh, matches = rules.new(players, options), rules.new(players, options)
    ranges, items = engine.scratch()
    rng = np.random.default_rng(1)
    return lambda: (engine.random_matches(matches, fresh, times, rng, ranges, items, 1 << 40), times)


def python_loop(game_id: str, players: int, options: Mapping[str, object]) -> Count:
    """Random matches with one call into compiled code for the legal actions and one to play."""
    rules = game(game_id)
    engine = rules.compile()
    ranges, items = engine.scratch()
    rng = np.random.default_rng(1)
    fresh, match = rules.new(players, options), rules.new(players, options)
    actor = match["actor"]

    def play() -> tuple[int, int]:
        match[:] = fresh
        moves = 0
        while (seat := actor.item(0)) != OVER:
            if seat == CHANCE:
                count = engine.chance_items(match, 0, items)
                engine.chance_order(match, 0, rng.permutation(items[:count]))
                continue
            count = engine.legal(match, 0, ranges)
            row = int(random() * count)
            low, high = ranges.item(row, 0), ranges.item(row, 1)
            engine.apply(match, 0, low + int(random() * (high - low + 1)))
            moves += 1
        return moves, 1

    return play
