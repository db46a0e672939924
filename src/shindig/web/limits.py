"""What one client may take of what is scarce: tries at passwords, what is weighed for them, and streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..room.errors import BusyError
from ..room.people import PeopleError
from .security import Buckets, Limits, Rate, TooOftenError

TURN = 2.0
"""Seconds after which a turn is usually over."""
CROWDED = "many people look on from your address; please try again later"


class Attempts:
    """Tries at passwords, counted for each login name and each address. Only wrong ones count in the end."""

    def __init__(self, limits: Limits) -> None:
        self._names = Buckets(limits.login_rate, limits.login_burst, limits.clients)
        self._addresses = Buckets(limits.address_rate, limits.address_burst, limits.clients)

    @contextmanager
    def one(self, login: str, address: str) -> Iterator[None]:
        """A try. Raises TooOftenError before it where there were too many. It counts if it ends with a PeopleError."""
        counted = ((self._addresses, address), (self._names, login))
        for buckets, client in counted:
            wait = buckets.take(client)
            if wait:
                raise TooOftenError("Too many passwords were wrong.", wait)
        wrong = False
        try:
            yield
        except PeopleError:
            wrong = True
            raise
        finally:
            for buckets, client in () if wrong else counted:
                buckets.give(client)


def table_rate(limits: Limits) -> Rate:
    """Limit how often tables are opened."""
    person = limits.person_table_rate, limits.person_table_burst
    return Rate(person, (limits.table_rate, limits.table_burst), limits.clients)


def talk_rate(limits: Limits) -> Rate:
    """Limit how often people say something."""
    address = limits.address_talk_rate, limits.address_talk_burst
    return Rate((limits.talk_rate, limits.talk_burst), address, limits.clients)


def nobody() -> None:
    """Has nobody look."""


class Turns:
    """What each person has done for them one after another; who asks for more meanwhile is told to wait."""

    def __init__(self) -> None:
        self._now: set[str] = set()

    @contextmanager
    def one(self, person: str) -> Iterator[None]:
        """A turn. Raises TooOftenError while the last one lasts."""
        if person in self._now:
            raise TooOftenError("Your last choice is still being weighed.", TURN)
        self._now.add(person)
        try:
            yield
        finally:
            self._now.remove(person)


class Place:
    """A stream's place: `give_up` when it ends; once `over`, its holder is to end it."""

    def __init__(self, give_up: Callable[[Place], None]) -> None:
        self.over = False
        self.wake: Callable[[], None] = nobody
        """Has the holder look whether it is over."""
        self._give_up = give_up

    def end(self) -> None:
        self.over = True
        self.wake()

    def give_up(self) -> None:
        self.wake = nobody
        self._give_up(self)


class Places:
    """Places for streams: always for seated people, and so many for people without a seat from one address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._onlookers: Counter[tuple[str, str]] = Counter()
        """By address and table; the table "" is anywhere."""
        self._seated: dict[str, list[Place]] = {}
        """By person, the oldest first."""

    def onlooker(self, address: str, table: str) -> Place:
        """A place for somebody without a seat. Raises BusyError where their address has taken all of its places."""
        most = {(address, ""): self._limits.onlookers, (address, table): self._limits.onlookers_here}
        if any(self._onlookers[kind] >= count for kind, count in most.items()):
            raise BusyError(CROWDED)
        self._onlookers.update([*most])

        def give_up(_: Place) -> None:
            self._onlookers.subtract([*most])
            self._onlookers += Counter()  # forget those that are at zero

        return Place(give_up)

    def seated(self, person: str) -> Place:
        """A place for somebody who has a seat; the oldest of too many ends."""

        def give_up(place: Place) -> None:
            mine.remove(place)
            if not mine:
                self._seated.pop(person, None)

        mine = self._seated.setdefault(person, [])
        mine.append(Place(give_up))
        for place in mine[: -self._limits.streams]:
            place.end()
        return mine[-1]
