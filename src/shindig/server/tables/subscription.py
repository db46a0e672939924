"""One viewer's way through the news of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from ..accounts.accounts import Person
from ..broadcast.broadcast import Moment
from ..broadcast.event_buffer import Reader
from ..schemas import News
from .table_actor import Table

T = TypeVar("T")


def nothing(_: Moment | None) -> None:
    """Wakes nobody."""


class Feed(Reader):
    """News from after event `after` on: `take` what there is, `wait` for more or `listen`, `close` it at the end."""

    def __init__(self, table: Table, person: Person | None, after: int | None, device: bool) -> None:
        super().__init__(table.viewer(person), nothing, device)
        self._table, self._person, self._after = table, person, after
        self._places = table.state.places
        table.arrived(self)

    def __enter__(self) -> Feed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.wake = nothing
        self._table.departed(self)

    @property
    def closed(self) -> bool:
        """Whether the table is closed."""
        return self._table.state.closed

    def take(self) -> News | None:
        """What is new; None where nothing is."""
        moment = self.moment()
        return None if moment is None else self.told(moment, Moment.news)

    def moment(self) -> Moment | None:
        """The present one, where it has something new."""
        if self._places is not self._table.state.places:
            self.find_seat()
        return None if self.seen == self._table.history.changes else self._table.moment()

    def told(self, moment: Moment, tell: Callable[[Moment, int, int | None], T]) -> T:
        """What is new at a moment that is the present one, as `tell(moment, viewer, after)` tells it."""
        self.seen = moment.changes
        if moment.last:
            self.over = True
        told = tell(moment, self.viewer, self._after)
        self._after = moment.seq
        return told

    def find_seat(self) -> None:
        """Somebody has sat down, or got up: who has another seat than before begins anew."""
        self._places, viewer = self._table.state.places, self._table.viewer(self._person)
        if viewer != self.viewer:
            self._table.moved(self, viewer)
            self._after = None

    def listen(self, wake: Callable[[Moment | None], None]) -> None:
        """Have this called, from the table's turn, with the moment to be told of; with None to `take` it."""
        self.wake = wake

    async def wait(self) -> None:
        """Until there may be something to take, for who does not `listen` and has taken what there was."""
        woken = asyncio.Event()
        self.listen(lambda _: woken.set())
        await woken.wait()
