"""Moves past everything else: read as the parser reads, answered in the same bytes, and one after another as ever."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shindig.server.game_server import GameServer
from shindig.web.http.connection import Connection
from shindig.web.http.flow_control import READ
from shindig.web.http.request_head import RequestHead
from shindig.web.http.server_config import ServerConfig
from shindig.web.http.sessions import parse_plain_form
from tests.kits.server.hand_loop import run_by_hand
from tests.kits.server.room_kit import names_of, settle
from tests.kits.web.in_process_app import application
from tests.kits.web.socketless_connection import Told, connected, posted

FORM = "application/x-www-form-urlencoded"
WHOLE = posted("/api/tables/oak/moves", "secret", b'{"do":"fold"}')
ASKED: dict[str, tuple[str, str, dict[str, str]]] = {
    "a move": ("/api/tables/{table}/moves", '{"do":"claim","token":"{token}","key":"k"}', {}),
    "an illegal move": ("/api/tables/{table}/moves", '{"do":"fold","token":"{token}"}', {}),
    "a late move": ("/api/tables/{table}/moves", '{"do":"claim","token":"0.0"}', {}),
    "a long action": ("/api/tables/{table}/moves", '{"do":"' + 500 * "x" + '","token":"{token}"}', {}),
    "no JSON": ("/api/tables/{table}/moves", "claim", {}),
    "no such table": ("/api/tables/nowhere/moves", '{"do":"claim","token":"{token}"}', {}),
    "a strange key": ("/api/tables/{table}/moves", '{"do":"claim","token":"{token}","key":"\\u0001"}', {}),
    "a NUL": ("/api/tables/{table}/moves", '{"do":"\\u0000","token":"{token}"}', {}),
    "a NUL in a key": ("/api/tables/{table}/moves", '{"do":"claim","token":"{token}","key":"\\u0000"}', {}),
    "a touch": ("/t/{table}/move", "press={press}&token={token}&key=k", {"kind": FORM}),
    "an illegal touch": ("/t/{table}/move", "press=999999&token={token}", {"kind": FORM}),
    "a late touch": ("/t/{table}/move", "press=0&token=0.0", {"kind": FORM}),
    "a touch without the script": (
        "/t/{table}/move",
        "press={press}&token={token}",
        {"kind": FORM, "accept": "text/html"},
    ),
    "no form": ("/t/{table}/move", '{"press": 0}', {}),
    "a touch with a NUL": ("/t/{table}/move", "press={press}&token={token}&key=%00", {"kind": FORM}),
    "a touch with a plain NUL": ("/t/{table}/move", "press={press}&token={token}&key=\0", {"kind": FORM}),
    "no text": ("/t/{table}/move", "press=%ff&token=%ff", {"kind": FORM}),
}
TAKEN = {
    "a move",
    "an illegal move",
    "a late move",
    "a strange key",
    "a touch",
    "an illegal touch",
    "a late touch",
    "no text",
}
"""What is put to the table past everything else."""


async def asked_for(room: GameServer, asked: str) -> tuple[bytes, dict[str, str]]:
    path, body, more = ASKED[asked]
    token, names = await names_of(room)
    for name, value in names.items():
        path, body = (text.replace(f"{{{name}}}", value) for text in (path, body))
    return posted(path, token, body.encode(), **more), names


def compared(answer: bytes, table: str) -> tuple[list[bytes], object]:
    """An answer, but for what another table says otherwise."""
    head, _, body = answer.replace(table.encode(), b"TABLE").partition(b"\r\n\r\n")
    told = json.loads(body) if body.startswith(b"{") else body
    if isinstance(told, dict) and told.pop("news", None) is not None:
        return [line for line in head.split(b"\r\n") if not line.startswith(b"content-length")], told
    return head.split(b"\r\n"), told


@pytest.mark.parametrize("asked", ASKED)
def test_a_move_is_answered_in_the_bytes_of_the_way_of_all_others(asked: str, tmp_path: Path) -> None:
    """Said in one piece, it goes past everything else; in two, by the parser and the application."""

    async def answers() -> list[object]:
        found: list[object] = []
        async with application(tmp_path) as (app, room):
            for pieces in (1, 2):
                data, names = await asked_for(room, asked)
                line, told = connected(app)
                for piece in (data,) if pieces == 1 else (data[:-1], data[-1:]):
                    line.data_received(piece)
                assert (not line.state.tasks) == (pieces == 1 and asked in TAKEN), (
                    "the application is asked, or it is not"
                )
                (answer,) = await told.answers(1)
                found.append(compared(answer, names["table"]))
        return found

    short, long = asyncio.run(answers())
    assert short == long


@pytest.mark.parametrize("asked", ["a move", "a touch"])
def test_who_has_gone_is_known_by_no_head_that_came_before(asked: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            data, _ = await asked_for(room, asked)
            line, told = connected(app)
            for count in (1, 2):
                line.data_received(data)
                assert (await told.answers(count))[-1].startswith(b"HTTP/1.1 20")
                assert not line.state.tasks
            await room.accounts.logout(data.partition(b"Bearer ")[2].split(b"\r\n")[0].decode())
            line.data_received(data)
            assert (await told.answers(3))[-1].startswith(b"HTTP/1.1 403")
            stranger, answered = connected(app)
            stranger.data_received(data)
            assert (await answered.answers(1))[-1].startswith(b"HTTP/1.1 403")

    asyncio.run(work())


def test_a_fault_in_answering_ends_the_connection_and_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("of ours")

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            for asked, way in (("a move", "write_answer"), ("an illegal move", "start_answer")):
                data, names = await asked_for(room, asked)
                line, told = connected(app)
                with monkeypatch.context() as broken:
                    broken.setattr(Connection, way, fails)
                    line.data_received(data)
                    await settle(room, names["table"])
                assert told.closed
                line, told = connected(app)
                line.data_received(data)
                await told.answers(1)

    asyncio.run(work())
    assert caplog.messages == 2 * ["a move is not answered"]


OK = b"HTTP/1.1 200 OK\r\n"
AGAIN = WHOLE.replace(b"secret", b"second")
GET = b"GET / HTTP/1.1\r\nhost: room\r\n\r\n"


class House:
    """An application that answers with its name, and takes moves past that: they are answered when a test says so."""

    crowd: Any = None

    def __init__(self) -> None:
        self.moves, self.taken = self, list[bytes]()
        self.setup = ServerConfig(self, 1000, lifespan="off", timeout_keep_alive=75)

    def take_move(self, _connection: Connection, head: RequestHead, _body: bytes) -> bool:
        for one in (WHOLE, AGAIN):
            if dict(head.headers)[b"authorization"] in one:
                self.taken.append(one)
        return True

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
        await send({"type": "http.response.body", "body": b"house"})


def at_home(work: Callable[[House, Connection, Told], Awaitable[None]]) -> None:
    """A connection to such a house, in time that passes where nothing else is to be done."""

    async def begin() -> None:
        house = House()
        line, told = connected(house, house.setup)
        await work(house, line, told)
        line.connection_lost(None)
        assert (house.crowd._count, house.crowd._busy, house.crowd._waiting) == (0, 0, {})

    run_by_hand(begin())


def test_what_comes_before_the_answer_waits_for_it() -> None:
    async def work(house: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        for data in (AGAIN[:30], AGAIN[30:], GET):
            line.data_received(data)
        assert (told.pieces, house.taken) == ([], [WHOLE])
        line.write_answer(OK, b"", b"1")
        await asyncio.sleep(0)
        assert house.taken == [WHOLE, AGAIN]
        line.write_answer(OK, b"", b"2")
        await told.answers(3)
        assert [piece[-1:] for piece in told.pieces] == [b"1", b"2", b"e"]

    at_home(work)


def test_reading_pauses_where_much_waits_behind_a_request_until_it_is_answered() -> None:
    async def work(_: House, line: Connection, told: Told) -> None:
        count = 1 + READ // len(GET)
        line.data_received(WHOLE)
        line.data_received(count * GET)
        assert told.paused
        await asyncio.sleep(59)
        assert not told.closed
        line.write_answer(OK, b"", b"1")
        await told.answers(2)
        assert not told.paused, "less waits now"
        await told.answers(1 + count)
        await asyncio.sleep(70)
        assert not told.closed

    at_home(work)


def test_a_connection_ends_on_which_much_waits_behind_one_request_for_long() -> None:
    """Nobody reads on it, so nobody would see that its client has gone."""

    async def work(_: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        line.data_received(READ * b"x")
        await asyncio.sleep(61)
        assert told.closed
        assert told.pieces == []

    at_home(work)


@pytest.mark.parametrize("begun", [b"\r\n", GET[:20], GET, GET + b"P", WHOLE[:30], WHOLE[:-1]])
def test_nothing_is_taken_while_a_part_of_another_request_has_come(begun: bytes) -> None:
    """What follows would be a part of that, and not a request."""

    async def work(house: House, line: Connection, _: Told) -> None:
        line.data_received(begun)
        line.data_received(WHOLE)
        assert house.taken == ([WHOLE] if begun == b"\r\n" else [])

    at_home(work)


def test_a_move_that_waited_goes_the_short_way_too() -> None:
    async def work(house: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        line.data_received(AGAIN)
        line.write_answer(OK, b"", b"1")
        await asyncio.sleep(0)
        assert house.taken == [WHOLE, AGAIN]
        line.write_answer(OK, b"", b"2")
        assert [piece[-1:] for piece in told.pieces] == [b"1", b"2"]

    at_home(work)


def test_what_is_refused_is_answered_by_another_and_then_what_waited() -> None:
    async def refuse(_scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["body"] == b'{"do":"fold"}'
        await send({"type": "http.response.start", "status": 409, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"no"})

    async def work(house: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        line.data_received(GET)
        line.start_answer(refuse)
        assert [piece[-5:] for piece in await told.answers(2)] == [b"\n\r\nno", b"house"]
        line.data_received(WHOLE)
        assert house.taken == [WHOLE, WHOLE]

    at_home(work)


def test_a_client_that_has_gone_is_told_nothing() -> None:
    async def work(house: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        line.connection_lost(ConnectionResetError())
        told.close()
        line.write_answer(OK, b"", b"1")
        line.start_answer(house)
        assert told.pieces == []

    at_home(work)


@pytest.mark.parametrize("before", [b"", GET])
def test_a_server_that_ends_answers_what_was_asked_and_says_so(before: bytes) -> None:
    async def work(_: House, line: Connection, told: Told) -> None:
        if before:
            line.data_received(before)
            await told.answers(1)
        line.data_received(WHOLE)
        line.shutdown()
        await asyncio.sleep(10)
        assert not told.closed
        line.write_answer(OK, b"x: y\r\n", b"1")
        assert told.pieces[-1] == OK + b"x: y\r\nconnection: close\r\n\r\n1"
        assert told.closed

    at_home(work)


def test_a_connection_rests_as_long_after_each_answer_and_then_ends() -> None:
    async def work(house: House, line: Connection, told: Told) -> None:
        for rest in (70, 70, 74):
            line.data_received(WHOLE)
            await asyncio.sleep(80)
            line.write_answer(OK, b"", b"1")
            await asyncio.sleep(rest)
        assert not told.closed
        await asyncio.sleep(2)
        assert told.closed
        assert len(house.taken) == 3

    at_home(work)


def test_half_a_request_has_its_time_after_an_answer_too() -> None:
    async def work(_: House, line: Connection, told: Told) -> None:
        line.data_received(WHOLE)
        line.write_answer(OK, b"", b"1")
        await asyncio.sleep(60)
        line.data_received(GET[:20])
        await asyncio.sleep(19)
        assert not told.closed
        await asyncio.sleep(2)
        assert told.closed
        assert told.pieces[-1].startswith(b"HTTP/1.1 408")

    at_home(work)


def test_who_does_not_take_answers_is_given_no_more_past_everything_else() -> None:
    async def work(house: House, line: Connection, _: Told) -> None:
        line.pause_writing()
        line.data_received(WHOLE)
        assert house.taken == []
        line.resume_writing()
        assert house.taken == [WHOLE]
        line.write_answer(OK, b"", b"1")

    at_home(work)


@given(st.lists(st.sampled_from(["a", "b", "=", "&", "+", "%41", "%", "é", ";", "1"]), max_size=12).map("".join))
@example("&".join(200 * ["a=b"]))
@example("&".join(201 * ["a=b"]))
def test_a_plain_form_is_read_as_the_library_reads_it(body: str) -> None:
    def read(how: Callable[[], dict[str, list[str]]]) -> object:
        try:
            return how()
        except ValueError:
            return "none"

    library = read(lambda: parse_qs(body, keep_blank_values=True, max_num_fields=200))
    assert read(lambda: parse_plain_form(body.encode())) == library
