"""The public tables of all servers: this one's as they are, the others' as these have told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert

from .broadcast import player_view
from .broadcast.json_encoding import encode
from .errors import BusyError
from .schemas import Origin, TableCard
from .storage.event_store import StoreError
from .storage.notifications import LONGEST
from .storage.notifications import notify_servers as notify
from .storage.schema import cards, tables
from .tables.table_registry import TableRegistry

EVERY = 0.5
"""Seconds between looks at what is to be told, and to be looked up."""
MOST = LONGEST // 40
"""Tables that are told of at once."""

OF_ADDRESS = 3
"""Tables of one address that a lobby shows."""

NEW = insert(cards)
CARDS = NEW.on_conflict_do_update(index_elements=[cards.c.table_id], set_={"data": NEW.excluded.data})


class PublicTables:
    """What lobbies tell of tables."""

    def __init__(self, keeper: TableRegistry) -> None:
        self._keeper, self._store = keeper, keeper.services.store
        self._others: dict[str, TableCard] = {}
        self._looked: dict[str, tuple[int, int]] = {}
        """By table, its epoch and the count of changes when it was looked at,"""
        self._told: dict[str, bytes] = {}
        """and what was told of it then."""
        self._wanted: set[str] = set()
        """Tables of which there is news; "" is all."""
        self._swept = False
        """Whether what closed tables have left was removed."""
        self._sharing: asyncio.Task[None] | None = None

    def start_sharing(self) -> None:
        """Share from now on, where there may be others."""
        if self._keeper.owners.shared:
            self._sharing = asyncio.create_task(self._share_forever(), name="lobby")

    async def close(self) -> None:
        if self._sharing is not None:
            self._sharing.cancel()
            await asyncio.gather(self._sharing, return_exceptions=True)

    def note_changes(self, ids: str) -> None:
        """Others have told of these tables; of any, where none is named."""
        self._wanted.update(ids.split(","))

    def list_cards(self, address: str = "") -> list[TableCard]:
        """Return public tables that are not closed, the newest first, those that are asleep last.

        Of one address there are at most three, but for who looks from there.
        """
        keeper, few = self._keeper, self._pick_shared()
        asleep = [player_view.build_table_card(state) for state in keeper.asleep.values() if state.settings.public]
        resting = [(name, one.address, one.card) for name, one in keeper.resting.items() if one.card is not None]
        states = [(table.address, table.state) for table in keeper.tables.values() if not table.lost]
        live = [
            (state.id, where, player_view.build_table_card(state))
            for where, state in states
            if state.settings.public and state.state != "closed"
        ]
        shown = [card for name, where, card in (*resting, *live) if name in few or (where and where == address)]
        mine = [*asleep, *shown]
        found = [*{**self._others, **{card.id: card for card in mine}}.values()]
        found.reverse()
        return sorted(found, key=lambda card: (card.state == "asleep", -card.at))

    def _pick_shared(self) -> set[str]:
        """Return the public tables of this server, the first three of each address."""
        keeper, counts, few = self._keeper, Counter[str](), set[str]()
        known = [(name, one.address) for name, one in keeper.resting.items() if one.card is not None]
        known += [(name, one.address) for name, one in keeper.tables.items() if one.state.settings.public]
        for name, address in known:
            counts[address] += 1
            if not address or counts[address] <= OF_ADDRESS:
                few.add(name)
        return few

    async def _share_forever(self) -> None:
        while True:
            with suppress(StoreError, BusyError):
                await self.share_changes()
            await asyncio.sleep(EVERY)

    async def share_changes(self) -> None:
        """Tell of own tables that have changed, and look up those of others that have."""
        if not self._swept:
            await self._store.write(delete_closed_cards)
            self._swept = True
        if changed := self._find_changes():
            try:
                await self._store.write(lambda connection: store_cards(connection, changed))
            except (StoreError, BusyError):
                self._looked = {one: count for one, count in self._looked.items() if one not in changed}
                raise
            self._told = {one: data for one, data in {**self._told, **changed}.items() if data}
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

    def _find_changes(self) -> dict[str, bytes]:
        """What is to be told of own tables; empty of those that are here no more."""
        here, few = self._keeper.tables, self._pick_shared()
        gone = [one for one in self._told if one not in here and one not in self._keeper.resting]
        changed = dict.fromkeys(gone[:MOST], b"")
        for one, table in here.items():
            now = table.epoch, table.history.changes
            if one in few and len(changed) < MOST and self._looked.get(one) != now:
                self._looked[one] = now
                data = encode(player_view.build_table_card(table.state))
                if self._told.get(one) != data:
                    changed[one] = data
        return changed


def store_cards(connection: Connection, changed: dict[str, bytes]) -> None:
    """Keep what is told of tables, and tell the others that there is news.

    Where a table has just moved, another may do so at the same moment.
    """
    told = [{"table_id": one, "data": data.decode()} for one, data in sorted(changed.items()) if data]
    if told:
        connection.execute(CARDS, told)
    delete_cards(connection, [one for one, data in changed.items() if not data])
    notify(connection, "cards", ",".join(changed))


def delete_cards(connection: Connection, names: Sequence[str]) -> None:
    """Keep nothing of tables that are closed; one that has moved is told of by its owner."""
    closed = select(tables.c.id).where(tables.c.id.in_(names), tables.c.closed.is_(True))
    connection.execute(delete(cards).where(cards.c.table_id.in_(closed)))


def delete_closed_cards(connection: Connection) -> None:
    """Keep nothing of any closed table: the server that had it may have ended first."""
    closed = select(tables.c.id).where(tables.c.closed.is_(True))
    connection.execute(delete(cards).where(cards.c.table_id.in_(closed)))


def load_cards(connection: Connection, wanted: set[str], me: str) -> dict[str, TableCard]:
    """What others tell of tables that are public and open."""
    query = select(cards.c.table_id, cards.c.data).join(tables)
    query = query.where(tables.c.closed.is_(False), tables.c.owner != me)
    if "" not in wanted:
        query = query.where(cards.c.table_id.in_(wanted))
    return {one: decode_card(orjson.loads(data)) for one, data in connection.execute(query)}


def decode_card(told: dict[str, Any]) -> TableCard:
    origin = Origin(*told["origin"]) if told["origin"] else None
    return replace(TableCard(**told), names=tuple(told["names"]), faces=tuple(told["faces"]), origin=origin, matches=())
