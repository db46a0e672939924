"""A line between a browser and the server, that can be cut and mended: what runs over it breaks off at once.

It can also die silently: both ends stay open, and nothing comes through any more.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """Carries connections to a server; while it is cut there are none."""

    def __init__(self, server: str) -> None:
        where = urlsplit(server)
        self._server = where.hostname or "", where.port or 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._whole = True
        self._flows = threading.Event()
        self._flows.set()
        self._lock = threading.Lock()
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._connect(self._listening.accept()[0])

    def _connect(self, near: socket.socket) -> None:
        with self._lock:
            if not self._whole:
                near.close()
                return
            far = socket.create_connection(self._server)
            self._ends += [near, far]
        for ends in ((near, far), (far, near)):
            threading.Thread(target=carry, args=(*ends, self._flows), daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self._whole = False
            for end in self._ends:
                hang_up(end)
            self._ends.clear()

    def mend(self) -> None:
        with self._lock:
            self._whole = True

    def lead_to(self, server: str) -> None:
        """Lead further connections to another server."""
        where = urlsplit(server)
        self._server = where.hostname or "", where.port or 0

    def die(self) -> None:
        """Forward nothing any more, and close nothing."""
        self._flows.clear()

    def close(self) -> None:
        hang_up(self._listening)
        self.cut()
        self._flows.set()


def carry(source: socket.socket, to: socket.socket, flows: threading.Event) -> None:
    """Pass on what comes, until one side hangs up. Over a dead line nobody learns that either."""
    with suppress(OSError):
        while data := source.recv(1 << 16):
            flows.wait()
            to.sendall(data)
    flows.wait()
    hang_up(to)


def hang_up(end: socket.socket) -> None:
    """Wake whoever waits at this end, and let it go."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line_to(server: str) -> Iterator[Line]:
    line = Line(server)
    try:
        yield line
    finally:
        line.close()
