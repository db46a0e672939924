"""A viewer's subscription to the updates of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from ..broadcast.event_buffer import Subscriber
from ..broadcast.table_broadcast import Broadcast
from ..person import Person
from ..schemas import TableUpdate
from .table_actor import TableActor

T = TypeVar("T")


def wake_nobody(_: Broadcast | None) -> None:
    """Wake nobody."""


class Subscription(Subscriber[Broadcast]):
    """Updates from after event `after` on. `take` them, `wait` for more or `listen`, and `close` at the end."""

    def __init__(
        self, table: TableActor, person: Person | None, after: int | None, device: bool, browser: str = ""
    ) -> None:
        super().__init__(table.viewer_of(person), wake_nobody, device)
        self._table, self._person, self._after = table, person, after
        self._places = table.state.places
        self.heard, self.who = table.clock.now(), person.id if person else ""
        self.browser = browser
        table.add_subscriber(self)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.wake = wake_nobody
        self._table.remove_subscriber(self)

    @property
    def silence(self) -> float:
        """Seconds since the page answered a heartbeat, or its person acted at the table."""
        return self._table.clock.now() - self.heard

    @property
    def is_closed(self) -> bool:
        """True if the table is closed."""
        return self._table.state.closed

    def take(self) -> TableUpdate | None:
        """Return the next update, or None."""
        moment = self.moment()
        return None if moment is None else self.take_from(moment, Broadcast.build_update)

    def moment(self) -> Broadcast | None:
        """Return the current broadcast if it has something new, else None."""
        if self._places is not self._table.state.places:
            self.find_seat()
        return None if self.seen == self._table.history.changes else self._table.broadcast()

    def take_from(self, moment: Broadcast, tell: Callable[[Broadcast, int, int | None], T]) -> T:
        """Return the news of the current broadcast, as encoded by `tell(broadcast, viewer, after)`."""
        self.seen = moment.changes
        if moment.last:
            self.over = True
        told = tell(moment, self.viewer, self._after)
        self._after = moment.seq
        return told

    def find_seat(self) -> None:
        """Find the viewer's seat again after somebody sat down or left. A new seat begins with a snapshot."""
        self._places, viewer = self._table.state.places, self._table.viewer_of(self._person)
        if viewer != self.viewer:
            self._table.change_seat(self, viewer)
            self._after = None

    def listen(self, wake: Callable[[Broadcast | None], None]) -> None:
        """Call `wake` in the table's turn, with the broadcast; with None if there is something to `take`."""
        self.wake = wake

    async def wait(self) -> None:
        """Wait until there may be something to take."""
        woken = asyncio.Event()
        self.listen(lambda _: woken.set())
        await woken.wait()
