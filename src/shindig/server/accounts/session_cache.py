"""Sessions: who a secret token proves. Recent ones are cached, since every request asks."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from shindig.core.caches import cached

from ..errors import BusyError
from ..person import Person
from ..recent_cache import RecentCache
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import people, seatings, sessions, tables
from ..storage.server_signals import notify_servers

CACHED_SESSIONS = 10_000
DAY = 86_400.0
IDLE = 90 * DAY
"""Lifetime of an unused session, in seconds."""
LIFE = 365 * DAY
"""Lifetime of a used session, in seconds."""
FRESH = 3.0
"""Seconds for which a token's owner stays in the cache. A session ended by another server may work that long."""
LATELY, TOGETHER = 15.0, 500
"""Sessions used within so many seconds are refreshed together, at most so many at once."""
STALE = 60.0
"""Seconds for which cached sessions stay valid while the database is down."""

WHO = (
    select(people.c.id, people.c.name, people.c.login, people.c.face, sessions)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.token_hash.in_(bindparam("tokens", expanding=True)), sessions.c.expires > bindparam("now"))
)
AT_TABLES = (
    select(sessions.c.token_hash, people.c.id, people.c.name, people.c.login, people.c.face)
    .join(people, people.c.id == sessions.c.person)
    .where(people.c.id.in_(select(seatings.c.person).join(tables).where(tables.c.closed.is_(False))))
    .where(sessions.c.expires > bindparam("now"))
    .order_by(sessions.c.created.desc())
    .limit(CACHED_SESSIONS)
)
"""Prepared statements: the owners of some tokens, and the people at open tables, the latest first."""


