"""Batches of work on a Ray cluster. Sums come back through its store; tables are files that all nodes see."""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from shindig.gamekit import GameError

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2
"""Batches in progress per processor of the cluster."""
TRIES = 10
"""Number of attempts for a batch whose node or process is lost."""
REACH_SECONDS = 5.0
"""Seconds to wait for an answer at RAY_ADDRESS."""


def run(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
    """Yield the results of the tasks in order, from the cluster at RAY_ADDRESS, else from a local one. Raises
    GameError."""
    ray = _connect()
    remote = ray.remote(num_cpus=1, max_retries=TRIES)(_run_task)
    shared, here = ray.put(work), os.getcwd()
    waiting: deque[Any] = deque()
    try:
        for task in tasks:
            waiting.append(remote.remote(shared, task, here))
            if len(waiting) >= AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))):
                yield _get_result(waiting.popleft())
        while waiting:
            yield _get_result(waiting.popleft())
    finally:
        for one in waiting:
            ray.cancel(one, force=True)


def _connect() -> Any:
    """Return Ray connected to its cluster. Raises GameError without one at RAY_ADDRESS."""
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "1")
    import ray

    if not ray.is_initialized():
        address = os.environ.get("RAY_ADDRESS") or None
        try:
            ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.WARNING)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise GameError(f"RAY_ADDRESS is {address!r}, and no cluster is there: {error}") from error
    return ray


def check_reachable(address: str) -> None:
    """Check that somebody listens at `host:port`; Ray itself tries for minutes. Raises GameError."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise GameError(f"RAY_ADDRESS is {address!r}, and nobody answers there: {error}") from error


def _run_task(work: Callable[[Task], Result], task: Task, here: str) -> Result | GameError:
    """Run a task in the folder of the command, if this node has it.

    A refusal is returned, since Ray prints every error that nobody waits for.
    """
    if os.path.isdir(here):
        os.chdir(here)
    try:
        return work(task)
    except GameError as error:
        return error


def _get_result(reference: Any) -> Any:
    import ray

    try:
        found = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise GameError(f"a batch failed on a node: {str(error.cause).partition(chr(10))[0]}") from error
    except ray.exceptions.RayError as error:
        raise GameError(f"the cluster lost a batch {TRIES} times: {type(error).__name__}") from error
    if isinstance(found, GameError):
        raise found
    return found
