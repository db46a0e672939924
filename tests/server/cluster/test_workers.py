"""Workers of one machine on a PostgreSQL, as their user starts them: any answers for any table, whoever is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, Executable, create_engine, make_url, select, text
from sqlalchemy.exc import OperationalError

from shindig.server.storage.schema import events, servers, tables
from shindig.web.cluster.client_connection_handover import MOST_REQUEST_BYTES
from shindig.web.serving.serve_command import serve
from shindig.web.serving.server_process import ServerSettings, describe_serving
from tests.kits.server.databases import postgres_database
from tests.kits.web.running_server import CERTIFICATES, begun

MANY = 40
"""Tries after which something that is left to chance would have happened."""


@dataclass
class Site:
    """Some workers and their database."""

    address: str
    engine: Engine
    token: str = ""
    tables: list[str] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    """By table, who talks there, if that is not Ann: nobody may talk without end."""

    def ask(self, method: str, path: str, **body: object) -> httpx.Response:
        """A request on a connection of its own, which some worker gets: of who has the table, else of Ann."""
        token = next((own for table, own in self.tokens.items() if f"/{table}/" in path), self.token)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.request(
            method, f"{self.address}/api/{path}", headers=headers, json=body or None, timeout=60, verify=CERTIFICATES
        )

    def open(self, **more: object) -> str:
        answer = self.ask("POST", "tables", game="tall-card", seats=2, **more)
        assert answer.status_code == 201, answer.text
        self.tables.append(answer.json()["table"])
        return self.tables[-1]

    def owners(self) -> dict[str, int]:
        """By table, the process that serves it."""
        query = select(tables.c.id, servers.c.process).join(servers, servers.c.id == tables.c.owner)
        return {row.id: row.process for row in self.read(query)}

    def processes(self) -> set[int]:
        return {row.process for row in self.read(select(servers.c.process))}

    def log(self, table: str) -> list[dict[str, Any]]:
        query = select(events.c.data).where(events.c.table_id == table).order_by(events.c.seq)
        return [json.loads(row.data) for row in self.read(query)]

    def read(self, query: Executable) -> Sequence[Any]:
        """Rows of the database, as soon as it answers."""
        while True:
            with suppress(OperationalError), self.engine.connect() as connection:
                return connection.execute(query).all()

    def say(self, table: str, text: str) -> int:
        """How it is answered; 0 where whoever had the request was killed with it."""
        try:
            return self.ask("POST", f"tables/{table}/words", text=text).status_code
        except httpx.TransportError:
            return 0


@contextmanager
def workers(count: int, descriptors: int = 0) -> Iterator[tuple[subprocess.Popen[str], Site]]:
    with (
        postgres_database(empty=True) as url,
        begun(url, "--workers", str(count), descriptors=descriptors) as (server, http),
    ):
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        site = Site(str(http.base_url).rstrip("/"), engine)
        while len(site.processes()) < count:
            assert server.poll() is None, "the servers ended"
        site.token = site.ask("POST", "guests", name="Ann").json()["token"]
        try:
            yield server, site
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)
            engine.dispose()


class Follower(threading.Thread):
    """Somebody who reads a table's stream, and goes on with it when it breaks off."""

    def __init__(self, site: Site, table: str) -> None:
        super().__init__(daemon=True)
        self.site, self.table = site, table
        self.texts: list[str] = []
        self.broken = 0
        self.last = ""
        self.enough = threading.Event()
        self.news = threading.Condition()
        self.start()

    def run(self) -> None:
        while not self.enough.is_set():
            headers = {"last-event-id": self.last} if self.last else {}
            try:
                with httpx.stream(
                    "GET",
                    f"{self.site.address}/api/tables/{self.table}/stream",
                    headers=headers,
                    timeout=60,
                    verify=CERTIFICATES,
                ) as stream:
                    for line in stream.iter_lines():
                        self._take(line)
            except httpx.HTTPError:
                pass
            self.broken += 1

    def _take(self, line: str) -> None:
        if line.startswith("id: "):
            self.last = line[4:]
        elif line.startswith("data: "):
            with self.news:
                told = json.loads(line[6:])["events"]
                self.texts += [one["lines"][0]["text"].partition(": ")[2] for one in told if one["kind"] == "say"]
                self.news.notify_all()

    def wait_for(self, text: str) -> None:
        with self.news:
            assert self.news.wait_for(lambda: text in self.texts, 60), f"{self.table}: {text} after {self.texts}"


