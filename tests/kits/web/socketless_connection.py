"""A connection of ours without a socket: what is said on it, and each piece that is written to it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.server import ServerState

from shindig.web.http.connection import Connection
from shindig.web.http.server_config import ServerConfig


class Told(asyncio.Transport):
    """A transport that keeps each piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.closed = self.paused = False
        self._more = asyncio.Event()

    def write(self, data: Any) -> None:
        self.pieces.append(data)
        self._more.set()

    async def answers(self, count: int) -> list[bytes]:
        """The first pieces, once there are so many."""
        while len(self.pieces) < count:
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 30)
        return self.pieces

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        return default

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


def connected(app: Any, setup: ServerConfig | None = None) -> tuple[Connection, Told]:
    """A connection to an application."""
    setup = setup or ServerConfig(app, 1000, lifespan="off")
    line, told = Connection(setup, ServerState(), {}), Told()
    line.connection_made(told)
    return line, told


def posted(
    path: str, token: str, body: bytes, kind: str = "application/json", accept: str = "application/json"
) -> bytes:
    """A POST as a program writes it."""
    head = f"POST {path} HTTP/1.1\r\nHost: room\r\nAccept: {accept}\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
