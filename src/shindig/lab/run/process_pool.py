"""Work in several processes, with equal parts for any number of them; and preparation of each process."""

from __future__ import annotations

import os
import secrets
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

import numpy as np

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import quicken
from shindig.core.seeded_chance import shuffle_by_key
from shindig.gamekit import Game, GameError, game

from . import argument_checks
from .compiled_matches import compile_kernels

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2
"""Number of tasks handed to each process ahead, so that it never waits."""
SEED_BITS = 32
ENDED = (
    "one of the processes ended before its work was done, and said nothing: a bot may have ended it, a crash in "
    "compiled code, or the system for want of memory"
)


def run_in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], processes: int
) -> Generator[Result, None, None]:
    """Yield the results of the tasks in order. One process means this one. Raises GameError for less than one."""
    if check_processes(processes) == 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_with_parent)
    try:
        yield from _yield_in_order(pool, work, tasks, processes * AHEAD)
    except BrokenProcessPool as error:
        raise GameError(ENDED) from error
    finally:
        pool.shutdown(cancel_futures=True)


def check_processes(processes: int) -> int:
    """Check a number of processes. Raises GameError."""
    return argument_checks.check_whole(processes, "processes", 1, argument_checks.PROCESSES)


def _yield_in_order(
    pool: ProcessPoolExecutor, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int
) -> Iterator[Result]:
    """Yield the results in order, with so many tasks in progress."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(pool.submit(work, task))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _end_with_parent() -> None:
    """End this process when it is interrupted, or when its parent is gone."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def choose_seed(seed: int | None) -> int:
    """Return the given seed, or one from the system. Raises GameError for an impossible one."""
    return (
        secrets.randbits(SEED_BITS)
        if seed is None
        else argument_checks.check_whole(seed, "a seed", 0, argument_checks.SEED - 1)
    )


def derive_seed(seed: int, match: int, *own: int) -> int:
    """Derive a unique seed for the bot at a seat in a match; `own` is the seat and further keys."""
    return int(np.random.SeedSequence(seed, spawn_key=(match, *own)).generate_state(1, np.uint64)[0])


@cached(RULE_PARTS)
def prepare_game(game_id: str, policies: bool = True, hands: bool = False) -> Game:
    """Prepare a game: compile what matches between bots call; with `hands`, the kernels of whole hands. Raises
    GameError."""
    rules = game(game_id)
    if hands:
        compile_kernels(rules, policies)
        return rules
    rules.compile()
    quicken(shuffle_by_key, np.zeros(2, np.int16), 2, 0, 0, 0, 0, 0)
    if policies and rules.policies is not None:
        rules.compiled_policies.compile()
    return rules
