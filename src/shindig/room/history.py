"""What a table tells its viewers: the latest events, seen by each through their own views only."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from ..games.game import Happening, Line
from ..games.layout import CHANCE, ONLOOKER
from ..match import common_story
from ..once import once
from .events import (
    Acted,
    Agreed,
    Closed,
    Event,
    Held,
    Left,
    Ordered,
    Paused,
    Resumed,
    Returned,
    Said,
    Seated,
    Started,
    Undone,
)
from .frame import Frame
from .measures import READERS
from .told import Update

KEPT = 80
"""Events a table keeps at hand for those who missed some."""
LATEST = 40
"""Events that somebody is told who has seen none."""
WARM = 6
"""Of these, how many keep what was made for their viewers."""
CROWD = 0.1
"""Seconds in which those who come and go are told of together: each of a crowd is news to all of it."""

SEAT_LINES = {
    Seated: "{%d} sits down",
    Held: "{%d} is away: a bot plays on",
    Returned: "{%d} is back",
}
BEGUN, GOES_ON = Line("A match begins.", 2), Line("From here the match goes on.", 2)
TABLE_LINES = {
    Paused: Line("The table is paused."),
    Resumed: Line("The match goes on."),
    Closed: Line("The table is closed.", 2),
}
UNDONE = "{{{seat}}} takes the last choice back."
AGREED = {
    "rematch": "{who} would like another match.",
    "reveal": "{who} agrees to open all hands of match {match}.",
    "next": "{who} is ready.",
}


@dataclass
class Entry:
    """One event with the match before and after it."""

    seq: int
    event: Event
    before: Frame | None
    after: Frame | None
    warm: bool = True
    """Whether it keeps what was made for its viewers."""
    everybodys: tuple[Update, ...] = ()
    """What all viewers are told, once it is known to be the same for all."""
    others: tuple[Update, ...] = ()
    """Where it is not: what all but the seat that acted are told, once that is known."""
    _alike: dict[int | None, Update | None] = field(default_factory=dict)
    """By the action as it was seen, what all are told who saw that; None where it takes what is a seat's own."""
    _updates: dict[int, Update] = field(default_factory=dict)

    def update(self, viewer: int) -> Update:
        """The event as a viewer saw it, made once for each while it is warm."""
        if self.everybodys:
            return self.everybodys[0]
        made = self._updates.get(viewer)
        if made is None:
            made = self._updates[viewer] = self._make(viewer)
            if not self.warm:
                self.cool()
        return made

    def seen_by(self, viewer: int) -> tuple[Update, ...]:
        """The same alone: one object for all who are told the same."""
        acted = isinstance(self.event, Acted) and viewer == self.event.seat
        return self.everybodys or (() if acted else self.others) or (self.update(viewer),)

    def cool(self) -> None:
        """Forget what was made for viewers, from now on at once; it can be made again."""
        self.warm = False
        self.everybodys = self.others = ()
        self._alike.clear()
        self._updates.clear()
        if self.before is not None:
            self.before.forget()

    def _make(self, viewer: int) -> Update:
        event = self.event
        if isinstance(event, Acted):
            secret = self._is_secret(event.action)
            seen = event.action if viewer == event.seat or not secret else None
            return self._step("act", viewer, event.seat, seen, apart=secret)
        if isinstance(event, Ordered):
            return self._step("order", viewer, CHANCE, None)
        if isinstance(event, Said):
            return Update(self.seq, "say", event.seat, None, (Line(f"{{{event.seat}}}: {event.text}"),))
        if isinstance(event, (Seated, Left, Held, Returned)):
            return Update(self.seq, "seat", event.seat, None, (seat_line(event),))
        if isinstance(event, Undone):
            return Update(self.seq, "undo", event.seat, None, (Line(UNDONE.format(seat=event.seat)),))
        if isinstance(event, Agreed):
            return Update(self.seq, "table", event.seat, None, (agreed_line(event),))
        if isinstance(event, Started):
            return Update(self.seq, "start", None, None, begun_lines(event, viewer))
        lines = (TABLE_LINES[type(event)],) if type(event) in TABLE_LINES else ()
        return Update(self.seq, "table", None, None, lines)

    def _is_secret(self, action: int) -> bool:
        """Whether only who took it saw which action it was."""
        assert self.before is not None
        return self.before.game.rules.secret(action)

    def _step(self, kind: str, viewer: int, seat: int, action: int | None, apart: bool = False) -> Update:
        """A step of the match, told once for all who saw the same; where that is not all, from the viewer's views.

        Viewers are `apart` where they saw different actions.
        """
        assert self.before is not None
        assert self.after is not None
        if action not in self._alike:
            lines = common_story(self.before.game, self.before.view(ONLOOKER), seat, action, self.after.view(ONLOOKER))
            self._alike[action] = None if lines is None else self._told(kind, seat, action, lines)
        made = self._alike[action]
        if made is not None and not apart:
            self.everybodys = (made,)
        elif made is not None and action is None:
            self.others = (made,)
        return made or self._told(kind, seat, action, self._story(viewer, seat, action))

    def _told(self, kind: str, seat: int, action: int | None, lines: tuple[Line, ...]) -> Update:
        return Update(self.seq, kind, None if seat == CHANCE else seat, None if action is None else self._do, lines)

    @once
    def _do(self) -> str:
        """The action as text, from its own seat's view."""
        assert self.before is not None
        assert isinstance(self.event, Acted)
        return self.before.game.words.text(self.before.view(self.event.seat).plain, self.event.action)

    def _story(self, viewer: int, seat: int, action: int | None) -> tuple[Line, ...]:
        """What the log says of a step; of another seat's secret action it knows nothing."""
        assert self.before is not None
        assert self.after is not None
        step = Happening(self.before.view(viewer).plain, seat, action, self.after.view(viewer).plain)
        return (*self.before.game.words.story(step),)


