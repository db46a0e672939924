"""What one guest may ask for again and again costs the others little, and is told to wait beyond that."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from in_process import application, client

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
