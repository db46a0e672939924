"""Attempts at the deal of the day: one table per person and day, which they can come back to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from shindig.gamekit import game as game_by_id

from ..errors import BusyError, MissingError, RoomError
from ..fairness.daily_secret import SealedDeal
from ..person import Person
from ..schemas import Settings
from ..tables import commands
from .daily_deals import DailyDeals

if TYPE_CHECKING:
    from ..tables.table_actor import TableActor

OpenAttempt = Callable[[Person, SealedDeal, Settings, str], Awaitable[str]]
NONE = "there is no deal today: no game here has bots of its own"


class DailyAttempts:
    """Attempts of people. `opens` opens a table for a day's deal, `finds` finds a table."""

    def __init__(self, days: DailyDeals, opens: OpenAttempt, finds: Callable[[str], Awaitable[TableActor]]) -> None:
        self._days, self._opens, self._finds = days, opens, finds
        self._swept = ""
        self._opening = asyncio.Lock()
        """Lock against two tables for two requests at once."""

    async def open_today(self, person: Person, client: str = "") -> str:
        """Return the table of a person's only attempt at today's deal, which is never ranked if a guest began it."""
        await self.close_past_attempts()
        daily = await self._days.get_deal(self._days.today)
        if daily is None:
            raise MissingError(NONE)
        async with self._opening:
            table = await self._find_or_open(person, daily, client)
            found = await self._finds(table)
            if found.state.state == "waiting":  # the server was killed as it was opened
                await found.do(commands.Begin(person))
        return table

    async def _find_or_open(self, person: Person, daily: SealedDeal, client: str) -> str:
        """Return the existing table, or open one."""
        if (mine := await self._days.load_attempt(daily.day, person)) is not None:
            return mine.table
        terms = daily.terms
        title = f"Deal of the day: {game_by_id(terms.game).name}"
        settings = Settings(title, public=False, watch=False, reveal="never", chat="phrases", bot=terms.bot)
        try:
            return await self._opens(person, daily, settings, client)
        except BusyError:  # they opened it twice at once
            mine = await self._days.load_attempt(daily.day, person)
            if mine is None:
                raise
            return mine.table

    async def close_past_attempts(self) -> None:
        """Close the tables of past days, and make tomorrow's deal: once a day."""
        if self._swept == self._days.today:
            return
        self._swept = self._days.today
        await self._days.get_deal(self._days.find_day_ahead(1))
        for table in await self._days.load_open_tables():
            with suppress(RoomError):
                found = await self._finds(table)
                if not found.has_ended:
                    await found.do(commands.Clear())
