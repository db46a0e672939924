"""Reports of a bot's failure with the place in its own code, and a guard against bots that end the process."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import TracebackException

OURS = ("shindig.bots", "shindig.lab", "pkgutil", "importlib", "runpy")
"""Modules whose frames are left out of a bot's traceback; `shindig.games...` may be the bot's."""
MOST_FRAMES = 12
"""Number of innermost calls that are shown."""
_asked = threading.local()


class BotExited(BaseException):
    """Call of `os._exit` by a bot. It is no Exception, so a bot's `except Exception` does not catch it."""


def format_bot_traceback(error: BaseException) -> str:
    """Return the traceback of an error within the bot's own code; empty if it has no such frames.

    Its last line is the error, as Python writes it.
    """
    told = TracebackException.from_exception(error, limit=None)
    frames = [frame for frame in told.stack if not _is_ours(frame.filename)]
    if not frames and not isinstance(error, SyntaxError):
        return ""
    left_out = len(frames) - MOST_FRAMES
    told.stack[:] = frames[-MOST_FRAMES:]
    told.__cause__ = told.__context__ = None
    lines = "".join(told.format()).rstrip("\n")
    return f"\n{lines}" + (f"\n({left_out} outer calls are left out)" if left_out > 0 else "")


def format_failure_place(error: BaseException) -> str:
    """Return file and line of the innermost call of a bot's own code: `, at my_bot.py:12 in choose`."""
    stack = TracebackException.from_exception(error).stack
    frame = next((one for one in reversed(stack) if not _is_ours(one.filename)), None)
    return f", at {frame.filename}:{frame.lineno} in {frame.name}" if frame else ""


def _is_ours(file: str) -> bool:
    path = file.replace(os.sep, "/")
    return path.startswith("<frozen ") or any(f"/{name.replace('.', '/')}" in path for name in OURS)


@contextmanager
def block_exit() -> Iterator[None]:
    """Make `os._exit` raise Left in this thread, since it would end the process without a message."""
    _guard()
    before, _asked.now = getattr(_asked, "now", False), True
    try:
        yield
    finally:
        _asked.now = before


def _guard() -> None:
    real = os._exit
    if getattr(real, "guarded", False):
        return

    def leave(status: int) -> None:
        if getattr(_asked, "now", False):
            raise BotExited(f"os._exit({status})")
        real(status)

    leave.guarded = True  # type: ignore[attr-defined]
    os._exit = leave  # type: ignore[assignment]
