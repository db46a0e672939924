"""Progress of people in lessons, and the bots of their second hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select

from shindig.bots import levels
from shindig.bots.external_bot_json import BotError
from shindig.lesson.lesson_script import LEARNER
from shindig.lesson.second_hand import SecondHand
from shindig.match import View
from shindig.messages import Text

from ..bot_pool.pool_interface import BotsLink
from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import lessons


@dataclass(frozen=True)
class Progress:
    """Progress of a person in the lesson of a game."""

    moment: int = 0
    done: bool = False
    """True once they have come to its end."""
    second: str = ""
    """Second hand as a record, once begun. It has every card, so it never leaves the server."""


class LessonProgress:
    """Lesson progress in a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, bots: BotsLink, now: Callable[[], float]) -> None:
        self._store, self._bots, self._now = store, bots, now

    async def load_progress(self, person: Person) -> dict[str, Progress]:
        """Return a person's progress by game."""
        query = select(lessons.c.game, lessons.c.moment, lessons.c.done, lessons.c.second)
        mine = query.where(lessons.c.person == person.id)
        rows = await self._store.read(lambda connection: connection.execute(mine).all())
        return {game: Progress(moment, done, second) for game, moment, done, second in rows}

    async def store_progress(self, person: Person, game: str, progress: Progress) -> None:
        """Store a person's progress."""
        values = {**vars(progress), "at": self._now()}
        await self._store.store_row(lessons, {"person": person.id, "game": game}, values)

    async def play_bots(self, hand: SecondHand, person: Person) -> SecondHand:
        """Let the bots of a second hand play until the learner is asked, or the hand is over."""
        game = hand.lesson.game
        await asyncio.to_thread(hand.deal)
        while (seat := hand.to_act) is not None and seat != LEARNER:
            hand.match.play(
                await self._choose_action(levels(game)[0], f"lesson {person.id}/{seat}", hand.match.view(seat))
            )
            hand.deal()
        return hand

    async def advise(self, view: View) -> list[Text]:
        """Return advice for the learner's turn, one text per line; empty without any."""
        with suppress(BotError):
            return (await self._bots.advise(view)).lines
        return []

    async def _choose_action(self, bot: str, who: str, view: View) -> int:
        """Return a bot's action; the first legal one if it gives none."""
        with suppress(BotError):
            action = await self._bots.ask(bot, who, view)
            if view.legal.allows(action):
                return action
        return next(iter(view.legal.actions))
