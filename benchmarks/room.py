"""The room under load, on this machine: a server on one core, callers on another; every move on disk before its answer.

`python -m benchmarks.room [TABLES] [SECONDS] [RESTARTED]` prints, for tables of four whose pages are rendered on the
server: moves a second, the time from POST to the last of the four told, memory a table and a connection; how long it
takes from killing the server until every page of RESTARTED tables is back; moves a second through the JSON protocol
when every table moves as fast as it can; and a peer's moves. `python -m benchmarks.room soak [TABLES] [MINUTES]` plays
on and prints the server's memory every minute.
"""

from __future__ import annotations

import asyncio
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import uvloop

from . import boardgame_io_server
from .room_load_clients import GAME, Line, Table, listen, sit

if TYPE_CHECKING:
    from shindig.web.http.request_guard import Limits

T = TypeVar("T")
AT_ONCE = 64
"""Callers who connect at the same time."""
ONLOOKERS = 500
"""Connections for the figure of memory a connection."""
FAST = 32
"""Tables that move as fast as they can."""
ROUND = 16
"""Moves of a round, about."""


def serve(folder: str) -> None:
    """The server's process: prints its address and serves until it is ended."""
    from shindig.server.bot_pool.rules_compilation import compile_rules
    from shindig.server.table_log.turn_clock import Pace
    from shindig.web.app import create_app
    from shindig.web.serving.server_process import open_listener, run_application

    os.sched_setaffinity(0, {0})
    app = create_app(f"sqlite:///{folder}/room.sqlite3", free(), pace=Pace(least=0, most=0, rest=0, together=0))
    listening = open_listener("127.0.0.1", int((Path(folder) / "port").read_text()))
    compile_rules(GAME)
    run_application(app, listening)


def free() -> Limits:
    """No bounds for a single client: all callers are at one address."""
    from shindig.web.http.request_guard import Limits

    return Limits(**{one.name: 1_000_000 for one in fields(Limits)})


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Server:
    """The server's process, and how much memory it takes."""

    def __init__(self, folder: str) -> None:
        self.folder, self.port = folder, free_port()
        (Path(folder) / "port").write_text(str(self.port))
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "benchmarks.room", "serve", self.folder])

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def used(self) -> float:
        """Seconds of processor time so far."""
        figures = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")

    async def up(self) -> None:
        """Wait until it answers."""
        while True:
            try:
                line = await Line(self.port).open()
            except OSError:
                await asyncio.sleep(0.02)
            else:
                await line.get("/api/games")
                line.writer.close()
                return


async def steadily(table: Table, until: float, times: list[float]) -> None:
    """One move a second."""
    while time.perf_counter() < until:
        begun = time.perf_counter()
        times.append(await table.move(table.by_page))
        await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - begun)))


async def flat_out(table: Table, until: float, times: list[float]) -> None:
    """Moves as fast as they go."""
    while time.perf_counter() < until:
        times.append(await table.move(table.by_protocol))


def told(times: list[float], seconds: float, used: float) -> str:
    ordered = sorted(times)
    at = {share: 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99)}
    moves = f"{len(times) / seconds:8.0f} moves/s   p50 {at[0.5]:7.1f} ms   p99 {at[0.99]:7.1f} ms"
    return f"{moves}   server {used / seconds:.0%} of a core, {1000 * used / len(times):.2f} ms a move"


async def pages(server: Server, count: int, seconds: float, restarted: int) -> None:
    """Tables whose pages the server renders."""
    await server.up()
    empty = server.megabytes
    tables = await several(count, lambda: sit(lambda: server.port, pages=True))
    more = server.megabytes - empty
    print(f"{count} tables of four, pages rendered: {empty:.0f} MB empty, {more:.0f} MB more with them")
    await scatter(tables)
    await steady(tables, seconds, server)
    await onlookers(server, tables)
    tables += await several(restarted - count, lambda: sit(lambda: server.port, pages=True))
    await restart(server, tables)
    end(tables)


async def protocol(server: Server, seconds: float) -> float:
    """Tables that move as fast as they can: moves a second."""
    await server.up()
    tables = await several(FAST, lambda: sit(lambda: server.port, pages=False))
    times: list[float] = []
    begun, used = time.perf_counter(), server.used
    await asyncio.gather(*(flat_out(one, begun + seconds, times) for one in tables))
    took = time.perf_counter() - begun
    print(f"JSON, {FAST} tables flat out", told(times, took, server.used - used))
    end(tables)
    return len(times) / took


