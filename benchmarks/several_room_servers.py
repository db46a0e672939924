"""What a move costs with several servers on one PostgreSQL, and how far they carry.

    python -m benchmarks.several_room_servers DATABASE [ROUNDS] [TABLES] [SECONDS]

plays at one server and at two, in turns: tables of four over the JSON protocol, a move a second each, every connection
at a server by chance. It prints the processor time of a move, the servers' and the database's, and what a commit costs
the database; then `benchmarks.simulated_room_servers` with these figures. DATABASE is the URL of an empty database on
this machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import uvloop
from sqlalchemy import Connection, create_engine, make_url, text

from . import simulated_room_servers
from .room import free, later, several
from .room_load_clients import Table, sit

TICKS = os.sysconf("SC_CLK_TCK")
STEPS = (1, 32)
"""Steps that are handed to the store at once, for what a commit costs."""
COMMITS = 300


def serve(url: str, folder: str, number: int) -> None:
    """A server's process, as on a machine of its own."""
    from shindig.gamekit import game
    from shindig.server.cluster.lease_store import Server
    from shindig.server.table_log.turn_clock import Pace
    from shindig.web.app import create_app
    from shindig.web.serving.server_process import open_listener, run_application

    path = f"{folder}/inner-{number}"
    inner = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    inner.bind(path)
    inner.listen(2048)
    pace = Pace(least=0, most=0, rest=0, together=0)
    app = create_app(url, free(), pace=pace, me=Server(path, str(number), os.getpid()))
    game("tall-card").compile()
    listening = open_listener("127.0.0.1", 0)
    run_application(app, listening, lambda: print(listening.getsockname()[1], flush=True), (), inner)


class Site(NamedTuple):
    """Servers that run, and their database's process."""

    processes: list[int]
    ports: list[int]
    postmaster: int

    @property
    def seconds(self) -> tuple[float, float]:
        """Processor time until now: the servers', the database's."""
        return sum(map(spent, self.processes)), sum(map(spent, family(self.postmaster)))


def spent(process: int) -> float:
    """Seconds of processor time of a process. What it has others do, as compiling, is theirs."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def family(process: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *map(int, children)]


@contextmanager
def site(url: str, count: int) -> Iterator[Site]:
    """So many servers on an empty database."""
    begun: list[subprocess.Popen[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number in range(count):
                words = [sys.executable, "-m", "benchmarks.several_room_servers", "serve", url, folder, str(number)]
                begun.append(subprocess.Popen(words, stdout=subprocess.PIPE, text=True))
            ports = [int(one.stdout.readline()) for one in begun if one.stdout]
            yield Site([one.pid for one in begun], ports, asked(url, postmaster))
        finally:
            for one in begun:
                one.terminate()
                one.wait()


def asked(url: str, what: Callable[[Connection], int]) -> int:
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        found = what(connection)
    engine.dispose()
    return found


def postmaster(connection: Connection) -> int:
    """The process whose child serves this connection."""
    mine = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
    return int(Path(f"/proc/{mine}/stat").read_text().rpartition(")")[2].split()[1])


def commits(connection: Connection) -> int:
    found = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
    return int(connection.execute(text(found)).scalar_one())


class Cost(NamedTuple):
    """Seconds of processor time of a move."""

    servers: float
    database: float


async def played(here: Site, tables: int, seconds: float) -> Cost:
    """Tables that move once a second, each line at a server by chance."""
    rng = random.Random(1)
    sitting = await several(tables, lambda: sit(lambda: rng.choice(here.ports), pages=False))
    moves, before, until = [0], here.seconds, time.perf_counter() + seconds

    async def steadily(table: Table, until: float, times: list[float]) -> None:
        while time.perf_counter() < until:
            begun = time.perf_counter()
            times.append(await table.move(table.by_protocol))
            moves[0] += 1
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - begun)))

    await asyncio.gather(*(later(i / tables, steadily, one, until, []) for i, one in enumerate(sitting)))
    after = here.seconds
    for table in sitting:
        for task in table.tasks:
            task.cancel()
    return Cost(*((now - then) / moves[0] for now, then in zip(after, before, strict=True)))


def committed(url: str) -> dict[int, tuple[float, float]]:
    """By how many steps are handed in at once: the database's processor time and the clock's, each for one commit."""
    from shindig.server.cluster.lease_store import Server
    from shindig.server.storage.event_store import Append, EventStore

    async def work() -> dict[int, tuple[float, float]]:
        store, found, seq = EventStore.open(url), dict[int, tuple[float, float]](), [0] * max(STEPS)
        engine = store.engine
        with engine.connect() as connection:
            root = postmaster(connection)
        tables = [f"commit-{number:04}" for number in range(max(STEPS))]
        me = Server("", "", 0)
        await store.write(lambda connection: prepare(connection, tables, me.id))
        for many in STEPS:
            before, begun = sum(map(spent, family(root))), time.perf_counter()
            for _ in range(COMMITS):
                steps = []
                for number in range(many):
                    seq[number] += 1
                    steps.append(Append(tables[number], 1, seq[number], (LINE,)))
                store._commit(steps)
            clock = (time.perf_counter() - begun) / COMMITS
            found[many] = (sum(map(spent, family(root))) - before) / COMMITS, clock
        await store.close()
        return found

    return asyncio.run(work())


LINE = '{"k":"act","at":12345.678,"seat":2,"action":17,"by":"person"}'


def prepare(connection: Connection, tables: list[str], owner: str) -> None:
    """Rows for the tables that commits are tried on."""
    from sqlalchemy import insert

    from shindig.server.storage import schema

    row = {"game": "tall-card", "public": False, "closed": True, "created": 0.0, "owner": owner, "epoch": 1}
    rows = [{"id": one, **row} for one in tables]
    connection.execute(insert(schema.tables), rows)


def main(url: str, rounds: str = "5", tables: str = "60", seconds: str = "20") -> None:
    found: dict[int, list[Cost]] = {1: [], 2: []}
    for _ in range(int(rounds)):
        for count, costs in found.items():
            with site(url, count) as here:
                costs.append(uvloop.run(played(here, int(tables), float(seconds))))
            both = " and ".join(f"{1e3 * each:.2f}" for each in costs[-1])
            print(f"{count} servers: {both} ms a move, theirs and the database's", flush=True)
    ratio = statistics.median(two.servers / one.servers for one, two in zip(found[1], found[2], strict=True))
    print(f"with two servers, of what it is with one, the median of {rounds} pairs: {ratio:.2f}")
    each = committed(url)
    for many, (processor, clock) in each.items():
        print(f"a commit of {many} steps: {1e3 * processor:.2f} ms of the database, {1e3 * clock:.2f} by the clock")
    (few, (one, clock)), (many, (more, _)) = each.items()
    step = max(0.0, more - one) / (many - few)
    alone = statistics.median(cost.servers for cost in found[1])
    simulated_room_servers.show(
        simulated_room_servers.Costs(alone, (ratio - 1) * alone / 0.5, one - step, step, max(0.0, clock - one))
    )


if __name__ == "__main__":
    serve(sys.argv[2], sys.argv[3], int(sys.argv[4])) if sys.argv[1] == "serve" else main(*sys.argv[1:])
