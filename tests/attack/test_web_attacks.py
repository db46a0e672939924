"""Attacks on a server as its user starts it: memory, passwords, streams, half-sent requests, descriptors, outages."""

from __future__ import annotations

import gc
import json
import os
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from shindig.server.game_server import MAX_ONLOOKERS
from shindig.web.http.client_timing import ClientTiming
from shindig.web.http.request_head import HEAD_LIMIT
from tests.kits.web import malformed_requests
from tests.kits.web.running_server import FREE, FREELY, begun, served

pytestmark = pytest.mark.attack


def guest(http: httpx.Client, name: str = "Ann") -> dict[str, str]:
    """A guest's headers."""
    return {"authorization": f"Bearer {http.post('/api/guests', json={'name': name}).json()['token']}"}


def playing(http: httpx.Client, who: dict[str, str]) -> str:
    """A table where a match against bots goes on."""
    told = http.post("/api/tables", json={"game": "tall-card", "seats": 2, "begin": True}, headers=who)
    table: str = told.json()["table"]
    return table


@contextmanager
def listening(http: httpx.Client, table: str, who: dict[str, str]) -> Iterator[Iterator[dict[str, Any]]]:
    """The news of a table's stream."""
    with http.stream("GET", f"/api/tables/{table}/stream", headers=who) as stream:
        assert stream.status_code == 200
        yield (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))


def half(address: str, said: bytes) -> socket.socket:
    """A connection that says something, and no more."""
    host, _, port = address.removeprefix("http://").strip("/").partition(":")
    opened = socket.create_connection((host, int(port)), 60)
    opened.sendall(said)
    return opened


def all_of(one: socket.socket) -> bytes:
    """All that comes until the other side ends the connection."""
    return b"".join(iter(lambda: one.recv(65536), b""))


