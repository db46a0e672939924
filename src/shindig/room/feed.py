"""One viewer's way through the news of a table."""

from __future__ import annotations

from .history import Reader
from .people import Person
from .table import Table
from .told import News


class Feed:
    """News from after event `after` on: `take` what there is, `wait` for more, `close` it at the end."""

    def __init__(self, table: Table, person: Person | None, after: int | None, device: bool) -> None:
        self._table, self._person, self._after = table, person, after
        self._reader = Reader(table.viewer(person), device)
        table.arrived(self._reader)

    def __enter__(self) -> Feed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._table.departed(self._reader)

    @property
    def over(self) -> bool:
        """Whether everything was taken and nothing more will come."""
        table = self._table
        return table.history.over or (table.ended and self._reader.seen == self._count)

    @property
    def closed(self) -> bool:
        """Whether the table is closed."""
        return self._table.state.closed

    @property
    def _count(self) -> int:
        return self._table.history.count(self._reader.viewer)

    def take(self) -> News | None:
        """What is new; None where nothing is."""
        table, reader = self._table, self._reader
        reader.woken.clear()
        viewer = table.viewer(self._person)
        if viewer != reader.viewer:
            table.moved(reader, viewer)
            self._after = None
        if reader.seen == self._count:
            return None
        reader.seen = self._count
        news = table.news(viewer, self._after)
        self._after = news.seq
        return news

    @property
    def asked(self) -> float | None:
        """When what was taken last was asked for, by `perf_counter`."""
        return self._table.history.asked

    def wake(self) -> None:
        """End the wait of whoever waits."""
        self._reader.woken.set()

    async def wait(self) -> None:
        """Until there may be something to take."""
        await self._reader.woken.wait()
