"""Event buffer of a table: the latest events, each as every viewer saw it, and the subscribers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from shindig.core.layout_and_views import CHANCE, ONLOOKER
from shindig.core.lazy_property import once
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.match import write_common_story

from ..metrics import OPEN_STREAMS
from ..schemas import LogEntry
from ..table_log.events import Acted, ChatSaid, Event, Ordered, Started
from ..table_log.shared_match_snapshot import MatchSnapshot
from .log_lines_of_events import describe_event

M = TypeVar("M")
KEPT = 80
"""Number of events in the buffer, for subscribers that missed some."""
LATEST = 40
"""Number of events that a snapshot has."""
CROWD = 0.1
"""Seconds in which arrivals and departures are gathered for one broadcast, so that a crowd does not flood itself."""
BEHIND = -1
"""Number of seen changes of a subscriber that gets the next broadcast in any case."""


@dataclass
class BufferedEvent:
    """An event, with the match before and after it."""

    seq: int
    event: Event
    names: tuple[str, ...]
    """Names of the seats after the event; for an action, names of the players."""
    before: MatchSnapshot | None
    after: MatchSnapshot | None
    warm: bool = True
    """True while the updates of viewers are cached: until all subscribers have them."""
    _updates: dict[int, LogEntry] = field(default_factory=dict)

    @once
    def common_entry(self) -> tuple[LogEntry | None, int | None]:
        """Entry that all viewers share, and the viewer who gets another one.

        The entry is None if a step depends on each viewer's view. Another one gets the seat of a secret action, the
        seat that knew the hand of a continued match, or the speaker.
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
        """Return the event as a viewer saw it, cached until all subscribers have it."""
        made, apart = self.common_entry
        if made is None or viewer == apart:
            made = self._updates[viewer] = self._updates.get(viewer) or self._build_log_entry(viewer)
        if not self.warm:
            self.clear_cache()
        return made

    def clear_cache(self) -> None:
        """Clear the cache. Updates can be built again."""
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
        """Build the update of a step, with the action as text from its own seat's view."""
        if seat == CHANCE:
            return LogEntry(self.seq, "order", self.names, lines=lines)
        assert self.before is not None
        do = None if action is None else self.before.game.words.text(self.before.view(seat).plain, action)
        return LogEntry(self.seq, "act", self.names, seat, do, lines)

    def _build_event_entry(self, viewer: int) -> LogEntry:
        """Build the update of an event that is no step of a match."""
        kind, seat, lines = describe_event(self.event, viewer)
        return LogEntry(self.seq, kind, self.names, seat, lines=lines)

    def _build_step_lines(self, viewer: int, seat: int, action: int | None) -> tuple[Line, ...]:
        """Return the story lines of a step. They do not reveal another seat's secret action."""
        assert self.before is not None
        assert self.after is not None
        step = ObservedStep(self.before.view(viewer).plain, seat, action, self.after.view(viewer).plain)
        return (*self.before.game.words.story(step),)


class EventBuffer:
    """Latest events of a table, and its subscribers."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """`tell` wakes the subscribers that are behind."""
        self.entries: list[BufferedEvent] = []
        self.changes = 0
        """Counter of everything that viewers may see: events and other changes."""
        self.subscribers: set[Subscriber[Any]] = set()
        self.over = False
        """True if no subscriber may wait any more."""
        self._tell = tell
        self._telling: asyncio.TimerHandle | None = None
        self._warm: list[BufferedEvent] = []
        """Events whose caches are not cleared yet."""

    def add(self, entry: BufferedEvent) -> None:
        self.entries.append(entry)
        del self.entries[:-KEPT]
        self._warm.append(entry)
        self.changes += 1

    def clear_caches(self) -> None:
        """Clear the caches of events that all have, while they are still in the processor's cache."""
        for entry in self._warm:
            entry.clear_cache()
        self._warm.clear()

    def notify_all(self) -> None:
        """Count a change that is no event, and notify all subscribers."""
        self.changes += 1
        self._tell()

    def notify_viewer(self, viewer: int) -> None:
        """Count a change that only one viewer may see."""
        for reader in self.subscribers:
            if reader.viewer == viewer:
                reader.seen = BEHIND

    @property
    def late_subscribers(self) -> list[Subscriber[Any]]:
        """Subscribers that are behind."""
        changes = self.changes
        return [one for one in self.subscribers if one.seen != changes]

    def add_subscriber(self, reader: Subscriber[Any]) -> None:
        reader.over = self.over
        self.subscribers.add(reader)
        OPEN_STREAMS.inc()
        self._schedule_notice()

    def remove_subscriber(self, reader: Subscriber[Any]) -> None:
        self.subscribers.discard(reader)
        OPEN_STREAMS.dec()
        self._schedule_notice()

    def _schedule_notice(self) -> None:
        """Notify all subscribers soon."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(CROWD, self._notify_crowd)

    def _notify_crowd(self) -> None:
        self._telling = None
        self.notify_all()

    def end_subscriptions(self) -> None:
        """End all subscriptions."""
        self.over = True
        for reader in self.subscribers:
            reader.over = True
        self.notify_all()

    def get_latest(self) -> list[BufferedEvent]:
        """Return the events that a snapshot has."""
        return self.entries[-LATEST:]

    def find_since(self, seq: int | None) -> list[BufferedEvent] | None:
        """Return the events after `seq`; None if some are no longer in the buffer, or nothing was told yet."""
        if seq is None:
            return None
        entries = self.entries
        known = len(entries) - (entries[-1].seq - seq) if entries else 0
        return entries[known:] if 0 <= known <= len(entries) else None


@dataclass(eq=False)
class Subscriber(Generic[M]):
    """A subscriber of a table. It has no queue: it asks a broadcast `M` for what follows its last event."""

    viewer: int
    wake: Callable[[M | None], None]
    """Called on a change, with the broadcast, or with None if it could not be built."""
    device: bool = False
    seen: int = BEHIND
    """Number of changes that it has got."""
    over: bool = False
    """True if its stream has ended."""
    who: str = ""
    """Id of the person; empty for an unknown one."""
    browser: str = ""
    """Name of the browser of an unknown person; empty for none."""
    name: str = field(default_factory=partial(secrets.token_hex, 8))
    """Name by which a page answers the heartbeats of its stream."""
    heard: float = 0.0
    """Table time of the latest answer."""
    is_silent: bool = False
    """True for a page that no longer answers."""

    @property
    def identity(self) -> tuple[str, str]:
        """Key by which the subscriber is counted: its person, else its browser, else its own name."""
        return self.who, "" if self.who else self.browser or self.name

    def find_seat(self) -> None:
        """Find the viewer's seat again."""
