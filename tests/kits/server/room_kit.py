"""A room for tests: a clock that is moved by hand, bots in the same process, helpers to play."""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import numpy as np
from sqlalchemy import insert, select

from shindig.bots import random_policy
from shindig.bots.advice import Advice, advise
from shindig.bots.choice_review import ReviewedChoice, review_choice
from shindig.bots.world_sampling import SampledPosition, sample_position
from shindig.match import View
from shindig.server.bot_pool.pool_interface import CompiledCallback
from shindig.server.fairness.daily_secret import SealedDeal, Terms
from shindig.server.fairness.fair_shuffle import make_secret
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings, TableUpdate
from shindig.server.storage.database import StoreError
from shindig.server.storage.event_store import Append, EventStore
from shindig.server.storage.schema import days
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables.commands import RunScheduler
from tests.kits.server.databases import sqlite_database, with_newest_schema


class HandAlarm:
    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake: Callable[[], None] | None = wake

    def cancel(self) -> None:
        self.wake = None


class HandClock:
    """Time that moves when a test says so; the date may be set to anything."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now
        self.set_by = 1_700_000_000.0
        """What the date is ahead."""
        self._alarms: list[tuple[float, int, HandAlarm]] = []
        self._order = count()

    def now(self) -> float:
        return self._now

    def date(self) -> float:
        return self._now + self.set_by

    def call_at(self, when: float, wake: Callable[[], None]) -> HandAlarm:
        alarm = HandAlarm(wake)
        heapq.heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        """Ring every alarm up to then."""
        end = self._now + seconds
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, when)
            if alarm.wake is not None:
                alarm.wake()
        self._now = end


class InlineBots:
    """Bots without a process: random, from a seed. `silent` ones never answer."""

    def __init__(
        self, seed: int = 0, silent: bool = False, weigh: Callable[[View, int], ReviewedChoice] | None = None
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self.silent = silent
        self._weigh = weigh or review_compiled
        self.preparing: set[str] = set()
        self.advised: list[View] = []
        self.reviewed: list[tuple[View, int]] = []
        self.failure: Exception | None = None
        """What they raise, for now, when they are asked for advice or a review."""

    async def ask(self, bot: str, who: str, view: View) -> int:
        assert bot
        assert who
        if self.silent:
            await asyncio.Event().wait()
        return random_policy(view, self._rng)

    def set_compiled_callback(self, told: CompiledCallback) -> None:
        self.told = told

    def is_ready(self, game_id: str) -> bool:
        return game_id not in self.preparing

    async def advise(self, view: View) -> Advice:
        self.advised.append(view)
        self._fail()
        return advise(view)

    async def review(self, view: View, action: int) -> ReviewedChoice:
        self.reviewed.append((view, action))
        self._fail()
        return self._weigh(view, action)

    def _fail(self) -> None:
        if self.failure:
            raise self.failure

    async def sample_world(self, view: View, salt: str) -> SampledPosition | None:
        return sample_position(view, salt)

    async def request_compilation(self, game_id: str) -> None:
        assert game_id

    async def wait_for_rules(self, game_id: str) -> bool:
        return bool(game_id)

    async def close(self) -> None:
        pass


def review_compiled(view: View, action: int) -> ReviewedChoice:
    """Review a choice as the pool's processes do."""
    view.game.compiled_policies.compile()
    return review_choice(view, action)


QUICK = Pace(least=0, most=0, rest=0, device=2.0, returns=0, together=0, absent=100_000)
"""Nothing takes time but people and their devices."""


async def open_room(url: str, clock: HandClock, pace: Pace = QUICK, bots: InlineBots | None = None) -> GameServer:
    return await GameServer.start(with_newest_schema(url), clock, pace, bots or InlineBots(), random.Random(1))


def run(
    folder: Path,
    work: Callable[[GameServer, HandClock], Awaitable[None]],
    pace: Pace = QUICK,
    bots: InlineBots | None = None,
) -> None:
    """A room on SQLite, some work, the end."""

    async def whole() -> None:
        clock = HandClock()
        room = await open_room(sqlite_database(folder / "room.db"), clock, pace, bots)
        try:
            await work(room, clock)
        finally:
            await room.close()

    asyncio.run(whole())


async def settle(room: GameServer, *tables: str) -> None:
    """Wait until nothing more happens at the tables without somebody's doing or the clock's."""
    for table in tables:
        served = room.table_registry.tables[table]
        while True:
            before = served.state.seq, served.history.changes
            await asyncio.sleep(0)
            await served.do(RunScheduler())
            while served.memory.replies.tasks:
                await asyncio.gather(*served.memory.replies.tasks)
                await served.do(RunScheduler())
            if before == (served.state.seq, served.history.changes):
                break


