"""Campaigns: work in parts, each computed from its number alone; here, in processes or on a Ray cluster.

A finished part is a file, or nothing: it is written aside, synced and renamed. After any interruption the work
continues with the missing parts, and the result is equal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from shindig.bots.bot_failure_reports import format_bot_traceback, format_failure_place
from shindig.gamekit import GameError
from shindig.gamekit.error_attribution import format_error

from .part_store import Facts, Folder, describe_disk_error
from .process_pool import check_processes, run_in_processes
from .ray_backend import check_reachable

On = Literal["processes", "ray"]
PartResult = dict[str, Any]
"""Result of a part as JSON data: a few sums. `seconds` is its processor time."""
BATCH_SECONDS = 1.5
"""Time of a batch for a worker, in seconds."""
MOST_AT_ONCE = 64
TURNS = 2
"""Batches left for each worker, at least, until batches shrink to a part."""


class CampaignWork(Protocol):
    """Work in parts. It goes to other processes, so it can be pickled."""

    @property
    def facts(self) -> Facts:
        """Everything that determines the result."""

    @property
    def part_count(self) -> int:
        """Number of parts."""

    def run_part(self, part: int, file: Path | None) -> PartResult:
        """Run a part; with a file, write it there, whole or not at all. Raises GameError."""

    def read_part(self, file: Path) -> PartResult:
        """Read a finished part. Raises GameError."""


def check_backend(on: str) -> None:
    """Raise GameError if the backend is not available."""
    if on not in get_args(On):
        raise GameError(f"work is done on {' or on '.join(get_args(On))}, not on {on!r}")
    if on == "ray":
        if find_spec("ray") is None:
            raise GameError('work on a Ray cluster needs Ray: pip install "shindig[ray]"')
        check_reachable(os.environ.get("RAY_ADDRESS", ""))


def run_campaign(
    work: CampaignWork, folder: Folder | None, on: On = "processes", workers: int = 1
) -> Generator[tuple[int, PartResult], None, None]:
    """Yield the result of each part in order; finished ones come from the folder. Raises GameError."""
    check_backend(on)
    check_processes(workers)
    done = folder.list_done() if folder else set()
    missing = [part for part in range(work.part_count) if part not in done]
    with closing(_run_missing(partial(run_parts, work, folder), missing, on, workers)) as fresh:
        for part in range(work.part_count):
            if folder and part in done:
                yield part, work.read_part(folder.get_part_path(part))
            else:
                yield part, next(fresh)


def _run_missing(
    do: Callable[[Sequence[int]], list[PartResult]], missing: Sequence[int], on: On, workers: int
) -> Generator[PartResult, None, None]:
    """Yield the missing parts: the first one here, to choose the size of batches; then batches, with a limited number
    in progress."""
    if not missing:
        return
    first = do(missing[:1])
    yield from first
    alone = on == "processes" and workers == 1
    most = 1 if alone else choose_batch_size(float(first[0].get("seconds", 0.0)))
    batches = list(cut_batches(missing[1:], most, workers if on == "processes" else 0))
    if batches:
        with closing(run_batches(do, batches, on, workers)) as results:
            for found in results:
                yield from found


def cut_batches(parts: Sequence[int], most: int, workers: int) -> Iterator[Sequence[int]]:
    """Cut parts into batches, smaller towards the end, so that no worker waits long for the last one.

    On a cluster, where a batch costs more, `workers` is 0 and all batches are equal.
    """
    done = 0
    while left := len(parts) - done:
        size = min(most, max(1, left // (workers * TURNS))) if workers else min(most, left)
        yield parts[done : done + size]
        done += size


def choose_batch_size(seconds: float) -> int:
    """Return the number of parts per batch, from the time of one part."""
    return max(1, min(MOST_AT_ONCE, ceil(BATCH_SECONDS / max(seconds, 1e-9))))


def run_batches(
    do: Callable[[Sequence[int]], list[PartResult]], batches: Iterable[Sequence[int]], on: On, workers: int
) -> Generator[list[PartResult], None, None]:
    """Yield the results of batches in order, from processes or from Ray."""
    if on == "ray":
        from .ray_backend import run as run_on_ray

        return run_on_ray(do, batches)
    return run_in_processes(do, batches, workers)


def run_parts(work: CampaignWork, folder: Folder | None, parts: Sequence[int]) -> list[PartResult]:
    """Run some parts. Raises GameError, one sentence that names the failed part."""
    return [_run_part(work, folder, part) for part in parts]


def _run_part(work: CampaignWork, folder: Folder | None, part: int) -> PartResult:
    try:
        return work.run_part(part, folder.get_part_path(part) if folder else None)
    except GameError as error:
        raise GameError(f"part {part} failed: {error}") from error
    except OSError as error:
        raise GameError(f"part {part} failed: {describe_disk_error(error)}") from error
    except Exception as error:
        raise GameError(
            f"part {part} failed: {format_error(error)}{format_failure_place(error)}{format_bot_traceback(error)}"
        ) from error
