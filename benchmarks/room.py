"""The room under load, on this machine: a server on one core, callers on another; every move on disk before its answer.

`python -m benchmarks.room [TABLES] [SECONDS]` prints, for tables of four whose pages are rendered on the server: moves
a second, the time from POST to the last of the four told, memory; then how long it takes from killing the server until
every page is back; then moves a second through the JSON protocol when every table moves as fast as it can. Where there
is Node, a boardgame.io server is measured after it (`benchmarks.boardgame`).
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import boardgame

GAME = "tall-card"
SEATS = 4
OPTIONS = {"deals_each": 100, "stack": 1_000_000}
TOKEN = re.compile(r'name="token" value="([^"]+)"')
PRESS = re.compile(r'name="press" value="(\d+)"')


def serve(folder: str) -> None:
    """The server's process: prints its address and serves until it is ended."""
    from shindig.games import game
    from shindig.room.clock import Pace
    from shindig.web.app import create_app
    from shindig.web.security import Limits
    from shindig.web.serve import bound, run

    os.sched_setaffinity(0, {0})
    free = Limits(rate=1e6, burst=1e6, guest_rate=1e6, guest_burst=1e6)
    app = create_app(f"sqlite:///{folder}/room.sqlite3", free, pace=Pace(least=0, most=0, rest=0))
    listening = bound("127.0.0.1", int((Path(folder) / "port").read_text()))
    game(GAME).compile()
    run(app, listening)


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

    async def up(self) -> None:
        """Wait until it listens."""
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return


class Line:
    """One HTTP connection that is kept, with a person's token."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        return self

    def send(self, method: str, path: str, kind: str = "", body: bytes = b"") -> None:
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\naccept: application/json\r\n"
        head += f"authorization: Bearer {self.token}\r\n" if self.token else ""
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n" if method == "POST" else "\r\n"
        self.writer.write(head.encode() + body)

    async def head(self) -> tuple[int, int]:
        """Status and length of the answer that comes."""
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", text)
        return int(text.split(" ", 2)[1]), int(length[1]) if length else 0

    async def post(self, path: str, body: dict[str, object]) -> Any:
        """POST JSON: the answer."""
        self.send("POST", path, "application/json", json.dumps(body).encode())
        status, length = await self.head()
        text = await self.reader.readexactly(length)
        assert status < 300, (status, text)
        return json.loads(text) if text else None

    async def form(self, path: str, body: str) -> None:
        """POST a form, as the page does."""
        self.send("POST", path, "application/x-www-form-urlencoded", body.encode())
        status, length = await self.head()
        text = await self.reader.readexactly(length)
        assert status == 204, (status, text)

    async def events(self, path: str, take: Callable[[dict[str, Any]], None]) -> None:
        """Read a stream for ever; `take` gets each event's data."""
        self.send("GET", path)
        await self.head()
        while True:
            line = await self.reader.readline()
            if not line:
                return
            if line.startswith(b"data: "):
                take(json.loads(line[6:]))


@dataclass
class Player:
    """One of a table's four: what it was told last."""

    line: Line
    told: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = 0.0
    turn: dict[str, Any] | None = None

    def page(self, data: dict[str, Any]) -> None:
        """News of a page's stream."""
        self.at = time.perf_counter()
        self.told.set()
        dock = data["html"].get("r-ask", "")
        if data["turn"] and (token := TOKEN.search(dock)):
            press = PRESS.search(dock)
            self.turn = {"token": token[1], "what": f"press={press[1]}" if press else "pick=0"}

    def news(self, data: dict[str, Any]) -> None:
        """News of the protocol's stream."""
        self.at = time.perf_counter()
        self.told.set()
        if token := data["table"]["token"]:
            self.turn = {"token": token, "what": data["legal"][0]["do"]}


