"""A real server on a free port of this machine, in a thread, for tests that talk HTTP."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from room_kit import QUICK, InlineBots

from shindig.web.app import create_app
from shindig.web.security import Limits
from shindig.web.serve import bound

FREE = Limits(rate=1e6, burst=1e6, guest_rate=1e6, guest_burst=1e6)


class Ready(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def served(folder: Path, **room_options: Any) -> Iterator[str]:
    """The address of a room that starts afresh in a folder: quick, with random bots in its own process."""
    options = {"pace": QUICK, "bots": InlineBots()} | room_options
    app = create_app(f"sqlite:///{folder / 'room.sqlite3'}", FREE, **options)
    listening = bound("127.0.0.1", 0)
    server = Ready(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        assert server.ready.wait(60)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        while CALLERS:
            CALLERS.pop().close()
        server.should_exit = True
        thread.join(60)


CALLERS: list[httpx.Client] = []
"""Connections to close when the server ends."""


class Caller:
    """A guest who talks the JSON protocol."""

    def __init__(self, address: str, name: str) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/", timeout=60)
        CALLERS.append(self.http)
        answer = self.post("guests", name=name)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        self.token: str = told["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def post(self, path: str, **body: object) -> httpx.Response:
        return self.http.post(path, json=body)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def news(self, table: str) -> Iterator[dict[str, Any]]:
        """The table's stream."""
        with self.http.stream("GET", f"tables/{table}/stream") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line[6:])
