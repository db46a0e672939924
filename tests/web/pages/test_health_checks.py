"""A server is ready while its database takes what is written, and not otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from shindig.server.storage import event_store
from tests.kits.web.in_process_app import application, client


def pragma(said: str) -> Callable[[Connection], int]:
    return lambda connection: int(connection.exec_driver_sql(f"PRAGMA {said}").scalar() or 0)


@pytest.mark.attack
def test_a_full_disk_is_not_ready_and_is_again_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_store, "AGAIN", 0.0)

    async def work() -> None:
        async with application(tmp_path) as (app, room), client(app, "") as http:
            pages = await room.services.store.write(pragma("page_count"))
            for most, status in ((pages, 503), (pages + 10_000, 200)):
                await room.services.store.write(pragma(f"max_page_count={most}"))
                told = await http.get("/readyz")
                assert told.status_code == status, told.text
            assert (await http.get("/healthz")).status_code == 200

    asyncio.run(work())