def test_any_worker_answers_for_any_table_and_the_killed_and_the_ended_are_replaced() -> None:
    with workers(2) as (_, site):
        while len({*site.owners().values()}) < 2:
            site.open()
            assert len(site.tables) < MANY
        for table in (site.tables[0], site.tables[-1]):
            assert {site.say(table, f"hello {number}") for number in range(6)} == {204}
            assert site.ask("GET", f"tables/{table}").json()["table"]["you"] == 0
        told = [one["text"] for one in site.log(site.tables[0]) if one["k"] == "say"]
        assert told == [f"hello {number}" for number in range(6)]
        readers = [Follower(site, table) for table in (site.tables[0], site.tables[-1]) for _ in range(4)]
        for reader in readers:
            reader.wait_for("hello 5")
        for how in (signal.SIGKILL, signal.SIGTERM):
            before = site.processes()
            os.kill(site.owners()[site.tables[0]], how)
            for table in (site.tables[0], site.tables[-1]):
                while site.say(table, f"after {how.name}") != 204:
                    pass
            for reader in readers:
                reader.wait_for(f"after {how.name}")
            while len(site.processes() & before) == 2 or len(site.processes()) < 2:
                pass
        for reader in readers:
            reader.enough.set()
            assert reader.texts == [*dict.fromkeys(reader.texts)], "nothing twice"
            assert reader.texts[:6] == [f"hello {number}" for number in range(6)]


def holder(site: Site, line: socket.socket) -> int:
    """Which of the workers has the other end of a connection of ours."""
    ends = f":{line.getpeername()[1]:04X}", f":{line.getsockname()[1]:04X}"
    rows = (row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:])
    inode = next(row[9] for row in rows if (row[1][-5:], row[2][-5:]) == ends)
    held = f"socket:[{inode}]"
    return next(
        process
        for process in site.processes()
        for one in Path(f"/proc/{process}/fd").iterdir()
        if one.is_symlink() and os.readlink(one) == held
    )


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who has a connection")
def test_a_connection_goes_to_whoever_owns_the_table_that_is_asked_for_on_it() -> None:
    """So that nothing is passed on but what comes first; half of a request stays where it is until it is whole."""
    with workers(2) as (_, site):
        while len({*site.owners().values()}) < 2:
            site.token = site.ask("POST", "guests", name="Ann").json()["token"]
            site.tokens[site.open()] = site.token
            assert len(site.tables) < MANY
        owners = site.owners()
        port = int(site.address.rpartition(":")[2])
        for _ in range(2):
            for table, owner in owners.items():
                with socket.create_connection(("127.0.0.1", port)) as line:
                    for _ in range(3):
                        assert asked(line, site, table) == 204
                        assert holder(site, line) == owner
                    other = next(one for one in owners if owners[one] != owner)
                    assert asked(line, site, other) == 204
                    assert holder(site, line) == owners[other]


def asked(line: socket.socket, site: Site, table: str) -> int:
    """Something of a table, on a connection, the request in two parts: the status."""
    body = b'{"on": true}'
    token = site.tokens[table]
    head = f"POST /api/tables/{table}/ease HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n"
    line.sendall(head.encode() + b"content-type: application/json\r\n")
    line.sendall(b"content-length: %d\r\n\r\n" % len(body) + body)
    return int(line.recv(65_536).split(b" ", 2)[1])


def reading_on(site: Site, table: str, address: str) -> socket.socket:
    """Somebody there reads a stream, asked for with so much that the connection is not given away, but passed on."""
    host = make_url(site.address).host or ""
    line = socket.create_connection((host, make_url(site.address).port or 0), 60, (address, 0))
    request = f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {host}\r\nx-much: {'x' * MOST_REQUEST_BYTES}\r\n\r\n"
    with suppress(OSError):  # where there is no place, nothing is read
        line.sendall(request.encode())
        line.recv(12)
    return line


def test_people_who_are_known_find_a_place_whatever_is_passed_on() -> None:
    with workers(2, descriptors=400) as (_, site):
        opened = [site.open() for _ in range(4)]
        readers = [reading_on(site, opened[n % 4], f"127.0.0.{2 + n // 40}") for n in range(500)]
        assert [site.ask("GET", f"tables/{opened[n % 4]}").status_code for n in range(12)] == [200] * 12
        for reader in readers:
            reader.close()


