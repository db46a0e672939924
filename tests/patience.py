"""For `mutation`: a test that takes longer than PATIENCE seconds of the environment fails, and the others go on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

SECONDS = float(os.environ["PATIENCE"])


def pytest_configure() -> None:
    signal.signal(signal.SIGALRM, _enough)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _enough(_signum: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"not done after {SECONDS} s")
