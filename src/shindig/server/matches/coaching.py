"""The coach at real tables: it explains each kind of decision to a person once, by the notes of the game's lesson.

It knows the question that the seat is asked, and nothing else of the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import orjson
from sqlalchemy import Connection, delete, insert, select, update

from shindig.gamekit import GameError
from shindig.lesson import Lesson, find_lesson
from shindig.lesson.coach_notes import DecisionNote
from shindig.match import View

from ..person import Person
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import coaching


@dataclass(frozen=True)
class CoachState:
    """The coach of a person at tables of a game."""

    wanted: bool | None = None
    """True if it is switched on, False if it is switched off, None if the person never chose."""
    explained: Mapping[str, str] = field(default_factory=dict)
    """Turns in which kinds of decision were explained, by the notes' `asked`."""

    def is_new(self, note: DecisionNote, turn: str) -> bool:
        """Return True if a kind was not explained before this turn."""
        return self.explained.get(note.asked, turn) == turn


class Coaching:
    """Coaches of the people in a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def load_state(self, person: Person, game: str) -> CoachState:
        """Return the coach of a person at tables of a game."""
        return await self._store.read(partial(_load_state, person.id, game))

    async def is_on(self, person: Person, game: str) -> bool:
        """Return True if the coach is switched on. While the database is down, it is off."""
        try:
            return bool((await self.load_state(person, game)).wanted)
        except StoreError:
            return False

    async def switch(self, person: Person, game: str, on: bool) -> None:
        """Switch the coach on or off. What it has explained stays explained."""

        def work(connection: Connection) -> None:
            state = _load_state(person.id, game, connection)
            if state.wanted is not on:
                _store_state(person.id, game, CoachState(on, state.explained), connection)

        await self._store.write(work)

    async def find_notes(self, person: Person, view: View, turn: str) -> list[DecisionNote]:
        """Return the notes on a decision that comes for the first time, if the coach is on."""
        state = await self.load_state(person, view.game.id)
        if not state.wanted:
            return []
        return [note for note in await _find_kinds(view) if state.is_new(note, turn)]

    async def note_explained(self, person: Person, view: View, turn: str) -> None:
        """Store that the kinds of a decision were explained in its turn. Earlier explanations stay as they are."""
        kinds = [note.asked for note in await _find_kinds(view)]

        def work(connection: Connection) -> None:
            state = _load_state(person.id, view.game.id, connection)
            if state.wanted and any(kind not in state.explained for kind in kinds):
                explained = {**dict.fromkeys(kinds, turn), **state.explained}
                _store_state(person.id, view.game.id, CoachState(True, explained), connection)

        await self._store.write(work)


def merge_coaching(connection: Connection, guest: str, account: str) -> None:
    """Add to an account's coach what was explained to the guest. The account's own choice of on or off stays."""
    for row in connection.execute(select(coaching).where(coaching.c.person == guest)).all():
        known = _load_state(account, row.game, connection)
        wanted = row.wanted if known.wanted is None else known.wanted
        explained = {**orjson.loads(row.explained), **known.explained}
        _store_state(account, row.game, CoachState(wanted, explained), connection)
    connection.execute(delete(coaching).where(coaching.c.person == guest))


def _load_state(person: str, game: str, connection: Connection) -> CoachState:
    mine = (coaching.c.person == person) & (coaching.c.game == game)
    row = connection.execute(select(coaching.c.wanted, coaching.c.explained).where(mine)).one_or_none()
    return CoachState() if row is None else CoachState(bool(row.wanted), orjson.loads(row.explained))


def _store_state(person: str, game: str, state: CoachState, connection: Connection) -> None:
    mine = (coaching.c.person == person) & (coaching.c.game == game)
    values = {"wanted": bool(state.wanted), "explained": orjson.dumps(state.explained).decode()}
    if connection.execute(update(coaching).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(coaching).values(person=person, game=game, **values))


async def _find_kinds(view: View) -> list[DecisionNote]:
    """Return the notes on the question of a view. A game without a lesson has none."""
    lesson = await asyncio.to_thread(_find_lesson, view.game.id)
    prompt = view.scene.prompt
    return [one for one in lesson.notes.decisions if one.is_asked(prompt.question)] if lesson and prompt else []


def _find_lesson(game: str) -> Lesson | None:
    try:
        return find_lesson(game)
    except GameError:  # a table of a game that is no longer installed
        return None