def end(tables: list[Table]) -> None:
    for table in tables:
        for task in table.tasks:
            task.cancel()


async def several(count: int, make: Callable[[], Awaitable[T]]) -> list[T]:
    """So many, some at the same time."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one() -> T:
        async with slots:
            return await make()

    return await asyncio.gather(*(one() for _ in range(count)))


async def scatter(tables: list[Table]) -> None:
    """Have some tables play ahead, so that they do not all deal in the same second."""

    async def ahead(table: Table, moves: int) -> None:
        for _ in range(moves):
            await table.move(table.by_page)

    await asyncio.gather(*(ahead(table, number % ROUND) for number, table in enumerate(tables)))


async def steady(tables: list[Table], seconds: float, server: Server) -> None:
    """One move a second at each table."""
    times: list[float] = []
    begun, count, used = time.perf_counter(), len(tables), server.used
    await asyncio.gather(*(later(i / count, steadily, one, begun + seconds, times) for i, one in enumerate(tables)))
    told_of = told(times, time.perf_counter() - begun, server.used - used)
    print("one move a second each  ", told_of, f"  {server.megabytes:.0f} MB")


async def onlookers(server: Server, tables: list[Table]) -> None:
    """What a connection takes: onlookers' pages, some at each table."""
    before = server.megabytes
    lines = await several(ONLOOKERS, lambda: Line(server.port).open())
    streams = [line.first(f"/t/{tables[i % len(tables)].id}/stream") for i, line in enumerate(lines)]
    await asyncio.gather(*streams)
    print(f"{ONLOOKERS} onlookers: {1000 * (server.megabytes - before) / ONLOOKERS:.0f} kB a connection")
    for line in lines:
        line.writer.close()


async def later(
    wait: float,
    work: Callable[[Table, float, list[float]], Awaitable[None]],
    table: Table,
    until: float,
    times: list[float],
) -> None:
    """Spread the tables over the second."""
    await asyncio.sleep(wait)
    await work(table, until, times)


async def restart(server: Server, tables: list[Table]) -> None:
    """Kill the server, start it again: seconds until every stream of every page is back."""
    end(tables)
    server.process.kill()
    server.process.wait()
    begun = time.perf_counter()
    server.begin()
    await server.up()
    ready = time.perf_counter() - begun
    players = [(table, player) for table in tables for player in table.players]
    waiting = iter(players)

    async def back() -> None:
        table, player = next(waiting)
        player.told.clear()
        table.tasks.append(await listen(server.port, table.id, player, pages=True))

    await several(len(players), back)
    took = time.perf_counter() - begun
    print(f"killed and started again: {len(tables)} tables after {ready:.1f} s, their pages after {took:.1f} s")


async def soak(server: Server, count: int, minutes: int) -> None:
    """Play on, one move a second at each table, and say how much memory it takes."""
    await server.up()
    tables = await several(count, lambda: sit(lambda: server.port, pages=True))
    await scatter(tables)
    for _ in range(minutes):
        await steady(tables, 60.0, server)
    end(tables)


def measured(work: Callable[[Server], Coroutine[Any, Any, T]], kind: type[Server] = Server) -> T:
    """Work with a fresh server."""
    with tempfile.TemporaryDirectory() as folder:
        server = kind(folder)
        try:
            return uvloop.run(work(server))
        finally:
            server.end()


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
        return
    os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)) or {0})
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}", flush=True)
    soaking = sys.argv[1:2] == ["soak"]
    given = [int(text) for text in sys.argv[1 + soaking :]]
    if soaking:
        count, minutes = [*given, *(100, 60)[len(given) :]]
        measured(lambda server: soak(server, count, minutes))
        return
    count, seconds, restarted = [*given, *(300, 20, 1000)[len(given) :]]
    measured(lambda server: pages(server, count, seconds, restarted))
    moves = measured(lambda server: protocol(server, seconds))
    if peer := boardgame_io_server.show(count, seconds):
        print(f"moves flat out, as a share of boardgame.io's: {moves / peer.flat.moves:.0%}")


if __name__ == "__main__":
    main()
