"""Requests that are passed on from server to server: what goes on, what does not, and what ends where a server does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from shindig.server.cluster.lease_store import Server
from shindig.server.errors import BusyError
from shindig.server.tables.table_registry import TableRegistry
from shindig.web.cluster.forwarding import (
    CLIENT,
    SCHEME,
    SECRET,
    ForwardedEvents,
    Forwarding,
    PeerEntrance,
    encode_forwarded,
)
from shindig.web.cluster.peer_client import MOST_IDLE, AwayError, BrokenError, PeerClient

EVENTS = b"retry: 500\n\n" + b"".join(b"id: %d\nevent: news\ndata: {}\n\n" % number for number in range(8, 12))


LISTENING: list[asyncio.Server] = []
"""To be closed in the end."""


class Sent:
    """What was sent to who asked."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def __call__(self, message: Message) -> None:
        self.messages.append(message)

    @property
    def starts(self) -> list[int]:
        return [one["status"] for one in self.messages if one["type"] == "http.response.start"]

    @property
    def bodies(self) -> list[bytes]:
        return [one["body"] for one in self.messages if one["type"] == "http.response.body"]


class Owns:
    """A keeper whose table has these owners, one after another; None is this server."""

    def __init__(self, *owners: Server | None) -> None:
        self.left = [*owners]
        self.owners = self
        self.me = Server(id="me")
        self.ends = asyncio.Event()

    async def find_owner(self, table: str) -> Server | None:
        assert table == "oak"
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]

    def forget(self, table: str) -> None:
        assert table == "oak"

    async def wait_until_gone(self, server: str) -> None:
        assert server
        await self.ends.wait()

    def __call__(self) -> TableRegistry:
        return self  # type: ignore[return-value]


def scope_of(path: str, method: str = "GET", **headers: str) -> Scope:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"after=3",
        "scheme": "https",
        "client": ("10.1.2.3", 5),
        "headers": told,
    }


