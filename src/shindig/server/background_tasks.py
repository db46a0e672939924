"""Tasks that run beside others: kept until they end, since the event loop does not keep them, and ended together."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def end_tasks(*tasks: asyncio.Future[Any] | None) -> None:
    """Cancel tasks, and wait until they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class BackgroundTasks(set[asyncio.Task[Any]]):
    """Running tasks."""

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Run work as a task."""
        task = asyncio.create_task(work, name=name)
        self.add(task)
        task.add_done_callback(self.discard)

    async def close(self) -> None:
        """End all tasks."""
        await end_tasks(*self)
