"""What waits for a table's turn, in its order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

Job = Callable[[], Awaitable[None]]
T = TypeVar("T", contravariant=True)


class PendingCommand(Protocol[T]):
    """Who waits for what comes of a command, as a future does."""

    def done(self) -> bool:
        """Whether nobody waits any more."""
        ...

    def set_result(self, result: T, /) -> None: ...

    def set_exception(self, error: Exception, /) -> None: ...


class Mailbox:
    """A queue with one reader; asyncio's own takes a dozen calls where this takes two. None is the last job."""

    def __init__(self) -> None:
        self.waiting: deque[Job | None] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put(self, job: Job | None) -> None:
        self.waiting.append(job)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def coming(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
        """Done when there may be one, for who has found none and runs in that loop."""
        self._reader = loop.create_future()
        return self._reader
