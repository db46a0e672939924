"""Batches on one thread and on several, beside as many plain loops in processes of their own.

    python -m benchmarks.threads [game] [players] [matches] [seconds] [rounds]

Two processors are seldom two machines: they share caches and memory, and others use them too. So each round measures,
by the clock and one after the other: a batch on one thread; one on as many threads as there are processors; and as many
processes, each with a batch on one thread, together. Printed are the machine, and medians of the rounds: what threads
bring, what the machine gives to as many processes, and one over the other. Every step is one call that samples, plays
and writes masks and observations.
"""

from __future__ import annotations

import os
import sys
import time
from multiprocessing import get_context
from statistics import median
from typing import Any

import shindig
from benchmarks.__main__ import machine
from shindig.adapters.batch import Batch, Observed

HERE = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
OBSERVED: tuple[Observed, ...] = ("bytes", "planes")
Made = tuple[str, int, int, Observed]
"""A game, how many play, how many matches, and what is observed."""


def make(made: Made, threads: int) -> Batch:
    game_id, players, n, observe = made
    return shindig.batch(game_id, n, players, seed=1, observe=observe, auto_reset=True, threads=threads)


def rate(many: Batch, seconds: float) -> float:
    """Million steps a second of the clock."""
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        many.step()
        steps += many.n
    return steps / spent / 1e6


def loop_beside(made: Made, seconds: float, barrier: Any, found: Any) -> None:
    many = make(made, 1)
    rate(many, 0.1)
    barrier.wait()
    found.put(rate(many, seconds))


def beside(made: Made, seconds: float) -> float:
    """Million steps a second of as many processes as there are processors, together."""
    context = get_context("spawn")
    barrier, found = context.Barrier(HERE), context.Queue()
    started = [context.Process(target=loop_beside, args=(made, seconds, barrier, found)) for _ in range(HERE)]
    for one in started:
        one.start()
    total: float = sum(found.get() for _ in started)
    for one in started:
        one.join()
    return total


def measure(made: Made, seconds: float, rounds: int) -> None:
    """Print the medians of some rounds."""
    one, many = make(made, 1), make(made, HERE)
    found = []
    for _ in range(rounds):
        alone = rate(one, seconds)
        found.append((alone, rate(many, seconds) / alone, beside(made, seconds) / alone))
    alone, threads, processes = (median(column) for column in zip(*found, strict=True))
    share = median(row[1] / row[2] for row in found)
    print(
        f"{made[0]}, {made[1]}, batch of {made[2]:,}, {made[3]:6}: {alone:6.2f} million steps/s on one thread; "
        f"{HERE} threads {threads:.2f} x, {HERE} processes {processes:.2f} x, so threads make {share:.0%} of it",
        flush=True,
    )


def main(
    game_id: str = "tall-card", players: str = "2", n: str = "16384", seconds: str = "1", rounds: str = "5"
) -> None:
    print(machine(), f"{HERE} processors", sep="\n", flush=True)
    for observe in OBSERVED:
        measure((game_id, int(players), int(n), observe), float(seconds), int(rounds))


if __name__ == "__main__":
    main(*sys.argv[1:])
