"""Reviews of matches that are over: each choice of a person weighed, one after another, last in the bots' queue."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from ..bots.review import Weighed
from ..bots.wire import BotError
from ..match import Match, View
from .archive import Looks, Played
from .bots_link import BotsLink
from .events import Acted, Ordered
from .store import StoreError
from .told import BusyError

MOST, KEPT = 8, 50
"""Reviews that are under way at once, and that are kept."""


class Decision(NamedTuple):
    """A choice that a person made."""

    step: int
    """Which step of the match it was."""
    view: View
    """What the seat saw, with its history."""
    action: int


class Reviewed(NamedTuple):
    """A decision that is weighed."""

    step: int
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


def decisions(found: Played, looks: Looks) -> list[Decision]:
    """The choices of a person in a match, each with what the seat saw then.

    Not what was answered at once with others: no log says later whether a person answered or the room.
    """
    again, made = Match(found.match.game, found.match.seats, found.match.options), list[Decision]()
    for number, event in enumerate(found.events):
        if isinstance(event, Acted):
            if event.by == "person" and looks.told[number] == event.seat:
                view = again.view(event.seat)
                made += [Decision(number, view, event.action)] if len(view.legal) > 1 else []
            again.take(event.action)
        elif isinstance(event, Ordered):
            again.order(event.items)
    return made


Keep = Callable[[Mapping[str, Loss]], Awaitable[None]]


class Reviews:
    """Reviews by table, match and person, made once for whoever looks how often."""

    def __init__(self, bots: BotsLink) -> None:
        self._bots = bots
        self._kept: OrderedDict[Hashable, tuple[Review, asyncio.Task[None]]] = OrderedDict()

    def known(self, key: Hashable) -> Review | None:
        """A review that was begun, unless it failed."""
        review, _ = self._kept.get(key, (None, None))
        return review if review is not None and not review.failed else None

    def begin(self, key: Hashable, review: Review, made: Sequence[Decision], keep: Keep | None = None) -> Review:
        """Weigh one choice after another, and `keep` what they cost. Raises BusyError where too many are under way."""
        if sum(not task.done() for _, task in self._kept.values()) >= MOST:
            raise BusyError("too many matches are being reviewed just now; please try again later")
        self._kept[key] = review, asyncio.create_task(self._weigh(review, made, keep))
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)[1][1].cancel()
        return review

    async def _weigh(self, review: Review, made: Sequence[Decision], keep: Keep | None) -> None:
        try:
            for one in made:
                review.found.append(Reviewed(one.step, await self._bots.review(one.view, one.action)))
            if keep is not None:
                with suppress(StoreError, BusyError):  # the next review of it tells the same
                    await keep(await asyncio.to_thread(losses, made, review.found))
        except (BotError, BusyError) as error:
            review.failed = str(error)

    async def close(self) -> None:
        tasks = [task for _, task in self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
