"""Event store: acknowledged events are on disk.

One writer thread commits all waiting steps together (group commit). A step belongs to the owner epoch of its table,
which is checked in the same transaction.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, PoolProxiedConnection, Row, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from shindig.core.caches import cached

from ..schemas import Answer
from ..worker_threads import Workers
from .database import COMPLAINTS, OUTAGE, make_engine, prepare_database, translate_errors
from .database import StoreError as StoreError
from .merged_guests import find_account
from .schema import answers, events, seatings, servers, tables, unwanted

T = TypeVar("T")
Waiting = tuple["Append", asyncio.Future[None]]
Values = list[object]
"""Values of rows, `WIDTH` each, in sequence."""

MAX_BATCH = 512
MAX_READS, MAX_WRITES = 2_000, 200
"""Largest number of waiting queries, and of transactions beside the writer's."""
WIDTH, MOST_ROWS = 4, 1_000
"""Values per row, and rows per statement."""
TRIAL, AGAIN = "trial " * 3_000, 2.0
"""Data of a trial write to check the disk, and seconds between two trials."""
SPELT = 100
"""Number of cached statements, each for another number of rows."""
TABLE = attrgetter("table")
"""Table of a step."""
OWNED = (
    "INSERT INTO events (table_id, seq, data) SELECT column1, column2, column3"
    " FROM (VALUES {rows}) AS given JOIN tables ON tables.id = column1 AND tables.epoch = column4"
    " ORDER BY column1, column2{locked}"
)
"""Insert an event if its table's epoch still holds. The table's row stays locked until the end. Rows are locked in the
order of tables, against deadlock."""
ANSWERED = 'INSERT INTO answers (table_id, "key", seq, answer) VALUES {rows}'


class LostTableError(StoreError):
    """Another server has taken over the table, so this one must not write."""


class AnsweredError(StoreError):
    """The idempotency key already has an answer. The step was not written."""


class Append(NamedTuple):
    """Rows of one step of a table, all or nothing: `lines` become events `seq`, `seq` + 1, ..."""

    table: str
    epoch: int
    seq: int
    lines: tuple[str, ...]
    key: str | None = None
    """Idempotency key under which `answer` is stored."""
    answer: Answer | None = None
    seated: tuple[str, int, float] | None = None
    """(person, seat, time) for the history of people."""
    closed: bool = False
    beside: tuple[Callable[[Connection], None], ...] = ()
    """Further writes in the same transaction. Their errors are StoreError or outages."""


