"""The least that a move costs in Python here: a server that does what must be done for one, and nothing else.

`python -m benchmarks.minimal_python_server [SECONDS] [ROUNDS]` prints the processor time of a move over the JSON
protocol, 32 tables flat out, in turns: this server's, the room's and, where node and npm are found, boardgame.io's.
This one reads the request, looks up whose it is and its key, judges the action, has it on disk (many together, in a
thread), answers, has the compiled rules play and deal, and writes each of four readers its own view, the actor its
legal actions as texts. It has no limits, time-outs, clocks, bots, cuts, proofs, presence, stories, counts or refusals
in words.
"""

from __future__ import annotations

import asyncio
import os
import queue
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import httptools
import numpy as np
import orjson
import uvloop

from shindig.core.layout_and_views import CHANCE, ONLOOKER
from shindig.gamekit import game

from . import boardgame_io_server
from .room import FAST, Server, end, flat_out, measured, several
from .room_load_clients import GAME, OPTIONS, SEATS, Line, Player, Table, listen
from .room_load_clients import sit as seated

RULES = game(GAME)
LAYOUT = RULES.rules.layout
Step = tuple[int, int, bytes]
"""A match, the number of an event, and the event."""


class Disk:
    """A thread that commits what waits, together, and then has those told who wait for it."""

    def __init__(self, path: str) -> None:
        self.loop, self.waiting = asyncio.get_running_loop(), queue.SimpleQueue[tuple[Step, Callable[[], None]]]()
        threading.Thread(target=self.write, args=(path,), daemon=True).start()

    def write(self, path: str) -> None:
        database = sqlite3.connect(path, isolation_level=None)
        database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE events (match, seq, data, PRIMARY KEY (match, seq)) WITHOUT ROWID")
        while True:
            found = [self.waiting.get()]
            found += [self.waiting.get() for _ in range(self.waiting.qsize())]
            rows = ", ".join(["(?, ?, ?)"] * len(found))
            database.execute(f"INSERT INTO events VALUES {rows}", [one for step, _ in found for one in step])
            self.loop.call_soon_threadsafe(lambda done: [tell() for tell in done], [tell for _, tell in found])


class Match:
    """A match and its four readers."""

    def __init__(self, number: int, disk: Disk) -> None:
        self.number, self.disk, self.seq = number, disk, 0
        self.readers: dict[int, Link] = {}
        self.answers: dict[str, bytes] = {}
        self.record, self.rng = RULES.new(SEATS, OPTIONS), np.random.default_rng(number)
        self.ranges, self.items = RULES.engine.scratch()
        self.deal()

    def deal(self) -> None:
        engine, record = RULES.engine, self.record
        while (actor := int(record["actor"][0])) == CHANCE:
            count = engine.chance_items(record, 0, self.items)
            engine.chance_order(record, 0, self.rng.permutation(self.items[:count]))
        self.actor, self.token, self.bytes = actor, f"{self.number}.{self.seq}", record.tobytes()
        count = engine.legal(record, 0, self.ranges)
        actions = [action for first, last in self.ranges[:count].tolist() for action in range(first, last + 1)]
        plain = LAYOUT.to_plain(record)
        self.legal = {RULES.words.text(plain, action): action for action in actions[:60]}

    def move(self, seat: int, body: bytes, link: Link) -> None:
        asked = orjson.loads(body)
        if known := self.answers.get(asked["key"]):
            link.answer(b"200 OK", known)
        elif asked["token"] != self.token or seat != self.actor or asked["do"] not in self.legal:
            link.answer(b"409 Conflict", b'{"error":"not now"}')
        else:
            self.token = ""
            step = self.number, self.seq + 1, orjson.dumps({"seat": seat, **asked})
            self.disk.waiting.put((step, lambda: self.done(seat, asked, link)))

    def done(self, seat: int, asked: dict[str, str], link: Link) -> None:
        """It is on disk: answer, then tell."""
        self.seq, do = self.seq + 1, asked["do"]
        self.answers[asked["key"]] = told = orjson.dumps({"seq": self.seq, "do": do})
        link.answer(b"200 OK", told)
        action = self.legal[do]
        RULES.engine.apply(self.record, 0, action)
        self.deal()
        self.tell({"seat": seat, "do": None if RULES.rules.secret(action) else do})

    def tell(self, event: dict[str, Any]) -> None:
        common = orjson.dumps(
            vars(LAYOUT.read_common(LAYOUT.mask_record(self.record.tobytes(), ONLOOKER))),
            option=orjson.OPT_NON_STR_KEYS,
        )
        begin = b'id: %d\nevent: news\ndata: {"seq":%d,"events":[%b],' % (self.seq, self.seq, orjson.dumps(event))
        for seat, link in self.readers.items():
            link.event(b"".join((begin, self.own(seat), common[1:], b"}\n\n")))

    def own(self, seat: int) -> bytes:
        """What is a seat's own: what it may do, and its part of the view."""
        mine = orjson.dumps(LAYOUT.read_own(LAYOUT.extract_own_rows(self.bytes, seat), seat))[:-1]
        if seat != self.actor:
            return b'"legal":[],"table":{"you":%d,"token":""},"view":%b,' % (seat, mine)
        legal = orjson.dumps([{"action": action, "do": do} for do, action in self.legal.items()])
        return b'"legal":%b,"table":{"you":%d,"token":"%b"},"view":%b,' % (legal, seat, self.token.encode(), mine)


