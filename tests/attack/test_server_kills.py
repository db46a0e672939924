"""A server that is killed while people play: every move that it acknowledged is stored, once and as it was."""

from __future__ import annotations

import asyncio
import os
import random
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from shindig.server.game_server import GameServer
from shindig.server.table_log.events import Acted, decode
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from tests.kits.server.fault_worlds import check_chips, check_state, news_of
from tests.kits.server.room_kit import HandClock, InlineBots, settle
from tests.kits.web.running_server import FREELY, begun

KILLS = int(os.environ.get("SHINDIG_KILLS", "3"))
TABLES = 3
MOST = 15
"""Moves that are acknowledged before a kill, at most."""
PATIENCE = 120.0


class Acknowledged(NamedTuple):
    """A move that the server said it had stored."""

    seq: int
    do: str
    key: str


class Load:
    """The moves that are acknowledged, and an alarm at a number of them."""

    def __init__(self) -> None:
        self.moves = self.repeated = 0
        self.changed = threading.Condition()

    def acknowledged(self) -> None:
        with self.changed:
            self.moves += 1
            self.changed.notify_all()

    def wait_for(self, more: int) -> None:
        """Wait until so many more moves are acknowledged."""
        with self.changed:
            target = self.moves + more
            assert self.changed.wait_for(lambda: self.moves >= target, PATIENCE), "nothing goes on"


class Player:
    """A guest who plays at a table, and sends each move again under its key until it is answered."""

    def __init__(self, table: str, token: str, load: Load, seed: str) -> None:
        self.table, self.load, self.rng = table, load, random.Random(seed)
        self.headers = {"authorization": f"Bearer {token}"}
        self.acknowledged: list[Acknowledged] = []
        self.pending: dict[str, Any] | None = None
        """A move that was sent and not answered."""
        self.faults: list[str] = []

    def play(self, address: str, over: threading.Event) -> None:
        """Play until the server is gone."""
        with (
            suppress(httpx.TransportError),
            httpx.Client(base_url=f"{address}/api/", headers=self.headers, timeout=PATIENCE) as http,
        ):
            while not over.is_set():
                self._step(http)

    def _step(self, http: httpx.Client) -> None:
        if self.pending is None:
            news = http.get(f"tables/{self.table}").json()
            token = news["table"]["token"]
            if token is None:
                return
            do = self.rng.choice(news["legal"])["do"]
            self.pending = {"do": do, "token": token, "key": f"{len(self.acknowledged)}-{token}"}
        answer = http.post(f"tables/{self.table}/moves", json=self.pending)
        sent, self.pending = self.pending, None
        if answer.status_code == 201:
            told = answer.json()
            self.acknowledged.append(Acknowledged(told["seq"], told["do"], sent["key"]))
            self.load.repeated += told["repeated"]
            self.load.acknowledged()
        elif answer.status_code != 409:
            self.faults.append(answer.text)


def guest(http: httpx.Client, name: str) -> str:
    answer = http.post("/api/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def seated(http: httpx.Client, load: Load, number: int) -> list[Player]:
    """Open a table of two people, begin a long match, and return its players."""
    tokens = [guest(http, f"{name} {number}") for name in ("Ann", "Bob")]
    ann, bob = ({"authorization": f"Bearer {token}"} for token in tokens)
    options = {"deals_each": 100, "stack": 100_000}
    made = http.post("/api/tables", json={"game": "tall-card", "seats": 2, "options": options}, headers=ann)
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert http.post(f"/api/tables/{table}/seats", json={}, headers=bob).status_code == 201
    assert http.post(f"/api/tables/{table}/start", json={}, headers=ann).status_code == 204
    return [Player(table, token, load, f"{number} {seat}") for seat, token in enumerate(tokens)]


async def check(url: str, players: list[Player]) -> None:
    """Compare the log of each table with what was acknowledged there."""
    room = await GameServer.start(url, HandClock(), Pace(), InlineBots())
    for table in {player.table: None for player in players}:
        await settle(room, table)
        lines = await room.services.store.load_log(table)
        events, made = news_of(lines), actions(table, lines)
        for seat, player in enumerate(one for one in players if one.table == table):
            for seq, do, _ in player.acknowledged:
                event = events[seq - 1]
                assert isinstance(event, Acted)
                assert (event.seat, event.by, made[seq]) == (seat, "person", do)
            numbers = [one.seq for one in player.acknowledged]
            assert len({*numbers}) == len(numbers), "no move was acknowledged twice under two keys"
        check_chips(table, lines)
        check_state(room.table_registry.tables[table], lines)
    await room.close()


def actions(table: str, lines: list[str]) -> dict[int, str]:
    """Return the text of each action in a log, by the number of its event."""
    state, found = TableState(table), {}
    for event, at in map(decode, lines):
        said = ""
        if isinstance(event, Acted):
            said = state.game.words.text(state.view(event.seat).plain, event.action)
        state.add(event, at)
        if said:
            found[state.seq] = said
    return found


@pytest.mark.attack
def test_kills_under_load_lose_no_acknowledged_move(tmp_path: Path) -> None:
    """`SHINDIG_KILLS` sets how often the server is killed with signal 9, while six people play at three tables."""
    url, rng, load, players = f"sqlite:///{tmp_path}/room.sqlite3", random.Random(1), Load(), list[Player]()
    for _ in range(KILLS):
        over = threading.Event()
        with begun(url, "brisk", how=FREELY) as (server, http):
            players = players or [one for number in range(TABLES) for one in seated(http, load, number)]
            address = str(http.base_url).rstrip("/")
            threads = [threading.Thread(target=player.play, args=(address, over)) for player in players]
            for thread in threads:
                thread.start()
            try:
                load.wait_for(rng.randint(1, MOST))
            finally:
                server.kill()
                server.wait()
                over.set()
                for thread in threads:
                    thread.join()
    assert not [fault for player in players for fault in player.faults]
    asyncio.run(check(url, players))
    print(f"{KILLS} kills, {load.moves} acknowledged moves, {load.repeated} of them answered after a kill.")