def seat_line(event: Seated | Left | Held | Returned) -> Line:
    """Who left is told of by name, since the seat is free or another's then; of a bot its level is told."""
    if isinstance(event, Left):
        return Line(f"{event.name or f'{{{event.seat}}}'} leaves.", 0)
    level = f": {event.bot} bot" if isinstance(event, Seated) and event.bot else ""
    return Line(f"{SEAT_LINES[type(event)] % event.seat}{level}.", 0)


def begun_lines(event: Started, viewer: int) -> tuple[Line, ...]:
    """That a match begins; where it goes on from a step of another one, to its seat what it knew of the hand."""
    if event.position is None:
        return (BEGUN,)
    before = [Line(text, weight) for text, weight in event.before] if viewer == event.seat else []
    return *before, GOES_ON


def agreed_line(event: Agreed) -> Line:
    """Who agrees to what, by name where they have no seat any more."""
    who = event.name if event.seat is None else f"{{{event.seat}}}"
    return Line(AGREED[event.to].format(who=who, match=event.match), 0)


class History:
    """The latest events of a table, and the readers who wait for more."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=KEPT)
        self.changes = 0
        """Counts everything that viewers might want to see, events and the rest."""
        self.readers: set[Reader] = set()
        self.over = False
        """No reader is to wait any more."""
        self._missed: tuple[int, int, list[Entry] | None] = (-1, -1, None)
        """What was asked for last, at how many changes: all who are told of a change ask for the same."""
        self._own: dict[int, int] = {}
        """By viewer, the changes that are told to nobody else."""
        self._alone: set[int] = set()
        self._told = 0
        self._telling: asyncio.TimerHandle | None = None

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if len(self.entries) > WARM:
            self.entries[-WARM - 1].cool()
        self.changes += 1

    def changed(self) -> None:
        """Something that is no event has changed: tell of it."""
        self.changes += 1
        self.tell()

    def changed_for(self, viewer: int) -> None:
        """Something has changed that only one viewer may know to have."""
        self._own[viewer] = self._own.get(viewer, 0) + 1
        self._alone.add(viewer)

    def count(self, viewer: int) -> int:
        """Counts everything that a viewer might want to see."""
        return self.changes + self._own.get(viewer, 0)

    def tell(self) -> bool:
        """Wake those who have not been told everything: whether there were any."""
        found = [one for one in self.readers if self._told != self.changes or one.viewer in self._alone]
        self._told = self.changes
        self._alone.clear()
        for reader in found:
            reader.wake()
        return bool(found)

    def join(self, reader: Reader) -> None:
        self.readers.add(reader)
        READERS.inc()
        self._moved()

    def part(self, reader: Reader) -> None:
        self.readers.discard(reader)
        READERS.dec()
        self._moved()

    def _moved(self) -> None:
        """Have the others told soon."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(CROWD, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self._telling = None
        self.changed()

    def dismiss(self) -> None:
        """Have all readers end."""
        self.over = True
        self.changed()

    def latest(self) -> list[Entry]:
        """What a snapshot tells of how it came about."""
        return [*self.entries][-LATEST:]

    def since(self, seq: int) -> list[Entry] | None:
        """The events after `seq`; None where some of them are no longer at hand."""
        asked, changes, found = self._missed
        if asked != seq or changes != self.changes:
            found = self._since(seq)
            self._missed = seq, self.changes, found
        return found

    def alike(self, seq: int, viewer: int) -> tuple[Update, ...]:
        """The event after `seq` as a viewer saw it, the same object for most; nothing where there are more or none."""
        missed = self.since(seq)
        return missed[0].seen_by(viewer) if missed is not None and len(missed) == 1 else ()

    def _since(self, seq: int) -> list[Entry] | None:
        missed = self.entries[-1].seq - seq if self.entries else 0
        if not 0 <= missed <= len(self.entries):
            return None
        return [*islice(reversed(self.entries), missed)][::-1]


@dataclass(eq=False)
class Reader:
    """Somebody who reads a table's news. Nothing is queued: a reader asks for what follows on what it has."""

    viewer: int
    wake: Callable[[], None]
    """Called when there may be something new."""
    device: bool = False
    seen: int = -1
    """The count of changes already told."""
