"""Connections that are given to another server: what goes with them, what stays, and what keeps them where they are."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from shindig.server.cluster.lease_store import Server
from shindig.web.cluster.client_connection_handover import HandoverSocket, hand_over_connection
from shindig.web.cluster.forwarding import read_whole_body
from shindig.web.http.connection import Connection
from shindig.web.http.server_config import ServerConfig

LONG = 16 * 1024 * 1024
"""Bytes of an answer that no connection takes at once."""
OAK = b"GET /t/oak HTTP/1.1\r\nhost: x\r\n\r\n"
Give = Callable[[Scope, bytes], bool]


class House:
    """A server without a room: it answers with its name, or at length, and gives on what is asked of a table."""

    crowd: Any = None

    def __init__(self, name: bytes, give: Give = lambda *_: False) -> None:
        self.name, self.give = name, give
        self.asked, self.left = asyncio.Semaphore(0), asyncio.Semaphore(0)
        self.setup = ServerConfig(self, 1000, lifespan="off")
        self.setup.load()
        self.lines: list[Connection] = []

    def connection(self, first: bytes = b"") -> Connection:
        line = Connection(self.setup, ServerState(), {})
        line.first = first
        self.lines.append(line)
        return line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gave = scope["path"] == "/t/oak" and self.give(scope, await read_whole_body(receive))
        self.asked.release()
        if gave:
            return
        if scope["path"] == "/stay":
            while (await receive())["type"] != "http.disconnect":
                pass
            self.left.release()
            return
        body = b"x" * LONG if scope["path"] == "/long" else self.name
        head = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})


Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def with_two(folder: Path, work: Callable[[House, House, Client], Awaitable[None]]) -> None:
    """Two servers, and somebody with a connection to the first, who gives what is asked of the oak to the second."""

    async def begin() -> None:
        owner = Server(str(folder / "owner"))
        second = House(b"second")
        door = HandoverSocket(owner, second.connection)
        first = House(b"first", lambda scope, body: hand_over_connection(owner, scope, body))
        listening = await asyncio.get_running_loop().create_server(first.connection, "127.0.0.1", 0)
        client = await asyncio.open_connection(*listening.sockets[0].getsockname())
        try:
            await asyncio.wait_for(work(first, second, client), 60)
        finally:
            client[1].close()
            listening.close()
            door.close()

    asyncio.run(begin())


async def answer(client: Client) -> bytes:
    """The body of the next answer."""
    head = await client[0].readuntil(b"\r\n\r\n")
    return await client[0].readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))


def test_what_is_asked_after_it_was_given_is_asked_there(tmp_path: Path) -> None:
    async def work(_first: House, second: House, client: Client) -> None:
        for asked in (OAK, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"):
            client[1].write(asked)
            assert await answer(client) == b"second"
        assert not os.get_inheritable(second.lines[0].descriptor), "it would stay open while a child of ours lives"

    with_two(tmp_path, work)


def test_a_connection_with_an_answer_under_way_stays_until_that_is_taken(tmp_path: Path) -> None:
    async def work(first: House, _second: House, client: Client) -> None:
        client[1].write(b"GET /long HTTP/1.1\r\nhost: x\r\n\r\n")
        await first.asked.acquire()
        client[1].write(OAK)
        assert len(await answer(client)) == LONG, "the next request begins once this is taken"
        assert await answer(client) in (b"first", b"second")

    with_two(tmp_path, work)


@pytest.mark.parametrize("more", [OAK, OAK[:20], OAK[:1]])
def test_a_connection_on_which_more_has_come_stays(more: bytes, tmp_path: Path) -> None:
    async def work(_first: House, _second: House, client: Client) -> None:
        client[1].write(OAK + more)
        assert await answer(client) == b"first"

    with_two(tmp_path, work)


@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 2])
@pytest.mark.parametrize("after", [b"", OAK, OAK[:20], OAK * 2, OAK * 200])
def test_what_waits_for_its_client_learns_that_it_has_gone(before: bytes, after: bytes, tmp_path: Path) -> None:
    """Also where more has been asked meanwhile: a stream of nobody would take a place for good."""

    async def work(first: House, _second: House, client: Client) -> None:
        client[1].write(before + b"GET /stay HTTP/1.1\r\nhost: x\r\n\r\n" + after)
        for _ in range(1 + before.count(b"GET")):
            await first.asked.acquire()
        client[1].close()
        await first.left.acquire()

    with_two(tmp_path, work)


def test_who_has_just_come_when_the_server_ends_is_answered(tmp_path: Path) -> None:
    async def work(first: House, _second: House, client: Client) -> None:
        client[1].write(b"GET /stay HTTP/1.1\r\nhost: x\r\n\r\n")
        await first.asked.acquire()
        port = first.lines[0].transport.get_extra_info("sockname")[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while len(first.lines) < 2:
            await asyncio.sleep(0)
        first.lines[1].shutdown()
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert await answer((reader, writer)) == b"first"
        assert await reader.read() == b"", "then it ends"
        writer.close()

    with_two(tmp_path, work)


def test_what_is_written_when_the_client_has_gone_is_lost_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    """A stranger who breaks off again and again does not fill the log."""

    class Gone(asyncio.Transport):
        def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
            pass

        def write(self, _data: object) -> None:
            raise RuntimeError("the handler is closed")

        closing = False

        def is_closing(self) -> bool:
            return self.closing

        def close(self) -> None:
            pass

    async def work() -> None:
        house = House(b"house")
        line = house.connection()
        gone = Gone()
        line.connection_made(gone)
        line.data_received(OAK)
        gone.closing = True
        await house.asked.acquire()
        await asyncio.gather(*line.state.tasks)
        line.connection_lost(None)

    asyncio.run(work())
    assert caplog.messages == []
