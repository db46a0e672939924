"""Public tables of all servers: this server's own, and the cards that others have stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import Connection, delete, select

from shindig.core.caches import cached

from .background_tasks import BackgroundTasks
from .broadcast import player_view
from .broadcast.protocol_versions import encode
from .errors import BusyError
from .schemas import Origin, TableCard
from .storage.database import StoreError
from .storage.schema import cards, tables
from .storage.server_signals import LONGEST
from .storage.server_signals import notify_servers as notify
from .tables.table_registry import TableRegistry

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql import Insert

EVERY = 0.5
"""Seconds between two rounds of storing and loading."""
MOST = LONGEST // 40
"""Largest number of tables in one notification."""

OF_ADDRESS = 3
"""Largest number of tables of one address in a lobby, unless a setting changes it."""


@cached(1)
def make_card_update() -> Insert:
    """Make the statement that inserts or replaces cards. Its dialect is imported on first use."""
    from sqlalchemy.dialects.postgresql import insert

    new = insert(cards)
    return new.on_conflict_do_update(index_elements=[cards.c.table_id], set_={"data": new.excluded.data})


class StoredCard(NamedTuple):
    """A table's card, with the epoch and the change counter for which it was made."""

    epoch: int
    changes: int
    data: bytes


NO_CARD = StoredCard(-1, -1, b"")


class PublicTables:
    """Cards of public tables for the lobby."""

    def __init__(self, keeper: TableRegistry, is_club: Callable[[str], bool]) -> None:
        self._keeper, self._store, self._is_club = keeper, keeper.services.store, is_club
        self.most_of_address = OF_ADDRESS
        self._others: dict[str, TableCard] = {}
        self._stored: dict[str, StoredCard] = {}
        """Own cards as other servers read them, by table."""
        self._wanted: set[str] = set()
        """Tables whose stored card has changed; "" means all."""
        self._swept = False
        """True once cards of closed tables were deleted."""
        self._tasks = BackgroundTasks()

    def start_sharing(self) -> None:
        """Exchange cards from now on, if other servers may exist."""
        if self._keeper.owners.shared:
            self._tasks.start(self._share_forever(), "lobby")

    async def close(self) -> None:
        await self._tasks.close()

    def note_changes(self, ids: str) -> None:
        """Handle a notification of changed cards; of any, without ids."""
        self._wanted.update(ids.split(","))

    def list_cards(self, address: str = "") -> list[TableCard]:
        """Return open public tables, the newest first, unavailable ones last.

        At most three of one address are shown, except to viewers at that address.
        """
        keeper, few = self._keeper, self._pick_shared()
        asleep = [player_view.build_table_card(state) for state in keeper.asleep.values() if state.settings.public]

        def is_shown(name: str, where: str) -> bool:
            return name in few or (where != "" and where == address)

        resting = [
            one.card for name, one in keeper.resting.items() if one.card is not None and is_shown(name, one.address)
        ]
        states = [
            table.state
            for name, table in keeper.tables.items()
            if not table.lost and table.state.settings.public and is_shown(name, table.address)
        ]
        live = [player_view.build_table_card(state) for state in states if state.state != "closed"]
        mine = [*asleep, *resting, *live]
        found = [*{**self._others, **{card.id: card for card in mine}}.values()]
        found.reverse()
        return sorted(found, key=lambda card: (card.state == "asleep", -card.at))

    def _pick_shared(self) -> set[str]:
        """Return the public tables of this server, at most three of each address that is no club."""
        keeper, counts, few = self._keeper, Counter[str](), set[str]()
        known = [(name, one.address) for name, one in keeper.resting.items() if one.card is not None]
        known += [(name, one.address) for name, one in keeper.tables.items() if one.state.settings.public]
        for name, address in known:
            counts[address] += 1
            if not address or counts[address] <= self.most_of_address or self._is_club(address):
                few.add(name)
        return few

    async def _share_forever(self) -> None:
        while True:
            with suppress(StoreError, BusyError):
                await self.share_changes()
            await asyncio.sleep(EVERY)

    async def share_changes(self) -> None:
        """Store own cards that have changed, and load changed cards of others."""
        if not self._swept:
            await self._store.write(delete_closed_cards)
            self._swept = True
        if changed := self._find_changes():
            data = {one: card.data for one, card in changed.items()}
            await self._store.write(lambda connection: store_cards(connection, data))
            self._stored = {one: card for one, card in {**self._stored, **changed}.items() if card.data}
        if self._wanted:
            wanted, self._wanted = self._wanted, set()
            me = self._keeper.owners.me.id
            try:
                found = await self._store.read(lambda connection: load_cards(connection, wanted, me))
            except (StoreError, BusyError):
                self._wanted |= wanted
                raise
            kept = {} if "" in wanted else {one: card for one, card in self._others.items() if one not in wanted}
            self._others = {**kept, **found}

    def _find_changes(self) -> dict[str, StoredCard]:
        """Return own cards that have changed; empty ones for tables that are gone."""
        here, few = self._keeper.tables, self._pick_shared()
        gone = [one for one in self._stored if one not in here and one not in self._keeper.resting]
        changed = dict.fromkeys(gone[:MOST], NO_CARD)
        for one, table in here.items():
            known, epoch, changes = self._stored.get(one, NO_CARD), table.epoch, table.history.changes
            if one in few and len(changed) < MOST and (known.epoch, known.changes) != (epoch, changes):
                card = StoredCard(epoch, changes, encode(player_view.build_table_card(table.state)))
                if card.data == known.data:
                    self._stored[one] = card
                else:
                    changed[one] = card
        return changed


def store_cards(connection: Connection, changed: dict[str, bytes]) -> None:
    """Store cards and notify the other servers. After a table has moved, another server may do so at once."""
    told = [{"table_id": one, "data": data.decode()} for one, data in sorted(changed.items()) if data]
    if told:
        connection.execute(make_card_update(), told)
    delete_cards(connection, [one for one, data in changed.items() if not data])
    notify(connection, "cards", ",".join(changed))


def delete_cards(connection: Connection, names: Sequence[str]) -> None:
    """Delete the cards of closed tables. The owner of a moved table stores its own."""
    closed = select(tables.c.id).where(tables.c.id.in_(names), tables.c.closed.is_(True))
    connection.execute(delete(cards).where(cards.c.table_id.in_(closed)))


def delete_closed_cards(connection: Connection) -> None:
    """Delete the cards of all closed tables, since their server may have ended first."""
    closed = select(tables.c.id).where(tables.c.closed.is_(True))
    connection.execute(delete(cards).where(cards.c.table_id.in_(closed)))


def load_cards(connection: Connection, wanted: set[str], me: str) -> dict[str, TableCard]:
    """Load the cards of other servers' open public tables."""
    query = select(cards.c.table_id, cards.c.data).join(tables)
    query = query.where(tables.c.closed.is_(False), tables.c.owner != me)
    if "" not in wanted:
        query = query.where(cards.c.table_id.in_(wanted))
    return {one: decode_card(orjson.loads(data)) for one, data in connection.execute(query)}


def decode_card(told: dict[str, Any]) -> TableCard:
    origin = Origin(*told["origin"]) if told["origin"] else None
    return replace(TableCard(**told), names=tuple(told["names"]), faces=tuple(told["faces"]), origin=origin, matches=())
