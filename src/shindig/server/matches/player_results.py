"""Results of people: history of matches, statistics by game, and streaks of days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select, update

from shindig.core.confidence_intervals import student_quantile

from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import events, results, tries
from ..table_log.hand_results import MIXED, PEOPLE
from .weighed_decisions import Loss

PAGE = 20
"""Number of matches on a page of the history."""
FEWEST = 5
"""Number of hands from which an interval is shown."""
DAY = 86_400.0
NEEDED = (
    *(results.c.game, results.c.place, results.c.hands, results.c.gained, results.c.squares, results.c.best),
    *(results.c.against, results.c.facts, results.c.lost),
)


class FinalSeat(NamedTuple):
    """A seat at the end of a match."""

    name: str
    face: str
    bot: str
    """Bot that played there, by its level; empty for a person."""
    score: int


class Result(NamedTuple):
    """A finished match in a person's history."""

    table: str
    match: int
    game: str
    ended: float
    """End in seconds since 1970."""
    seat: int
    place: int
    """Place; 0 for a person who was not there at the end."""
    score: int
    hands: int
    counts: bool
    """True if it counts in the statistics."""
    rated: bool
    day: str
    """Day of a daily deal; empty for others."""
    seats: tuple[FinalSeat, ...]
    logged: bool = True
    """True if the table's log is kept, so that the match can be replayed."""


@dataclass
class Gain:
    """Payoffs of hands: sums from which mean and interval are computed."""

    hands: int = 0
    gained: float = 0.0
    squares: float = 0.0

    def add(self, hands: int, gained: float, squares: float = 0.0) -> None:
        self.hands += hands
        self.gained += gained
        self.squares += squares

    @property
    def mean(self) -> float:
        """Mean payoff of a hand in the unit of scores."""
        return self.gained / self.hands if self.hands else 0.0

    @property
    def margin(self) -> float | None:
        """Half the width of its 95 % interval; None with too few hands."""
        if self.hands < FEWEST:
            return None
        variance = max(0.0, self.squares - self.hands * self.mean**2) / (self.hands - 1)
        return student_quantile(self.hands - 1) * sqrt(variance / self.hands)


@dataclass
class Statistics:
    """Statistics of a person at a game, over all matches that count."""

    matches: int = 0
    won: int = 0
    hands: int = 0
    best: int | None = None
    """Largest payoff of a hand."""
    against: dict[str, Gain] = field(default_factory=dict)
    """Payoffs by opponents: a bot's level, bots of several levels, people."""
    dealt: Gain = field(default_factory=Gain)
    """Payoffs as dealer; without squares."""
    lost: dict[str, Loss] = field(default_factory=dict)
    """Costs by kind of decision, from reviews."""

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
        """Return payoffs by opponents: levels in their order, then the rest."""
        known = [*levels, *self.against]
        known = [*(one for one in dict.fromkeys(known) if one not in (MIXED, PEOPLE)), MIXED, PEOPLE]
        return [(one, self.against[one]) for one in known if one in self.against]

    @property
    def costliest(self) -> list[tuple[str, Loss]]:
        """Kinds of decisions by cost, the highest first."""
        return sorted(((kind, loss) for kind, loss in self.lost.items() if loss.lost), key=lambda one: -one[1].lost)


class PlayerResults:
    """Match results of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def load_page(self, person: Person, number: int) -> tuple[list[Result], bool]:
        """Return page 0, 1, ... of a person's matches, the latest first, and whether there are more."""
        logged = select(events.c.seq).where(events.c.table_id == results.c.table_id).exists().label("logged")
        mine = select(results, logged).where(results.c.person == person.id)
        query = mine.order_by(results.c.ended.desc(), results.c.match.desc()).offset(number * PAGE).limit(PAGE + 1)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [_build_result(row) for row in rows[:PAGE]], len(rows) > PAGE

    async def load_statistics(self, person: Person) -> dict[str, Statistics]:
        """Return a person's statistics by game."""
        query = select(*NEEDED).where(results.c.person == person.id, results.c.counts)
        return await self._store.read(lambda connection: sum_results(connection.execute(query)))

    async def store_losses(self, table: str, match: int, person: str, lost: Mapping[str, Loss]) -> None:
        """Store the costs that a review of a match found."""
        mine = (results.c.table_id == table) & (results.c.match == match) & (results.c.person == person)
        told = orjson.dumps({kind: tuple(loss) for kind, loss in lost.items()}).decode()
        await self._store.write(lambda connection: connection.execute(update(results).where(mine).values(lost=told)))

    async def load_streaks(self, person: Person) -> tuple[int, int]:
        """Return for how many days in a row they have played the deal of the day, and anything, up to today or
        yesterday."""
        played = select(results.c.ended).where(results.c.person == person.id, results.c.counts)
        tried = select(tries.c.ended).where(tries.c.person == person.id, tries.c.score.is_not(None))
        both = await self._store.read(
            lambda connection: [connection.execute(one).scalars().all() for one in (tried, played)]
        )
        of_days, of_any = (count_streak(ended, self._now()) for ended in both)
        return of_days, of_any


def sum_results(rows: Iterable[Any]) -> dict[str, Statistics]:
    """Sum match rows into statistics by game. Thousands of rows take a while, so this runs in a thread."""
    found: dict[str, Statistics] = {}
    for row in rows:
        found.setdefault(row.game, Statistics()).add(row)
    return found


def count_streak(moments: Iterable[float], now: float) -> int:
    """Count the days in a row, in UTC, with one of these times. Without today or yesterday there are none."""
    days, today = {int(moment // DAY) for moment in moments}, int(now // DAY)
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count


def _build_result(row: Any) -> Result:
    told = {name: getattr(row, name) for name in Result._fields if name not in ("table", "seats")}
    return Result(table=row.table_id, seats=tuple(FinalSeat(**one) for one in orjson.loads(row.seats)), **told)