HALF = (b"", b"GET / HT", b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n", b"\r\n")
BODIES = (
    b"POST /api/guests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
    b"POST /play HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n"
    b"content-type: multipart/form-data; boundary=x\r\n\r\n--x",
    b"POST /t/abc/move HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab",
)

BAD = (
    ("/api/guests", "application/json", b'{"name": "' + b"x" * 60_000),
    ("/api/guests", "application/json", b'{"name": ' + b"7" * 60_000 + b"}"),
    ("/api/guests", "application/json", b"[" * 60_000),
    ("/api/guests", "application/json", b'{"name": {"' + b"x" * 50_000 + b'": 1}}'),
    ("/api/tables", "application/json", b'{"game": "' + b"x" * 60_000 + b'"}'),
    ("/api/tables/abc/moves", "application/json", b'{"do": "' + b"x" * 60_000),
    ("/api/tables/abc/moves", "application/json", b'{"do": "' + b"x" * 60_000 + b'"}'),
    ("/play", "application/x-www-form-urlencoded", b"game=" + b"%ff" * 20_000),
    ("/play", "multipart/form-data; boundary=x", b"--x\r\n" + b"y" * 60_000),
    ("/t/abc/move", "multipart/form-data; boundary=x", b"--x\r\n" + b"y" * 60_000),
    ("/api/tables/abc/stream?after=x", "", b""),
    ("/nowhere", "application/json", b"x" * 60_000),
)


def send_bad(http: httpx.Client, who: dict[str, str], times: int, kinds: int = len(BAD)) -> None:
    for number in range(times):
        path, kind, body = BAD[number % kinds]
        answer = http.post(path, content=body, headers=who | {"content-type": kind})
        assert 400 <= answer.status_code < 500, (path, answer.text)


def errors_alive() -> int:
    return sum(isinstance(one, BaseException) for one in gc.get_objects())


def test_what_is_malformed_leaves_no_error_behind(tmp_path: Path) -> None:
    """Where nobody looks for garbage in cycles, none is made."""
    with served(tmp_path) as address, httpx.Client(base_url=address, headers={"origin": address}) as http:
        who = guest(http)
        send_bad(http, who, len(BAD))
        gc.collect()
        gc.disable()
        try:
            before = errors_alive()
            send_bad(http, who, 25 * len(BAD))
            assert errors_alive() - before < 10
        finally:
            gc.enable()


def test_what_is_malformed_does_not_stay_in_memory(tmp_path: Path) -> None:
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (server, http):
        http.headers["origin"] = str(http.base_url).rstrip("/")
        guests = [guest(http) for _ in range(5)]
        send_bad(http, guests.pop(), 60)
        before = malformed_requests.megabytes(server)
        for who in guests:
            send_bad(http, who, 120, kinds=2)
        assert malformed_requests.megabytes(server) - before < 20


def test_mutated_requests_break_nothing(tmp_path: Path) -> None:
    with begun(f"sqlite:///{tmp_path}/room.sqlite3", how=FREELY) as (_, http):
        statuses, broken = malformed_requests.send(http, 500, 1)
    assert not broken
    assert len(statuses) > 5, "they reach what they should"


def test_wrong_passwords_stop_nobody_who_plays(tmp_path: Path) -> None:
    """120 at once, from one address: ten are checked, the others told to wait; who plays does not notice."""
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (_, http), ThreadPoolExecutor(24) as many:
        who = guest(http)
        table = playing(http, who)
        wrong = {"login": "ann", "password": "not the horse"}
        tries = [many.submit(http.post, "/api/logins", json=wrong) for _ in range(120)]
        assert http.get("/api/me", headers=who).status_code == 200
        assert http.get(f"/t/{table}", headers=who).status_code == 200
        ended = [one.result() for one in tries]
        assert Counter(one.status_code for one in ended) == {400: 10, 429: 110}
        assert all(int(one.headers["retry-after"]) > 0 for one in ended if one.status_code == 429)


def test_one_address_locks_no_account_and_right_passwords_do_not_count(tmp_path: Path) -> None:
    limits = replace(FREE, address_rate=1e-6, address_burst=2, login_rate=1e-6, login_burst=5)
    right, wrong = {"login": "ann", "password": "correct horse"}, {"login": "ann", "password": "wrong horse"}

    def log_in(http: httpx.Client, address: str, given: dict[str, str]) -> int:
        return http.post("/api/logins", json=given, headers={"x-forwarded-for": address}).status_code

    with served(tmp_path, limits, ("127.0.0.1",)) as address, httpx.Client(base_url=address) as http:
        assert http.post("/me/register", data=right, headers={"origin": address}).status_code == 200
        http.cookies.clear()
        assert [log_in(http, "10.0.0.1", right) for _ in range(9)] == [201] * 9
        assert [log_in(http, "10.0.0.1", wrong) for _ in range(9)] == [400] * 2 + [429] * 7
        assert log_in(http, "10.0.0.2", right) == 201, "from elsewhere the account is as open as ever"
        assert [log_in(http, "10.0.0.3", wrong), log_in(http, "10.0.0.3", wrong)] == [400, 400]
        assert [log_in(http, "10.0.0.4", wrong), log_in(http, "10.0.0.4", right)] == [400, 429], "from many it is not"
        assert log_in(http, "10.0.0.5", wrong | {"login": " ANN "}) == 429, "nor in other letters"


def test_onlookers_from_one_address_leave_room_for_those_who_play_and_for_others(tmp_path: Path) -> None:
    limits = replace(FREE, onlookers=12, onlookers_here=8)
    with served(tmp_path, limits, ("127.0.0.1",)) as address, httpx.Client(base_url=address, timeout=60) as http:
        ann = guest(http)
        tables = [playing(http, ann), playing(http, ann)]
        with ExitStack() as open_streams:

            def look_on(table: str, who: dict[str, str]) -> int:
                stream = open_streams.enter_context(http.stream("GET", f"/api/tables/{table}/stream", headers=who))
                return stream.status_code

            assert [look_on(tables[0], {}) for _ in range(10)] == [200] * 8 + [503] * 2
            assert [look_on(tables[1], guest(http)) for _ in range(6)] == [200] * 4 + [503] * 2
            assert look_on(tables[0], ann) == 200, "who is seated is always admitted"
            assert look_on(tables[0], {"x-forwarded-for": "10.0.0.1"}) == 200, "so is who comes from elsewhere"


def test_500_onlookers_do_not_lock_out_who_is_seated(tmp_path: Path) -> None:
    limits = replace(FREE, onlookers=10_000, onlookers_here=10_000, address_streams=10_000)
    with served(tmp_path, limits) as address, httpx.Client(base_url=address, timeout=60) as http:
        ann = guest(http)
        table = playing(http, ann)
        said = f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
        crowd = [half(address, said) for _ in range(MAX_ONLOOKERS)]
        assert all(one.recv(12) == b"HTTP/1.1 200" for one in crowd)
        refused = http.get(f"/api/tables/{table}/stream")
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        with listening(http, table, ann) as news:
            assert next(news)["table"]["you"] == 0
        for one in crowd:
            one.close()


def test_the_next_stream_of_who_is_seated_ends_their_oldest(tmp_path: Path) -> None:
    with served(tmp_path, replace(FREE, streams=2)) as address, httpx.Client(base_url=address, timeout=60) as http:
        ann = guest(http)
        table = playing(http, ann)
        with listening(http, table, ann) as first, listening(http, table, ann) as second:
            next(first)
            with listening(http, table, ann) as third:
                for _ in first:
                    pass  # it comes to an end, in good order
                assert next(second)["table"]["you"] == next(third)["table"]["you"] == 0


def test_a_stream_ends_with_the_session_that_opened_it(tmp_path: Path) -> None:
    with served(tmp_path, timing=ClientTiming(beat=0.1)) as address, httpx.Client(base_url=address, timeout=60) as http:
        ann = guest(http)
        table = playing(http, ann)
        with listening(http, table, ann) as news:
            next(news)
            assert http.delete("/api/logins", headers=ann).status_code == 204
            for _ in news:
                pass  # it comes to an end
        assert http.get("/api/me", headers=ann).status_code == 403


def test_half_a_request_does_not_wait_for_ever(tmp_path: Path) -> None:
    with served(tmp_path, timing=ClientTiming(begin=0.5)) as address:
        for said in (*HALF, *BODIES):
            with closing(half(address, said)) as one:
                told = all_of(one)
                assert told.startswith(b"HTTP/1.1 408 ") or (said in BODIES and told.startswith(b"HTTP/1.1 4")), told


def test_half_a_request_on_a_connection_that_was_used_does_not_wait_for_ever(tmp_path: Path) -> None:
    with served(tmp_path, timing=ClientTiming(begin=0.5)) as address:
        for said in (b"\r\n", b"GET /", *BODIES):
            with closing(half(address, b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n")) as one:
                one.recv(1)
                one.sendall(said)
                assert all_of(one)


def test_a_slow_request_that_gets_on_is_waited_for(tmp_path: Path) -> None:
    """Twice the time it has, at a rate that is fast enough."""
    with served(tmp_path, timing=ClientTiming(begin=0.5, slowest=10)) as address:
        body = b'{"name": "Ann"' + b" " * 100 + b"}"
        kind = "content-type: application/json"
        head = f"POST /api/guests HTTP/1.1\r\nhost: localhost\r\n{kind}\r\ncontent-length: {len(body)}"
        with closing(half(address, f"{head}\r\n\r\n".encode())) as one:
            for byte in body:
                one.sendall(bytes([byte]))
                time.sleep(0.01)
            assert one.recv(4096).startswith(b"HTTP/1.1 201 ")


def test_endless_headers_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as address, closing(half(address, b"GET / HTTP/1.1\r\nhost: localhost\r\n")) as one:
        one.sendall(b"x: " + b"y" * (HEAD_LIMIT - 1000) + b"\r\n")
        one.settimeout(0.2)
        with pytest.raises(TimeoutError):
            one.recv(1)
        one.settimeout(60)
        one.sendall(b"x: " + b"y" * 1000 + b"\r\n")
        assert all_of(one).startswith(b"HTTP/1.1 431 ")


def test_out_of_descriptors_those_who_are_here_go_on(tmp_path: Path) -> None:
    """A server with 256 descriptors and 600 half-sent requests: who plays goes on, others come in, none sees a 500."""
    database = f"sqlite:///{tmp_path}/room.sqlite3"
    elsewhere = {"x-forwarded-for": "10.0.0.1"}  # what is half-sent counts against its own address
    with begun(database, "--trust-proxy", "127.0.0.1", descriptors=256) as (server, http), ExitStack() as held:
        ann = guest(http)
        table = playing(http, ann)
        with listening(http, table, ann) as news:
            next(news)
            statuses: Counter[int] = Counter()
            for number in range(600):
                one = half(str(http.base_url), (*HALF, *BODIES)[number % (len(HALF) + len(BODIES))])
                held.enter_context(closing(one))
                if number % 20 == 0:
                    with httpx.Client(base_url=http.base_url, timeout=60, headers=elsewhere) as new:
                        statuses[new.get(f"/t/{table}", headers=ann).status_code] += 1
                        statuses[new.get("/api/games").status_code] += 1
            assert len(os.listdir(f"/proc/{server.pid}/fd")) < 256
            assert statuses == {200: 60}
            assert http.post(f"/api/tables/{table}/words", json={"text": "Hello!"}, headers=ann).status_code == 204
            assert any("Hello!" in line["text"] for one in news for event in one["events"] for line in event["lines"])
            assert http.post("/api/guests", json={"name": "Ben"}, headers=elsewhere).status_code == 201


def test_streams_of_onlookers_leave_connections_for_others(tmp_path: Path) -> None:
    """Half of the connections are for streams, from however many addresses; the rest is for all other requests."""
    with begun(f"sqlite:///{tmp_path}/room.sqlite3", "--trust-proxy", "127.0.0.1", descriptors=256) as (_, http):
        ann = guest(http)
        table = playing(http, ann)
        with ExitStack() as held:
            told: Counter[bytes] = Counter()
            for number in range(220):
                said = (
                    f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: [::]\r\nx-forwarded-for: 10.0.0.{number}\r\n\r\n"
                )
                one = held.enter_context(closing(half(str(http.base_url), said.encode())))
                told[one.recv(12)[-3:]] += 1
            assert set(told) == {b"200", b"503"}
            for _ in range(5):
                with httpx.Client(base_url=http.base_url, timeout=60) as new:
                    assert new.get(f"/t/{table}", headers=ann).status_code == 200
                    assert new.get(f"/t/{table}").status_code == 200


def test_an_answer_that_nobody_takes_does_not_wait_for_ever(tmp_path: Path) -> None:
    with served(tmp_path, timing=ClientTiming(stuck=0.5)) as address:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        host, _, port = address.removeprefix("http://").partition(":")
        one.connect((host, int(port)))
        asked = b"GET /rules/talon HTTP/1.1\r\nhost: localhost\r\n\r\n"
        with closing(one), suppress(ConnectionError):
            one.sendall(asked * 30)
            while True:  # what is not taken fills everything on the way, until the server lets go
                one.sendall(b"\r\n")
                time.sleep(0.01)


OUTAGES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("GET", "/api/me", {}),
    ("GET", "/me", {}),
    ("GET", "/", {}),
    ("GET", "/api/tables/nowhere", {}),
    ("POST", "/api/guests", {"json": {"name": "Ben"}}),
    ("POST", "/api/logins", {"json": {"login": "ann", "password": "correct horse"}}),
    ("POST", "/api/tables", {"json": {"game": "tall-card", "seats": 2}}),
    ("POST", "/api/tables/TABLE/words", {"json": {"text": "Hello!"}}),
    ("GET", "/api/tables/nowhere/matches/1/proofs", {}),
    ("GET", "/t/nowhere/replay?match=1", {}),
    ("POST", "/me/name", {"data": {"name": "Anna"}}),
    ("POST", "/me/register", {"data": {"login": "ann", "password": "correct horse"}}),
    ("POST", "/me/logout", {"data": {}}),
    ("POST", "/play", {"data": {"game": "tall-card", "bots": "1"}}),
)


def test_an_outage_of_the_database_is_a_503_everywhere(tmp_path: Path) -> None:
    """Its tables are gone, which every query and every commit notices; nothing of what it says is told."""
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (_, http):
        http.headers["origin"] = str(http.base_url).rstrip("/")
        ann = guest(http)
        table = http.post("/api/tables", json={"game": "tall-card", "seats": 2}, headers=ann).json()["table"]
        with closing(sqlite3.connect(tmp_path / "room.sqlite3")) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in names:
                database.execute(f"ALTER TABLE {name} RENAME TO lost_{name}")
            database.commit()
        for method, path, body in OUTAGES:
            told = http.request(method, path.replace("TABLE", table), headers=ann, **body)
            assert told.status_code == 503, (path, told.status_code, told.text)
            assert int(told.headers["retry-after"]) > 0
            assert not any(word in told.text for word in ("sqlite", "SQL", "sqlalche", "lost_", "no such")), told.text
        assert http.get(f"/t/{table}", headers=ann).status_code == 200, "what is in memory is shown"
