"""Exercises: a person's costly choices, which come back after days to be made again.

The days follow Leitner's boxes (S. Leitner, So lernt man lernen, 1972). After a good answer an exercise moves to the
next box and comes back later; after a bad one it starts again tomorrow. Days are in UTC.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update

from shindig.bots.choice_review import ReviewedChoice

from ..storage.schema import exercises

if TYPE_CHECKING:
    from ..person import Person
    from ..storage.event_store import EventStore
    from .weighed_decisions import WeighedDecision

DAYS = (1, 3, 7, 16, 35, 90)
"""Days before an exercise of each box comes back."""
MOST = 300
"""Largest number of a person's exercises. Beyond it the best-known ones are deleted, the least costly first."""
DAY = 86_400.0
T = exercises.c


@dataclass(frozen=True)
class Exercise:
    """A choice to be made again."""

    table: str
    match: int
    step: int
    """Number of steps of the match before the choice."""
    seat: int
    game: str
    weighed: ReviewedChoice
    """The choice of the match and the best one, from the review."""
    box: int
    due: int
    """Due day, counted from 1970."""

    @property
    def token(self) -> str:
        """Return the name of the exercise in this box."""
        return f"{self.place}.{self.box}"

    @property
    def place(self) -> str:
        """Return the name of the exercise in every box."""
        return f"{self.table}.{self.match}.{self.step}"

    def schedule_next(self, well: bool, today: int) -> tuple[int, int]:
        """Return box and day after an answer. A good answer before the due day changes nothing."""
        if not well:
            return 0, today + DAYS[0]
        if self.due > today:
            return self.box, self.due
        box = min(self.box + 1, len(DAYS) - 1)
        return box, today + DAYS[box]


class DueExercises(NamedTuple):
    """Exercises of a person in a game."""

    due: int
    all: int
    day: int
    """Day on which the first one is due."""


class Exercises:
    """Exercises of people in a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    @property
    def today(self) -> int:
        """Today in UTC, counted from 1970."""
        return int(self._now() // DAY)

    async def store_exercises(
        self, table: str, match: int, person: str, game: str, found: Sequence[WeighedDecision]
    ) -> None:
        """Store the costly choices of a match. Existing exercises stay unchanged."""
        where = {
            "person": person,
            "table_id": table,
            "match": match,
            "game": game,
            "box": 0,
            "due": self.today + DAYS[0],
        }
        rows = {one.step: {**where, **build_row(one)} for one in found}

        def work(connection: Connection) -> None:
            known = select(T.step).where(T.person == person, T.table_id == table, T.match == match)
            fresh = rows.keys() - set(connection.execute(known).scalars())
            if fresh:
                connection.execute(insert(exercises), [rows[step] for step in sorted(fresh)])
                delete_excess(connection, person)

        await self._store.write(work)

    async def count_exercises(self, person: Person) -> dict[str, DueExercises]:
        """Return the numbers of exercises and of due ones, by game."""
        query = select(T.game, T.due).where(T.person == person.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        days = dict[str, list[int]]()
        for game, due in rows:
            days.setdefault(game, []).append(due)
        today = self.today
        return {game: DueExercises(sum(day <= today for day in due), len(due), min(due)) for game, due in days.items()}

    async def find_next(self, person: Person, game: str, after: str = "") -> Exercise | None:
        """Return the exercise that is due for longest, or due first; among these the most costly.

        `after` is the token of one practised before its day; then the next one follows, in a circle.
        """
        query = select(exercises).where(T.person == person.id, T.game == game)
        order = query.order_by(T.due, T.cost.desc(), T.table_id, T.match, T.step)
        rows = await self._store.read(lambda connection: connection.execute(order).all())
        found = [build_exercise(row) for row in rows]
        place = next((number for number, one in enumerate(found, 1) if one.place == after.rpartition(".")[0]), 0)
        return found[place % len(found)] if found else None

    async def find_exercise(self, person: Person, game: str, token: str) -> Exercise | None:
        """Return a person's exercise by its token, even after an answer; None if it is not theirs."""
        table, *numbers = token.split(".")
        if len(numbers) != 3 or not all(one.isascii() and one.isdigit() and len(one) < 10 for one in numbers):
            return None
        match, step, _ = map(int, numbers)
        mine = and_(T.person == person.id, T.game == game, T.table_id == table)
        query = select(exercises).where(mine, T.match == match, T.step == step)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else build_exercise(row)

    async def find_unanswered(self, person: Person, game: str, token: str) -> Exercise | None:
        """Return a person's exercise by its token if it was not answered since, else None."""
        found = await self.find_exercise(person, game, token)
        return found if found is not None and found.token == token else None

    async def delete_exercise(self, person: Person, one: Exercise) -> None:
        """Delete an exercise."""
        this = and_(T.table_id == one.table, T.match == one.match, T.step == one.step)
        await self._store.write(
            lambda connection: connection.execute(delete(exercises).where(T.person == person.id, this))
        )

    async def store_answer(self, person: Person, one: Exercise, well: bool) -> int:
        """Store an answer and return the next due day. A repeated answer counts once."""
        box, due = one.schedule_next(well, self.today)
        mine = and_(T.person == person.id, T.table_id == one.table, T.match == one.match, T.step == one.step)
        same = and_(mine, T.box == one.box, T.due == one.due)
        await self._store.write(
            lambda connection: connection.execute(update(exercises).where(same).values(box=box, due=due))
        )
        return due


def build_row(one: WeighedDecision) -> dict[str, Any]:
    """Return the stored form of a choice."""
    weighed = one.weighed
    cost = weighed.lost / weighed.spread if weighed.spread else weighed.lost
    return {"step": one.step, "seat": one.seat, "weighed": json.dumps(weighed.to_json()), "cost": cost}


def build_exercise(row: Row[Any]) -> Exercise:
    weighed = ReviewedChoice.from_json(json.loads(row.weighed))
    return Exercise(row.table_id, row.match, row.step, row.seat, row.game, weighed, row.box, row.due)


def delete_excess(connection: Connection, person: str) -> None:
    """Delete exercises above a person's limit."""
    mine = select(T.table_id, T.match, T.step).where(T.person == person)
    known_best = mine.order_by(T.box, T.cost.desc(), T.table_id, T.match, T.step).offset(MOST)
    for table, match, step in connection.execute(known_best).all():
        this = and_(T.table_id == table, T.match == match, T.step == step)
        connection.execute(delete(exercises).where(T.person == person, this))


def move_exercises(connection: Connection, old: str, new: str) -> None:
    """Give one person's exercises to another, in the transaction of their merge."""
    theirs = exercises.alias()
    both = and_(theirs.c.table_id == T.table_id, theirs.c.match == T.match, theirs.c.step == T.step)
    twice = select(func.count()).select_from(theirs).where(theirs.c.person == new, both).scalar_subquery()
    connection.execute(delete(exercises).where(T.person == old, twice > 0))
    connection.execute(update(exercises).where(T.person == old).values(person=new))
    delete_excess(connection, new)