async def finish_tasks(kind: str) -> None:
    """Wait until all tasks of a kind have ended: those whose name begins with this word."""
    tasks = [one for one in asyncio.all_tasks() if one.get_name().split()[0] == kind]
    await asyncio.gather(*tasks, return_exceptions=True)


async def guests(room: GameServer, *names: str) -> list[Person]:
    return [(await room.accounts.create_guest(name))[0] for name in names]


async def play_out(room: GameServer, table: str, people: list[Person], seed: int = 0, most: int = 5_000) -> int:
    """Random legal moves by the persons until the match is over: the number of their moves."""
    rng, moves = np.random.default_rng(seed), 0
    await settle(room, table)
    while room.table_registry.tables[table].state.playing and moves < most:
        person, news = await asked(room, table, people)
        assert news.view is not None
        token = news.info.token or ""
        await room.move(table, person, random_policy(news.view, rng), token, key=token)
        moves += 1
        await settle(room, table)
    return moves


async def asked(room: GameServer, table: str, people: list[Person]) -> tuple[Person, TableUpdate]:
    """One of those whose answer the table waits for, be it one that many are asked for at once."""
    for person in people:
        news = await room.build_bare_snapshot(table, person)
        if news.info.token is not None:
            return person, news
    raise AssertionError(f"nobody is asked, and it is seat {room.table_registry.tables[table].state.actor}'s turn")


async def seal_days(store: EventStore, today: str, terms: Terms, count: int = 40, secret: bytes | None = None) -> None:
    """Choose the terms of the deals of today and of the days after it that have none yet, and their secret if given."""
    first = date.fromisoformat(today)
    known = await store.read(lambda connection: {*connection.execute(select(days.c.day)).scalars()})
    for ahead in range(count):
        one = SealedDeal((first + timedelta(ahead)).isoformat(), terms, secret or make_secret())
        if one.day in known:
            continue
        row = {"day": one.day, "game": terms.game, "terms": terms.text, "secret": one.secret.hex()}
        await store.write(lambda connection, row=row: connection.execute(insert(days).values(row)))  # type: ignore[misc]


FIRST = {"first_dealer": 0}
"""Seat 0 deals, so seat 1 is asked first whether it claims."""


def kill_at_results(room: GameServer) -> None:
    """From now on the store fails where a match's results are to be kept with its last step."""
    append = room.services.store.append

    async def dies(step: Append) -> None:
        if step.beside:
            raise StoreError("killed")
        await append(step)

    room.services.store.append = dies  # type: ignore[method-assign]


async def two_at_table(
    room: GameServer, seats: int = 2, settings: Settings | None = None, **options: int
) -> tuple[str, Person, Person]:
    """Ann (host) at seat 0 and Bob at seat 1 of a Tall Card match that has begun."""
    ann, bob = await guests(room, "Ann", "Bob")
    table = await room.open_table(ann, "tall-card", seats, {**FIRST, **options}, settings)
    await room.sit(table, bob)
    await room.start_match(table, ann)
    await settle(room, table)
    return table, ann, bob


async def claim(room: GameServer, table: str, person: Person, key: str | None = None) -> str:
    """Claim the Tall Card; the token of the turn."""
    token = (await room.build_snapshot(table, person)).info.token or ""
    await room.move(table, person, "claim", token, key)
    await settle(room, table)
    return token


async def latest(stream: AsyncIterator[TableUpdate]) -> TableUpdate:
    return await asyncio.wait_for(anext(stream), 60)


async def names_of(room: GameServer) -> tuple[str, dict[str, str]]:
    """A table where a new match waits for seat 1, and whose token that is."""
    (ann, _), (bob, bobs) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
    table = await room.open_table(ann, "tall-card", 2, FIRST)
    await room.sit(table, bob)
    await room.start_match(table, ann)
    await settle(room, table)
    news = await room.build_snapshot(table, bob)
    assert news.view is not None
    return bobs, {"table": table, "token": news.info.token or "", "press": str(next(news.view.legal.actions))}


async def join_group(room: GameServer, group: str, *people: Person) -> None:
    """Let people join a group by its code."""
    for person in people:
        state = await room.groups.store.load(group)
        assert state is not None
        await room.groups.join(group, person, state.code)
