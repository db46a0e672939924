"""Notifications between servers on one PostgreSQL: there is something to look up. Nothing depends on their arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Engine, func, select

from ..background_tasks import end_tasks
from .database import COMPLAINTS, POSTGRES

CHANNEL = "shindig"
LONGEST = 7_900
"""Longest notification in characters; PostgreSQL allows 8,000."""
AGAIN = 1.0
"""Seconds before the database is tried again."""
NoticeHandler = Callable[[str], None]


def notify_servers(connection: Connection, kind: str, what: str = "") -> None:
    """Notify all servers when the transaction commits. With SQLite there are none."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{kind} {what}"[:LONGEST])))


class Notifications:
    """Listener for notifications. `heard` maps a kind to its handler; `""` is called if some may have been missed."""

    def __init__(self, engine: Engine, heard: Mapping[str, NoticeHandler]) -> None:
        self._words, self._options = engine.dialect.create_connect_args(engine.url)
        self._heard = heard
        self._listening = asyncio.create_task(self._listen_forever(), name="notices")

    async def close(self) -> None:
        await end_tasks(self._listening)

    async def _listen_forever(self) -> None:
        import psycopg

        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                COMPLAINTS.log_error(error)
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        import psycopg

        options = {**self._options, **POSTGRES}
        async with await psycopg.AsyncConnection.connect(*self._words, autocommit=True, **options) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for take in self._heard.values():
                take("")
            async for notice in connection.notifies():
                kind, _, what = notice.payload.partition(" ")
                self._heard.get(kind, ignore_notice)(what)


def ignore_notice(_: str) -> None:
    """Ignore a notification of a newer server."""
