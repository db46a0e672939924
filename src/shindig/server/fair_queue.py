"""Queues for what is scarce, fair by address: hashes of passwords, reviews, checks, advice, replays and exports.

Turns go round all addresses that wait, and within one round its people. An address and a person have a bounded number
in the queue. Where the queue is full, the address with the most gives way, never one that has none.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from .errors import BusyError

T = TypeVar("T")


class Asker(NamedTuple):
    """Who asks for work: the id of a person and the address of their connection, "" where they are not known."""

    person: str = ""
    address: str = ""


UNKNOWN_ASKER = Asker()
CURRENT_ASKER = ContextVar("ASKING", default=UNKNOWN_ASKER)
"""Who sent the request that is being answered."""


class Bounds(NamedTuple):
    """How many may be in a queue, with those whose turn it is."""

    most: int
    of_address: int
    of_person: int


class Ticket:
    """A place in a queue; `gives_way` is called when another address takes it."""

    def __init__(self, queue: FairQueue, asker: Asker, gives_way: Callable[[], None] | None) -> None:
        self.asker, self.refused, self.has_turn = asker, False, False
        self._queue, self._gives_way = queue, gives_way
        self._ready: asyncio.Future[None] | None = None

    async def wait_turn(self) -> None:
        """Wait for the turn. Raises BusyError where another address took the place."""
        self._ready = asyncio.get_running_loop().create_future()
        self._queue.wait(self)
        try:
            await self._ready
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Give the place, and the turn, to others; once."""
        self._queue.leave(self)

    def start_turn(self) -> bool:
        """Have the turn, if somebody still waits for it."""
        if self._ready is None or self._ready.done():
            return False
        self.has_turn = True
        self._ready.set_result(None)
        return True

    def refuse(self, why: str) -> None:
        self.refused = True
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(BusyError(why))
        if self._gives_way is not None:
            self._gives_way()


class FairQueue:
    """Tickets, of which `places` have their turn at once."""

    def __init__(self, places: int, bounds: Bounds, full: str) -> None:
        self._free, self._bounds, self._full = places, bounds, full
        self._count = 0
        self._people = Counter[str]()
        self._addresses = defaultdict[str, dict[Ticket, None]](dict)
        """All tickets by address, the oldest first."""
        self._waiting = OrderedDict[str, OrderedDict[str, deque[Ticket]]]()
        """Those who wait for their turn by address and person; the next in turn is first in each."""

    def enter(self, asker: Asker | None = None, gives_way: Callable[[], None] | None = None) -> Ticket:
        """Take a ticket for who asks. Raises BusyError where they, or all together, have too many."""
        asker = CURRENT_ASKER.get() if asker is None else asker
        if asker.person and self._people[asker.person] >= self._bounds.of_person:
            raise BusyError("you have asked for much that is not done yet; please wait for it")
        if asker.address and len(self._addresses.get(asker.address, ())) >= self._bounds.of_address:
            raise BusyError("much that was asked for at your address is not done yet; please wait for it")
        if self._count >= self._bounds.most:
            self._make_room(asker)
        ticket = Ticket(self, asker, gives_way)
        self._count += 1
        self._people[asker.person] += 1
        self._addresses[asker.address][ticket] = None
        return ticket

    def _make_room(self, asker: Asker) -> None:
        """Refuse the latest ticket of the address with the most. Raises BusyError where none has more than who asks."""
        waiting = {address: [one for one in all_of if not one.has_turn] for address, all_of in self._addresses.items()}
        most = max(waiting.values(), key=len, default=[])
        if len(most) <= len(self._addresses.get(asker.address, ())) + 1:
            raise BusyError(self._full)
        person = Counter(one.asker.person for one in most).most_common(1)[0][0]
        victim = next(one for one in reversed(most) if one.asker.person == person)
        self.leave(victim)
        victim.refuse(self._full)

    def wait(self, ticket: Ticket) -> None:
        """Have a ticket wait for its turn."""
        if ticket.refused:
            ticket.refuse(self._full)
            return
        people = self._waiting.setdefault(ticket.asker.address, OrderedDict())
        people.setdefault(ticket.asker.person, deque()).append(ticket)
        self._give_turns()

    def leave(self, ticket: Ticket) -> None:
        """Take a ticket out; the next one has its turn."""
        asker = ticket.asker
        if ticket not in self._addresses.get(asker.address, ()):
            return
        del self._addresses[asker.address][ticket]
        if not self._addresses[asker.address]:
            del self._addresses[asker.address]
        self._people[asker.person] -= 1
        if not self._people[asker.person]:
            del self._people[asker.person]
        self._count -= 1
        if ticket.has_turn:
            self._free += 1
        else:
            self._stop_waiting(ticket)
        self._give_turns()

    def _stop_waiting(self, ticket: Ticket) -> None:
        """Have a ticket wait no more."""
        people = self._waiting.get(ticket.asker.address, OrderedDict[str, deque[Ticket]]())
        if ticket in people.get(ticket.asker.person, ()):
            people[ticket.asker.person].remove(ticket)

    def _give_turns(self) -> None:
        while self._free and (ticket := self._take_next()) is not None:
            if ticket.start_turn():
                self._free -= 1

    def _take_next(self) -> Ticket | None:
        """Take the next ticket of the next person of the next address; both go to the end of their rounds."""
        while self._waiting:
            address, people = self._waiting.popitem(last=False)
            while people:
                person, tickets = people.popitem(last=False)
                ticket = tickets.popleft() if tickets else None
                if tickets:
                    people[person] = tickets
                if ticket is not None:
                    if people:
                        self._waiting[address] = people
                    return ticket
        return None


class FairWorkers:
    """Threads that do the work of a fair queue."""

    def __init__(self, name: str, threads: int, bounds: Bounds, full: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._queue = FairQueue(threads, bounds, full)

    async def run(self, work: Callable[[], T]) -> T:
        """Return what the work returns. Raises what it raises, and BusyError where too much waits already."""
        ticket = self._queue.enter()
        await ticket.wait_turn()
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(lambda _: ticket.leave())
        return await asyncio.shield(done)

    def close(self) -> None:
        """End the threads when they have finished."""
        self._pool.shutdown()
