"""One viewer's way through the news of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from .history import Reader
from .people import Person
from .table import Table
from .told import News

T = TypeVar("T")


def nothing() -> None:
    """Wakes nobody."""


class Feed:
    """News from after event `after` on: `take` what there is, `wait` for more or `listen`, `close` it at the end."""

    def __init__(self, table: Table, person: Person | None, after: int | None, device: bool) -> None:
        self._table, self._person, self._after = table, person, after
        self._places = table.state.places
        self._reader = Reader(table.viewer(person), nothing, device)
        table.arrived(self._reader)

    def __enter__(self) -> Feed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._reader.wake = nothing
        self._table.departed(self._reader)

    @property
    def over(self) -> bool:
        """Whether everything was taken and nothing more will come."""
        table = self._table
        return table.history.over or (table.ended and self._reader.seen == table.history.count(self._reader.viewer))

    @property
    def closed(self) -> bool:
        """Whether the table is closed."""
        return self._table.state.closed

    def take(self) -> News | None:
        """What is new; None where nothing is."""
        return self.told(Table.news)

    def told(self, tell: Callable[[Table, int, int | None], T]) -> T | None:
        """The same as `tell(table, viewer, after)` tells it."""
        table, reader = self._table, self._reader
        if self._places is not table.state.places:
            self._look_for_seat()
        count = table.history.count(reader.viewer)
        if reader.seen == count:
            return None
        reader.seen = count
        told = tell(table, reader.viewer, self._after)
        self._after = table.state.seq
        return told

    def _look_for_seat(self) -> None:
        """Somebody has sat down, or got up: who has another seat than before begins anew."""
        table, reader = self._table, self._reader
        self._places, viewer = table.state.places, table.viewer(self._person)
        if viewer != reader.viewer:
            table.moved(reader, viewer)
            self._after = None

    def listen(self, wake: Callable[[], None]) -> None:
        """Have this called, from the table's turn, when there may be something to take."""
        self._reader.wake = wake

    async def wait(self) -> None:
        """Until there may be something to take, for who does not `listen` and has taken what there was."""
        woken = asyncio.Event()
        self.listen(woken.set)
        await woken.wait()
