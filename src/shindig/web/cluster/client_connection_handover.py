"""Handover of connections between servers of one machine: a connection follows its table.

The socket itself goes to the table's server, with the request that came on it. Later requests and streams then cost no
more than with one server. Only what cannot be handed over is forwarded.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

from starlette.types import Scope

from shindig.server.background_tasks import BackgroundTasks
from shindig.server.cluster.lease_store import Server

from ..http.connection import Connection
from .peer_client import RawHeaders, encode_request

SOCKET_SUFFIX = "-door"
"""Suffix of the path of the socket that takes connections."""
MOST_REQUEST_BYTES = 16_384
"""Longest request that goes with its connection, in bytes of one message."""
MOST_WAITING = 1024
"""Largest number of connections on their way to a server."""
BODY_HEADERS = {b"content-length", b"transfer-encoding", b"expect"}
"""Headers about a body that has not been read."""


def hand_over_connection(owner: Server, scope: Scope, body: bytes) -> bool:
    """Hand the connection to the owner. Returns True on success; then nothing is to be answered here."""
    line = Connection.find(scope)
    request = encode_original_request(scope, body)
    if line is None or not line.can_hand_over or not has_handover_socket(owner) or len(request) > MOST_REQUEST_BYTES:
        return False
    try:
        with socket.socket(socket.AF_UNIX) as way:
            way.setblocking(False)
            way.connect(owner.address + SOCKET_SUFFIX)
            line.stop_reading()
            socket.send_fds(way, [request], [line.descriptor])
    except OSError:
        line.resume_reading()
        return False
    line.release_socket()
    return True


def has_handover_socket(server: Server) -> bool:
    """Return True if a server is on this machine and has a socket for handover."""
    return server.address.startswith("/")


def encode_original_request(scope: Scope, body: bytes) -> bytes:
    """Encode a request as it came, with its whole body."""
    headers: RawHeaders = [(name, value) for name, value in scope["headers"] if name not in BODY_HEADERS]
    headers += [(b"content-length", b"%d" % len(body))] if body else []
    return encode_request(scope, headers, body, scope.get("http_version", "1.1"))


class HandoverSocket:
    """Socket where a server takes connections from others of its machine, in a private folder."""

    def __init__(self, me: Server, make: Callable[[bytes], Connection]) -> None:
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._path = me.address + SOCKET_SUFFIX
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self._path)
        self._listening.listen(MOST_WAITING)
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening, self._accept)
        self._tasks = BackgroundTasks()

    def close(self) -> None:
        """Take what was handed over by now, then close."""
        self._loop.remove_reader(self._listening)
        while self._accept():
            pass
        self._listening.close()
        with suppress(OSError):
            os.unlink(self._path)

    def _accept(self) -> bool:
        with suppress(OSError):
            way, _ = self._listening.accept()
            way.setblocking(False)
            self._loop.add_reader(way, self._read, way)
            return True
        return False

    def _read(self, way: socket.socket) -> None:
        """Read one message, and with it a connection."""
        self._loop.remove_reader(way)
        with way, suppress(OSError):
            request, descriptors, _, _ = socket.recv_fds(way, MOST_REQUEST_BYTES, 1)
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
                self._adopt_connection(socket.socket(fileno=descriptor), request)

    def _adopt_connection(self, line: socket.socket, request: bytes) -> None:
        line.setblocking(False)
        self._tasks.start(self._loop.connect_accepted_socket(lambda: self._make(request), line), "handover")