@dataclass
class Table:
    """A table of four callers."""

    id: str
    players: list[Player]
    tasks: list[asyncio.Task[None]]

    async def move(self, by: Callable[[Player, dict[str, Any]], Awaitable[object]]) -> float:
        """Play one move: seconds from POST to the last of the four told."""
        while (player := next((player for player in self.players if player.turn), None)) is None:
            await asyncio.sleep(0.001)
        turn, player.turn = player.turn, None
        for one in self.players:
            one.told.clear()
        begun = time.perf_counter()
        await by(player, turn or {})
        for one in self.players:
            await one.told.wait()
        return max(one.at for one in self.players) - begun

    async def by_page(self, player: Player, turn: dict[str, Any]) -> None:
        await player.line.form(f"/t/{self.id}/move", f"token={turn['token']}&key={turn['token']}&{turn['what']}")

    async def by_protocol(self, player: Player, turn: dict[str, Any]) -> None:
        move = {"do": turn["what"], "token": turn["token"], "key": turn["token"]}
        await player.line.post(f"/api/tables/{self.id}/moves", move)


async def sit(port: int, pages: bool) -> Table:
    """Open a table, seat four, connect their streams, begin."""
    lines = [await Line(port).open() for _ in range(SEATS)]
    for number, line in enumerate(lines):
        line.token = (await line.post("/api/guests", {"name": f"Caller {number}"}))["token"]
    body: dict[str, object] = {"game": GAME, "seats": SEATS, "options": OPTIONS}
    table: str = (await lines[0].post("/api/tables", body))["table"]
    for line in lines[1:]:
        await line.post(f"/api/tables/{table}/seats", {})
    await lines[0].post(f"/api/tables/{table}/start", {})
    players = [Player(line) for line in lines]
    return Table(table, players, [await listen(port, table, player, pages) for player in players])


async def listen(port: int, table: str, player: Player, pages: bool) -> asyncio.Task[None]:
    """Connect a player's stream, and wait for its first news."""
    stream = await Line(port, player.line.token).open()
    path = f"/t/{table}/stream" if pages else f"/api/tables/{table}/stream"
    task = asyncio.create_task(stream.events(path, player.page if pages else player.news))
    await player.told.wait()
    return task


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


def told(times: list[float], seconds: float) -> str:
    ordered = sorted(times)
    at = {share: 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99)}
    return f"{len(times) / seconds:8.0f} moves/s   p50 {at[0.5]:7.1f} ms   p99 {at[0.99]:7.1f} ms"


async def load(server: Server, count: int, seconds: float) -> float:
    """All the measurements: moves a second flat out."""
    await server.up()
    empty = server.megabytes
    tables = [await sit(server.port, pages=True) for _ in range(count)]
    full = server.megabytes
    print(f"{count} tables of four, pages rendered: {empty:.0f} MB empty, {(full - empty) / count:.2f} MB a table")
    times: list[float] = []
    begun = time.perf_counter()
    await asyncio.gather(*(later(i / count, steadily, one, begun + seconds, times) for i, one in enumerate(tables)))
    print("one move a second each  ", told(times, time.perf_counter() - begun), f"  {server.megabytes:.0f} MB")
    await restart(server, tables)
    fast = [await sit(server.port, pages=False) for _ in range(min(count, 32))]
    times = []
    begun = time.perf_counter()
    await asyncio.gather(*(flat_out(one, begun + seconds, times) for one in fast))
    took = time.perf_counter() - begun
    print(f"JSON, {len(fast)} tables flat out", told(times, took))
    for table in tables + fast:
        for task in table.tasks:
            task.cancel()
    return len(times) / took


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
    """End the server, start it again: seconds until every stream of every page is back."""
    server.process.kill()
    server.process.wait()
    begun = time.perf_counter()
    server.begin()
    await server.up()
    ready = time.perf_counter() - begun
    for table in tables:
        for player in table.players:
            player.told.clear()
            player.line = await Line(server.port, player.line.token).open()
        table.tasks = [await listen(server.port, table.id, player, pages=True) for player in table.players]
    back = time.perf_counter() - begun
    print(f"killed and started again: listens after {ready:.1f} s, {4 * len(tables)} pages back after {back:.1f} s")


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
        return
    count, seconds = [*map(int, sys.argv[1:]), *(300, 20)[len(sys.argv) - 1 :]]
    os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)) or {0})
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            moves = asyncio.run(load(server, count, seconds))
        finally:
            server.end()
    if peer := boardgame.show(count, seconds):
        print(f"moves flat out, as a share of boardgame.io's: {moves / peer.flat.moves:.0%}")


if __name__ == "__main__":
    main()
