"""Cache of results of coroutines. Concurrent requests for one key share one computation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, TypeVar

from .recent_cache import RecentCache

T = TypeVar("T")


class AsyncCache:
    """Cache of the `kept` most recently used results."""

    def __init__(self, name: str, kept: int) -> None:
        self._kept: RecentCache[Hashable, asyncio.Task[Any]] = RecentCache(name, kept)

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a key, or wait for a running computation, or start one. Failures are not cached."""
        task = self._kept.find(key)
        if task is None:
            task = asyncio.create_task(make())
            task.add_done_callback(partial(self._drop_failed, key))
            self._kept.keep(key, task)
        made: T = await asyncio.shield(task)
        return made

    def forget(self, key: Hashable) -> None:
        """Remove a key from the cache."""
        self._kept.pop(key, None)

    def _drop_failed(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._kept.get(key) is task:
            del self._kept[key]

    async def close(self) -> None:
        """Stop after running computations."""
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
