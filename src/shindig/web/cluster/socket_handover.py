"""Connections follow their tables: one that asks for a table of another server of this machine is given to that server.

The socket itself goes there, with the request that came on it. What is asked on it afterwards, and what a stream tells,
then costs no more than with one server; only what cannot be given away is passed on (`passing`).
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

from starlette.types import Scope

from shindig.server.cluster.lease_store import Server

from ..http.connection import Connection
from .peer_client import RawHeaders, request

DOOR = "-door"
"""After the path at which a server is asked, the one at which it is given connections."""
MOST = 16_384
"""Bytes of a request that goes with its connection, in one message."""
WAITING = 1024
"""Connections that may be on their way to a server."""
FRAMED = {b"content-length", b"transfer-encoding", b"expect"}
"""What is said of a body that has not been read."""


def given(owner: Server, scope: Scope, body: bytes) -> bool:
    """Whether a request's connection is the owner's now: nothing is to be answered here then."""
    line = Connection.of(scope)
    request = as_asked(scope, body)
    if line is None or not line.may_go or not has_door(owner) or len(request) > MOST:
        return False
    try:
        with socket.socket(socket.AF_UNIX) as way:
            way.setblocking(False)
            way.connect(owner.address + DOOR)
            line.rest()
            socket.send_fds(way, [request], [line.descriptor])
    except OSError:
        line.go_on()
        return False
    line.let_go()
    return True


def has_door(server: Server) -> bool:
    """Whether a server is on this machine, and has files to be reached by."""
    return server.address.startswith("/")


def as_asked(scope: Scope, body: bytes) -> bytes:
    """A request as it came, its body whole."""
    headers: RawHeaders = [(name, value) for name, value in scope["headers"] if name not in FRAMED]
    headers += [(b"content-length", b"%d" % len(body))] if body else []
    return request(scope, headers, body, scope.get("http_version", "1.1"))


class Door:
    """Where a server of this machine is given connections by the others, in a folder that is theirs alone."""

    def __init__(self, me: Server, make: Callable[[bytes], Connection]) -> None:
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._path = me.address + DOOR
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self._path)
        self._listening.listen(WAITING)
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening, self._accept)
        self._tasks = set[asyncio.Task[object]]()

    def close(self) -> None:
        """Take what was given by now, and no more."""
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
        """One message, and with it the connection."""
        self._loop.remove_reader(way)
        with way, suppress(OSError):
            request, descriptors, _, _ = socket.recv_fds(way, MOST, 1)
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
                self._take(socket.socket(fileno=descriptor), request)

    def _take(self, line: socket.socket, request: bytes) -> None:
        line.setblocking(False)
        taking = self._loop.connect_accepted_socket(lambda: self._make(request), line)
        task: asyncio.Task[object] = self._loop.create_task(taking)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
