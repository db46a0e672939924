"""How far people have come in their lessons, and the bots of their second hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select

from shindig.bots import levels
from shindig.bots.bot_protocol import BotError
from shindig.lesson.lesson_script import LEARNER
from shindig.lesson.second_hand import SecondHand
from shindig.match import View

from ..accounts.accounts import Person
from ..bot_pool.interface import BotsLink
from ..storage.event_store import EventStore
from ..storage.schema import lessons


@dataclass(frozen=True)
class Progress:
    """Where somebody stands in the lesson of a game."""

    moment: int = 0
    done: bool = False
    """Whether they have come to its end, be it long ago."""
    second: str = ""
    """The second hand as a record, once it has begun: it holds every card, and is the room's alone."""


class LessonProgress:
    """The lessons of the people of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, bots: BotsLink, now: Callable[[], float]) -> None:
        self._store, self._bots, self._now = store, bots, now

    async def load_progress(self, person: Person) -> dict[str, Progress]:
        """By game, wherever somebody has begun."""
        query = select(lessons.c.game, lessons.c.moment, lessons.c.done, lessons.c.second)
        mine = query.where(lessons.c.person == person.id)
        rows = await self._store.read(lambda connection: connection.execute(mine).all())
        return {game: Progress(moment, done, second) for game, moment, done, second in rows}

    async def store_progress(self, person: Person, game: str, progress: Progress) -> None:
        """Where somebody stands now."""
        values = {**vars(progress), "at": self._now()}
        await self._store.store_row(lessons, {"person": person.id, "game": game}, values)

    async def play_bots(self, hand: SecondHand, person: Person) -> SecondHand:
        """Let the bots of a second hand play until its learner is asked, or it is over."""
        game = hand.lesson.game
        await asyncio.to_thread(hand.deal)
        while (seat := hand.to_act) is not None and seat != LEARNER:
            hand.match.play(
                await self._choose_action(levels(game)[0], f"lesson {person.id}/{seat}", hand.match.view(seat))
            )
            hand.deal()
        return hand

    async def advise(self, view: View) -> list[str]:
        """Advice for the learner's turn, a line each; nothing where there is none to be had."""
        with suppress(BotError):
            return (await self._bots.advise(view)).lines
        return []

    async def _choose_action(self, bot: str, who: str, view: View) -> int:
        """What a bot does; the first that is legal, where it answers nothing that is."""
        with suppress(BotError):
            action = await self._bots.ask(bot, who, view)
            if view.legal.allows(action):
                return action
        return next(iter(view.legal.actions))
