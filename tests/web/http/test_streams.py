"""Streams: told straight from the table's turn, each at the pace of its own connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.types import Message
from uvicorn.server import ServerState

from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.web.http import connection as protocol
from shindig.web.http.client_timing import ClientTiming
from shindig.web.http.event_stream import EventEncoder, EventStream, run_until_blocked
from shindig.web.http.server_config import ServerConfig
from shindig.web.http.stream_slots import StreamSlot
from tests.kits.server.room_kit import HandClock, claim, names_of, run, settle, two_at_table
from tests.kits.web.in_process_app import application

Work = Callable[[GameServer, str, Person, Person], Awaitable[None]]


class Connection:
    """Somebody's end of a stream: it takes what is sent while it has room."""

    def __init__(self) -> None:
        self.room = asyncio.Event()
        self.room.set()
        self.taken: list[bytes] = []
        self.serving: asyncio.Future[None]

    async def send(self, message: Message) -> None:
        while not self.room.is_set():
            await self.room.wait()
        self.taken.append(message.get("body", b""))

    @property
    def news(self) -> list[dict[str, Any]]:
        """What has come, but for who has come or gone."""
        told = [orjson.loads(one.split(b"\ndata: ")[1]) for one in self.taken if b"\ndata: " in one]
        return [one for one in told if one["events"]]


async def listening(
    room: GameServer, table: str, person: Person, tell: EventEncoder = Broadcast.encode_event
) -> Connection:
    """A stream that has told its first news."""

    async def still() -> bool:
        return True

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    one = Connection()
    stream = EventStream(await room.subscribe(table, person), tell, StreamSlot(lambda _: None), still)
    one.serving = asyncio.ensure_future(stream({}, receive, one.send))
    while not one.taken[1:]:
        await asyncio.sleep(0)
    await settle(room, table)
    return one


def with_two(folder: Path, work: Work) -> None:
    """Ann and Bob at a table, Bob to act."""

    async def whole(room: GameServer, _: HandClock) -> None:
        await work(room, *await two_at_table(room))

    run(folder, whole)


def test_what_needs_no_wait_is_done_at_once() -> None:
    async def work() -> None:
        one = Connection()
        assert run_until_blocked(one.send({"body": b"1"})) is None
        one.room.clear()
        rest = run_until_blocked(one.send({"body": b"2"}))
        assert one.taken == [b"1"]
        assert rest is not None
        one.room.set()
        await asyncio.create_task(_awaited(rest))
        assert one.taken == [b"1", b"2"]

    asyncio.run(work())


async def _awaited(rest: Awaitable[None]) -> None:
    await rest


def test_who_asked_is_answered_before_others_are_told(tmp_path: Path) -> None:
    async def work(room: GameServer, table: str, ann: Person, bob: Person) -> None:
        reader = await listening(room, table, ann)
        before = len(reader.news)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        await room.move(table, bob, "claim", token)
        assert len(reader.news) == before
        await asyncio.sleep(0)
        assert len(reader.news) == before + 1, "told at once then, with no turn of the loop for the reader"
        await room.close_table(table, ann)
        assert len(reader.news) == before + 1
        await asyncio.wait_for(reader.serving, 10)
        assert len(reader.news) == before + 2

    with_two(tmp_path, work)


def test_a_connection_without_room_holds_up_nobody_and_gets_what_it_missed_as_one(tmp_path: Path) -> None:
    async def work(room: GameServer, table: str, ann: Person, bob: Person) -> None:
        slow = await listening(room, table, ann)
        quick = await listening(room, table, bob)
        await settle(room, table)
        seen = len(slow.news)
        slow.room.clear()
        await room.say(table, bob, "Hello!")
        await claim(room, table, bob)
        await room.say(table, bob, "Good luck.")
        await settle(room, table)
        assert len(slow.news) == seen
        assert [event["kind"] for event in quick.news[-1]["events"]] == ["say"]
        slow.room.set()
        while not slow.news[seen:] or slow.news[-1]["seq"] < quick.news[-1]["seq"]:
            await asyncio.sleep(0)
        told = slow.news[seen:]
        assert [event["kind"] for one in told for event in one["events"]] == ["say", "act", "say"]
        assert len(told) <= 2, "what was on its way, and all the rest as one"

    with_two(tmp_path, work)


def test_a_fault_in_one_stream_ends_that_one_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)

    def faulty(moment: Broadcast, viewer: int, after: int | None) -> bytes:
        if after is not None and moment.seq > after:
            raise ZeroDivisionError
        return moment.encode_event(viewer, after)

    async def work(room: GameServer, table: str, ann: Person, bob: Person) -> None:
        broken = await listening(room, table, ann, faulty)
        whole = await listening(room, table, bob)
        await claim(room, table, bob)
        await asyncio.wait_for(broken.serving, 10)
        assert whole.news[-1]["events"]
        await room.say(table, ann, "Hello!")
        await settle(room, table)
        assert whole.news[-1]["events"][0]["kind"] == "say"

    with_two(tmp_path, work)


@pytest.mark.parametrize("after", [b"", b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 2])
def test_a_stream_ends_when_its_reader_goes_whatever_was_asked_after_it(after: bytes, tmp_path: Path) -> None:
    """Long before anything is to be told again."""
    lines: list[protocol.Connection] = []

    async def work() -> None:
        async with application(tmp_path, timing=ClientTiming(beat=1e6)) as (app, room):
            setup = ServerConfig(app, 1000, lifespan="off")

            def connection() -> protocol.Connection:
                lines.append(protocol.Connection(setup, ServerState(), {}))
                return lines[-1]

            server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
            token, names = await names_of(room)
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            first = f"GET /api/tables/{names['table']}/stream HTTP/1.1\r\nhost: localhost\r\n"
            writer.write(f"{first}authorization: Bearer {token}\r\n\r\n".encode() + after)
            await reader.readuntil(b"event: news")
            (serving,) = lines[0].state.tasks
            writer.close()
            await asyncio.wait_for(serving, 60)
            server.close()

    asyncio.run(work())