class Link(asyncio.Protocol):
    """A connection: requests of one seat, or its stream."""

    def __init__(self, seats: dict[bytes, tuple[Match, int]]) -> None:
        self.seats, self.parser, self.who, self.body = seats, httptools.HttpRequestParser(self), b"", b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        if name == b"authorization":
            self.who = value

    def on_body(self, body: bytes) -> None:
        self.body += body

    def on_message_complete(self) -> None:
        body, self.body = self.body, b""
        if self.who not in self.seats:
            self.answer(b"401 Unauthorized", b"")
            return
        match, seat = self.seats[self.who]
        if self.parser.get_method() == b"POST":
            match.move(seat, body, self)
            return
        match.readers[seat] = self
        head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
        self.transport.write(head)
        match.tell({})

    def answer(self, status: bytes, body: bytes) -> None:
        head = b"HTTP/1.1 %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
        self.transport.write(head % (status, len(body)) + body)

    def event(self, data: bytes) -> None:
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))


async def serve(folder: str) -> None:
    RULES.compile()
    disk = Disk(f"{folder}/floor.sqlite3")
    matches = [Match(number, disk) for number in range(FAST)]
    seats = {b"Bearer %d-%d" % (one.number, seat): (one, seat) for one in matches for seat in range(SEATS)}
    port = int((Path(folder) / "port").read_text())
    server = await asyncio.get_running_loop().create_server(lambda: Link(seats), "127.0.0.1", port)
    await server.serve_forever()


class Least(Server):
    """This server's process."""

    def begin(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.minimal_python_server", "serve", self.folder]
        )


async def sit(port: int, number: int) -> Table:
    """Four callers at a table that is there already."""
    lines, asking = [await Line(port, f"{number}-{seat}").open() for seat in range(SEATS)], asyncio.Event()
    players = [Player(line, asking) for line in lines]
    return Table(f"{number}", players, asking, [await listen(port, f"{number}", one, pages=False) for one in players])


async def cost(server: Server, make: Callable[[], Coroutine[Any, Any, Table]], seconds: float) -> float:
    """Milliseconds of the server's processor time for a move, after as many seconds to warm up."""
    await server.up()
    tables = await several(FAST, make)
    for _ in range(2):
        times: list[float] = []
        until, used = time.perf_counter() + seconds, server.used
        await asyncio.gather(*(flat_out(one, until, times) for one in tables))
    end(tables)
    return 1000 * (server.used - used) / len(times)


def floor(seconds: float) -> float:
    numbers = iter(range(FAST))
    return measured(lambda server: cost(server, lambda: sit(server.port, next(numbers)), seconds), Least)


def room(seconds: float) -> float:
    return measured(lambda server: cost(server, lambda: seated(lambda: server.port, pages=False), seconds))


def peer(seconds: float) -> float:
    flat = boardgame_io_server.measure(FAST, int(seconds)).flat
    return 1000 * flat.server / flat.moves


def main(seconds: str = "5", rounds: str = "5") -> None:
    os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)) or {0})
    found: dict[str, list[float]] = {"floor": [], "room": []}
    found |= {"boardgame.io": []} if shutil.which("node") and shutil.which("npm") else {}
    for _ in range(int(rounds)):
        for work in (floor, room, peer)[: len(found)]:
            name = "boardgame.io" if work is peer else work.__name__
            found[name].append(work(float(seconds)))
        print("  ".join(f"{name} {costs[-1]:.2f} ms a move" for name, costs in found.items()), flush=True)
    for name, costs in found.items():
        ratio = statistics.median(one / least for one, least in zip(costs, found["floor"], strict=True))
        print(f"{name}: median {statistics.median(costs):.2f} ms a move, {ratio:.2f} times the floor")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        os.sched_setaffinity(0, {0})
        uvloop.run(serve(sys.argv[2]))
    else:
        main(*sys.argv[1:])
