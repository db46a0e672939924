"""Flow control of a connection: when it reads and writes, and how long it waits for its client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

READ = 16 * 1024
"""Bytes read at once. With as many waiting behind the current request, reading pauses.

Until then reading goes on, so that a disconnect is noticed. After a pause it is not; so the connection closes after
`CROWDED` seconds behind one request.
"""
CROWDED = 60.0
UNSENT = 16 * 1024
"""Bytes of unsent answers at which no further request begins."""


class FlowControl(asyncio.BufferedProtocol):
    """The part of a connection that pauses reading and writing."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    write_paused = False
    _closing: Callable[[], bool]
    _unread = b""
    """Bytes that have come beyond the request under way: less than a head, or than two reads."""
    _reading = True
    _stuck: asyncio.TimerHandle | None = None
    _crowded: asyncio.TimerHandle | None = None
    _drained: asyncio.Future[None] | None = None

    def cut(self) -> None:
        """End at once."""
        raise NotImplementedError

    def _abort_if_stuck(self) -> None:
        """Set the time limit for a client that takes nothing of what is written."""
        raise NotImplementedError

    def _begin_waiting(self) -> None:
        """Begin the next request, if one has come."""
        raise NotImplementedError

    # Reading.

    def _pause_if_crowded(self) -> None:
        """Pause reading if much waits behind the current request."""
        if len(self._unread) >= READ and self._reading:
            self.stop_reading()
            self._crowded = self.loop.call_later(CROWDED, self.cut)

    def stop_reading(self) -> None:
        if self._reading:
            self._reading = False
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._reading and not self._closing():
            self._reading = True
            self.transport.resume_reading()
            if self._crowded is not None:
                self._crowded.cancel()
                self._crowded = None

    # Writing.

    def write(self, data: bytes) -> None:
        """Write, unless the client has gone: uvloop's transport would raise."""
        if not self._closing():
            self.transport.write(data)

    def pause_writing(self) -> None:
        self.write_paused = True
        self._abort_if_stuck()

    def resume_writing(self) -> None:
        self.write_paused = False
        if self._stuck is not None and not self._closing():
            self._stuck.cancel()
            self._stuck = None
        self._wake()
        self._begin_waiting()

    async def drain(self) -> None:
        """Wait until there is space for more of an answer, or the client has gone."""
        self._drained = self._drained or self.loop.create_future()
        await asyncio.shield(self._drained)

    def _wake(self) -> None:
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        self._drained = None
