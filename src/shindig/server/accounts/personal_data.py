"""What people do with their own data: take it with them, and have it forgotten."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, select

from ..admin.admin_actions import export_person_row, forget_person_row
from ..errors import BusyError, RoomError
from ..storage.event_store import StoreError
from ..storage.schema import people
from .accounts import Person

if TYPE_CHECKING:
    from ..game_server import GameServer

MOST = 8
"""Exports that wait for each other."""
FULL = "exports are being made just now, perhaps yours; please try again"
CONFIRM = "to delete your data, write your name as others see it: {name}"


class PersonalData:
    """The data of the people of a room; one export is made at a time, since it reads every log of theirs."""

    def __init__(self, room: GameServer) -> None:
        self._room, self._one = room, asyncio.Lock()
        self._asking: set[str] = set()

    async def export(self, person: Person) -> str:
        """Return all that is kept of somebody, as JSON, but their password. Raises BusyError for a second at once."""
        if person.id in self._asking or len(self._asking) >= MOST:
            raise BusyError(FULL)
        self._asking.add(person.id)
        try:
            return await self._export_json(person)
        finally:
            self._asking.remove(person.id)

    async def _export_json(self, person: Person) -> str:

        def work(connection: Connection) -> str:
            return json.dumps(
                export_person_row(connection, load_person_row(connection, person)), ensure_ascii=False, indent=1
            )

        async with self._one:
            return await self._room.services.store.read(work)

    async def delete(self, person: Person, name: str, password: str = "") -> None:
        """Take a person's name, account and words out of all that is kept. They leave their tables, and are logged out.

        `name` is theirs, so that nobody does this by mistake; an account needs its password. Raises RoomError,
        PeopleError.
        """
        if name.strip() != person.name:
            raise RoomError(CONFIRM.format(name=person.name))
        await self._room.accounts.check_password(person, password)
        await self._leave_tables(person)
        await self._room.services.store.write(
            lambda connection: forget_person_row(connection, load_person_row(connection, person))
        )
        self._room.accounts.note_changed(person.id)
        await self._room.table_registry.refresh()

    async def _leave_tables(self, person: Person) -> None:
        """Get up at the tables that this server has; elsewhere a bot plays on."""
        for card in await self._room.load_history(person):
            if card.you is not None and card.state != "closed":
                with suppress(RoomError, StoreError):
                    await self._room.leave(card.id, person)


def load_person_row(connection: Connection, person: Person) -> Row[Any]:
    """The row of a person, by their id alone: a login may look like one."""
    return connection.execute(select(people).where(people.c.id == person.id)).one()
