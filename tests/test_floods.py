"""What one guest may ask for again and again costs the others little, and is told to wait beyond that."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from in_process import application, client
from room_kit import HandClock, guests, run

from shindig.room.room import Room
from shindig.room.state import TableState
from shindig.room.verdict import Verdict
from shindig.web import afterwards
from shindig.web.afterwards import MOST_CHECKED


def test_records_are_checked_one_after_another_and_nothing_else_waits_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of 20,000 lines takes more than a second, and anybody may send some every second."""
    go, running, most = threading.Event(), 0, 0

    def slow(*_: object) -> tuple[Verdict, str]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        assert go.wait(60)
        running -= 1
        return afterwards.NOTHING, ""

    monkeypatch.setattr(afterwards, "checked", slow)

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            _, token = await room.people.guest("Ann")
            async with client(app, token) as http:
                asked = [
                    asyncio.ensure_future(http.post("/check", data={"record": "{}"})) for _ in range(MOST_CHECKED + 40)
                ]
                refused = [await one for one in asked[MOST_CHECKED:]]
                assert {one.status_code for one in refused} == {503}
                await asyncio.to_thread(lambda: None)  # a thread is there for everybody else
                assert (await http.get("/")).status_code == 200
                go.set()
                assert {(await one).status_code for one in asked[:MOST_CHECKED]} == {200}

    asyncio.run(work())
    assert most == 1


def test_tables_of_a_history_that_are_closed_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby shows them to who comes again and again, and each may have thousands of events."""
    read = list[str]()
    real = TableState.replay

    def counted(table: str, lines: list[str]) -> TableState:
        read.append(table)
        return real(table, lines)

    async def work(room: Room, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2)
        await room.sit(table, bob)
        await room.close_table(table, ann)
        while table in room._tables:
            await asyncio.sleep(0)
        monkeypatch.setattr(TableState, "replay", counted)
        told = await asyncio.gather(*(room.history(one) for one in 20 * (ann, bob)))
        assert [(card.state, card.you) for (card,) in told[:2]] == [("closed", 0), ("closed", 1)]
        assert told[0][0].at > 0
        assert read == [table, table]

    run(tmp_path, work)
