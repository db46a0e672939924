"""Threads for one kind of work, so that no other kind waits for it. The number of waiting jobs is limited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from shindig.messages import Text

from .errors import BusyError

T = TypeVar("T")


class Workers:
    """`threads` threads with at most `most` running and waiting jobs. More are refused with `full`."""

    def __init__(self, name: str, threads: int, most: int, full: Text) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._most, self._full, self._begun = most, full, 0

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of the work. Raises its errors, and BusyError if too much waits."""
        if self._begun >= self._most:
            raise BusyError(self._full)
        self._begun += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(self._count_end)
        return await done

    def _count_end(self, _: object) -> None:
        self._begun -= 1

    def close(self) -> None:
        """Stop the threads after running work."""
        self._pool.shutdown()
