"""Work in parts, each computed alone from its number: here, in processes, or on a Ray cluster; kept in a folder.

A part that is done is a file, or nothing: written aside, synced, renamed. So whatever is killed, and whenever, the same
work goes on with the parts that are missing, and what it comes to in the end is the same.
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

from shindig.bots.failure_guard import place, where
from shindig.gamekit import GameError
from shindig.gamekit.package_errors import told

from .part_store import Facts, Folder, unwritten
from .process_pool import enough, run
from .ray_backend import reach

On = Literal["processes", "ray"]
Found = dict[str, Any]
"""What a part came to, as JSON has it: sums, few and small. `seconds` is the processor time that it took."""
BATCH_SECONDS = 1.5
"""How long a worker is busy with what it is handed at once."""
MOST_AT_ONCE = 64
TURNS = 2
"""Batches that each worker is still to be handed, at the least, until a part alone is a batch."""


class Work(Protocol):
    """What is done in parts. It goes to other processes, so it can be pickled."""

    @property
    def facts(self) -> Facts:
        """All that decides what comes of it."""

    @property
    def many(self) -> int:
        """How many parts there are."""

    def do(self, part: int, file: Path | None) -> Found:
        """Do a part; with a file, write it there, whole or not at all. Raises GameError."""

    def read(self, file: Path) -> Found:
        """What came of a part that is done. Raises GameError."""


def check(on: str) -> None:
    """Raise GameError where nobody there does any work."""
    if on not in get_args(On):
        raise GameError(f"work is done on {' or on '.join(get_args(On))}, not on {on!r}")
    if on == "ray":
        if find_spec("ray") is None:
            raise GameError('work on a Ray cluster needs Ray: pip install "shindig[ray]"')
        reach(os.environ.get("RAY_ADDRESS", ""))


def campaign(
    work: Work, folder: Folder | None, on: On = "processes", workers: int = 1
) -> Generator[tuple[int, Found], None, None]:
    """What comes of each part, in their order; those that are done are read from the folder. Raises GameError."""
    check(on)
    enough(workers)
    done = folder.done() if folder else set()
    missing = [part for part in range(work.many) if part not in done]
    with closing(_fresh(partial(attempt, work, folder), missing, on, workers)) as fresh:
        for part in range(work.many):
            if folder and part in done:
                yield part, work.read(folder.file(part))
            else:
                yield part, next(fresh)


def _fresh(
    do: Callable[[Sequence[int]], list[Found]], missing: Sequence[int], on: On, workers: int
) -> Generator[Found, None, None]:
    """The missing parts: the first one here, which says how many are a batch; then batches, with a bounded number of
    them under way."""
    if not missing:
        return
    first = do(missing[:1])
    yield from first
    alone = on == "processes" and workers == 1
    most = 1 if alone else batch_size(float(first[0].get("seconds", 0.0)))
    batches = list(cut(missing[1:], most, workers if on == "processes" else 0))
    if batches:
        with closing(spread(do, batches, on, workers)) as results:
            for found in results:
                yield from found


def cut(parts: Sequence[int], most: int, workers: int) -> Iterator[Sequence[int]]:
    """Parts in batches, smaller ones towards the end, so that no worker waits long for the last of another.

    On a cluster, where a batch costs more to hand out, `workers` is 0 and all are as large.
    """
    done = 0
    while left := len(parts) - done:
        size = min(most, max(1, left // (workers * TURNS))) if workers else min(most, left)
        yield parts[done : done + size]
        done += size


def batch_size(seconds: float) -> int:
    """How many parts a worker is handed at once, where one takes so long."""
    return max(1, min(MOST_AT_ONCE, ceil(BATCH_SECONDS / max(seconds, 1e-9))))


def spread(
    do: Callable[[Sequence[int]], list[Found]], batches: Iterable[Sequence[int]], on: On, workers: int
) -> Generator[list[Found], None, None]:
    """Batches on processes or on Ray, in their order."""
    if on == "ray":
        from .ray_backend import run as run_on_ray

        return run_on_ray(do, batches)
    return run(do, batches, workers)


def attempt(work: Work, folder: Folder | None, parts: Sequence[int]) -> list[Found]:
    """Do some parts. Raises GameError, one sentence that names the part that failed."""
    return [_attempt(work, folder, part) for part in parts]


def _attempt(work: Work, folder: Folder | None, part: int) -> Found:
    try:
        return work.do(part, folder.file(part) if folder else None)
    except GameError as error:
        raise GameError(f"part {part} failed: {error}") from error
    except OSError as error:
        raise GameError(f"part {part} failed: {unwritten(error)}") from error
    except Exception as error:
        raise GameError(f"part {part} failed: {told(error)}{place(error)}{where(error)}") from error
