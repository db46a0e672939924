"""The events of a table's log, and how each is written: one JSON object, `{"k": kind, "at": time, ...fields}`.

The log is the house's own: it holds secrets and every card, and leaves the room only through `told.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar

import orjson

from shindig.core.immutable import value

from ..schemas import Stage


@value
class Event:
    """Something that happened at a table."""

    kind: ClassVar[str]
    told: ClassVar[bool] = True
    """Whether it is news: it has a number, is kept at hand, and the story may tell of it."""

    def encode(self, at: float) -> str:
        """The event as a line of the log; its time is the table's own, in seconds with three places."""
        return orjson.dumps({"k": self.kind, "at": at, **vars(self)}).decode()


@value
class Opened(Event):
    kind = "open"
    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    options: Mapping[str, int | str]
    settings: Mapping[str, Any]
    host: str
    """The person who opened it."""
    date: float
    """When, in seconds since 1970."""
    origin: Mapping[str, Any] | None = None
    """For a table whose match goes on from a step of another one, and counts for nothing: an `Origin`."""
    daily: Mapping[str, Any] | None = None
    """For a try at the deal of a day: a `Daily`."""


@value
class Seated(Event):
    """A person (`person` set) or a bot (`bot` set) takes a seat."""

    kind = "sit"
    seat: int
    name: str
    person: str = ""
    bot: str = ""
    client: str = ""
    face: str = ""


@value
class Left(Event):
    """A person gives the seat up; in a match the bot named plays on."""

    kind = "leave"
    seat: int
    bot: str = ""
    removed: bool = False
    name: str = ""
    """Who left; by the time this is told the seat may be another's."""


@value
class Held(Event):
    """A bot plays for a person who is absent."""

    kind = "hold"
    seat: int


@value
class Returned(Event):
    kind = "back"
    seat: int


@value
class Started(Event):
    kind = "start"
    position: Mapping[str, Any] | None = None
    """Where the match goes on from (`position.Data`); None where it begins afresh."""
    seat: int | None = None
    """Whose match goes on there."""
    before: Sequence[Sequence[Any]] = ()
    """What that seat was told of the hand until then: texts with their weights."""


@value
class Committed(Event):
    """The house's secret for a cut, stored before its commitment is published."""

    kind = "secret"
    cut: int
    secret: str
    version: int = 1
    """1 for cuts of release 1.0, which have no frozen list."""


@value
class Ordered(Event):
    """An order that a cut made. `voices` as in `fair.Voice.as_json`."""

    kind = "order"
    cut: int
    index: int
    of: str
    items: list[str]
    root: str
    voices: list[dict[str, object]] = field(default_factory=list)
    frozen: Mapping[str, Any] | None = None
    """The frozen list of the cut, without its seals; with the first order of a cut that has one."""


@value
class Acted(Event):
    """An action of the seat to act.

    `by`: person, plan (a person's, after the first of several handed in at once), bot, clock (out of time), room
    (nothing else was legal), together (one of many answers).
    """

    kind = "act"
    seat: int
    action: int
    by: str
    bank: float
    """What is left of the seat's time bank."""
    took: float = 0.0
    """Seconds that a person took to choose; 0 where there was no choice."""


@value
class OwnEvent(Event):
    """What its seat alone is told. It has no number: a gap in the numbers would tell all others that it was."""

    told = False
    seat: int


@value
class Answered(OwnEvent):
    """A person's answer to what several are asked at once; it counts when all answers do."""

    kind = "answer"
    phase: int
    action: int


@value
class Eased(OwnEvent):
    """A person has the room play single cards, or does so no more."""

    kind = "ease"
    on: bool


@value
class Paced(OwnEvent):
    """A person alone with bots chose how fast they play."""

    kind = "tempo"
    tempo: str


@value
class Nudged(OwnEvent):
    """A person alone with bots has the one whose turn it is act at once."""

    kind = "nudge"


@value
class Undone(Event):
    """A person alone with bots took the last choice back: the match is where it was after so many of its steps."""

    kind = "undo"
    seat: int
    steps: int


@value
class Paused(Event):
    kind = "pause"


@value
class Resumed(Event):
    kind = "resume"


@value
class Agreed(Event):
    """A person says yes: to what follows now, or to opening the hands of a match, be it long ago."""

    kind = "agree"
    person: str
    name: str
    seat: int | None
    """Where they sit now; None for who has left."""
    to: str
    match: int


@value
class Settled(Event):
    """What a match brought is in the books: written with this event, once."""

    kind = "settle"
    told = False
    match: int


@value
class ChatSaid(Event):
    kind = "say"
    seat: int
    text: str
    reminder: str = ""
    """The clause on talk about hands, where whoever spoke is reminded of it."""


@value
class Shown(Event):
    """Somebody shows a hand that nobody had seen, after it has ended; the text says what it is."""

    kind = "show"
    seat: int
    text: str


@value
class Closed(Event):
    kind = "close"


@value
class Staged(Event):
    """A cut comes to a stage, for those who are silent until `due`."""

    kind = "stage"
    told = False
    stage: Stage
    due: float
    cutter: int | None
    frozen: Mapping[str, Any] | None = None
    """The list that is frozen with this stage, without its seals."""


@value
class Sealed(Event):
    """A device sealed its value for the cut under way."""

    kind = "seal"
    told = False
    seat: int
    seal: str


@value
class Unsealed(Event):
    """A device told the value that it had sealed."""

    kind = "value"
    told = False
    seat: int
    value: str


KINDS: dict[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        *(Opened, Seated, Left, Held, Returned, Started, Committed, Ordered),
        *(Acted, Answered, Eased, Paced, Nudged, Undone, Paused, Resumed, Agreed, ChatSaid, Shown, Closed),
        *(Staged, Sealed, Unsealed, Settled),
    )
}


def decode(line: str) -> tuple[Event, float]:
    """An event and its time from a line of the log."""
    data = orjson.loads(line)
    kind, at = data.pop("k"), data.pop("at")
    return KINDS[kind](**data), at
