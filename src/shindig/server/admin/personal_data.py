"""Personal data: export and deletion by the person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Connection, Row, select

from shindig.messages import say

from ..accounts.accounts import Accounts
from ..accounts.standing_proofs import require_guest, require_password
from ..errors import BusyError, RoomError
from ..person import Person
from ..schemas import TableCard
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import people
from .admin_actions import export_person_row, forget_person_row

MOST = 8
"""Largest number of waiting exports."""


class Tables(Protocol):
    """The tables of a server, as far as a person can leave them."""

    async def load_history(self, person: Person) -> list[TableCard]: ...

    async def leave(self, table: str, person: Person) -> None: ...


class PersonalData:
    """Personal data in a store. Exports run one by one, since each reads every log of a person."""

    def __init__(
        self, store: EventStore, accounts: Accounts, tables: Tables, refresh: Callable[[], Awaitable[object]]
    ) -> None:
        """`refresh` drops what the server has cached of groups and tables."""
        self._store, self._accounts, self._tables, self._refresh = store, accounts, tables, refresh
        self._one = asyncio.Lock()
        self._asking: set[str] = set()

    async def export(self, person: Person) -> str:
        """Return all stored data of a person, except the password, as JSON. Raises BusyError for a second export at
        once."""
        if person.id in self._asking or len(self._asking) >= MOST:
            raise BusyError(say("busy-exports"))
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
            return await self._store.read(work)

    async def delete(self, person: Person, name: str, password: str = "") -> None:
        """Delete the data of a guest, or of an account that proves its password.

        `name` must be theirs, against mistakes. Raises RoomError, PeopleError; RoomError for an account without a
        password, whose owner signs in anew instead (`delete_proved`).
        """
        check_typed_name(person, name)
        prove: Callable[[Connection], None] = partial(require_guest, person=person.id)
        if person.login is not None:
            if not await self._accounts.has_password(person):
                raise RoomError(say("refuse-delete-unproved"))
            checked = await self._accounts.check_password(person, password)
            prove = partial(require_password, person=person.id, hashed=checked)
        await self.delete_proved(person, prove)

    async def delete_proved(self, person: Person, prove: Callable[[Connection], None]) -> None:
        """Delete a person's name, account and words. They are logged out and leave their tables.

        `prove` is a part of the transaction, and may refuse. Nothing happens before it, and tables are left under the
        pseudonym.
        """
        cards = await self._tables.load_history(person)

        def work(connection: Connection) -> None:
            prove(connection)
            forget_person_row(connection, load_person_row(connection, person))

        await self._store.write(work)
        self._accounts.sessions.note_changed(person.id)
        await self._refresh()
        await self._leave_tables(person, cards)

    async def _leave_tables(self, person: Person, cards: Sequence[TableCard]) -> None:
        """Leave the tables that this server owns. Elsewhere a bot plays on."""
        for card in cards:
            if card.you is not None and card.state != "closed":
                with suppress(RoomError, StoreError):
                    await self._tables.leave(card.id, person)


def check_typed_name(person: Person, name: str) -> None:
    """Raise RoomError unless a person has typed their own name, by which they delete all."""
    if name.strip() != person.name:
        raise RoomError(say("me-delete-type", person=person.name))


def load_person_row(connection: Connection, person: Person) -> Row[Any]:
    """Return the row of a person by id, since a login may look like one."""
    return connection.execute(select(people).where(people.c.id == person.id)).one()
