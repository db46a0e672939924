"""An event loop whose time passes only where nothing else is to be done, however fast the machine is."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

T = TypeVar("T")


class Passing(selectors.DefaultSelector):
    """Waits for nothing: the seconds for which it was to wait have passed when it looks."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for something that nobody does"
        self.passed += max(timeout, 0)
        return super().select(0)


class HandLoop(asyncio.SelectorEventLoop):
    """Runs tasks, alarms in their order, and at once what is for a thread."""

    def __init__(self) -> None:
        self._passing = Passing()
        super().__init__(self._passing)

    def time(self) -> float:
        return self._passing.passed

    def run_in_executor(  # type: ignore[override]
        self, _executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run_by_hand(work: Coroutine[Any, Any, T]) -> T:
    """What the work returns, in a loop of its own."""
    with asyncio.Runner(loop_factory=HandLoop) as runner:
        return runner.run(work)
