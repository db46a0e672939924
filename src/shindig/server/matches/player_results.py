"""What people look back on: their matches with dates and scores, statistics a game, and days in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select, update

from shindig.core.confidence_intervals import student_quantile

from ..accounts.accounts import Person
from ..storage.event_store import EventStore
from ..storage.schema import results, tries
from ..table_log.hand_results import MIXED, PEOPLE
from .reviews import Loss

PAGE = 20
"""Matches on a page of somebody's history."""
FEWEST = 5
"""Hands from which on an interval is told."""
DAY = 86_400.0
NEEDED = (
    *(results.c.game, results.c.place, results.c.hands, results.c.gained, results.c.squares, results.c.best),
    *(results.c.against, results.c.facts, results.c.lost),
)


class FinalSeat(NamedTuple):
    """Who sat at a seat at the end of a match."""

    name: str
    face: str
    bot: str
    """The bot that played there, by its level; empty for a person."""
    score: int


class Result(NamedTuple):
    """A match that is over, as it stands in the history of somebody."""

    table: str
    match: int
    game: str
    ended: float
    """Seconds since 1970."""
    seat: int
    place: int
    """0 for who was not there at the end."""
    score: int
    hands: int
    counts: bool
    """Whether it is in the statistics."""
    rated: bool
    day: str
    """Whose deal of the day it was; empty for others."""
    seats: tuple[FinalSeat, ...]


@dataclass
class Gain:
    """What hands brought: sums, from which mean and interval come."""

    hands: int = 0
    gained: float = 0.0
    squares: float = 0.0

    def add(self, hands: int, gained: float, squares: float = 0.0) -> None:
        self.hands += hands
        self.gained += gained
        self.squares += squares

    @property
    def mean(self) -> float:
        """What a hand brought on average, in the unit of the scores."""
        return self.gained / self.hands if self.hands else 0.0

    @property
    def margin(self) -> float | None:
        """Half the width of its 95 % interval; None where there are too few hands to tell."""
        if self.hands < FEWEST:
            return None
        variance = max(0.0, self.squares - self.hands * self.mean**2) / (self.hands - 1)
        return student_quantile(self.hands - 1) * sqrt(variance / self.hands)


@dataclass
class Statistics:
    """How somebody does at a game, in all matches that count."""

    matches: int = 0
    won: int = 0
    hands: int = 0
    best: int | None = None
    """The most that a hand brought."""
    against: dict[str, Gain] = field(default_factory=dict)
    """By whom they played against: a bot's level, bots of several, people."""
    dealt: Gain = field(default_factory=Gain)
    """Hands that they dealt; its squares are not known."""
    lost: dict[str, Loss] = field(default_factory=dict)
    """By the kind of decision, what reviews found."""

    def add(self, row: Any) -> None:
        self.matches += 1
        self.won += row.place == 1
        self.hands += row.hands
        if row.hands:
            self.best = row.best if self.best is None else max(self.best, row.best)
            self.against.setdefault(row.against, Gain()).add(row.hands, row.gained, row.squares)
        self.dealt.add(*orjson.loads(row.facts).get("dealer", (0, 0)))
        for kind, (choices, lost) in orjson.loads(row.lost).items():
            self.lost[kind] = self.lost.get(kind, Loss()).plus(Loss(choices, lost))

    def sort_gains(self, levels: Iterable[str]) -> list[tuple[str, Gain]]:
        """Gains by whom they are against: levels in their order, then the rest."""
        known = [*levels, *self.against]
        known = [*(one for one in dict.fromkeys(known) if one not in (MIXED, PEOPLE)), MIXED, PEOPLE]
        return [(one, self.against[one]) for one in known if one in self.against]

    @property
    def costliest(self) -> list[tuple[str, Loss]]:
        """The kinds of decision that cost most, the dearest first."""
        return sorted(((kind, loss) for kind, loss in self.lost.items() if loss.lost), key=lambda one: -one[1].lost)


class PlayerResults:
    """The books of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def load_page(self, person: Person, number: int) -> tuple[list[Result], bool]:
        """Page 0, 1, ... of somebody's matches, the latest first, and whether there are more."""
        mine = select(results).where(results.c.person == person.id)
        query = mine.order_by(results.c.ended.desc(), results.c.match.desc()).offset(number * PAGE).limit(PAGE + 1)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [_build_result(row) for row in rows[:PAGE]], len(rows) > PAGE

    async def load_statistics(self, person: Person) -> dict[str, Statistics]:
        """By game."""
        query = select(*NEEDED).where(results.c.person == person.id, results.c.counts)
        return await self._store.read(lambda connection: sum_results(connection.execute(query)))

    async def store_losses(self, table: str, match: int, person: str, lost: Mapping[str, Loss]) -> None:
        """Keep what the review of a match found."""
        mine = (results.c.table_id == table) & (results.c.match == match) & (results.c.person == person)
        told = orjson.dumps({kind: tuple(loss) for kind, loss in lost.items()}).decode()
        await self._store.write(lambda connection: connection.execute(update(results).where(mine).values(lost=told)))

    async def load_streaks(self, person: Person) -> tuple[int, int]:
        """For how many days in a row they have played the deal of the day, and anything, up to today or yesterday."""
        played = select(results.c.ended).where(results.c.person == person.id, results.c.counts)
        tried = select(tries.c.ended).where(tries.c.person == person.id, tries.c.score.is_not(None))
        both = await self._store.read(
            lambda connection: [connection.execute(one).scalars().all() for one in (tried, played)]
        )
        of_days, of_any = (count_streak(ended, self._now()) for ended in both)
        return of_days, of_any


def sum_results(rows: Iterable[Any]) -> dict[str, Statistics]:
    """Statistics of these matches, by game: of thousands it takes a while, so not while others wait."""
    found: dict[str, Statistics] = {}
    for row in rows:
        found.setdefault(row.game, Statistics()).add(row)
    return found


def count_streak(moments: Iterable[float], now: float) -> int:
    """Days in a row with one of these moments, in UTC; the last of them is today or yesterday, else there are none."""
    days, today = {int(moment // DAY) for moment in moments}, int(now // DAY)
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count


def _build_result(row: Any) -> Result:
    told = {name: getattr(row, name) for name in Result._fields if name not in ("table", "seats")}
    return Result(table=row.table_id, seats=tuple(FinalSeat(**one) for one in orjson.loads(row.seats)), **told)
