"""Actor of a table, its only writer: commands and alarms run one after another, and each is stored before it counts.

`decide` and `next_due` are pure. Only the actor writes events, applies them, and tells subscribers.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import TypeVar, cast

from shindig.core.layout_and_views import ONLOOKER
from shindig.messages import say

from ..bot_pool.pool_interface import BotsLink
from ..broadcast import player_view
from ..broadcast.event_buffer import KEPT, BufferedEvent, EventBuffer, Subscriber
from ..broadcast.presence import Presence
from ..broadcast.static_info import StaticInfoCache
from ..broadcast.table_broadcast import Broadcast
from ..errors import BusyError, RoomError
from ..metrics import BROADCAST_SECONDS, COMMIT_SECONDS, MOVES
from ..person import Person
from ..schemas import Answer, PublicTable, TableUpdate
from ..storage.database import StoreError
from ..storage.event_store import AnsweredError, Append, EventStore, LostTableError
from ..table_log.events import Acted, Answered, Closed, Event, Opened, OwnEvent, Poked, Seated, Settled, decode
from ..table_log.table_state import TableState, Turn
from ..table_log.turn_clock import Alarm, Clock, Pace, TableClock
from .advice import Advisor
from .bot_replies import BotReplies
from .commands import Command, Personal, RunScheduler, Welcome
from .decide import decide
from .decide.decision import Decision
from .mailbox import Mailbox, PendingCommand
from .match_results import opening_rows, result_rows
from .scheduler import Due, next_due
from .volatile_state import VolatileState

T = TypeVar("T")
LOG = logging.getLogger(__name__)

ANSWERS_KEPT = 200
MOVED = say("busy-moved")
KEPT_BESIDE = {Opened, Seated, Settled, Closed}
"""Events that write more than their line of the log."""
SOON = 60.0
"""A table with an alarm within so many seconds stays loaded."""
PORTION = 32
"""Number of events that are applied before other tables get a turn."""
RETRY = 1.0
"""Seconds before a failed write is repeated."""
NEVER = Due(math.inf, RunScheduler())


@dataclass
class TableServices:
    """Services that all tables of a server share."""

    store: EventStore
    bots: BotsLink
    clock: Clock
    pace: Pace
    chance: random.Random = field(default_factory=random.SystemRandom)
    """Source of random numbers for pauses. Cards come from cuts."""
    tell_turn: Callable[[TableState, list[str]], None] = field(default=lambda _, __: None)
    """Called when absent persons are to act at a table of days."""


class TableActor:
    """A table that this server owns under `epoch`."""

    _loop: asyncio.AbstractEventLoop
    """Event loop of the table. Before Python 3.12, to ask for the running loop takes a system call."""

    def __init__(self, services: TableServices, state: TableState, epoch: int) -> None:
        self.services = services
        self.state = state
        self.epoch = epoch
        self.clock = TableClock(services.clock)
        self.history = EventBuffer(self._tell)
        replies = BotReplies(services.bots, state.id, self.wake)
        self.memory = VolatileState(state, self.clock, services.pace, services.chance, replies)
        self.advisor = Advisor(services.bots)
        self.lost = False
        """True if another owner writes the log now."""
        self.stopped = False
        self.address = ""
        """Address of the person who opened the table, if this server knows it. It is not stored."""
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._public: PublicTable | None = None
        """Cache of the table as all viewers see it,"""
        self._shown = 0, 0
        """and the change counters for which it is valid."""
        self._furniture = StaticInfoCache()
        self._places = state.places
        """Seats of people at the last broadcast."""
        self._told_turn: Turn | None = None
        """Latest turn that absent persons were told of."""
        self._not_before = 0.0
        self._jobs = Mailbox()
        self._alarm: Alarm | None = None
        self.next_alarm = math.inf
        """Time at which the table wakes, on its own clock."""
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    async def load(cls, services: TableServices, table: str, lines: list[str], epoch: int) -> TableActor:
        """Load a table from its log, with the time that was left at its last event.

        Other tables get turns in between, since a long log takes a while without compiled rules.
        """
        loaded, events = cls(services, TableState(table), epoch), [decode(line) for line in lines]
        kept_from = sum(event.told for event, _ in events) - KEPT
        for number, (event, at) in enumerate(events, 1):
            loaded._take(event, at, kept=loaded.state.seq >= kept_from)
            if number % PORTION == 0:
                await asyncio.sleep(0)
        loaded.history.clear_caches()
        loaded._go_on(events[-1][1])
        return loaded

    def _go_on(self, at: float) -> None:
        """Resume a table whose log ends at a time. People have time to come back, and pages have time for the stage of
        a cut."""
        self.clock.go_on(at)
        state, presence, back = self.state, self.memory.presence, at + self.services.pace.returns
        presence.begin(len(state.seats), at)
        if back > at:
            presence.expected = {seat: back for seat in state.people if not state.seats[seat].held}
        if state.cutting.due is not None:
            state.cutting.due = presence.until(at + self.services.pace.device)

    def resume(self, clock: TableClock, presence: Presence) -> None:
        """Resume after unloading, as if the table had been loaded all along."""
        self.clock = clock
        self.memory.resume(clock, presence)

    def is_quiet(self, seconds: float) -> bool:
        """Return True if nobody has been here for so many seconds, and no alarm is near."""
        if self.history.subscribers or self.has_ended or self._jobs.waiting or self._worker is None:
            return False
        presence, now = self.memory.presence, self.clock.now()
        since = max(presence.quiet_since, *presence.last_seen.values(), 0.0)
        return now - since >= seconds and self.next_alarm - now >= SOON

    # The table's turn: one thing after another.

    def start(self) -> asyncio.Task[None]:
        """Begin to work, until the table ends."""
        self._loop = asyncio.get_running_loop()
        self._worker = self._loop.create_task(self._work(), name=f"table {self.state.id}")
        return self._worker

    async def stop(self) -> None:
        """Stop in good order: finish commands that have begun."""
        self._jobs.put(None)
        if self._worker is not None:
            await self._worker

    def lose(self) -> None:
        """Stop at once, since another server may own the table."""
        self.lost = True
        self.history.notify_all()
        self.wake()

    async def do(self, command: Command[T]) -> T:
        """Run a command in its turn, even if its sender disconnects."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.ask(command, done)
        try:
            return await done
        finally:
            del done  # as in `_answer`

    def ask(self, command: Command[T], done: PendingCommand[T]) -> None:
        """Run a command and pass its outcome to `done`. Raises BusyError."""
        if self.lost or self._worker is None or self._worker.done():
            raise BusyError(MOVED)
        self._jobs.put(partial(self._answer, command, perf_counter(), done))

    async def _answer(self, command: Command[T], since: float, done: PendingCommand[T]) -> None:
        """Run a command for a waiting sender, and tell the others.

        An exception refers to its frames. They must not refer back to `done`, which would keep all of them in memory.
        """
        try:
            result = await self.carry_out(command)
        except Exception as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(result)
        finally:
            del done
        self._tell_soon(since)

    def wake(self) -> None:
        """Check again for due commands."""
        self._jobs.put(_nothing)

    async def _work(self) -> None:
        """Run due commands before those of people."""
        jobs = self._jobs.waiting
        while not self.state.closed and not self.lost:
            if (command := self._due()) is not None:
                await self._do_due(command)
                continue
            while not jobs:
                await self._jobs.coming(self._loop)
            if (job := jobs.popleft()) is None:
                break
            await job()
        await self._end()

    async def _end(self) -> None:
        """End the table. Waiting commands are refused, since it is closed or lost."""
        self._ring(math.inf)
        while self._jobs.waiting:
            if (job := self._jobs.waiting.popleft()) is not None:
                await job()
        self.stopped = True
        self.history.changes += 1
        self._tell_soon()

    def _due(self) -> Command[None] | None:
        """Return the server's own due command, or set the alarm for the next one."""
        now = self.clock.now()
        try:
            coming = next_due(self.state, self.memory.at(now)) or NEVER
            for question in coming.asks:
                self.memory.replies.ask(question)
        except Exception:
            coming = self._fault()
        when = max(coming.when, self._not_before)
        if when <= now:
            return coming.command
        self._ring(when)
        return None

    async def _do_due(self, command: Command[None]) -> None:
        """Run a due command and tell subscribers. If it cannot be stored now, repeat it later."""
        try:
            await self.carry_out(command)
            self._tell_soon()
        except BusyError:
            self._not_before = self.clock.now() + RETRY
        except Exception:
            self._fault()

    def _fault(self) -> Due:
        """Log a fault of ours. The table goes on."""
        LOG.exception("table %s: tried again in %s seconds", self.state.id, RETRY)
        self._not_before = self.clock.now() + RETRY
        return Due(self._not_before, RunScheduler())

    def _tell_soon(self, since: float | None = None) -> None:
        """Tell subscribers once the sender of the command has its answer."""
        self._loop.call_soon(self._tell, since)

    def _tell(self, since: float | None = None) -> None:
        """Tell the subscribers that are behind."""
        behind = self.history.late_subscribers
        if behind:
            self._tell_all(behind)
            if since is not None:
                BROADCAST_SECONDS.observe(perf_counter() - since)
        self.history.clear_caches()

    def _tell_all(self, behind: Sequence[Subscriber[Broadcast]]) -> None:
        """Tell subscribers by one broadcast; people who have just sat down get their seat's view."""
        places, moment = self.state.places, None
        if self._places is not places:
            self._places = places
            for reader in behind:
                reader.find_seat()
        try:
            moment = self.broadcast()
        except Exception:  # made again for each reader, whose streams end by it
            LOG.exception("table %s: nothing can be told", self.state.id)
        for reader in behind:
            reader.wake(moment)

    def _ring(self, when: float) -> None:
        """Set the alarm. An earlier alarm stays, since each move would set another, and few ever ring."""
        if self._alarm is not None:
            if self.next_alarm <= when < math.inf:
                return
            self._alarm.cancel()
        self.next_alarm = when
        self._alarm = None if when == math.inf else self.clock.call_at(when, self._rung)

    def _rung(self) -> None:
        self._alarm = None
        self.wake()

    # Deciding, writing, counting.

    async def carry_out(self, command: Command[T]) -> T:
        """Decide a command, commit its events and apply them. A repeat gets the stored answer.

        Raises RoomError without any change; BusyError if it cannot be stored.
        """
        if isinstance(command, Personal) and command.person.was:
            command = replace(command, person=self.state.known_person(command.person))
        once = command.idempotency_key
        if once is not None and (known := self._answers.get(once)) is not None:
            return cast(T, replace(known, repeated=True))
        try:
            events, answer = self._decided(command, now := self.clock.now())
            if events:
                begun, given = perf_counter(), answer if isinstance(answer, Answer) else None
                await self.services.store.append(self._step(events, at := round(now, 3), once, given))
                COMMIT_SECONDS.observe(perf_counter() - begun)
                if once is not None and given is not None:
                    self._keep(once, given)
                self._count(events, at)
                self._tell_absent(events)
        except LostTableError:
            self.lost = True
            raise BusyError(MOVED) from None
        except BusyError:
            raise
        except (RoomError, AnsweredError):
            if (before := await self._given(once)) is None:
                raise
            return cast(T, before)
        except StoreError as error:
            raise BusyError(say("busy-unchanged", why=error.text)) from None
        return answer

    def _decided(self, command: Command[T], now: float) -> Decision[T]:
        """Decide a command with the current inputs. Raises RoomError."""
        if isinstance(command, Personal):
            self._note_command(self.state.places.get(command.person.id, ONLOOKER), now)
        decided = decide(self.state, command, self.memory.at(now))
        if self.lost:
            raise BusyError(MOVED)
        return decided

    def _note_command(self, viewer: int, now: float) -> None:
        """Note that a viewer's person acts: the pages of a seat need no heartbeat for a while."""
        self.memory.presence.last_seen[viewer] = now
        if viewer != ONLOOKER:
            for reader in self.history.subscribers:
                if reader.viewer == viewer:
                    reader.heard = now

    def _step(self, events: Sequence[Event], at: float, once: str | None, given: Answer | None) -> Append:
        """Build what the store is to write."""
        lines = tuple([one.encode(at) for one in events])
        step = Append(self.state.id, self.epoch, self.state.stored + 1, lines, once, given)
        return step if KEPT_BESIDE.isdisjoint(map(type, events)) else self._with_more(step, events)

    def _count(self, events: Sequence[Event], at: float) -> None:
        """Apply stored events."""
        for event in events:
            self._take(event, at)
            if isinstance(event, Acted):
                MOVES.of[event.by] += 1

    def _tell_absent(self, events: Sequence[Event]) -> None:
        """Tell the persons who are to act and not here: once a turn at a table of days, and when they are poked."""
        state = self.state
        poked = isinstance(events[-1], Poked)
        if poked or (state.has_days and state.turn != self._told_turn and not state.closed):
            self._told_turn = state.turn
            seats = [seat for seat in state.seats_to_act if seat not in self.memory.presence.viewers]
            if seats:
                self.services.tell_turn(state, [state.seats[seat].person for seat in seats])

    async def _given(self, once: str | None) -> Answer | None:
        """Return the stored answer of a key. Only moves that are no longer possible read it."""
        stored = await self.services.store.find_answer(self.state.id, once) if once is not None else None
        if once is None or stored is None:
            return None
        self._keep(once, Answer(*stored))
        return Answer(*stored, repeated=True)

    def _with_more(self, step: Append, events: Sequence[Event]) -> Append:
        """Add rows that few steps write beside the log: seats, the table's end, results."""
        date = self.clock.date()
        seated = next(((e.person, e.seat, date) for e in events if isinstance(e, Seated) and e.person), None)
        closed = any(isinstance(event, Closed) for event in events)
        begun = [write for event in events if isinstance(event, Opened) for write in opening_rows(self.state.id, event)]
        ended = result_rows(self.state, date) if any(isinstance(event, Settled) for event in events) else ()
        return step._replace(seated=seated, closed=closed, beside=(*begun, *ended))

    def _keep(self, once: str, answer: Answer) -> None:
        self._answers[once] = answer
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    def _take(self, event: Event, at: float, kept: bool = True) -> None:
        """Apply an event, and put it into the buffer if it is `kept`."""
        state, before, players = self.state, self.state.frame, self.state.players
        state.add(event, at)
        if event.told:
            if kept:
                first = state.frame if before is None else before
                names = players if isinstance(event, Acted) else state.names
                self.history.add(BufferedEvent(state.seq, event, names, first, state.frame))
        elif isinstance(event, OwnEvent):
            self.history.notify_viewer(event.seat)
            if isinstance(event, Answered) and state.gathering is not None and not state.gathering.group.secret:
                self.history.changes += 1
        elif not isinstance(event, Settled):
            self.history.changes += 1

    # Subscribers, and their updates.

    @property
    def has_ended(self) -> bool:
        """True if the table has ended."""
        return self.lost or self.stopped or self.state.closed

    def viewer_of(self, person: Person | None) -> int:
        """Return the seat of a person, or ONLOOKER."""
        if person is None:
            return ONLOOKER
        return self.state.places.get(self.state.known_person(person).id if person.was else person.id, ONLOOKER)

    def note_presence(self, viewer: int) -> None:
        """Note that a viewer is present."""
        self.memory.presence.last_seen[viewer] = self.clock.now()

    def note_answer(self, viewer: int, name: str) -> None:
        """Note that a page has answered a heartbeat."""
        for reader in self.history.subscribers:
            if reader.name == name and reader.viewer == viewer:
                reader.heard = self.clock.now()

    def tell_bots_ready(self) -> None:
        """Tell viewers that the bots' policies are compiled, if they see a bot that prepares."""
        if any(seat.preparing for seat in self.public.info.seats):
            self.history.notify_all()

    def expect_page(self, seat: int) -> None:
        """Expect a page of this seat, which is loading."""
        if seat != ONLOOKER:
            self.memory.presence.expected[seat] = self.clock.now() + self.services.pace.device

    def add_subscriber(self, reader: Subscriber[Broadcast]) -> None:
        """Add a subscriber. A person for whom a bot plays is back."""
        self.history.add_subscriber(reader)
        self.memory.presence.read_by(self.history.subscribers)
        self.memory.presence.expected.pop(reader.viewer, None)
        if reader.viewer != ONLOOKER and self.state.seats[reader.viewer].held and not self.has_ended:
            self._jobs.put(partial(self._welcome, reader.viewer))

    async def _welcome(self, seat: int) -> None:
        with suppress(BusyError):
            await self.carry_out(Welcome(seat))
            self._tell_soon()

    def change_seat(self, reader: Subscriber[Broadcast], viewer: int) -> None:
        """Move a subscriber to another seat, or to none."""
        reader.viewer = viewer
        self.memory.presence.read_by(self.history.subscribers)

    def remove_subscriber(self, reader: Subscriber[Broadcast]) -> None:
        """Remove a subscriber."""
        self.history.remove_subscriber(reader)
        self.memory.presence.read_by(self.history.subscribers)
        if reader.is_silent:
            seen = self.memory.presence.last_seen
            seen[reader.viewer] = max(reader.heard, seen.get(reader.viewer, 0.0))
        else:
            self.note_presence(reader.viewer)
            if reader.device:
                self.expect_page(reader.viewer)
        if not self.history.subscribers:
            self.memory.presence.quiet_since = self.clock.now()
        self.wake()

    def broadcast(self) -> Broadcast:
        """Return the broadcast of the current state."""
        return Broadcast(self.state, self.history, self.public, self.clock.now(), self.has_ended)

    def update_for(self, viewer: int, after: int | None) -> TableUpdate:
        """Return a viewer's update after event `after`, or a snapshot if the buffer no longer has it."""
        return self.broadcast().build_update(viewer, after)

    @property
    def public(self) -> PublicTable:
        """The table as an onlooker sees it, cached until it changes."""
        state, services = self.state, self.services
        shown = self.history.changes, state.refurnished
        if self._public is None or self._shown != shown:
            ready = services.bots.is_ready(state.game_id)
            kept = self._furniture.get(state, self.memory.presence, ready, self.clock)
            made = player_view.build_public_table(state, services.pace, *kept, self.memory.presence)
            self._public, self._shown = made, shown
        return self._public


async def _nothing() -> None:
    pass
