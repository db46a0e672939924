"""Places for streams: their number, and which stream gives way to a new one.

A person has 16, an address a share of all, seated people included. If all are taken, the address with the most streams
gives way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from shindig.messages import Text, say
from shindig.server.access.ip_networks import AddressList
from shindig.server.errors import BusyError

from .request_guard import NO_CLUBS, Limits

CROWDED_ADDRESS = say("busy-address-watching")
FULL_ADDRESS = say("busy-address-tables")
FULL_SERVER = say("busy-room")
ADDRESS_PART = 4
"""An address has at most one in so many of all places."""


def wake_nobody() -> None:
    """Wake nobody."""


class StreamSlot:
    """Place of a stream. Call `give_up` at its end. Once `over`, another stream has it, and its holder must end."""

    def __init__(
        self,
        leave: Callable[[StreamSlot], None],
        person: str = "",
        address: str = "",
        table: str = "",
        seated: bool = False,
    ) -> None:
        self.over = False
        self.wake: Callable[[], None] = wake_nobody
        """Called when the place is over."""
        self.person, self.address, self.table, self.seated = person, address, table, seated
        self._leave = leave

    def end(self) -> None:
        self.over = True
        self._leave(self)
        self.wake()

    def release(self) -> None:
        self.wake = wake_nobody
        self._leave(self)


class StreamSlots:
    """All streams of a server, at most `most()`."""

    def __init__(
        self, limits: Limits, most: Callable[[], int] = lambda: 1_000_000, clubs: AddressList = NO_CLUBS
    ) -> None:
        self._limits, self._most, self._clubs = limits, most, clubs
        self._count = 0
        self._people = defaultdict[str, dict[StreamSlot, None]](dict)
        """Places by person, the oldest first."""
        self._addresses = defaultdict[str, dict[StreamSlot, None]](dict)
        """Places by address, the oldest first."""

    def take_slot(self, person: str, address: str, table: str, seated: bool) -> StreamSlot:
        """Return a place for a stream of a person ("" for unknown). Raises BusyError without one."""
        place = StreamSlot(self._remove, person, address, table, seated)
        if not seated and not self._clubs.includes(address):
            self._check_onlookers(place)
        gives_way = self._find_yielding_slot(place)
        if gives_way is not None:
            gives_way.end()
        self._count += 1
        self._addresses[address][place] = None
        if person:
            self._people[person][place] = None
        return place

    @property
    def address_share(self) -> int:
        """Largest number of streams of one address."""
        return min(self._limits.address_streams, max(1, self._most() // ADDRESS_PART))

    def _check_onlookers(self, place: StreamSlot) -> None:
        """Raise BusyError if an address has taken all its places for onlookers."""
        tables = Counter(one.table for one in self._addresses.get(place.address, ()) if not one.seated)
        here = tables[place.table] >= self._limits.onlookers_here
        if here or tables.total() >= self._limits.onlookers:
            raise BusyError(CROWDED_ADDRESS)

    def _find_yielding_slot(self, place: StreamSlot) -> StreamSlot | None:
        """Return the stream that gives way to a new one, or None. Raises BusyError if none does."""
        own = self._people.get(place.person, {})
        if len(own) >= self._limits.streams:
            return next(iter(own))
        here = self._addresses.get(place.address, {})
        if len(here) >= self.address_share and not self._clubs.includes(place.address):
            return self._find_oldest_slot(here, place, FULL_ADDRESS)
        if self._count < self._most():
            return None
        largest = max(self._addresses.values(), key=len)
        if len(largest) <= len(here) + 1:
            raise BusyError(FULL_SERVER)
        return self._find_oldest_slot(largest, None, FULL_SERVER)

    def _find_oldest_slot(self, places: Iterable[StreamSlot], new: StreamSlot | None, why: Text) -> StreamSlot:
        """Return the oldest stream of an onlooker, else of the person with the most. The new one counts as well."""
        if (new is None or new.seated) and (onlooker := next((one for one in places if not one.seated), None)):
            return onlooker
        counts = Counter(one.person for one in places)
        person, most = counts.most_common(1)[0]
        if new is not None and most <= counts[new.person] + 1:
            raise BusyError(why)
        return next(one for one in places if one.person == person)

    def _remove(self, place: StreamSlot) -> None:
        if place not in self._addresses.get(place.address, ()):
            return
        self._count -= 1
        for places, key in ((self._addresses, place.address), (self._people, place.person)):
            if place in places.get(key, ()):
                del places[key][place]
                if not places[key]:
                    del places[key]