def load_guests(connection: Connection, accounts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the guests that were merged into these accounts, the latest first."""
    mine = select(people.c.became, people.c.id).where(people.c.became.in_([*accounts]))
    found: dict[str, tuple[str, ...]] = {}
    for account, guest in connection.execute(mine.order_by(people.c.created.desc())):
        found[account] = (*found.get(account, ()), guest)
    return found


def load_ids(connection: Connection, person: str) -> tuple[str, ...]:
    """Return all ids under which tables know a person."""
    return (person, *load_guests(connection, [person]).get(person, ()))


def build_person(row: Any, guests: Mapping[str, tuple[str, ...]]) -> Person:
    """Build a person from a row with id, name, login and face."""
    return Person(row.id, row.name, row.login, row.face, guests.get(row.id, ()))


@cached(CACHED_SESSIONS)
def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


@dataclass(eq=False)
class CachedSession:
    """Cached owner of a token."""

    person: Person
    since: float
    """Time of the last answer of the database."""
    used: float
    """Time of the last use."""


class SessionCache:
    """Sessions of a store, with the owners of recent ones. `now` gives seconds since 1970, `ticks` monotonic ones."""

    def __init__(
        self, store: EventStore, now: Callable[[], float], ticks: Callable[[], float], most: int = CACHED_SESSIONS
    ) -> None:
        self._store, self._now, self._ticks = store, now, ticks
        self._sessions: RecentCache[str, CachedSession] = RecentCache("sessions", most)
        """Cache of token owners, the most recently used last."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        """Tokens for which a query is running."""
        self.knows_guests = True
        """False in a room without guests: only people with an account are found by their token."""

    async def find_person(self, token: str) -> Person | None:
        """Return the owner of a token; None for an unknown token or an ended session.

        The cache is valid for `FRESH` seconds. While the database is down, cached owners stay valid for `STALE`
        seconds; after that this raises StoreError.
        """
        person = await self.find_owner(token)
        return person if person is not None and self._is_known(person) else None

    def _is_known(self, person: Person) -> bool:
        return self.knows_guests or person.login is not None

    async def find_owner(self, token: str) -> Person | None:
        """Return the owner of a token as `find_person` does, also a guest in a room without guests."""
        if (person := self.find_cached(token)) is not None:
            return person
        hashed = hash_token(token)
        known, now = self._sessions.get(hashed), self._ticks()
        try:
            await asyncio.shield(self._asking.get(hashed) or self._start_query(hashed, known))
        except (StoreError, BusyError):
            if known is None or now - known.since >= STALE:
                raise
            return known.person
        return self._sessions[hashed].person if hashed in self._sessions else None

    def find_cached(self, token: str) -> Person | None:
        """Return the cached owner of a token; None if the database must be asked."""
        known = self._sessions.find(hash_token(token))
        if known is None:
            return None
        known.used = now = self._ticks()
        return known.person if now - known.since < FRESH and self._is_known(known.person) else None

    def _start_query(self, hashed: str, known: CachedSession | None) -> asyncio.Task[None]:
        """Ask the database for the owner of a token, and for other recent ones in one query."""
        asked = {hashed: known, **(self._find_recent() if known is not None else {})}
        asking = asyncio.create_task(self._load_sessions(hashed, asked))
        self._asking.update(dict.fromkeys(asked, asking))
        asking.add_done_callback(partial(self._end_query, asked))
        return asking

    def _end_query(self, about: Iterable[str], asking: asyncio.Task[None]) -> None:
        for hashed in about:
            if self._asking.get(hashed) is asking:
                del self._asking[hashed]
        if not asking.cancelled():
            asking.exception()  # those who wait get it, so it is not lost

    def _find_recent(self) -> dict[str, CachedSession]:
        """Return recent owners whose cache entry will soon expire."""
        now, found = self._ticks(), dict[str, CachedSession]()
        for hashed, known in reversed(self._sessions.items()):
            if now - known.used > LATELY or len(found) >= TOGETHER:
                break
            if now - known.since >= FRESH / 2 and hashed not in self._asking:
                found[hashed] = known
        return found

    async def _load_sessions(self, hashed: str, asked: Mapping[str, CachedSession | None]) -> None:
        """Store the database's answer in the cache. Changes made to other entries meanwhile stay."""
        now = self._now()

        def work(connection: Connection) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
            rows = connection.execute(WHO, {"tokens": [*asked], "now": now}).all()
            return {row.token_hash: row for row in rows}, load_guests(connection, {row.id for row in rows if row.login})

        rows, guests = await self._store.read(work)
        for one in [one for one, known in asked.items() if one == hashed or self._sessions.get(one) is known]:
            if one in rows:
                self._cache_person(one, build_person(rows[one], guests))
            else:
                self._sessions.pop(one, None)
        await self._prolong_sessions(
            [row for row in rows.values() if min(now + IDLE, row.created + LIFE) - row.expires > DAY]
        )

    async def _prolong_sessions(self, rows: Sequence[Any]) -> None:
        """Extend the lifetime of used sessions."""
        now = self._now()

        def work(connection: Connection) -> None:
            for row in rows:
                mine = update(sessions).where(sessions.c.token_hash == row.token_hash)
                connection.execute(mine.values(expires=min(now + IDLE, row.created + LIFE)))

        if rows:
            with suppress(StoreError, BusyError):  # another time will do
                await self._store.write(work)

    async def load_seated(self) -> None:
        """Load the people at open tables into the cache, since all come back at once after a restart."""
        asked = {"now": self._now()}

        def work(connection: Connection) -> tuple[Any, dict[str, tuple[str, ...]]]:
            rows = connection.execute(AT_TABLES, asked).all()
            return rows, load_guests(connection, {row.id for row in rows if row.login})

        rows, guests = await self._store.read(work)
        for row in reversed(rows):
            self.cache_session(row.token_hash, build_person(row, guests))

    def find_cached_id(self, token: str) -> str:
        """Return the id of a token's recent owner, else "". This asks no database."""
        person = self.find_cached_owner(token)
        return person.id if person is not None else ""

    def find_cached_owner(self, token: str) -> Person | None:
        """Return a token's recent owner, perhaps by an old name; None if it is not cached. This asks no database."""
        known = self._sessions.get(hash_token(token))
        return known.person if known is not None else None

    def note_changed(self, person: str) -> None:
        """Clear the cache for a person who changed on another server; for everybody without a name."""
        for hashed, known in self._sessions.items():
            if person in ("", known.person.id):
                self._sessions[hashed] = replace(known, since=min(known.since, self._ticks() - FRESH))
                self._asking.pop(hashed, None)

    def build_session(self, person: str) -> tuple[str, dict[str, object]]:
        """Make a token, and its row of the store."""
        token, now = secrets.token_urlsafe(32), self._now()
        return token, {"token_hash": hash_token(token), "person": person, "created": now, "expires": now + IDLE}

    def update_person(self, person: Person) -> Person:
        """Replace a person in the cache."""
        for hashed, known in self._sessions.items():
            if known.person.id == person.id:
                self._sessions[hashed] = replace(known, person=person)
        return person

    def forget(self, gone: Iterable[str], kept: str = "") -> None:
        """Remove people from the cache, since their id changed or their sessions ended, except for one session."""
        ids = {*gone}
        for hashed in [hashed for hashed, known in self._sessions.items() if known.person.id in ids]:
            self._asking.pop(hashed, None)
            if hashed != kept:
                del self._sessions[hashed]

    def _cache_person(self, hashed: str, person: Person) -> CachedSession:
        """Store an owner in the cache."""
        now, known = self._ticks(), self._sessions.get(hashed)
        self._sessions[hashed] = made = CachedSession(person, now, known.used if known is not None else now)
        return made

    def cache_session(self, hashed: str, person: Person) -> Person:
        """Store the owner of a new session, the latest, in the cache."""
        now = self._ticks()
        self._sessions.keep(hashed, CachedSession(person, now, now))
        return person

    async def end_session(self, token: str) -> None:
        """End a session. A guest cannot come back."""
        hashed = hash_token(token)
        gone = delete(sessions).where(sessions.c.token_hash == hashed).returning(sessions.c.person)

        def work(connection: Connection) -> None:
            for person in connection.execute(gone).scalars().all():
                notify_servers(connection, "person", person)

        await self._store.write(work)
        self._sessions.pop(hashed, None)
