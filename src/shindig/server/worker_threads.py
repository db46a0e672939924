"""Threads for one kind of work, so that none of it waits for another kind; a bounded number may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .errors import BusyError

T = TypeVar("T")


class Workers:
    """`threads` threads, and at most `most` pieces of work in them and before them; more are refused with `full`."""

    def __init__(self, name: str, threads: int, most: int, full: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._most, self._full, self._begun = most, full, 0

    async def run(self, work: Callable[[], T]) -> T:
        """What the work returns. Raises what it raises, and BusyError where too much waits already."""
        if self._begun >= self._most:
            raise BusyError(self._full)
        self._begun += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(self._count_end)
        return await done

    def _count_end(self, _: object) -> None:
        self._begun -= 1

    def close(self) -> None:
        """End the threads when they have finished."""
        self._pool.shutdown()
