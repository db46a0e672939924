"""Cache of results of coroutines. Concurrent requests for one key share one computation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class AsyncCache:
    """Cache of the `kept` most recently used results."""

    def __init__(self, kept: int) -> None:
        self._most = kept
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a key, or wait for a running computation, or start one. Failures are not cached."""
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(make())
            self._kept[key].add_done_callback(partial(self._drop_failed, key))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        made: T = await asyncio.shield(self._kept[key])
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
