"""Callers for the benchmark of the room: tables of four over HTTP, each seat with its own connection and stream."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

GAME = "tall-card"
SEATS = 4
OPTIONS = {"deals_each": 100, "stack": 1_000_000}
TOKEN = re.compile(r'name="token" value="([^"]+)"')
PRESS = re.compile(r'name="press" value="(\d+)"')


class Line:
    """One HTTP connection that is kept, with a person's token."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        return self

    def send(self, method: str, path: str, kind: str = "", body: bytes = b"", last: str = "") -> None:
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\naccept: application/json\r\n"
        head += f"last-event-id: {last}\r\n" if last else ""
        head += f"authorization: Bearer {self.token}\r\n" if self.token else ""
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n" if method == "POST" else "\r\n"
        self.writer.write(head.encode() + body)

    async def head(self) -> tuple[int, int]:
        """Status and length of the answer that comes."""
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", text)
        return int(text.split(" ", 2)[1]), int(length[1]) if length else 0

    async def get(self, path: str) -> None:
        """GET a page, whatever it says."""
        self.send("GET", path)
        _, length = await self.head()
        await self.reader.readexactly(length)

    async def post(self, path: str, body: dict[str, object]) -> Any:
        """POST JSON: the answer."""
        self.send("POST", path, "application/json", orjson.dumps(body))
        status, length = await self.head()
        text = await self.reader.readexactly(length)
        assert status < 300, (status, text)
        return orjson.loads(text) if text else None

    async def form(self, path: str, body: str) -> None:
        """POST a form, as the page does."""
        self.send("POST", path, "application/x-www-form-urlencoded", body.encode())
        status, length = await self.head()
        text = await self.reader.readexactly(length)
        assert status == 204, (status, text)

    async def first(self, path: str) -> None:
        """Open a stream and wait for its first event."""
        self.send("GET", path)
        await self.head()
        await self.reader.readuntil(b"\n\n")

    async def events(self, path: str, player: Player, take: Callable[[dict[str, Any]], None]) -> None:
        """Read a stream for ever, from the last event that the player knows; `take` gets each event's data.

        A page's heartbeats are answered through a connection of their own, as browsers do.
        """
        self.send("GET", path, last=player.last)
        await self.head()
        beats: asyncio.Queue[str] = asyncio.Queue()
        answering = asyncio.create_task(answer_heartbeats(await Line(self.port, self.token).open(), path, beats))
        with suppress(asyncio.IncompleteReadError), closing_task(answering):
            while True:
                head, _, data = (await self.reader.readuntil(b"\n\n")).partition(b"\ndata: ")
                if head.endswith(b"event: beat"):
                    beats.put_nowait(orjson.loads(data)["of"])
                elif data:
                    player.last = head[head.index(b"id: ") + 4 :].split(b"\n", 1)[0].decode()
                    take(orjson.loads(data))


async def answer_heartbeats(line: Line, path: str, beats: asyncio.Queue[str]) -> None:
    """Answer the heartbeats of a page's stream, by the name that each has."""
    while True:
        await line.form(path.removesuffix("stream") + "here", f"of={await beats.get()}")


@contextmanager
def closing_task(task: asyncio.Task[None]) -> Iterator[None]:
    """Cancel a task at the end."""
    try:
        yield
    finally:
        task.cancel()


@dataclass
class Player:
    """One of a table's four: what it was told last."""

    line: Line
    asking: asyncio.Event
    """That some player of the table has a turn."""
    told: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = 0.0
    turn: dict[str, Any] | None = None
    last: str = ""
    """The number of the last event."""
    played: str = ""
    """The token of the last turn taken: news of who comes and goes may still show it."""

    def page(self, data: dict[str, Any]) -> None:
        """News of a page's stream."""
        self.at = time.perf_counter()
        self.told.set()
        dock = data["html"].get("r-ask", "")
        if token := TOKEN.search(dock):
            press = PRESS.search(dock)
            self.asked(token[1], f"press={press[1]}" if press else "pick=0")

    def news(self, data: dict[str, Any]) -> None:
        """News of the protocol's stream."""
        self.at = time.perf_counter()
        self.told.set()
        if token := data["table"]["token"]:
            self.asked(token, data["legal"][0]["do"])

    def asked(self, token: str, what: str) -> None:
        """It is the player's turn."""
        if token != self.played:
            self.turn = {"token": token, "what": what}
            self.asking.set()


@dataclass
class Table:
    """A table of four callers."""

    id: str
    players: list[Player]
    asking: asyncio.Event
    tasks: list[asyncio.Task[None]]

    async def move(self, by: Callable[[Player, dict[str, Any]], Awaitable[object]]) -> float:
        """Play one move: seconds from POST to the last of the four told."""
        await self.asking.wait()
        self.asking.clear()
        player = next(player for player in self.players if player.turn)
        turn, player.turn = player.turn, None
        assert turn is not None
        player.played = turn["token"]
        for one in self.players:
            one.told.clear()
        begun = time.perf_counter()
        await by(player, turn)
        for one in self.players:
            await one.told.wait()
        return max(one.at for one in self.players) - begun

    async def by_page(self, player: Player, turn: dict[str, Any]) -> None:
        await player.line.form(f"/t/{self.id}/move", f"token={turn['token']}&key={turn['token']}&{turn['what']}")

    async def by_protocol(self, player: Player, turn: dict[str, Any]) -> None:
        move = {"do": turn["what"], "token": turn["token"], "key": turn["token"]}
        await player.line.post(f"/api/tables/{self.id}/moves", move)


async def sit(port: Callable[[], int], pages: bool) -> Table:
    """Open a table, seat four, connect their streams, begin. Each connection goes to a port of its own."""
    lines = [await Line(port()).open() for _ in range(SEATS)]
    for number, line in enumerate(lines):
        line.token = (await line.post("/api/guests", {"name": f"Caller {number}"}))["token"]
    body: dict[str, object] = {"game": GAME, "seats": SEATS, "options": OPTIONS}
    table: str = (await lines[0].post("/api/tables", body))["table"]
    for line in lines[1:]:
        await line.post(f"/api/tables/{table}/seats", {})
    await lines[0].post(f"/api/tables/{table}/start", {})
    asking = asyncio.Event()
    players = [Player(line, asking) for line in lines]
    return Table(table, players, asking, [await listen(port(), table, player, pages) for player in players])


async def listen(port: int, table: str, player: Player, pages: bool) -> asyncio.Task[None]:
    """Connect a player's stream, and wait for its first news."""
    stream = await Line(port, player.line.token).open()
    path = f"/t/{table}/stream" if pages else f"/api/tables/{table}/stream"
    task = asyncio.create_task(stream.events(path, player, player.page if pages else player.news))
    await player.told.wait()
    return task
