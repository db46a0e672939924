"""Ctrl-C between two pieces of work. Within a call of compiled code it would be the end of the process: while Numba
takes the arguments of a call it asks Python for them, and goes on with what is not there."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Have Ctrl-C wait until this is done; a second one does not wait. Raises KeyboardInterrupt then."""
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return
    came = False

    def hold(_number: int, _frame: Any) -> None:
        nonlocal came
        came = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        raise KeyboardInterrupt
