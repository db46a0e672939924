"""What a table tells its viewers: the latest events, seen by each through their own views only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shindig.core.lazy_property import once
from shindig.core.record_layout import CHANCE, ONLOOKER
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.match import write_common_story

from ..metrics import OPEN_STREAMS
from ..schemas import LogEntry
from ..table_log.events import (
    Acted,
    Agreed,
    ChatSaid,
    Closed,
    Event,
    Held,
    Left,
    Ordered,
    Paused,
    Resumed,
    Returned,
    Seated,
    Shown,
    Started,
    Undone,
)
from .match_snapshot import MatchSnapshot

if TYPE_CHECKING:
    from .broadcast import Broadcast

KEPT = 80
"""Events a table keeps at hand for those who missed some."""
LATEST = 40
"""Events that somebody is told who has seen none."""
CROWD = 0.1
"""Seconds in which those who come and go are told of together: each of a crowd is news to all of it."""
BEHIND = -1
"""What a reader has seen who is to be told, whatever has changed."""

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
REMINDER = "Please say nothing about the hands, not even in hints; banter is welcome ({clause})."
UNDONE = "{{{seat}}} takes the last choice back."
AGREED = {
    "rematch": "{who} would like another match.",
    "reveal": "{who} agrees to open all hands of match {match}.",
    "next": "{who} is ready.",
}


@dataclass
class BufferedEvent:
    """One event with the match before and after it."""

    seq: int
    event: Event
    names: tuple[str, ...]
    """What the seats were called after it; of an action, the names of those who played there."""
    before: MatchSnapshot | None
    after: MatchSnapshot | None
    warm: bool = True
    """Whether it keeps what was made for its viewers: until all have been told."""
    _updates: dict[int, LogEntry] = field(default_factory=dict)

    @once
    def common_entry(self) -> tuple[LogEntry | None, int | None]:
        """What is told alike, None where a step takes each viewer's own views; and who is told something else.

        That is the seat of a secret action, the seat that knew a hand from which a match begins, or who says something.
        """
        event, before, after = self.event, self.before, self.after
        if not isinstance(event, (Acted, Ordered)):
            return self._build_event_entry(ONLOOKER), event.seat if isinstance(event, (Started, ChatSaid)) else None
        assert before is not None
        assert after is not None
        seat, action, apart = CHANCE, None, None
        if isinstance(event, Acted):
            seat = event.seat
            action, apart = (None, seat) if before.game.rules.secret(event.action) else (event.action, None)
        lines = write_common_story(before.game, before.view(ONLOOKER), seat, action, after.view(ONLOOKER))
        return None if lines is None else self._build_step_entry(seat, action, lines), apart

    def build_log_entry(self, viewer: int) -> LogEntry:
        """The event as a viewer saw it, made once for each while it is warm."""
        made, apart = self.common_entry
        if made is None or viewer == apart:
            made = self._updates[viewer] = self._updates.get(viewer) or self._build_log_entry(viewer)
        if not self.warm:
            self.clear_cache()
        return made

    def clear_cache(self) -> None:
        """Forget what was made for viewers, from now on at once; it can be made again."""
        self.warm = False
        self.__dict__.pop("common_entry", None)
        self._updates.clear()
        if self.before is not None and self.before is not self.after:
            self.before.forget()

    def _build_log_entry(self, viewer: int) -> LogEntry:
        if not isinstance(self.event, (Acted, Ordered)):
            return self._build_event_entry(viewer)
        if isinstance(self.event, Ordered):
            return self._build_step_entry(CHANCE, None, self._build_step_lines(viewer, CHANCE, None))
        action = self.event.action if self.common_entry[1] in (None, viewer) else None
        return self._build_step_entry(self.event.seat, action, self._build_step_lines(viewer, self.event.seat, action))

    def _build_step_entry(self, seat: int, action: int | None, lines: tuple[Line, ...]) -> LogEntry:
        """The step, its action as text from its own seat's view."""
        if seat == CHANCE:
            return LogEntry(self.seq, "order", self.names, lines=lines)
        assert self.before is not None
        do = None if action is None else self.before.game.words.text(self.before.view(seat).plain, action)
        return LogEntry(self.seq, "act", self.names, seat, do, lines)

    def _build_event_entry(self, viewer: int) -> LogEntry:
        """What a viewer is told of an event that is no step of a match."""
        kind, seat, lines = describe_event(self.event, viewer)
        return LogEntry(self.seq, kind, self.names, seat, lines=lines)

    def _build_step_lines(self, viewer: int, seat: int, action: int | None) -> tuple[Line, ...]:
        """What the log says of a step; of another seat's secret action it knows nothing."""
        assert self.before is not None
        assert self.after is not None
        step = ObservedStep(self.before.view(viewer).plain, seat, action, self.after.view(viewer).plain)
        return (*self.before.game.words.story(step),)


