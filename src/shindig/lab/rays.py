"""Batches of work on a Ray cluster. Sums come back through its store; tables lie in files that all nodes see."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from ..games import GameError

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2
"""Batches under way for each processor of the cluster."""
TRIES = 10
"""How often a batch is begun again where its node or its process is lost."""


def run(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
    """The results of the tasks, in their order; on the cluster of RAY_ADDRESS, else on one of this machine's own.

    Raises GameError.
    """
    import ray

    if not ray.is_initialized():
        ray.init(address=os.environ.get("RAY_ADDRESS"), include_dashboard=False, log_to_driver=False)
    remote = ray.remote(num_cpus=1, max_retries=TRIES)(_apply)
    shared = ray.put(work)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[ray.ObjectRef[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(remote.remote(shared, task))
            if len(waiting) >= ahead:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        for one in waiting:
            ray.cancel(one, force=True)


def _apply(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)


def _result(reference: object) -> Result:  # type: ignore[type-var]
    import ray

    try:
        found: Result = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise GameError(str(error.cause)) from None
    except ray.exceptions.RayError as error:
        raise GameError(f"the cluster lost a batch {TRIES} times: {type(error).__name__}") from error
    return found
