"""The deal of the day: one per day in UTC, equal for all. Its secret is committed to before the day and opened after
it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from shindig.bots import EXPERT, RANDOM, STEADY
from shindig.gamekit import Game, games
from shindig.messages import say

from ..errors import ForbiddenError, MissingError, RefusedError
from ..fairness.daily_secret import SealedDeal, Terms
from ..person import Person
from ..recent_cache import RecentCache
from ..storage.event_store import EventStore
from ..storage.schema import days, people, tables, tries
from ..table_log.table_state import TableState

HANDS = 4
"""Number of hands."""
SHOWN = 100
"""Number of places that a day's results show."""
CACHED_DAYS = 10
"""Number of days whose deals are cached."""
MOST_LEFT = 2_000
"""Number of tables closed at once when a day ends."""


class DailyAttempt(NamedTuple):
    """An attempt of a person."""

    table: str
    score: int | None
    """Payoff of its hands; None until the match is over."""
    ranked: bool = True
    """False for an attempt that a guest began, also if they have an account now."""


class DailyStanding(NamedTuple):
    """A place in a day's results."""

    place: int
    person: str
    name: str
    face: str
    score: int
    table: str


class DailyDealInfo(NamedTuple):
    """Public information about a day."""

    day: str
    terms: Terms
    commitment: str
    secret: str
    """Secret; empty until the day is over."""


class DailyDeals:
    """Daily deals of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._known: RecentCache[str, SealedDeal] = RecentCache("deals of the day", CACHED_DAYS)

    @property
    def today(self) -> str:
        return self.find_day_ahead(0)

    def find_day_ahead(self, count: int) -> str:
        """Return the day a number of days from today."""
        return (datetime.fromtimestamp(self._now(), UTC).date() + timedelta(count)).isoformat()

    def count_hours_left(self) -> int:
        """Return the whole hours until today ends."""
        return int(24 - self._now() / 3600 % 24)

    def is_over(self, day: str) -> bool:
        return day < self.today

    async def get_deal(self, day: str) -> SealedDeal | None:
        """Return the deal of a day, secret included. Today's and tomorrow's are made on demand."""
        found = self._known.find(day) or await self._load_deal(day)
        if found is None and self.today <= day <= self.find_day_ahead(1):
            found = await self._make_deal(day)
        if found is not None:
            self._known.keep(day, found)
        return found

    async def _load_deal(self, day: str) -> SealedDeal | None:
        query = select(days).where(days.c.day == day)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else SealedDeal(row.day, Terms(**orjson.loads(row.terms)), bytes.fromhex(row.secret))

    async def _make_deal(self, day: str) -> SealedDeal | None:
        """Choose the terms of a day, once for all servers."""
        terms = choose_terms(date.fromisoformat(day))
        if terms is None:
            return None
        made = SealedDeal.make(day, terms)
        row = {"day": day, "game": terms.game, "terms": terms.text, "secret": made.secret.hex()}
        try:
            await self._store.write(lambda connection: connection.execute(insert(days).values(row)))
        except IntegrityError:  # another server was quicker
            return await self._load_deal(day)
        return made

    async def load_info(self, day: str) -> DailyDealInfo | None:
        """Return the public information about a day, or None."""
        found = await self.get_deal(day)
        if found is None:
            return None
        secret = found.secret.hex() if self.is_over(day) else ""
        return DailyDealInfo(day, found.terms, found.commitment.hex(), secret)

    async def load_attempt(self, day: str, person: Person) -> DailyAttempt | None:
        """Return a person's attempt, or None."""
        columns = (tries.c.table_id, tries.c.score, tries.c.ranked)
        query = select(*columns).where(tries.c.day == day, tries.c.person == person.id)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else DailyAttempt(*row)

    async def load_standings(self, day: str, person: Person | None) -> tuple[list[DailyStanding], int]:
        """Return the best ranked results of a day, and their number; today's only for a person who has played."""
        mine = await self.load_attempt(day, person) if person else None
        shown = SHOWN if self.is_over(day) or (mine is not None and mine.score is not None) else 0

        def work(connection: Connection) -> tuple[list[DailyStanding], int]:
            played = (tries.c.day == day) & tries.c.ranked & tries.c.score.is_not(None)
            count = connection.scalar(select(func.count()).select_from(tries).where(played)) or 0
            columns = (tries.c.person, people.c.name, people.c.face, tries.c.score, tries.c.table_id)
            best = select(*columns).join(people, people.c.id == tries.c.person).where(played)
            rows = connection.execute(best.order_by(tries.c.score.desc(), tries.c.ended).limit(shown)).all()
            return build_standings(rows), count

        return await self._store.read(work)

    async def count_place(self, day: str, score: int) -> int:
        """Return the place of a score on a day."""
        ranked = (tries.c.day == day) & tries.c.ranked
        better = select(func.count()).select_from(tries).where(ranked, tries.c.score > score)
        return 1 + await self._store.read(lambda connection: connection.scalar(better) or 0)

    async def load_open_tables(self) -> list[str]:
        """Return open tables of past days."""
        still = select(tries.c.table_id).join(tables, tables.c.id == tries.c.table_id).where(tables.c.closed.is_(False))
        query = still.where(tries.c.day < self.today).limit(MOST_LEFT)
        return await self._store.read(lambda connection: [*connection.execute(query).scalars()])

    # Person who may look at a try, and play it.

    def check_admission(self, daily: SealedDeal | None, sat: Collection[str], person: Person | None) -> None:
        """Raise ForbiddenError for a viewer of another person's attempt before the day is over."""
        if daily is None or self.is_over(daily.day):
            return
        if person is None or person.find_known_id(sat) not in sat:
            raise ForbiddenError(say("refuse-day-closed"))

    def check_running(self, state: TableState) -> None:
        """Raise RefusedError for an attempt whose day is over."""
        if state.drawing is not None and state.playing and self.is_over(state.drawing.daily.day):
            raise RefusedError(say("refuse-day-over"))

    def check_open(self, daily: SealedDeal | None) -> None:
        """Raise RefusedError if the whole deal would be revealed before its day is over."""
        if daily is not None and not self.is_over(daily.day):
            raise RefusedError(say("refuse-day-wait"))


def build_standings(rows: Sequence[Any]) -> list[DailyStanding]:
    """Return rows by score, the highest first, with their places. Equal scores share a place."""
    scores = [row.score for row in rows]
    return [DailyStanding(1 + scores.index(row.score), *row) for row in rows]


def choose_terms(day: date) -> Terms | None:
    """Return the terms of a day; games with bots of their own take turns. None without any game."""
    fit = sorted((one for one in games() if one.services.bots), key=lambda one: one.id)
    return _build_terms(fit[day.toordinal() % len(fit)]) if fit else None


def _build_terms(game: Game) -> Terms:
    return Terms(game.id, game.rules.version, game.rules.usual_players, choose_bot(game.services.bots), HANDS)


def choose_bot(bots: Collection[str]) -> str:
    """Return the bot of a daily deal. A bot that searches or changes after compiling is never used."""
    fit = [one for one in bots if one != EXPERT]
    return STEADY if STEADY in fit else next(iter(fit), RANDOM)


def parse_day(text: str) -> str:
    """Return a day of the calendar. Raises MissingError."""
    with suppress(ValueError):
        if date.fromisoformat(text[:20]).isoformat() == text:
            return text
    raise MissingError(say("refuse-day-missing"))
