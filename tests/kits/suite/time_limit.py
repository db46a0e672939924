"""For `mutation`: a test that takes longer than PATIENCE seconds of the environment fails, and the others go on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

SECONDS, MOMENT = float(os.environ["PATIENCE"]), 0.01


def pytest_configure() -> None:
    signal.signal(signal.SIGALRM, _enough)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _enough(_signum: int, frame: FrameType | None) -> None:
    """What watches the test has a lock, which it would keep for ever: there it comes again a moment later."""
    if frame is not None and frame.f_globals.get("__name__", "").startswith("coverage"):
        signal.setitimer(signal.ITIMER_REAL, MOMENT)
        return
    raise TimeoutError(f"not done after {SECONDS} s")
