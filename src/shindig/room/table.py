"""One table, one writer: commands and alarms are done one after another; each is stored before it counts."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np

from ..games.record import ONLOOKER
from . import autopilot
from .bots_link import BotsLink
from .clock import Alarm, Clock, Pace
from .cutting import Cutting
from .events import Acted, Closed, Event, Left, Ordered, Returned, Seated, Started, decode
from .state import TableState
from .store import Append, LostTableError, Store, StoreError
from .stream import KEPT, Entry, Frame, History, Reader
from .told import Answer, BusyError, Public

T = TypeVar("T")
LOG = logging.getLogger(__name__)

ANSWERS_KEPT = 200


@dataclass
class House:
    """What all tables of a room share."""

    store: Store
    bots: BotsLink
    clock: Clock
    pace: Pace
    chance: random.Random = field(default_factory=random.SystemRandom)
    """For pauses. Cards come from cuts."""


class Table:
    """A table that this room owns under `epoch`."""

    def __init__(self, house: House, state: TableState, epoch: int) -> None:
        self.house = house
        self.state = state
        self.epoch = epoch
        self.history = History()
        self.cutting = Cutting(0)
        self.answers: OrderedDict[str, Answer] = OrderedDict()
        self.thinking: deque[float] = deque(maxlen=20)
        """How long people took for their latest decisions."""
        self.expected: dict[int, float] = {}
        """Seats whose page is on its way, and until when a cut waits for it."""
        self.last_seen: dict[int, float] = {}
        """When a seat's person last looked, moved or was connected."""
        self.quiet_since = house.clock.now()
        """Since when nobody is connected."""
        self.pilot = autopilot.Pilot()
        self.public: tuple[int, Public] | None = None
        """What all viewers see of the table, with the count of changes it belongs to."""
        self.lost = False
        """Another owner writes the log now."""
        self.stopped = False
        self._frame: Frame | None = None
        self._jobs: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._alarm: Alarm | None = None
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    def load(cls, house: House, table: str, lines: list[str], epoch: int) -> Table:
        """A table from its log. The time that nobody served it is credited to the seat to act."""
        loaded = cls(house, TableState(table), epoch)
        kept_from = len(lines) - KEPT
        for number, line in enumerate(lines):
            if number == kept_from and loaded.state.match is not None:
                loaded._snap()
            loaded._take(*decode(line), kept=number >= kept_from)
        loaded.state.since = house.clock.now()
        return loaded

    def start(self) -> asyncio.Task[None]:
        """Begin to work, until the table ends."""
        self._worker = asyncio.create_task(self._work(), name=f"table {self.state.id}")
        return self._worker

    async def stop(self) -> None:
        """End in good order: what has begun is finished."""
        self._jobs.put_nowait(None)
        if self._worker is not None:
            await self._worker

    async def do(self, command: Callable[[], Awaitable[T]]) -> T:
        """Have a command done in its turn. It is done even when whoever asked goes away."""
        if self.lost or self._worker is None or self._worker.done():
            raise BusyError("this table is not served here now; please try again")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(partial(_answer, command, done))
        try:
            return await done
        finally:
            del done  # as in `_answer`

    def seen(self, viewer: int) -> None:
        """Somebody shows up."""
        self.last_seen[viewer] = self.house.clock.now()

    def wake(self) -> None:
        """Look again at what is due."""
        self._jobs.put_nowait(self._nothing)

    async def _nothing(self) -> None:
        pass

    async def _work(self) -> None:
        while not self.state.closed and not self.lost:
            await self._drive()
            job = await self._jobs.get()
            if job is None:
                break
            await job()
        self._ring(None)
        while not self._jobs.empty():  # commands that find the table closed or lost, and say so
            job = self._jobs.get_nowait()
            if job is not None:
                await job()
        self.stopped = True
        self.history.changed()

    async def _drive(self) -> None:
        """Do what is due. A fault of ours stops neither the table nor what people do at it."""
        try:
            await autopilot.run(self)
            self._set_alarm()
        except Exception:
            LOG.exception("table %s: tried again in %s seconds", self.state.id, autopilot.RETRY)
            self._ring(self.house.clock.now() + autopilot.RETRY)

    def _set_alarm(self) -> None:
        deed = autopilot.due(self)
        self._ring(deed.when if deed else None)

    def _ring(self, when: float | None) -> None:
        """Wake the table at a time, and at no other."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if when is None else self.house.clock.call_at(when, self.wake)

    async def write(self, *events: Event, key: str | None = None, answer: Answer | None = None) -> None:
        """Commit events, then let them count, then wake the readers. Raises BusyError, and nothing has changed."""
        if self.lost:
            raise BusyError("this table has moved to another server; please try again")
        now = round(self.house.clock.now(), 3)
        lines = tuple(event.encode(now) for event in events)
        seated = next(((e.person, e.seat, now) for e in events if isinstance(e, Seated) and e.person), None)
        closed = any(isinstance(event, Closed) for event in events)
        text = answer.do if answer else ""
        step = Append(self.state.id, self.epoch, self.state.seq + 1, lines, key, text, seated, closed)
        try:
            await self.house.store.append(step)
        except LostTableError:
            self.lost = True
            raise BusyError("this table has moved to another server; please try again") from None
        except StoreError as error:
            raise BusyError(f"nothing was changed: {error}") from None
        if key and answer:
            self._keep(key, answer)
        for event in events:
            self._take(event, now)

    def _keep(self, key: str, answer: Answer) -> None:
        self.answers[key] = answer
        if len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)

    def _take(self, event: Event, at: float, kept: bool = True) -> None:
        """Let an event count."""
        before = self._frame
        self.state.add(event, at)
        if kept and isinstance(event, (Started, Ordered, Acted)):
            self._snap()
        if isinstance(event, Ordered) and event.index == 0:
            self.cutting = Cutting(self.state.cuts)
        elif isinstance(event, (Seated, Left)):
            self.cutting.seals.pop(event.seat, None)
        if kept:
            self.history.add(Entry(self.state.seq, event, before or self._frame, self._frame))

    def _snap(self) -> None:
        assert self.state.match is not None
        match = self.state.match
        self._frame = Frame(match.game, np.frombuffer(match.array.tobytes(), match.array.dtype))

    @property
    def ended(self) -> bool:
        """Nothing more will happen here."""
        return self.lost or self.stopped or self.state.closed

    def arrived(self, reader: Reader) -> None:
        """Somebody reads along; a person for whom a bot plays is back."""
        self.history.join(reader)
        self.expected.pop(reader.viewer, None)
        if reader.viewer != ONLOOKER and self.state.seats[reader.viewer].held:
            self._jobs.put_nowait(partial(self._return, reader.viewer))

    async def _return(self, seat: int) -> None:
        if self.state.seats[seat].held and seat in self.history.viewers:
            with suppress(BusyError):
                await self.write(Returned(seat))

    def departed(self, reader: Reader) -> None:
        """Somebody reads no more."""
        self.history.part(reader)
        self.seen(reader.viewer)
        if reader.device:
            self.expect(reader.viewer)
        if not self.history.readers:
            self.quiet_since = self.house.clock.now()
        self.wake()

    @property
    def frame(self) -> Frame | None:
        """The match as it is, None before the first."""
        if self._frame is None and self.state.match is not None:
            self._snap()
        return self._frame

    def viewer(self, person: str | None) -> int:
        """The seat of a person, or ONLOOKER."""
        seat = self.state.seat_of(person) if person else None
        return ONLOOKER if seat is None else seat

    def devices(self) -> set[int]:
        """Seats of persons whose page takes part in cuts: it is there, or about to be."""
        now, seats = self.house.clock.now(), self.state.seats
        expected = {seat for seat, until in self.expected.items() if now < until and seats[seat].person}
        return {seat for seat in expected.union(self.history.devices()) if not seats[seat].held}

    def expect(self, seat: int) -> None:
        """A page of this seat is on its way: it was opened, or it loads itself again."""
        if seat != ONLOOKER:
            self.expected[seat] = self.house.clock.now() + self.house.pace.device


async def _answer(command: Callable[[], Awaitable[T]], done: asyncio.Future[T]) -> None:
    """Do a command for somebody who waits.

    An error knows the frames that it went through. They forget who waits for it, lest it hold itself in memory.
    """
    try:
        result = await command()
    except Exception as error:
        if not done.done():
            done.set_exception(error)
    else:
        if not done.done():
            done.set_result(result)
    finally:
        del done
