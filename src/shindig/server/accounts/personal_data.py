"""Personal data: export and deletion by the person."""

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
"""Largest number of waiting exports."""
FULL = "exports are being made just now, perhaps yours; please try again"
CONFIRM = "to delete your data, write your name as others see it: {name}"


class PersonalData:
    """Personal data in a store. Exports run one by one, since each reads every log of a person."""

    def __init__(self, room: GameServer) -> None:
        self._room, self._one = room, asyncio.Lock()
        self._asking: set[str] = set()

    async def export(self, person: Person) -> str:
        """Return all stored data of a person, except the password, as JSON. Raises BusyError for a second export at
        once."""
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
        """Delete a person's name, account and words. They leave their tables and are logged out.

        `name` must be theirs, against mistakes; an account needs its password. Raises RoomError, PeopleError.
        """
        if name.strip() != person.name:
            raise RoomError(CONFIRM.format(name=person.name))
        await self._room.accounts.check_password(person, password)
        await self._leave_tables(person)
        await self._room.services.store.write(
            lambda connection: forget_person_row(connection, load_person_row(connection, person))
        )
        self._room.accounts.note_changed(person.id)
        self._room.groups.store.forget()
        await self._room.table_registry.refresh()

    async def _leave_tables(self, person: Person) -> None:
        """Leave the tables that this server owns. Elsewhere a bot plays on."""
        for card in await self._room.load_history(person):
            if card.you is not None and card.state != "closed":
                with suppress(RoomError, StoreError):
                    await self._room.leave(card.id, person)


def load_person_row(connection: Connection, person: Person) -> Row[Any]:
    """Return the row of a person by id, since a login may look like one."""
    return connection.execute(select(people).where(people.c.id == person.id)).one()
