"""A real server on a free port of this machine, in a thread, for tests that talk HTTP."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import pytest
import uvicorn

from shindig.server.table_log.turn_clock import Pace
from shindig.web.app import create_app
from shindig.web.http.request_guard import Limits
from shindig.web.http.server_config import ServerConfig
from shindig.web.serving.server_process import open_listener, raise_descriptor_limit, run_application
from tests.kits.server.databases import sqlite_database
from tests.kits.server.room_kit import QUICK, InlineBots
from tests.kits.web.in_process_app import FREE as FREE


class Ready(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self.ready.set()


ROOT = Path(__file__).parents[3]
SERVE = ("-m", "shindig", "serve", "--port", "0", "--database")
FREELY = ("-m", "tests.kits.web.running_server")
"""The same without limits for each client, and at the pace of a further word; see the end of this file."""
CERTIFICATES = httpx.create_ssl_context()
"""Of the authorities. A client that is not given them loads them, which takes longer than what it then asks."""
BRISK = Pace(least=0.0, most=0.02, rest=0.1, absent=0.05, idle=5)
"""Who leaves is gone soon, and their table with them."""


@contextmanager
def begun(
    database: str,
    *words: str,
    descriptors: int = 0,
    how: tuple[str, ...] = SERVE,
    around: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server's process, as its user starts it, and somebody who talks to it."""

    def bounded() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs, and so these tests there, ignore it
        if descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    command = [sys.executable, *how, database, *words]
    known = os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"} | dict(around)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, text=True, env=known, preexec_fn=bounded, cwd=ROOT) as server:
        try:
            with httpx.Client(base_url=address_said(server), timeout=60, verify=CERTIFICATES) as http:
                yield server, http
        finally:
            server.kill()


def address_said(server: subprocess.Popen[str]) -> str:
    """Where it says that it is."""
    assert server.stdout is not None
    for line in server.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return word
    pytest.fail("the server ended before it said where it is")


@contextmanager
def served(folder: Path, limits: Limits = FREE, trusted: tuple[str, ...] = (), **room_options: Any) -> Iterator[str]:
    """The address of a room that starts afresh in a folder: quick, with random bots in its own process."""
    options: dict[str, Any] = {"pace": QUICK, "bots": InlineBots(), "chance": random.Random(1)} | room_options
    app = create_app(sqlite_database(folder / "room.sqlite3"), limits, **options)
    listening = open_listener("127.0.0.1", 0)
    server = Ready(ServerConfig(app, raise_descriptor_limit(), trusted, timeout_graceful_shutdown=1))
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
        self.http = httpx.Client(base_url=f"{address}/api/", timeout=60, verify=CERTIFICATES)
        CALLERS.append(self.http)
        answer = self.post("guests", name=name)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        self.take_token(told["token"])

    def take_token(self, token: str) -> None:
        """Go on with another token, such as that of the account which the guest has become."""
        self.token = token
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {token}"

    def post(self, path: str, **body: object) -> httpx.Response:
        return self.http.post(path, json=body)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def news(self, table: str) -> Generator[dict[str, Any], None, None]:
        """The table's stream."""
        with self.http.stream("GET", f"tables/{table}/stream") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line[6:])


if __name__ == "__main__":
    listening = open_listener("127.0.0.1", 0)
    app = create_app(sys.argv[1], FREE, pace=BRISK if sys.argv[2:] == ["brisk"] else Pace())
    run_application(app, listening, lambda: print(f"http://127.0.0.1:{listening.getsockname()[1]}"))
