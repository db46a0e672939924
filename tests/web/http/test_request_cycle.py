"""An answer on its way into the connection: in as few pieces as can be, and never another than its head says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from tests.kits.web.socketless_connection import Told, connected

GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
Headers = list[tuple[bytes, bytes]]


class Says:
    """An application that says the same to all."""

    crowd: Any = None

    def __init__(self, status: int, headers: Headers, *parts: bytes) -> None:
        self.head = {"type": "http.response.start", "status": status, "headers": headers}
        self.parts = parts

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send(dict(self.head))
        for number, part in enumerate(self.parts, 1):
            await send({"type": "http.response.body", "body": part, "more_body": number < len(self.parts)})


def told(app: Says, asked: bytes = GET) -> Told:
    """What is written when something is asked."""

    async def ask() -> Told:
        line, transport = connected(app)
        line.data_received(asked)
        await asyncio.wait_for(asyncio.gather(*line.state.tasks), 30)
        line.connection_lost(ConnectionResetError())
        return transport

    return asyncio.run(ask())


def long(count: int) -> Headers:
    return [(b"content-length", b"%d" % count)]


def test_a_head_leaves_with_its_body() -> None:
    found = told(Says(200, long(3), b"oak"))
    assert found.pieces == [b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\noak"]
    assert not found.closed


def test_a_body_of_unknown_length_goes_in_chunks_the_first_with_its_head() -> None:
    found = told(Says(200, [], b"oak", b"", b"elm" * 6, b""))
    head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    assert found.pieces == [head + b"3\r\noak\r\n", b"12\r\n" + b"elm" * 6 + b"\r\n", b"0\r\n\r\n"]


@pytest.mark.parametrize("headers", [[], long(3)])
def test_who_asks_for_the_head_gets_no_body(headers: Headers) -> None:
    found = told(Says(200, headers, b"oak"), GET.replace(b"GET", b"HEAD"))
    assert b"".join(found.pieces).endswith(b"\r\n\r\n")
    assert b"chunked" not in b"".join(found.pieces)


@pytest.mark.parametrize("status", [204, 304])
def test_what_has_no_body_says_no_length(status: int) -> None:
    (piece,) = told(Says(status, [], b"")).pieces
    assert piece.partition(b"\r\n")[2] == b"\r\n"


@pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\nb", b"a\rb"])
def test_a_header_is_no_two(value: bytes) -> None:
    found = told(Says(303, [(b"location", value), *long(0)], b""))
    assert (found.pieces, found.closed) == ([], True)


@pytest.mark.parametrize("parts", [(b"oaks",), (b"oa",), (b"oak", b"s"), (b"o", b"a")])
def test_a_body_of_another_length_than_was_said_ends_the_connection(parts: tuple[bytes, ...]) -> None:
    assert told(Says(200, long(3), *parts)).closed


def test_nothing_is_said_after_the_end_nor_a_second_head() -> None:
    class Twice(Says):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await super().__call__(scope, receive, send)
            await super().__call__(scope, receive, send)

    assert told(Twice(200, long(3), b"oak")).pieces == told(Says(200, long(3), b"oak")).pieces
    assert not told(Twice(200, long(3), b"oak")).closed  # the client has its whole answer


@pytest.mark.parametrize(
    ("asked", "headers"),
    [(GET, [(b"connection", b"close")]), (GET.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n"), [])],
)
def test_a_connection_ends_where_either_side_says_so(asked: bytes, headers: Headers) -> None:
    found = told(Says(200, [*long(3), *headers], b"oak"), asked)
    assert (found.pieces[0].count(b"connection: close"), found.closed) == (1, True)
