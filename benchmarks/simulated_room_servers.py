"""How many moves a second any number of servers carry on one PostgreSQL: simulated from measured costs.

    python -m benchmarks.simulated_room_servers MOVE PASS COMMIT STEP FLUSH

in milliseconds, as `benchmarks.several_room_servers` prints them. Each server is one core. A move comes to a server by
chance, which passes it on where another owns the table; the owner works, hands its step to its writer, which commits
all that waits together, and tells who reads along. The database has so many cores, and one flush to disk at a time for
all that wait.
"""

from __future__ import annotations

import heapq
import random
import sys
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

SERVERS = (1, 2, 4, 8, 16, 32, 64)
CORES = (2, 8)
"""Of the database's machine."""
SECONDS, WARM = 4.0, 1.0
"""How long moves come, and those of the beginning that do not count."""
LATE = 0.1
"""Seconds that 99 of 100 moves may take."""
TURNS = 8
"""Halvings of the load in search of what is carried."""


class Costs(NamedTuple):
    """Seconds of processor time, but for the flush, which is the disk's."""

    move: float
    """Of the owner, for a move, its readers told."""
    passing: float
    """More, of both servers together, for one that is passed on."""
    commit: float
    """Of the database, for a commit,"""
    step: float
    """and for each step in it."""
    flush: float


class Clock:
    """Events in the order of their times."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._events, (self.now + seconds, self._number, what))

    def run(self) -> None:
        while self._events:
            self.now, _, what = heapq.heappop(self._events)
            what()


class Cores:
    """Work in the order in which it comes, on some cores."""

    def __init__(self, clock: Clock, count: int) -> None:
        self._clock, self._free = clock, count
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()
        self.busy = 0.0

    def work(self, seconds: float, then: Callable[[], None]) -> None:
        self._waiting.append((seconds, then))
        self._next()

    def _next(self) -> None:
        if self._free and self._waiting:
            seconds, then = self._waiting.popleft()
            self._free -= 1
            self.busy += seconds
            self._clock.after(seconds, lambda: self._done(then))

    def _done(self, then: Callable[[], None]) -> None:
        self._free += 1
        then()
        self._next()


class Together:
    """What one does for all that wait at once: a server's writer, the database's flush."""

    def __init__(self, do: Callable[[int, Callable[[], None]], None]) -> None:
        self._do = do
        self._waiting: list[Callable[[], None]] = []
        self._busy = False

    def join(self, then: Callable[[], None]) -> None:
        self._waiting.append(then)
        self._next()

    def _next(self) -> None:
        if not self._busy and self._waiting:
            self._busy, taken, self._waiting = True, self._waiting, []
            self._do(len(taken), lambda: self._done(taken))

    def _done(self, taken: list[Callable[[], None]]) -> None:
        self._busy = False
        for then in taken:
            then()
        self._next()


class Room:
    """Servers and their database, for some seconds of moves at a rate."""

    def __init__(self, costs: Costs, servers: int, cores: int, rate: float) -> None:
        self.clock, self.costs, self._rng = Clock(), costs, random.Random(1)
        self.database = Cores(self.clock, cores)
        self.flush = Together(lambda _, then: self.clock.after(costs.flush, then))
        self.servers = [Cores(self.clock, 1) for _ in range(servers)]
        self.writers = [Together(self._commit) for _ in range(servers)]
        self.times: list[float] = []
        at = 0.0
        while (at := at + self._rng.expovariate(rate)) < SECONDS:
            self.clock.after(at, self._move)
        self.clock.run()

    def _commit(self, steps: int, then: Callable[[], None]) -> None:
        spent = self.costs.commit + self.costs.step * steps
        self.database.work(spent, lambda: self.flush.join(then))

    def _move(self) -> None:
        began, owner, door = self.clock.now, *(self._rng.randrange(len(self.servers)) for _ in range(2))
        half = self.costs.move / 2

        def told() -> None:
            if began > WARM:
                self.times.append(self.clock.now - began)

        def stored() -> None:
            self.servers[owner].work(half, told)

        def decided() -> None:
            self.writers[owner].join(stored)

        if owner == door:
            self.servers[owner].work(half, decided)
        else:
            passed = self.costs.passing / 2
            self.servers[door].work(passed, lambda: self.servers[owner].work(half + passed, decided))

    @property
    def late(self) -> float:
        """Seconds that 99 of 100 moves take at most."""
        return sorted(self.times)[int(0.99 * len(self.times))] if self.times else 0.0


def carried(costs: Costs, servers: int, cores: int) -> tuple[float, float]:
    """Moves a second of which 99 in 100 are told in time, no server busier than 90 %, and how busy the database is."""
    low, high = 0.0, 0.9 * servers / costs.move
    busy = 0.0
    for _ in range(TURNS):
        rate = (low + high) / 2
        room = Room(costs, servers, cores, rate)
        if room.late <= LATE:
            low, busy = rate, min(1.0, room.database.busy / room.clock.now / cores)
        else:
            high = rate
    return low, busy


def show(costs: Costs) -> None:
    """Print a table: for each number of servers what they carry, with a small and a large machine for the database."""
    print("; ".join(f"{name} {1e3 * value:.3f} ms" for name, value in costs._asdict().items()))
    for servers in SERVERS:
        found = [(cores, *carried(costs, servers, cores)) for cores in CORES]
        told = (f"{moves:7.0f} moves/s, a database of {cores} cores {busy:4.0%} busy" for cores, moves, busy in found)
        print(f"{servers:3} servers: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    show(Costs(*(float(given) / 1e3 for given in sys.argv[1:])))
