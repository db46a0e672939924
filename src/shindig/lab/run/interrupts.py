"""Delay of Ctrl-C until a piece of work is done.

Inside compiled code an interrupt would crash the process: Numba asks Python for the arguments of a call, and continues
with missing ones.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until this is done; a second one does not wait. Raises KeyboardInterrupt then."""
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
