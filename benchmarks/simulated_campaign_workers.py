"""How well a campaign uses many workers: simulated from the times of its parts, as they were measured.

    python -m benchmarks.simulated_campaign_workers talon steady 3 20 [PARTS]

plays so many parts to see what they take, then deals the parts of a large campaign, their times drawn from those, to 1
to 1,000 workers as a campaign does: batches in order, two ahead for each worker, results handed in one after the other.
"""

from __future__ import annotations

import heapq
import sys
import time

import numpy as np

from shindig.lab.analyse.accumulators import Sums
from shindig.lab.export.hand_export import Simulation
from shindig.lab.run.campaign_parts import choose_batch_size
from shindig.lab.run.process_pool import AHEAD
from shindig.lab.run.simulation import compile_part, make_part

WORKERS = (1, 2, 10, 100, 1000)
PARTS = 100_000


def measured(game_id: str, level: str, players: int, count: int) -> tuple[list[float], float]:
    """Seconds of processor time of some parts, and those that handing in a result takes."""
    work = Simulation(make_part(game_id, players, 1, (level,), 1, None))
    work = Simulation(make_part(game_id, players, count * work.whole.size, (level,), 1, None))
    compile_part(work.whole)
    found = [work.run_part(part, None) for part in range(count)]
    began = time.process_time()
    total = Sums.empty(int(players))
    for one in found:
        total += Sums.from_json(one)
    return [one["seconds"] for one in found], (time.process_time() - began) / count


def efficiency(batches: list[float], each: float, workers: int) -> float:
    """The part of the workers' time that is spent on parts."""
    free, handed = [0.0] * workers, 0.0
    ends: list[float] = []
    for number, seconds in enumerate(batches):
        given = handed_in(ends, number - workers * AHEAD, each, handed)
        handed = given
        begun = max(heapq.heappop(free), given)
        heapq.heappush(free, begun + seconds)
        ends.append(begun + seconds)
    for number in range(max(0, len(batches) - workers * AHEAD), len(batches)):
        handed = handed_in(ends, number, each, handed)
    return sum(batches) / workers / handed


def handed_in(ends: list[float], number: int, each: float, handed: float) -> float:
    """When the result is handed in, in order, for which the next batch is handed out."""
    return max(handed, ends[number]) + each if number >= 0 else 0.0


def main(game_id: str, level: str, players: str, count: str, parts: str = str(PARTS)) -> None:
    """Measure, and print the efficiency for each number of workers."""
    seconds, each = measured(game_id, level, int(players), int(count))
    at_once = choose_batch_size(seconds[0])
    rng = np.random.default_rng(1)
    batches = rng.choice(seconds, (int(parts) // at_once, at_once)).sum(axis=1).tolist()
    spread = f"{np.mean(seconds):.3f} s a part, {min(seconds):.3f} to {max(seconds):.3f}"
    print(f"{spread}; {at_once} in a batch; {1e3 * each:.2f} ms to hand in a part")
    for workers in WORKERS:
        print(f"{workers:5} workers: {efficiency(batches, each * at_once, workers):.1%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
