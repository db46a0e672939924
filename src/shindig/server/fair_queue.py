"""Queues for scarce work, fair by address: password hashes, reviews, checks, advice, replays and exports.

Turns go round all waiting addresses, and within an address round its people. Addresses and people have a limited number
of places. In a full queue the address with most places loses one.

The queues of asyncio have one line for all, and job queues such as Celery need a broker.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from shindig.messages import Text, say

from .errors import BusyError

T = TypeVar("T")


class Asker(NamedTuple):
    """Sender of a request: the person's id and the connection's address, "" if unknown."""

    person: str = ""
    address: str = ""


UNKNOWN_ASKER = Asker()
CURRENT_ASKER = ContextVar("ASKING", default=UNKNOWN_ASKER)
"""Sender of the current request."""


class Bounds(NamedTuple):
    """Largest numbers of places in a queue, running work included."""

    most: int
    of_address: int
    of_person: int


class Ticket:
    """A place in a queue. `gives_way` is called if another address takes it."""

    def __init__(self, queue: FairQueue, asker: Asker, gives_way: Callable[[], None] | None) -> None:
        self.asker, self.refused, self.has_turn = asker, False, False
        self._queue, self._gives_way = queue, gives_way
        self._ready: asyncio.Future[None] | None = None

    async def wait_turn(self) -> None:
        """Wait for the turn. Raises BusyError if another address took the place."""
        self._ready = asyncio.get_running_loop().create_future()
        self._queue.wait(self)
        try:
            await self._ready
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Give up the place or end the turn, once."""
        self._queue.leave(self)

    def start_turn(self) -> bool:
        """Begin the turn, if somebody still waits for it."""
        if self._ready is None or self._ready.done():
            return False
        self.has_turn = True
        self._ready.set_result(None)
        return True

    def refuse(self, why: Text) -> None:
        self.refused = True
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(BusyError(why))
        if self._gives_way is not None:
            self._gives_way()


class FairQueue:
    """Queue of tickets, of which `places` have their turn at once."""

    def __init__(self, places: int, bounds: Bounds, full: Text) -> None:
        self._free, self._bounds, self._full = places, bounds, full
        self._count = 0
        self._people = Counter[str]()
        self._addresses = defaultdict[str, dict[Ticket, None]](dict)
        """All tickets by address, the oldest first."""
        self._waiting = OrderedDict[str, OrderedDict[str, deque[Ticket]]]()
        """Waiting tickets by address and person, the next in turn first."""

    def enter(self, asker: Asker | None = None, gives_way: Callable[[], None] | None = None) -> Ticket:
        """Take a ticket. Raises BusyError if the sender, or all together, have too many."""
        asker = CURRENT_ASKER.get() if asker is None else asker
        if asker.person and self._people[asker.person] >= self._bounds.of_person:
            raise BusyError(say("busy-own"))
        if asker.address and len(self._addresses.get(asker.address, ())) >= self._bounds.of_address:
            raise BusyError(say("busy-address"))
        if self._count >= self._bounds.most:
            self._make_room(asker)
        ticket = Ticket(self, asker, gives_way)
        self._count += 1
        self._people[asker.person] += 1
        self._addresses[asker.address][ticket] = None
        return ticket

    def _make_room(self, asker: Asker) -> None:
        """Refuse the latest ticket of the address with most. Raises BusyError if none has more than the sender."""
        waiting = {address: [one for one in all_of if not one.has_turn] for address, all_of in self._addresses.items()}
        most = max(waiting.values(), key=len, default=[])
        if len(most) <= len(self._addresses.get(asker.address, ())) + 1:
            raise BusyError(self._full)
        person = Counter(one.asker.person for one in most).most_common(1)[0][0]
        victim = next(one for one in reversed(most) if one.asker.person == person)
        self.leave(victim)
        victim.refuse(self._full)

    def wait(self, ticket: Ticket) -> None:
        """Let a ticket wait for its turn."""
        if ticket.refused:
            ticket.refuse(self._full)
            return
        people = self._waiting.setdefault(ticket.asker.address, OrderedDict())
        people.setdefault(ticket.asker.person, deque()).append(ticket)
        self._give_turns()

    def leave(self, ticket: Ticket) -> None:
        """Remove a ticket. The next one gets its turn."""
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
        """Remove a ticket from the waiting ones."""
        people = self._waiting.get(ticket.asker.address, OrderedDict[str, deque[Ticket]]())
        if ticket in people.get(ticket.asker.person, ()):
            people[ticket.asker.person].remove(ticket)

    def _give_turns(self) -> None:
        while self._free and (ticket := self._take_next()) is not None:
            if ticket.start_turn():
                self._free -= 1

    def _take_next(self) -> Ticket | None:
        """Return the next ticket of the next person of the next address, and move both to the end of their rounds."""
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

    def __init__(self, name: str, threads: int, bounds: Bounds, full: Text) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._queue = FairQueue(threads, bounds, full)

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of the work. Raises its errors, and BusyError if too much waits."""
        ticket = self._queue.enter()
        await ticket.wait_turn()
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(lambda _: ticket.leave())
        return await asyncio.shield(done)

    def close(self) -> None:
        """Stop the threads after running work."""
        self._pool.shutdown()