async def nothing_more() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def empty() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def refused(error: Exception, _scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": getattr(error, "status", 500), "headers": []})
    await send({"type": "http.response.body", "body": str(error).encode()})


async def here(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


def answering(*answers: bytes) -> Callable[[Path], Awaitable[tuple[Server, list[bytes]]]]:
    """A server that gives these answers, one a connection, and ends the connection; what it was asked."""

    async def begin(folder: Path) -> tuple[Server, list[bytes]]:
        left, asked = [*answers], list[bytes]()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(left.pop(0))
            await writer.drain()
            writer.close()

        path = str(folder / f"{len([*folder.iterdir()])}.sock")
        LISTENING.append(await asyncio.start_unix_server(answer, path))
        return Server(path), asked

    return begin


def http(status: int, body: bytes, more: bytes = b"", length: int | None = None) -> bytes:
    return b"HTTP/1.1 %d X\r\n%scontent-length: %d\r\n\r\n%s" % (status, more, length or len(body), body)


@pytest.mark.parametrize("size", [1, 7, 40, 1000])
def test_only_whole_events_go_on_however_they_come(size: int) -> None:
    async def work() -> None:
        sent = Sent()
        events = ForwardedEvents(sent)
        await events.begin(200, [])
        torn = EVENTS + b"id: 12\nda"
        for at in range(0, len(torn), size):
            await events.send_part(torn[at : at + size])
        assert b"".join(sent.bodies) == EVENTS
        assert all(body.endswith(b"\n\n") for body in sent.bodies)
        assert events.last == b"11"
        await events.begin(200, [])
        await events.send_part(b"id: 12\ndata: 1\n\n")
        await events.end()
        assert sent.starts == [200]
        assert sent.bodies[-2:] == [b"id: 12\ndata: 1\n\n", b""]

    asyncio.run(work())


def test_a_refused_stream_is_refused_with_its_words() -> None:
    async def work() -> None:
        sent = Sent()
        events = ForwardedEvents(sent)
        await events.begin(403, [])
        await events.send_part(b'{"error":"no"}')
        await events.end()
        assert sent.starts == [403]
        assert b"".join(sent.bodies) == b'{"error":"no"}'

    asyncio.run(work())


def test_what_servers_tell_each_other_is_taken_from_nobody_else() -> None:
    owner = Server(id="you", secret="owners")
    scope = scope_of("/t/oak", x_shindig_secret="guessed", x_shindig_client="1.1.1.1", accept="x", connection="close")
    head, *lines = encode_forwarded(scope, owner, b"abc").split(b"\r\n")
    assert head == b"GET /t/oak?after=3 HTTP/1.1"
    assert lines[-2:] == [b"", b"abc"]
    told = dict(line.split(b": ") for line in lines[:-2])
    assert told == {SECRET: b"owners", CLIENT: b"10.1.2.3", SCHEME: b"https", b"accept": b"x", b"content-length": b"3"}


@pytest.mark.parametrize(
    ("path", "secret", "owner", "status"),
    [
        ("/t/oak", "", None, 200),
        ("/t/oak", "x", None, 421),
        ("/me", "", None, 421),
        ("/t/oak", "", Server("/elsewhere", id="you"), 421),
    ],
)
def test_a_server_answers_others_for_its_own_tables_alone(
    path: str, secret: str, owner: Server | None, status: int
) -> None:
    async def work() -> None:
        owns, sent = Owns(owner), Sent()
        told = {
            "x_shindig_secret": owns.me.secret + secret,
            "x_shindig_client": "10.9.9.9",
            "x_shindig_scheme": "https",
        }
        found: list[Scope] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            found.append(scope)
            await here(scope, receive, send)

        await PeerEntrance(app, owns, refused)(scope_of(path, **told), empty, sent)
        assert sent.starts == [status]
        for scope in found:
            assert (scope["client"], scope["scheme"], scope["headers"]) == (("10.9.9.9", 0), "https", [])

    asyncio.run(work())


def pass_on(folder: Path, path: str, method: str, servers: list[Any], here_last: bool = False) -> tuple[Sent, Owns]:
    """Pass a request on while these servers own the table, one after another; at last this one does, or the last."""
    sent, found = Sent(), list[Owns]()

    async def work() -> None:
        owners = [(await begin(folder))[0] if callable(begin) else begin for begin in servers]
        owns = Owns(*owners, *([None] if here_last else []))
        found.append(owns)
        receive = nothing_more if (method, path[-6:]) == ("GET", "stream") else empty
        passing = Forwarding(here, owns, refused)
        await asyncio.wait_for(passing(scope_of(path, method), receive, sent), 60)
        await passing.peers.close()
        while LISTENING:
            LISTENING.pop().close()

    asyncio.run(work())
    return sent, found[0]


AWAY = Server("/nowhere/at/all")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("first", [AWAY, answering(http(421, b""))], ids=["away", "not the owner"])
def test_a_request_finds_the_next_owner(tmp_path: Path, first: Any, method: str) -> None:
    answer = http(204, b"", b"set-cookie: a\r\nset-cookie: b\r\ndate: now\r\n")
    sent, _ = pass_on(tmp_path, "/t/oak/say", method, [first, answering(answer)])
    assert sent.starts == [204]
    assert sent.messages[0]["headers"] == [(b"set-cookie", b"a"), (b"set-cookie", b"b")]
    sent, _ = pass_on(tmp_path, "/t/oak/say", method, [first], here_last=True)
    assert sent.bodies == [b"here"]


def test_what_may_have_been_done_is_not_done_again(tmp_path: Path) -> None:
    torn = answering(http(200, b"half", length=9))
    sent, _ = pass_on(tmp_path, "/t/oak", "GET", [torn, answering(http(200, b"whole"))])
    assert sent.bodies == [b"whole"]
    sent, _ = pass_on(tmp_path, "/t/oak/say", "POST", [torn, answering(http(200, b"whole"))])
    assert sent.starts == [BusyError.status]
    assert b"See if your move was made" in sent.bodies[0]


def test_half_of_a_request_is_nothing_that_was_asked(tmp_path: Path) -> None:
    """Of `amount=100` whose sender is lost on the way, `amount=10` may have come."""
    came: list[Message] = [{"type": "http.request", "body": b"amount=10", "more_body": True}]

    async def torn() -> Message:
        return came.pop() if came else {"type": "http.disconnect"}

    async def work() -> None:
        owner, asked = await answering(http(204, b""))(tmp_path)
        sent = Sent()
        await Forwarding(here, Owns(owner), refused)(scope_of("/t/oak/move", "POST"), torn, sent)
        assert (asked, sent.starts) == ([], [500])
        while LISTENING:
            LISTENING.pop().close()

    asyncio.run(work())


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_what_asks_for_no_stream_is_answered_where_streams_are(method: str, tmp_path: Path) -> None:
    """An answer to HEAD has a length and no body, which nobody waits for."""
    sent, _ = pass_on(tmp_path, "/t/oak/stream", method, [answering(http(405, b"", length=30 * (method == "HEAD")))])
    assert sent.starts == [405]


def test_a_stream_follows_its_table_from_owner_to_owner(tmp_path: Path) -> None:
    first = b"HTTP/1.1 200 X\r\ncontent-type: text/event-stream\r\n\r\n" + EVENTS + b"id: 12\nda"
    second = http(200, b"id: 12\ndata: 2\n\n")
    asked: list[list[bytes]] = []

    def noting(answer: bytes) -> Callable[[Path], Awaitable[tuple[Server, list[bytes]]]]:
        async def begin(folder: Path) -> tuple[Server, list[bytes]]:
            server, heard = await answering(answer)(folder)
            asked.append(heard)
            return server, heard

        return begin

    sent, _ = pass_on(tmp_path, "/t/oak/stream", "GET", [noting(first), noting(second)], here_last=True)
    assert sent.starts == [200]
    assert b"".join(sent.bodies) == EVENTS + b"id: 12\ndata: 2\n\n"
    assert b"last-event-id" not in asked[0][0]
    assert b"last-event-id: 11" in asked[1][0]


def test_what_a_crowd_needed_is_not_kept_for_good(tmp_path: Path) -> None:
    """Connections to another server are descriptors here and there."""

    async def work() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(http(200, b"yes"))
            await reader.read()
            writer.close()
            ended.release()

        ended = asyncio.Semaphore(0)
        owner = Server(str(tmp_path / "owner"), id="other")
        listening = await asyncio.start_unix_server(answer, owner.address)
        peers = PeerClient(Owns(owner).wait_until_gone)
        lines = [await peers.send_request(owner, b"GET / HTTP/1.1\r\n\r\n") for _ in range(MOST_IDLE + 5)]
        for line in lines:
            assert await line.read_body() == b"yes"
            peers.give_back(owner, line)
        assert len(peers._lines[owner.id]) == len(peers._idle[owner.id]) == MOST_IDLE
        await peers.close()
        for _ in lines:
            await ended.acquire()
        listening.close()

    asyncio.run(work())


def test_who_waits_for_a_server_that_is_gone_waits_no_more(tmp_path: Path) -> None:
    async def work() -> None:
        owns = Owns(None)
        reached = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            reached.set()
            await reader.read()
            writer.close()

        path = str(tmp_path / "silent")
        listening = await asyncio.start_unix_server(silent, path)
        peers, server = PeerClient(owns.wait_until_gone), Server(path)
        asking = asyncio.ensure_future(peers.send_request(server, b"GET / HTTP/1.1\r\n\r\n"))
        await reached.wait()
        owns.ends.set()
        with pytest.raises(BrokenError):
            await asking
        with pytest.raises(AwayError):
            await peers.send_request(AWAY, b"")
        await peers.close()
        listening.close()

    asyncio.run(asyncio.wait_for(work(), 60))