class EventStore:
    """Tables, their logs and their people in one database."""

    _loop: asyncio.AbstractEventLoop
    """Event loop in which steps are gathered."""

    @classmethod
    def open(cls, url: str) -> EventStore:
        """Bring the database to the newest schema and open it. Raises StoreError, one sentence."""
        prepare_database(url)
        return cls(url)

    def __init__(self, url: str) -> None:
        self._write_engine = make_engine(url, write=True)
        self._read_engine = make_engine(url, write=False)
        sqlite = self._write_engine.dialect.name == "sqlite"
        self._row = "(?, ?, ?, ?)" if sqlite else "(%s, %s, %s, %s)"
        self._locked = "" if sqlite else " FOR UPDATE OF tables"
        self._spelt = cached(SPELT)(self._build_statement)
        self._begin = "BEGIN IMMEDIATE" if sqlite else ""
        self._twice = self._write_engine.dialect.loaded_dbapi.IntegrityError
        """The driver's error for an existing row."""
        self._keeps = sqlite
        """True if the writer keeps its connection. A connection to a server is checked each time, since it may be lost.
        """
        self._kept: PoolProxiedConnection | None = None
        self._trial: asyncio.Future[None] | None = None
        """Latest trial write,"""
        self._tried = 0.0
        """and its start time."""
        self._reads = Workers("shindig-read", 4, MAX_READS, OUTAGE)
        self._writes = Workers("shindig-write", 2, MAX_WRITES, OUTAGE)
        self._beats = Workers("shindig-beat", 1, MAX_READS, OUTAGE)
        self._gathered: list[Waiting] = []
        """Steps of this turn of the loop. They go to the writer together, since each handover costs a wake-up."""
        self._waiting: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_forever, name="shindig-store", daemon=True)
        self._writer.start()

    @property
    def engine(self) -> Engine:
        """Engine of the database."""
        return self._write_engine

    async def close(self) -> None:
        """Commit what waits, then close the database."""
        self._hand_over()
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        for workers in (self._reads, self._writes, self._beats):
            await asyncio.to_thread(workers.close)
        if self._kept is not None:
            self._kept.close()
        self._read_engine.dispose()
        self._write_engine.dispose()

    def append(self, step: Append) -> Awaitable[None]:
        """Return an awaitable that is done when the step is on disk.

        It raises LostTableError if the table has another owner, AnsweredError if the key has an answer, StoreError
        otherwise.
        """
        if not self._gathered:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)
        self._gathered.append((step, done := self._loop.create_future()))
        return done

    def _hand_over(self) -> None:
        """Give the gathered steps to the writer."""
        for first in range(0, len(self._gathered), MAX_BATCH):
            self._waiting.put(self._gathered[first : first + MAX_BATCH])
        self._gathered = []

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a few queries in a thread. Raises StoreError if the database does not answer."""
        return await self._reads.run(partial(self._run_transaction, self._read_engine, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction in a thread, and return after its commit. Raises StoreError."""
        return await self._writes.run(partial(self._run_transaction, self._write_engine, work))

    async def try_to_write(self) -> None:
        """Write and roll back more than a step needs, at most once in two seconds. Raises StoreError.

        With leases, their renewals test the disk.
        """
        if self._keeps:
            now = time.monotonic()
            if self._trial is None or (self._trial.done() and now - self._tried >= AGAIN):
                self._tried, self._trial = now, asyncio.ensure_future(self.write(_try_write))
            await asyncio.shield(self._trial)

    async def store_row(self, table: Table, key: Mapping[str, object], values: Mapping[str, object]) -> None:
        """Insert or update the row with a key. Raises StoreError."""
        mine = update(table).where(*(table.c[name] == value for name, value in key.items())).values(**values)

        def work(connection: Connection) -> None:
            if not connection.execute(mine).rowcount:
                connection.execute(insert(table).values(**key, **values))

        try:
            await self.write(work)
        except IntegrityError:  # another was quicker to begin
            await self.write(work)

    @staticmethod
    def _run_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
        with translate_errors(), engine.begin() as connection:
            return work(connection)

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction in the calling thread. Raises StoreError."""
        return self._run_transaction(self._write_engine, work)

    async def write_unqueued(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that waits for no other of this server."""
        return await self._beats.run(partial(self._run_transaction, self._write_engine, work))

    async def store_table(self, table: str, game: str, public: bool, owner: str, now: float) -> int:
        """Store a new table with an empty log. Returns its epoch."""
        row = {"id": table, "game": game, "public": public, "closed": False, "created": now, "owner": owner, "epoch": 1}
        await self.write(lambda connection: connection.execute(insert(tables).values(row)))
        return 1

    async def load_log(self, table: str, after: int = 0) -> list[str]:
        """Return the events of a table from `after` + 1 on."""
        query = select(events.c.data).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
        return await self.read(lambda connection: [str(data) for data in connection.execute(query).scalars()])

    async def load_logs(self, wanted: Collection[str]) -> dict[str, list[str]]:
        """Return the logs of several tables."""
        query = (
            select(events.c.table_id, events.c.data)
            .where(events.c.table_id.in_(wanted))
            .order_by(events.c.table_id, events.c.seq)
        )

        def work(connection: Connection) -> dict[str, list[str]]:
            logs: dict[str, list[str]] = {table: [] for table in wanted}
            for table, data in connection.execute(query):
                logs[table].append(str(data))
            return logs

        return await self.read(work)

    async def load_games(self, wanted: Collection[str]) -> dict[str, str]:
        """Return the game of each of several tables."""
        query = select(tables.c.id, tables.c.game).where(tables.c.id.in_(wanted))
        return await self.read(lambda connection: {str(one): str(game) for one, game in connection.execute(query)})

    async def count_open_events(self) -> int:
        """Return the number of events in the logs of open tables."""
        opened = select(tables.c.id).where(tables.c.closed.is_(False))
        query = select(func.count()).select_from(events).where(events.c.table_id.in_(opened))
        return await self.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def find_answer(self, table: str, key: str) -> tuple[int, str] | None:
        """Return (seq, answer) of an idempotency key, or None."""
        query = select(answers.c.seq, answers.c.answer).where(answers.c.table_id == table, answers.c.key == key)
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return (int(row[0]), str(row[1])) if row else None

    async def find_table(self, table: str) -> Row[Any] | None:
        """Return a table's row (id, game, public, closed, created, owner, epoch) and its live owner's, or None."""
        owner = (servers.c.address, servers.c.machine, servers.c.process, servers.c.secret)
        query = select(tables, *owner).outerjoin(servers, servers.c.id == tables.c.owner).where(tables.c.id == table)
        return await self.read(lambda connection: connection.execute(query).one_or_none())

    async def load_history(self, person: str, limit: int = 100) -> list[tuple[str, str, int, float, int, int]]:
        """Return (table, game, seat, time, epoch of the table, last event) for the tables where a person sat.

        The latest come first. A table whose log was removed is left out.
        """
        last = select(func.max(events.c.seq)).where(events.c.table_id == seatings.c.table_id).scalar_subquery()
        query = (
            select(seatings.c.table_id, tables.c.game, seatings.c.seat, seatings.c.at, tables.c.epoch, last)
            .join(tables, tables.c.id == seatings.c.table_id)
            .where(seatings.c.person == person, last.is_not(None))
            .order_by(seatings.c.at.desc())
            .limit(limit)
        )
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def load_last_seq(self, table: str) -> int:
        """Return the sequence number of the last event."""
        query = select(func.max(events.c.seq)).where(events.c.table_id == table)
        return await self.read(lambda connection: int(connection.execute(query).scalar() or 0))

    def _write_forever(self) -> None:
        more = True
        while more:
            entries, more = self._take_waiting()
            if entries:
                errors = self._write([step for step, _ in entries])
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    entries[0][1].get_loop().call_soon_threadsafe(_resolve_waiting, entries, errors)

    def _take_waiting(self) -> tuple[list[Waiting], bool]:
        """Return the waiting steps, and whether more may come."""
        entries, more = list[Waiting](), True
        while more and (not entries or (len(entries) < MAX_BATCH and not self._waiting.empty())):
            handed = self._waiting.get()
            more = handed is not None
            entries += handed or ()
        return entries, more

    def _write(self, steps: Sequence[Append]) -> list[StoreError | None]:
        """Commit steps together, and each alone after a failure, so that none spoils another. Never raises."""
        try:
            self._commit(sorted(steps, key=TABLE))
        except Exception as error:
            if len(steps) > 1:
                return [self._write([step])[0] for step in steps]
            if isinstance(error, StoreError):
                return [error]
            COMPLAINTS.log_error(error)
            return [StoreError(OUTAGE)]
        return [None] * len(steps)

    def _commit(self, steps: Sequence[Append]) -> None:
        """Write all steps in one transaction.

        The statements go to the driver itself, many rows in each. At every call a driver lets other threads run, and
        waits until they let it continue.
        """
        rare = [step for step in steps if step.seated or step.beside or step.closed]
        if not rare:
            with self._open_cursor() as cursor:
                self._insert_lines(cursor, steps)
            return
        with self._write_engine.begin() as connection:
            with closing(connection.connection.cursor()) as cursor:
                self._insert_lines(cursor, steps)
            for step in rare:
                _write_rare(connection, step)

    @contextmanager
    def _open_cursor(self) -> Iterator[Any]:
        """Open a driver's cursor in its own transaction. SQLAlchemy's layers would take longer than the work itself."""
        connection, self._kept = self._kept or self._write_engine.raw_connection(), None
        try:
            cursor = connection.cursor()
            if self._begin:
                cursor.execute(self._begin)
            yield cursor
            connection.commit()
        except BaseException:
            with suppress(Exception):  # the connection is lost, and with it what was begun
                connection.rollback()
            connection.close()
            raise
        if self._keeps:
            self._kept = connection
        else:
            connection.close()

    def _insert_lines(self, cursor: Any, steps: Sequence[Append]) -> None:
        """Write the lines of the steps and their answers."""
        lines, given = _collect_values(steps)
        try:
            written = self._insert_rows(cursor, OWNED, lines)
        except self._twice:
            raise LostTableError(f"another owner wrote to table {steps[0].table}") from None
        if written != len(lines) // WIDTH:
            raise LostTableError(f"table {steps[0].table} has another owner")
        try:
            self._insert_rows(cursor, ANSWERED, given)
        except self._twice:
            raise AnsweredError(f"the key {steps[0].key!r} has its answer already") from None

    def _insert_rows(self, cursor: Any, statement: str, values: Values) -> int:
        """Insert rows, and return how many were inserted."""
        written = 0
        for first in range(0, len(values), WIDTH * MOST_ROWS):
            some = values[first : first + WIDTH * MOST_ROWS]
            cursor.execute(self._spelt(statement, len(some) // WIDTH), some)
            written += cursor.rowcount
        return written

    def _build_statement(self, statement: str, rows: int) -> str:
        """Build a statement for a number of rows."""
        return statement.format(rows=", ".join([self._row] * rows), locked=self._locked)


def _try_write(connection: Connection) -> None:
    """Write some pages and roll them back, in one transaction that no reader sees."""
    connection.execute(insert(unwanted).values(word=TRIAL))
    connection.execute(delete(unwanted).where(unwanted.c.word == TRIAL))


def _resolve_waiting(entries: Sequence[Waiting], errors: Sequence[StoreError | None]) -> None:
    """Set the results of those who still wait."""
    for (_, done), error in zip(entries, errors, strict=True):
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _collect_values(steps: Sequence[Append]) -> tuple[Values, Values]:
    """Return the rows of the steps for the log, and for the answers."""
    lines, given = Values(), Values()
    for table, epoch, first, texts, key, answer, *_ in steps:
        for seq, text in enumerate(texts, first):
            lines += table, seq, text, epoch
        if key is not None and answer is not None:
            given += table, key, answer.seq, answer.do
    return lines, given


def _write_rare(connection: Connection, step: Append) -> None:
    """Write what few steps have: seats, the table's end, results."""
    if step.seated:
        person, seat, at = step.seated
        person = find_account(connection, person)
        mine = (seatings.c.table_id == step.table) & (seatings.c.person == person)
        if connection.execute(update(seatings).where(mine).values(seat=seat, at=at)).rowcount == 0:
            row = {"table_id": step.table, "person": person, "seat": seat, "at": at}
            connection.execute(insert(seatings).values(row))
    for write in step.beside:
        write(connection)
    if step.closed:
        connection.execute(update(tables).where(tables.c.id == step.table).values(closed=True))
