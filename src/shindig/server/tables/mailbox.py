"""Mailbox of a table: the commands that wait for its turn, in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

Job = Callable[[], Awaitable[None]]
T = TypeVar("T", contravariant=True)


class PendingCommand(Protocol[T]):
    """A command's sender, with the interface of a future."""

    def done(self) -> bool:
        """Return True if nobody waits any more."""
        ...

    def set_result(self, result: T, /) -> None: ...

    def set_exception(self, error: Exception, /) -> None: ...


class Mailbox:
    """A queue with one reader. asyncio's queue takes a dozen calls where this takes two. None is the last job."""

    def __init__(self) -> None:
        self.waiting: deque[Job | None] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put(self, job: Job | None) -> None:
        self.waiting.append(job)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def coming(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
        """Return a future that is done when there may be a job. For a reader that found none, in its loop."""
        self._reader = loop.create_future()
        return self._reader
