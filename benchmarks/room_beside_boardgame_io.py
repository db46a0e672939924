"""The room beside its peer in short paired runs: ratios and their medians.

`python -m benchmarks.room_beside_boardgame_io [ROUNDS] [SECONDS] [TABLES]` plays each round for SECONDS at 32 tables as
fast as they go, then at TABLES tables at a move a second with rendered pages, and the same on boardgame.io. A round's
runs follow each other, so that its ratios hold when the machine's speed drifts. Ten rounds of 8 seconds take about
twelve minutes.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import time
from statistics import median
from typing import NamedTuple

from . import boardgame_io_server
from .boardgame_io_server import Load
from .room import FAST, Server, end, flat_out, later, measured, scatter, several, steadily
from .room_load_clients import Table, sit


class Run(NamedTuple):
    """One run of the room: milliseconds."""

    a_move: float
    """Processor time of a move."""
    p99: float


class Ratios(NamedTuple):
    """A round's figures as parts of the peer's."""

    flat: float
    """Processor time of a move, flat out."""
    pages: float
    """Processor time of a move with pages."""
    p99: float
    """99th percentile of the time until all four are told, with pages."""


async def play(server: Server, seconds: float, count: int, pages: bool) -> Run:
    """Play at so many tables: with pages a move a second, else as fast as they go."""
    await server.up()
    tables = await several(count, lambda: sit(lambda: server.port, pages=pages))
    if pages:
        await scatter(tables)
    times: list[float] = []
    used, until = server.used, time.perf_counter() + seconds
    await asyncio.gather(*(moves(one, until, times, i / count if pages else None) for i, one in enumerate(tables)))
    used = server.used - used
    end(tables)
    return Run(1000 * used / len(times), 1000 * sorted(times)[int(0.99 * len(times))])


async def moves(table: Table, until: float, times: list[float], wait: float | None) -> None:
    """Move at one table until then: once a second after a wait, or without one as fast as it goes."""
    if wait is None:
        await flat_out(table, until, times)
    else:
        await later(wait, steadily, table, until, times)


def round_of(seconds: int, count: int) -> Ratios:
    """Play a round. Raises PeerError where the peer cannot be measured."""
    flat = measured(lambda server: play(server, seconds, FAST, pages=False))
    peer = boardgame_io_server.measure(count, seconds)
    pages = measured(lambda server: play(server, seconds, count, pages=True))
    return Ratios(flat.a_move / cost(peer.flat), pages.a_move / cost(peer.steady), pages.p99 / peer.steady.p99)


def cost(load: Load) -> float:
    """Return the processor time of the peer's server for a move, in milliseconds."""
    return 1000 * load.server / load.moves


def main() -> None:
    rounds, seconds, count = [*map(int, sys.argv[1:]), *(10, 8, 300)[len(sys.argv) - 1 :]]
    os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)) or {0})
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}", flush=True)
    found = list[Ratios]()
    for _ in range(rounds):
        found.append(round_of(seconds, count))
        print("flat out {:.2f}, with pages {:.2f}, p99 {:.2f} of the peer's".format(*found[-1]), flush=True)
    print(
        "median of {}: flat out {:.2f}, with pages {:.2f}, p99 {:.2f}".format(
            rounds, *map(median, zip(*found, strict=True))
        )
    )


if __name__ == "__main__":
    main()
