"""The server's process as its user starts and ends it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from shindig.web.serve import tidy


@contextmanager
def begun(database: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server and somebody who talks to it."""
    words = ["serve", "--port", "0", "--database", f"sqlite:///{database}"]
    command = [sys.executable, "-m", "shindig", *words]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            with httpx.Client(base_url=address(server), timeout=60) as http:
                yield server, http
        finally:
            server.kill()


def address(server: subprocess.Popen[str]) -> str:
    """Where it says that it is."""
    assert server.stdout is not None
    for line in server.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return word
    pytest.fail("the server ended before it said where it is")


def test_a_server_says_where_it_is_ends_its_streams_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with begun(tmp_path / "room.sqlite3") as (server, http):
        http.headers["authorization"] = f"Bearer {http.post('/api/guests', json={'name': 'Ann'}).json()['token']}"
        table = http.post("/api/tables", json={"game": "talon", "seats": 4}).json()["table"]
        with http.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            server.send_signal(signal.SIGINT)
            assert [*lines][-1:] == [""], "it comes to an end in good order"
        assert server.wait(60) == 128 + signal.SIGINT
    with begun(tmp_path / "room.sqlite3") as (_, http):
        assert "Ann" in http.get(f"/t/{table}").text


def test_garbage_in_cycles_is_found_in_the_end() -> None:
    class Ring:
        def __init__(self) -> None:
            self.itself = self

    async def until_gone(ring: weakref.ref[Ring]) -> None:
        tidying = asyncio.create_task(tidy(0))
        while ring() is not None:
            await asyncio.sleep(0)
        tidying.cancel()

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(until_gone(weakref.ref(Ring())), 60))
    finally:
        gc.enable()
