"""Flow control of a connection: when it reads and writes, and how long it waits for its client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

STUCK = 60.0
"""Seconds for which an answer waits for a client that takes nothing."""
READ = 16 * 1024
"""Bytes that are read at once, and at which what waits behind the request under way pauses reading.

Until then reading goes on, so that a client that goes is noticed. Who has sent more is not seen to go: after `CROWDED`
seconds behind one request, the connection ends.
"""
CROWDED = 60.0
UNSENT = 16 * 1024
"""Bytes of unsent answers at which a connection starts no further request."""


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

    def _go_on(self) -> None:
        """Begin the next request, if one has come."""
        raise NotImplementedError

    # Reading.

    def _pause_if_crowded(self) -> None:
        """Read no more where much waits behind the request under way."""
        if len(self._unread) >= READ and self._reading:
            self._pause()
            self._crowded = self.loop.call_later(CROWDED, self.cut)

    def _pause(self) -> None:
        if self._reading:
            self._reading = False
            self.transport.pause_reading()

    def _resume(self) -> None:
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
        self._stuck = self._stuck or self.loop.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        self.write_paused = False
        if self._stuck is not None and not self._closing():
            self._stuck.cancel()
            self._stuck = None
        self._wake()
        self._go_on()

    async def drain(self) -> None:
        """Wait until there is space for more of an answer, or the client has gone."""
        self._drained = self._drained or self.loop.create_future()
        await asyncio.shield(self._drained)

    def _wake(self) -> None:
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        self._drained = None