def describe_event(event: Event, viewer: int) -> tuple[str, int | None, tuple[Line, ...]]:
    """Of an event that is no step of a match: its kind, whose doing it is, and what the log says to a viewer."""
    if isinstance(event, ChatSaid):
        return "say", event.seat, build_said_lines(event, viewer)
    if isinstance(event, Shown):
        return "show", event.seat, (Line(f"{{{event.seat}}} {event.text}."),)
    if isinstance(event, (Seated, Left, Held, Returned)):
        return "seat", event.seat, (build_seat_line(event),)
    if isinstance(event, Undone):
        return "undo", event.seat, (Line(UNDONE.format(seat=event.seat)),)
    if isinstance(event, Agreed):
        return "table", event.seat, (build_agreed_line(event),)
    if isinstance(event, Started):
        return "start", None, build_begun_lines(event, viewer)
    return "table", None, (TABLE_LINES[type(event)],) if type(event) in TABLE_LINES else ()


def build_said_lines(event: ChatSaid, viewer: int) -> tuple[Line, ...]:
    """Return what was said, and to whoever said it the reminder that talk about hands is out of order."""
    said = Line(f"{{{event.seat}}}: {event.text}")
    if not event.reminder or viewer != event.seat:
        return (said,)
    return said, Line(REMINDER.format(clause=event.reminder))


def build_seat_line(event: Seated | Left | Held | Returned) -> Line:
    """Who left is told of by name, since the seat is free or another's then; of a bot its level is told."""
    if isinstance(event, Left):
        return Line(f"{event.name or f'{{{event.seat}}}'} leaves.", 0)
    level = f": {event.bot} bot" if isinstance(event, Seated) and event.bot else ""
    return Line(f"{SEAT_LINES[type(event)] % event.seat}{level}.", 0)


def build_begun_lines(event: Started, viewer: int) -> tuple[Line, ...]:
    """That a match begins; where it goes on from a step of another one, to its seat what it knew of the hand."""
    if event.position is None:
        return (BEGUN,)
    before = [Line(text, weight) for text, weight in event.before] if viewer == event.seat else []
    return *before, GOES_ON


def build_agreed_line(event: Agreed) -> Line:
    """Who agrees to what, by name where they have no seat any more."""
    who = event.name if event.seat is None else f"{{{event.seat}}}"
    return Line(AGREED[event.to].format(who=who, match=event.match), 0)


class EventBuffer:
    """The latest events of a table, and the readers who wait for more."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """`tell` wakes those who are behind."""
        self.entries: list[BufferedEvent] = []
        self.changes = 0
        """Counts everything that viewers might want to see, events and the rest."""
        self.subscribers: set[Subscriber] = set()
        self.over = False
        """No reader is to wait any more."""
        self._tell = tell
        self._telling: asyncio.TimerHandle | None = None
        self._warm: list[BufferedEvent] = []
        """Events that have not been told yet."""

    def add(self, entry: BufferedEvent) -> None:
        self.entries.append(entry)
        del self.entries[:-KEPT]
        self._warm.append(entry)
        self.changes += 1

    def clear_caches(self) -> None:
        """All are told who had room: what was made for that goes, while it lies in the processor's caches."""
        for entry in self._warm:
            entry.clear_cache()
        self._warm.clear()

    def notify_all(self) -> None:
        """Something that is no event has changed: tell of it."""
        self.changes += 1
        self._tell()

    def notify_viewer(self, viewer: int) -> None:
        """Something has changed that only one viewer may know to have."""
        for reader in self.subscribers:
            if reader.viewer == viewer:
                reader.seen = BEHIND

    @property
    def late_subscribers(self) -> list[Subscriber]:
        """Those who have not been told everything."""
        changes = self.changes
        return [one for one in self.subscribers if one.seen != changes]

    def add_subscriber(self, reader: Subscriber) -> None:
        reader.over = self.over
        self.subscribers.add(reader)
        OPEN_STREAMS.inc()
        self._schedule_notice()

    def remove_subscriber(self, reader: Subscriber) -> None:
        self.subscribers.discard(reader)
        OPEN_STREAMS.dec()
        self._schedule_notice()

    def _schedule_notice(self) -> None:
        """Have the others told soon."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(CROWD, self._notify_crowd)

    def _notify_crowd(self) -> None:
        self._telling = None
        self.notify_all()

    def end_subscriptions(self) -> None:
        """Have all readers end."""
        self.over = True
        for reader in self.subscribers:
            reader.over = True
        self.notify_all()

    def get_latest(self) -> list[BufferedEvent]:
        """What a snapshot tells of how it came about."""
        return self.entries[-LATEST:]

    def find_since(self, seq: int | None) -> list[BufferedEvent] | None:
        """The events after `seq`; None where some of them are no longer at hand, and for who was told nothing."""
        if seq is None:
            return None
        entries = self.entries
        known = len(entries) - (entries[-1].seq - seq) if entries else 0
        return entries[known:] if 0 <= known <= len(entries) else None


@dataclass(eq=False)
class Subscriber:
    """Somebody who reads a table's news. Nothing is queued: a reader asks for what follows on what it has."""

    viewer: int
    wake: Callable[[Broadcast | None], None]
    """Called when there is something new, with the moment to be told of, or None where that could not be made."""
    device: bool = False
    seen: int = BEHIND
    """The count of changes already told."""
    over: bool = False
    """Whether nothing more will come than was told."""

    def find_seat(self) -> None:
        """Somebody has sat down, or got up."""
