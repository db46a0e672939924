"""One table, one writer: commands and alarms are done one after another; each is stored before it counts.

`decide` and `due` say what happens; only the table writes it, lets it count and tells those who wait.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import TypeVar, cast

from shindig.core.record_layout import ONLOOKER

from ..accounts.accounts import Person
from ..bot_pool.interface import BotsLink
from ..broadcast import player_view
from ..broadcast.broadcast import Broadcast
from ..broadcast.event_buffer import KEPT, BufferedEvent, EventBuffer, Subscriber
from ..broadcast.static_info import StaticInfoCache
from ..errors import BusyError, RoomError
from ..metrics import BROADCAST_SECONDS, COMMIT_SECONDS, MOVES
from ..schemas import Answer, PublicTable, TableUpdate
from ..storage.event_store import AnsweredError, Append, EventStore, LostTableError, StoreError
from ..table_log.events import Acted, Closed, Event, Opened, OwnEvent, Seated, Settled, decode
from ..table_log.table_state import TableState
from ..table_log.turn_clock import Alarm, Clock, Pace, TableClock
from .advice import Advisor
from .bot_replies import BotReplies
from .commands import Command, Personal, RunScheduler, Welcome
from .decide import decide
from .decide.decision import Decision
from .decision_inputs import Presence
from .mailbox import Mailbox, PendingCommand
from .match_results import opening_rows, result_rows
from .scheduler import Due, next_due
from .volatile_state import VolatileState

T = TypeVar("T")
LOG = logging.getLogger(__name__)

ANSWERS_KEPT = 200
MOVED = "this table has moved to another server; please try again"
KEPT_BESIDE = {Opened, Seated, Settled, Closed}
"""Events of which more is written than their lines."""
SOON = 60.0
"""A table that wakes by itself within so many seconds stays loaded."""
PORTION = 32
"""Events of a log that are folded before others have their turn."""
RETRY = 1.0
"""Seconds until the room tries again what the database refused."""
NEVER = Due(math.inf, RunScheduler())


@dataclass
class TableServices:
    """What all tables of a room share."""

    store: EventStore
    bots: BotsLink
    clock: Clock
    pace: Pace
    chance: random.Random = field(default_factory=random.SystemRandom)
    """For pauses. Cards come from cuts."""


class TableActor:
    """A table that this room owns under `epoch`."""

    _loop: asyncio.AbstractEventLoop
    """Where it works: to ask which loop runs takes a call of the operating system before Python 3.12."""

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
        """Another owner writes the log now."""
        self.stopped = False
        self.address = ""
        """Of whoever opened it, as far as this server knows; it is not stored."""
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._public: PublicTable | None = None
        """What all viewers saw of the table,"""
        self._shown = 0, 0
        """and the counts of changes it belongs to."""
        self._furniture = StaticInfoCache()
        self._places = state.places
        """Who sat where when readers were told last."""
        self._not_before = 0.0
        self._jobs = Mailbox()
        self._alarm: Alarm | None = None
        self._rings = math.inf
        """When the alarm wakes the table."""
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    async def load(cls, services: TableServices, table: str, lines: list[str], epoch: int) -> TableActor:
        """A table from its log, with the time that was left at its last event: none ran while nobody served it.

        Others are served meanwhile: a long log takes a while where its rules are not compiled.
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
        """Serve a table whose log ends then: people have time to come back, their pages for the stage of a cut."""
        self.clock.go_on(at)
        state, presence, back = self.state, self.memory.presence, at + self.services.pace.returns
        presence.begin(len(state.seats), at)
        if back > at:
            presence.expected = {seat: back for seat in state.people if not state.seats[seat].held}
        if state.cutting.due is not None:
            state.cutting.due = presence.until(at + self.services.pace.device)

    def resume(self, clock: TableClock, presence: Presence) -> None:
        """Go on as if the table had been served all along, after it was unloaded."""
        self.clock = clock
        self.memory.resume(clock, presence)

    @property
    def next_alarm(self) -> float:
        """When the table wakes by itself, on its own clock."""
        return self._rings

    def is_quiet(self, seconds: float) -> bool:
        """Whether nobody has been here for so long, and nothing is about to happen."""
        if self.history.subscribers or self.has_ended or self._jobs.waiting or self._worker is None:
            return False
        presence, now = self.memory.presence, self.clock.now()
        since = max(presence.quiet_since, *presence.last_seen.values(), 0.0)
        return now - since >= seconds and self._rings - now >= SOON

    # The table's turn: one thing after another.

    def start(self) -> asyncio.Task[None]:
        """Begin to work, until the table ends."""
        self._loop = asyncio.get_running_loop()
        self._worker = self._loop.create_task(self._work(), name=f"table {self.state.id}")
        return self._worker

    async def stop(self) -> None:
        """End in good order: what has begun is finished."""
        self._jobs.put(None)
        if self._worker is not None:
            await self._worker

    def lose(self) -> None:
        """Let go at once: another may own the table."""
        self.lost = True
        self.history.notify_all()
        self.wake()

    async def do(self, command: Command[T]) -> T:
        """Have a command done in its turn. It is done even when whoever asked goes away."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.ask(command, done)
        try:
            return await done
        finally:
            del done  # as in `_answer`

    def ask(self, command: Command[T], done: PendingCommand[T]) -> None:
        """The same for somebody who is told what comes of it. Raises BusyError."""
        if self.lost or self._worker is None or self._worker.done():
            raise BusyError("this table is not served here now; please try again")
        self._jobs.put(partial(self._answer, command, perf_counter(), done))

    async def _answer(self, command: Command[T], since: float, done: PendingCommand[T]) -> None:
        """Do a command for somebody who waits since then, and tell the others.

        An error knows the frames that it went through. They forget who waits for it, lest it hold itself in memory.
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
        """Look again at what is due."""
        self._jobs.put(_nothing)

    async def _work(self) -> None:
        """What is due before what is asked for."""
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
        """Nothing more happens here: commands that wait find the table closed or lost, and say so."""
        self._ring(math.inf)
        while self._jobs.waiting:
            if (job := self._jobs.waiting.popleft()) is not None:
                await job()
        self.stopped = True
        self.history.changes += 1
        self._tell_soon()

    def _due(self) -> Command[None] | None:
        """What the room does now by itself; before its time the alarm is set."""
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
        """Do it, and tell of it; again later, where it cannot be stored now."""
        try:
            await self.carry_out(command)
            self._tell_soon()
        except BusyError:
            self._not_before = self.clock.now() + RETRY
        except Exception:
            self._fault()

    def _fault(self) -> Due:
        """A fault of ours stops neither the table nor its people."""
        LOG.exception("table %s: tried again in %s seconds", self.state.id, RETRY)
        self._not_before = self.clock.now() + RETRY
        return Due(self._not_before, RunScheduler())

    def _tell_soon(self, since: float | None = None) -> None:
        """Tell those who read along, when who asked since then has been answered."""
        self._loop.call_soon(self._tell, since)

    def _tell(self, since: float | None = None) -> None:
        """Tell those of them who have not been told everything."""
        behind = self.history.late_subscribers
        if behind:
            self._tell_all(behind)
            if since is not None:
                BROADCAST_SECONDS.observe(perf_counter() - since)
        self.history.clear_caches()

    def _tell_all(self, behind: Sequence[Subscriber]) -> None:
        """Tell them all of the same moment, those who have just sat down as their seats."""
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
        """Wake the table at a time. An alarm that comes before is left: each move would set another, and none ring."""
        if self._alarm is not None:
            if self._rings <= when < math.inf:
                return
            self._alarm.cancel()
        self._rings = when
        self._alarm = None if when == math.inf else self.clock.call_at(when, self._rung)

    def _rung(self) -> None:
        self._alarm = None
        self.wake()

    # Deciding, writing, counting.

    async def carry_out(self, command: Command[T]) -> T:
        """Decide a command, commit what comes of it, and let it count; a repeat brings the answer already given.

        Raises RoomError, and nothing has changed; BusyError where it cannot be stored.
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
            raise BusyError(f"nothing was changed: {error}") from None
        return answer

    def _decided(self, command: Command[T], now: float) -> Decision[T]:
        """What comes of a command at a moment. Raises RoomError."""
        if isinstance(command, Personal):
            self.memory.presence.last_seen[self.state.places.get(command.person.id, ONLOOKER)] = now
        decided = decide(self.state, command, self.memory.at(now))
        if self.lost:
            raise BusyError(MOVED)
        return decided

    def _step(self, events: Sequence[Event], at: float, once: str | None, given: Answer | None) -> Append:
        """What is to be stored."""
        lines = tuple([one.encode(at) for one in events])
        step = Append(self.state.id, self.epoch, self.state.stored + 1, lines, once, given)
        return step if KEPT_BESIDE.isdisjoint(map(type, events)) else self._with_more(step, events)

    def _count(self, events: Sequence[Event], at: float) -> None:
        """Let what is stored count."""
        for event in events:
            self._take(event, at)
            if isinstance(event, Acted):
                MOVES.of[event.by] += 1

    async def _given(self, once: str | None) -> Answer | None:
        """The answer that the store has under a key. It is asked only where a move cannot be made."""
        stored = await self.services.store.find_answer(self.state.id, once) if once is not None else None
        if once is None or stored is None:
            return None
        self._keep(once, Answer(*stored))
        return Answer(*stored, repeated=True)

    def _with_more(self, step: Append, events: Sequence[Event]) -> Append:
        """What few steps write beside the log: somebody's seat, the table's end, what goes into the books."""
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
        """Fold an event, and keep it at hand for those who are told, where it is `kept`."""
        state, before, players = self.state, self.state.frame, self.state.players
        state.add(event, at)
        if event.told:
            if kept:
                first = state.frame if before is None else before
                names = players if isinstance(event, Acted) else state.names
                self.history.add(BufferedEvent(state.seq, event, names, first, state.frame))
        elif isinstance(event, OwnEvent):
            self.history.notify_viewer(event.seat)
        elif not isinstance(event, Settled):
            self.history.changes += 1

    # Who reads along, and what they are told.

    @property
    def has_ended(self) -> bool:
        """Nothing more will happen here."""
        return self.lost or self.stopped or self.state.closed

    def viewer_of(self, person: Person | None) -> int:
        """The seat of a person, or ONLOOKER."""
        if person is None:
            return ONLOOKER
        return self.state.places.get(self.state.known_person(person).id if person.was else person.id, ONLOOKER)

    def note_presence(self, viewer: int) -> None:
        """Somebody shows up."""
        self.memory.presence.last_seen[viewer] = self.clock.now()

    def expect_page(self, seat: int) -> None:
        """A page of this seat is on its way: it was opened, or it loads itself again."""
        if seat != ONLOOKER:
            self.memory.presence.expected[seat] = self.clock.now() + self.services.pace.device

    def add_subscriber(self, reader: Subscriber) -> None:
        """Somebody reads along; a person for whom a bot plays is back."""
        self.history.add_subscriber(reader)
        self.memory.presence.read_by(self.history.subscribers)
        self.memory.presence.expected.pop(reader.viewer, None)
        if reader.viewer != ONLOOKER and self.state.seats[reader.viewer].held:
            self._jobs.put(partial(self._welcome, reader.viewer))

    async def _welcome(self, seat: int) -> None:
        with suppress(BusyError):
            await self.carry_out(Welcome(seat))
            self._tell_soon()

    def change_seat(self, reader: Subscriber, viewer: int) -> None:
        """A reader has taken a seat, or given it up."""
        reader.viewer = viewer
        self.memory.presence.read_by(self.history.subscribers)

    def remove_subscriber(self, reader: Subscriber) -> None:
        """Somebody reads no more."""
        self.history.remove_subscriber(reader)
        self.memory.presence.read_by(self.history.subscribers)
        self.note_presence(reader.viewer)
        if reader.device:
            self.expect_page(reader.viewer)
        if not self.history.subscribers:
            self.memory.presence.quiet_since = self.clock.now()
        self.wake()

    def broadcast(self) -> Broadcast:
        """The table as it is to be told of now."""
        return Broadcast(self.state, self.history, self.public, self.clock.now(), self.has_ended)

    def update_for(self, viewer: int, after: int | None) -> TableUpdate:
        """What happened after event `after`, for a viewer; a snapshot where that is not at hand."""
        return self.broadcast().build_update(viewer, after)

    @property
    def public(self) -> PublicTable:
        """The table as an onlooker sees it, made once for each change."""
        state, services = self.state, self.services
        shown = self.history.changes, state.refurnished
        if self._public is None or self._shown != shown:
            ready = services.bots.is_ready(state.game_id)
            kept = self._furniture.get(state, self.memory.presence, ready, self.clock)
            self._public, self._shown = player_view.build_public_table(state, services.pace, *kept), shown
        return self._public


async def _nothing() -> None:
    pass