def test_sqlite_has_one_worker() -> None:
    for more in ({"workers": 2}, {"address": "127.0.0.1:9200"}):
        place = ServerSettings("127.0.0.1", 0, "sqlite:///nowhere.sqlite3", **more)
        for begin in (lambda: [*describe_serving(place)], lambda: serve(place, print, False)):  # noqa: B023
            with pytest.raises(ValueError, match="SQLite has one"):
                begin()


class Talker(threading.Thread):
    """Somebody who says one thing after another; of what was not answered, it is not known whether it was taken."""

    def __init__(self, site: Site, table: str, said: list[str]) -> None:
        super().__init__(daemon=True)
        self.site, self.table, self.said = site, table, said
        self.enough = threading.Event()
        self.start()

    def run(self) -> None:
        number = 0
        while not self.enough.is_set():
            if self.site.say(self.table, f"word {number}") == 204:
                self.said.append(f"word {number}")
            number += 1


def ended(site: Site, rng: random.Random) -> None:
    """A worker is killed, or told to end; where that one had just ended, another."""
    try:
        os.kill(rng.choice(sorted(site.processes())), rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]))
    except ProcessLookupError:
        ended(site, rng)


def paused(site: Site, rng: random.Random) -> None:
    """A worker stands still until its tables are others', and then goes on as if nothing had been."""
    process = rng.choice(sorted({*site.owners().values()}))
    os.kill(process, signal.SIGSTOP)
    while process in site.owners().values():
        time.sleep(0.05)
    os.kill(process, signal.SIGCONT)


def crashed(site: Site, rng: random.Random) -> None:
    """PostgreSQL loses a process by force: it ends all others, recovers from its log and starts again."""
    mine = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    os.kill(rng.choice(sorted(row.pid for row in site.read(text(mine)))), signal.SIGKILL)


FAULTS: dict[str, Callable[[Site, random.Random], None]] = {"ended": ended, "paused": paused, "crashed": crashed}


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_workers_under_load_lose_and_double_nothing_that_was_acknowledged(fault: str) -> None:
    """SHINDIG_KILLS sets how often it happens."""
    rng, times = random.Random(1), int(os.environ.get("SHINDIG_KILLS", "100" if fault == "ended" else "10"))
    with workers(3) as (_, site):
        for _ in range(6):
            site.open()
            site.tokens[site.tables[-1]] = site.ask("POST", "guests", name="Ben").json()["token"]
            assert site.ask("POST", f"tables/{site.tables[-1]}/seats", seat=1).status_code == 201
        said: dict[str, list[str]] = {table: [] for table in site.tables}
        readers = [Follower(site, table) for table in site.tables]
        talkers = [Talker(site, table, said[table]) for table in site.tables]
        for _ in range(times):
            counts = {table: len(words) for table, words in said.items()}
            FAULTS[fault](site, rng)
            while any(len(said[table]) <= count for table, count in counts.items()):
                time.sleep(0.05)
        for talker in talkers:
            talker.enough.set()
            talker.join(120)
        for reader in readers:
            while site.say(reader.table, "the end") != 204:
                pass
            reader.wait_for("the end")
            reader.enough.set()
            told = [one["text"] for one in site.log(reader.table) if one["k"] == "say"]
            assert len(told) == len({*told}), "nothing twice"
            assert {*said[reader.table]} <= {*told}, "nothing lost"
            assert reader.texts == told, "streams are whole"


@pytest.mark.attack
def test_a_killed_fork_server_does_not_end_the_room() -> None:
    """The process that workers are forked from: it is started again, and so are they; tables go on."""
    with workers(2) as (server, site):
        table = site.open()
        assert site.say(table, "before") == 204
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        forking = [int(one) for one in children if b"forkserver" in Path(f"/proc/{one}/cmdline").read_bytes()]
        before = set(site.processes())
        for one in forking:
            os.kill(one, signal.SIGKILL)
        ends = time.monotonic() + 240
        while time.monotonic() < ends and (len(site.processes()) < 2 or before & set(site.processes())):
            time.sleep(0.1)
        assert forking
        assert server.poll() is None
        assert len(site.processes()) == 2
        assert site.say(table, "after") == 204
