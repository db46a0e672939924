"""Events of a table's log. Each is one JSON object: `{"k": kind, "at": time, ...fields}`.

The log holds secrets and every card, so it never leaves the server. `schemas` has what viewers get.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar

import orjson

from shindig.core.immutable_class import value

from ..schemas import Stage


@value
class Event:
    """An event at a table."""

    kind: ClassVar[str]
    told: ClassVar[bool] = True
    """True if viewers get the event: it has a sequence number, a place in the buffer, and perhaps lines of the story.
    """

    def encode(self, at: float) -> str:
        """Encode the event as a line of the log. `at` is the table's own time, in seconds with three decimals."""
        return orjson.dumps({"k": self.kind, "at": at, **vars(self)}).decode()


@value
class Opened(Event):
    kind = "open"
    game: str
    rules: int
    """Version of the game's rules."""
    seats: int
    options: Mapping[str, int | str]
    settings: Mapping[str, Any]
    host: str
    """Id of the person who opened the table."""
    date: float
    """Time of opening, in seconds since 1970."""
    origin: Mapping[str, Any] | None = None
    """`Origin` of a match that continues another one and counts for nothing; None for other tables."""
    daily: Mapping[str, Any] | None = None
    """`Daily` of an attempt at the deal of the day; None for other tables."""


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
    """A person gives up a seat. During a match the named bot plays on."""

    kind = "leave"
    seat: int
    bot: str = ""
    removed: bool = False
    """True if the host removed the person, who may then not sit down until the host takes it back."""
    name: str = ""
    """Name of the person. When a viewer gets this event, the seat may belong to another."""


@value
class Barred(Event):
    """A person whom the host removed at the group's last table may not sit down at this one."""

    kind = "bar"
    told = False
    person: str
    name: str
    client: str = ""


@value
class Readmitted(Event):
    """The host lets a removed person sit down again."""

    kind = "readmit"
    person: str
    name: str


@value
class Renamed(Event):
    """A person changes their name and avatar at the table."""

    kind = "name"
    seat: int
    name: str
    face: str
    before: str


@value
class Muted(Event):
    """The host mutes a person, or takes it back."""

    kind = "mute"
    seat: int
    on: bool


@value
class HostChanged(Event):
    """Another person becomes the host, since the host named them or is away."""

    kind = "host"
    seat: int
    away: bool = False
    """True if the old host was away."""


@value
class Held(Event):
    """A bot plays for an absent person."""

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
    """Start position of the match (`start_position.Data`), or None for a fresh start."""
    seat: int | None = None
    """Seat whose match continues."""
    before: Sequence[Sequence[Any]] = ()
    """Lines of the hand so far, as that seat saw them: texts with their weights."""


@value
class Committed(Event):
    """Secret of the server for a cut, stored before its commitment is published."""

    kind = "secret"
    cut: int
    secret: str
    version: int = 1
    """Version of the cut protocol: 1 for cuts of release 1.0, which have no frozen list."""


@value
class Ordered(Event):
    """An order made by a cut. `voices` are written as by `Voice.as_json`."""

    kind = "order"
    cut: int
    index: int
    of: str
    items: list[str]
    root: str
    voices: list[dict[str, object]] = field(default_factory=list)
    frozen: Mapping[str, Any] | None = None
    """Frozen list of the cut without its seals, stored with the first order of a cut that has one."""


@value
class Acted(Event):
    """An action of the seat to act.

    `by` names the source: person, plan (a later action of an exchange), bot, clock (out of time), room (the only legal
    action), together (one of several simultaneous answers).
    """

    kind = "act"
    seat: int
    action: int
    by: str
    bank: float
    """Rest of the seat's time bank, in seconds."""
    took: float = 0.0
    """Seconds that a person took to choose; 0 if there was no choice."""


@value
class OwnEvent(Event):
    """An event that only its own seat gets. It has no sequence number, since a gap in the numbers would reveal it."""

    told = False
    seat: int


@value
class Answered(OwnEvent):
    """A person's answer to a simultaneous question. It counts when all answers do."""

    kind = "answer"
    phase: int
    action: int


@value
class Eased(OwnEvent):
    """A person turns automatic play of single cards on or off."""

    kind = "ease"
    on: bool


@value
class Paced(OwnEvent):
    """A person alone with bots sets their tempo."""

    kind = "tempo"
    tempo: str


@value
class Nudged(OwnEvent):
    """A person alone with bots makes the next one act at once."""

    kind = "nudge"


@value
class Undone(Event):
    """A person alone with bots takes back a choice: the match returns to a number of its steps."""

    kind = "undo"
    seat: int
    steps: int


@value
class Paused(Event):
    kind = "pause"
    seat: int | None = None
    """Seat of the person who paused; None in logs of release 1.0, where it was the host."""


@value
class Resumed(Event):
    kind = "resume"
    seat: int | None = None
    """Seat of the person who resumed; None if the pause ended by itself."""


@value
class Poked(Event):
    """A person pokes the seat to act, once in its turn."""

    kind = "poke"
    seat: int
    by: int


@value
class TimeAdded(Event):
    """All agree that the seat to act has more time."""

    kind = "time"
    seconds: int


@value
class Ended(Event):
    """All agree that the match ends now, with the scores after the last whole hand."""

    kind = "end"
    steps: int
    """Number of steps that remain."""


@value
class CalledOff(Event):
    """All agree that the hand does not count: the match returns to the start of the hand, and a new one is dealt."""

    kind = "call_off"
    steps: int
    """Number of steps that remain."""


@value
class Agreed(Event):
    """A person agrees to a proposal: a key of `schemas.Agreement`, with the seat for `remove`."""

    kind = "agree"
    person: str
    name: str
    seat: int | None
    """Current seat of the person; None if they have left."""
    to: str
    match: int


@value
class Declined(Event):
    """A person declines a proposal, which falls."""

    kind = "decline"
    seat: int
    to: str


@value
class Settled(Event):
    """The results of a match are stored, once, in the transaction of this event."""

    kind = "settle"
    told = False
    match: int


@value
class ChatSaid(Event):
    kind = "say"
    seat: int
    text: str
    reminder: str = ""
    """Clause on talk about hands, if the speaker gets a reminder of it."""


@value
class Shown(Event):
    """A person shows an unseen hand after its end."""

    kind = "show"
    seat: int
    text: str | Mapping[str, Any]
    """Message about the hand (`messages.pack_text`). A plain text, as earlier versions stored, follows the name."""


@value
class Led(Event):
    """Everybody goes on to the next table of their group."""

    kind = "lead"
    table: str


@value
class Closed(Event):
    kind = "close"


@value
class Staged(Event):
    """A cut reaches a stage. Devices may answer until `due`."""

    kind = "stage"
    told = False
    stage: Stage
    due: float
    cutter: int | None
    frozen: Mapping[str, Any] | None = None
    """Frozen list that begins with this stage, without its seals."""


@value
class Sealed(Event):
    """A device seals its value for the current cut."""

    kind = "seal"
    told = False
    seat: int
    seal: str


@value
class Unsealed(Event):
    """A device opens the value that it sealed."""

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
        *(Barred, Readmitted, Renamed, Muted, HostChanged, Poked, TimeAdded, Ended, CalledOff, Declined, Led),
    )
}


def decode(line: str) -> tuple[Event, float]:
    """Decode a line of the log into an event and its time."""
    data = orjson.loads(line)
    kind, at = data.pop("k"), data.pop("at")
    return KINDS[kind](**data), at
