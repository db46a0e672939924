"""Reviews of matches that are over: each choice of a person weighed, one after another, last in the bots' queue."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from shindig.bots.bot_protocol import BotError
from shindig.bots.choice_review import Weighed
from shindig.match import View

from ..bot_pool.interface import BotsLink
from ..errors import BusyError, ForbiddenError, RefusedError
from ..fair_queue import ASKING, Asker, Bounds, FairQueue
from ..storage.event_store import StoreError
from ..table_log.events import Acted, Ordered
from .archive import Played
from .exercises import Exercises
from .person_views import NOBODY, Held, Sight, view_for

if TYPE_CHECKING:
    from .player_results import Results

Key = tuple[str, int, str]
"""Table, match and person."""
MOST, OF_ADDRESS, OWN, KEPT = 64, 8, 2, 100
"""Reviews that are under way at once, those of one address, of one person, and those that are kept."""
FULL = "too many matches are being reviewed just now; please try again later"


class Decision(NamedTuple):
    """A choice that a person made."""

    step: int
    """Which step of the match it was."""
    view: View
    """What the person saw, with their history."""
    action: int
    held: Held = NOBODY
    """How they held the seat then."""


class Reviewed(NamedTuple):
    """A decision that is weighed."""

    step: int
    seat: int
    weighed: Weighed


class Loss(NamedTuple):
    """What decisions of one kind cost."""

    choices: int = 0
    lost: float = 0.0

    def plus(self, other: Loss) -> Loss:
        return Loss(self.choices + other.choices, self.lost + other.lost)


_SEATS, _AMOUNTS = re.compile(r"\{-?\d+\}"), re.compile(r"\d+")


def kind_of(view: View) -> str:
    """What kind of decision a seat had: the question that it was asked, whoever and however much it named."""
    question = view.scene.prompt.question if view.scene.prompt else ""
    return _AMOUNTS.sub("…", _SEATS.sub("somebody", question))


def losses(made: Sequence[Decision], found: Sequence[Reviewed]) -> dict[str, Loss]:
    """By the kind of decision."""
    told: dict[str, Loss] = {}
    for decision, one in zip(made, found, strict=True):
        kind = kind_of(decision.view)
        told[kind] = told.get(kind, Loss()).plus(Loss(1, one.weighed.lost))
    return told


@dataclass
class Review:
    """What is known of a person's choices in a match so far."""

    game: str
    decisions: int
    score: int
    """What the match brought."""
    counts: bool = True
    found: list[Reviewed] = field(default_factory=list)
    failed: str = ""
    """Why it goes no further."""

    @property
    def done(self) -> bool:
        return bool(self.failed) or len(self.found) == self.decisions

    @property
    def costly(self) -> list[Reviewed]:
        """What lost something, the dearest first."""
        return sorted((one for one in self.found if one.weighed.lost), key=lambda one: -one.weighed.lost)

    @property
    def lost(self) -> float:
        """All that was lost by choice; what else came of the match is luck and the others' play."""
        return sum(one.weighed.lost for one in self.found)


def decisions(found: Played, sight: Sight) -> list[Decision]:
    """The choices of a person in a match, each with what they saw then.

    Not what was answered at once with others: no log says later whether a person answered or the room.
    """
    again, made = found.begins.match(), list[Decision]()
    for number, event in enumerate(found.events):
        if isinstance(event, Acted):
            held = next((one for one in sight.before[number] if one.seat == event.seat), None)
            if event.by == "person" and held is not None:
                view = view_for(again, held, number)
                made += [Decision(number, view, event.action, held)] if len(view.legal) > 1 else []
            again.take(event.action)
        elif isinstance(event, Ordered):
            again.order(event.items)
    return made


class Reviews:
    """Reviews by table, match and person, made once for whoever looks how often."""

    def __init__(self, bots: BotsLink, exercises: Exercises, results: Results) -> None:
        self._bots, self._exercises, self._results = bots, exercises, results
        self._queue = FairQueue(0, Bounds(MOST, OF_ADDRESS, OWN), FULL)
        """Reviews under way, none of which has a turn: their choices take turns in the pool of bots."""
        self._kept: OrderedDict[Key, tuple[Review, asyncio.Task[None]]] = OrderedDict()

    def known(self, key: Key) -> Review | None:
        """A review that was begun, unless it failed."""
        review, _ = self._kept.get(key, (None, None))
        return review if review is not None and not review.failed else None

    async def of(self, key: Key, found: Played, sight: Sight) -> Review | None:
        """The choices of a person in a match weighed, as far as that has come; None while bots get ready.

        Raises ForbiddenError for who did not sit there, RefusedError where a game has nothing to weigh by.
        """
        game = found.match.game
        if not sight.sat:
            raise ForbiddenError("only those who played are told how they played")
        if game.minds is None:
            raise RefusedError(f"{game.name} has no bots that could weigh choices")
        if not self._bots.ready(game.id):
            await self._bots.compile(game.id)
            return None
        made = await asyncio.to_thread(decisions, found, sight)
        last = next((held[0].seat for held in reversed(sight.after) if held), None)
        score = game.words.outcome(found.match.record).scores[last] if last is not None else 0
        return self.known(key) or self._begin(key, Review(game.id, len(made), score, found.origin is None), made)

    def _begin(self, key: Key, review: Review, made: Sequence[Decision]) -> Review:
        """Weigh one choice after another. Raises BusyError where too many reviews are under way."""
        under_way = [person for (_, _, person), (_, task) in self._kept.items() if not task.done()]
        if under_way.count(key[2]) >= OWN:
            raise BusyError(f"{OWN} of your matches are being reviewed; please wait for them")
        ticket = self._queue.enter(Asker(key[2], ASKING.get().address), lambda: self._give_way(key, review))
        task = asyncio.create_task(self._weigh(key, review, made))
        task.add_done_callback(lambda _: ticket.leave())
        self._kept[key] = review, task
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)[1][1].cancel()
        return review

    def _give_way(self, key: Key, review: Review) -> None:
        """End a review, so that another address has one too."""
        review.failed = FULL
        self._kept[key][1].cancel()

    async def _weigh(self, key: Key, review: Review, made: Sequence[Decision]) -> None:
        """Weigh them all; then what they cost is kept, and what lost something as exercises, where the match counts."""
        try:
            for one in made:
                review.found.append(Reviewed(one.step, one.view.seat, await self._bots.review(one.view, one.action)))
            if review.counts:
                await self._exercises.keep(*key, review.game, review.costly)
                await self._results.reviewed(*key, await asyncio.to_thread(losses, made, review.found))
        except (BotError, BusyError, StoreError) as error:
            review.failed = str(error)

    async def close(self) -> None:
        tasks = [task for _, task in self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
