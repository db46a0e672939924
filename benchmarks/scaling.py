"""What more processes bring a campaign, beside what this machine gives two plain loops of the same kernels.

    python -m benchmarks.scaling [game] [level] [players] [seconds] [rounds]

Two processors of a machine are seldom two machines: they share caches, memory, and often one core. So each round takes,
one after the other and by the clock, a loop of parts in one process; such loops in as many processes as there are
processors, which have nothing to do with one another; a campaign in one process; and a campaign in as many. Printed
are medians of the rounds' ratios: what the machine gives, what the laboratory makes, and one over the other.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from statistics import median
from typing import Any

from benchmarks.__main__ import machine
from shindig.lab.export.hand_export import Simulation
from shindig.lab.run.campaign_parts import choose_batch_size, run_campaign
from shindig.lab.run.simulation import compile_part, make_part

Named = tuple[str, str, int]
"""A game, the level of all bots, and how many play."""
TOLD = "loops {:.2f} x, campaign {:.2f} x; the campaign makes {:.0%} of what as many loops make"
HERE = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_of(named: Named, parts: int) -> Simulation:
    """A campaign of so many parts."""
    game_id, level, players = named
    size = make_part(game_id, players, 1, (level,), 1, None).size
    return Simulation(make_part(game_id, players, parts * size, (level,), 1, None))


def looped(named: Named, seconds: float, begin: Callable[[], Any]) -> float:
    """Parts a second of a plain loop, from the moment at which all begin."""
    work = work_of(named, 1)
    compile_part(work.whole)
    work.run_part(0, None)
    begin()
    start = time.perf_counter()
    for done in count(1):
        work.run_part(0, None)
        if (spent := time.perf_counter() - start) > seconds:
            return done / spent
    raise AssertionError


def loop_beside(named: Named, seconds: float, barrier: Any, found: Any) -> None:
    found.put(looped(named, seconds, barrier.wait))


def loops(named: Named, seconds: float, processes: int) -> float:
    """Parts a second of so many loops together, each a process of its own."""
    context = get_context("spawn")
    barrier, found = context.Barrier(processes), context.Queue()
    started = [context.Process(target=loop_beside, args=(named, seconds, barrier, found)) for _ in range(processes)]
    for one in started:
        one.start()
    total: float = sum(found.get() for _ in started)
    for one in started:
        one.join()
    return total


def campaigned(named: Named, parts: int, at_once: int, processes: int) -> float:
    """Parts a second of a campaign, once every process has handed in its first batch."""
    first = 1 + at_once * processes
    with closing(run_campaign(work_of(named, first + parts), None, "processes", processes)) as coming:
        for number, _ in enumerate(coming, 1):
            if number == first:
                start = time.perf_counter()
    return parts / (time.perf_counter() - start)


def round_of(named: Named, seconds: float) -> tuple[float, float, float]:
    """What the machine gives as many loops, and what a campaign makes of as many processes, both times one of them;
    and what it makes of them, times what the loops do."""
    alone = loops(named, seconds, 1)
    together = loops(named, seconds, HERE)
    at_once = choose_batch_size(1 / alone)
    parts = max(1, round(alone * seconds)) * HERE
    made = campaigned(named, parts, at_once, HERE)
    return together / alone, made / campaigned(named, parts, at_once, 1), made / together


def main(game_id: str = "talon", level: str = "steady", players: str = "3", each: str = "8", rounds: str = "5") -> None:
    named = game_id, level, int(players)
    print(machine(), f"{HERE} processes, {' '.join(map(str, named))}", sep="\n", flush=True)
    found = []
    for _ in range(int(rounds)):
        found.append(round_of(named, float(each)))
        print(TOLD.format(*found[-1]), flush=True)
    print("medians:", TOLD.format(*map(median, zip(*found, strict=True))))


if __name__ == "__main__":
    main(*sys.argv[1:])
