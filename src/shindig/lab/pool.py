"""Work for several processes, cut into the same parts however many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import numpy as np

from ..games import GameError

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(work: Callable[[Task], Result], tasks: Sequence[Task], processes: int) -> Iterator[Result]:
    """The results of the tasks, in their order. One process means this one. Raises GameError for less than one."""
    if processes < 1:
        raise GameError(f"work takes at least 1 process, not {processes}")
    if processes == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(processes, len(tasks)), get_context("spawn")) as pool:
        yield from pool.map(work, tasks)


def parts(count: int, most: int) -> list[int]:
    """`count` things in parts of `most`, the last one smaller. Raises GameError for less than one thing."""
    if count < 1:
        raise GameError(f"expected at least 1 match, not {count}")
    return [min(most, count - done) for done in range(0, count, most)]


def seeds(seed: int | None, count: int) -> list[np.random.SeedSequence]:
    """Independent seeds, always the same ones for the same seed. Raises GameError for a negative one."""
    if seed is not None and seed < 0:
        raise GameError(f"a seed is a whole number from 0, not {seed}")
    return np.random.SeedSequence(seed).spawn(count)
