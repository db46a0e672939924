"""Malformed requests: real ones, mutated byte by byte, sent to a server as they are.

`python -m tests.kits.web.malformed_requests [COUNT] [SEED]` sends so many to a server of its own and prints what came
back, and how the server's memory went. Calls made from the API's description are in `tests/web/api/test_protocol.py`.
"""

from __future__ import annotations

import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import httpx

from tests.kits.web.running_server import FREELY, begun

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=b"
REQUESTS = (
    ("GET", "/", "", ""),
    ("GET", "/api/games", "", ""),
    ("GET", "/api/me", "", ""),
    ("GET", "/me", "", ""),
    ("GET", "/api/tables/TABLE", "", ""),
    ("GET", "/api/tables/TABLE/stream?after=3", "", ""),
    ("GET", "/t/TABLE", "", ""),
    ("GET", "/t/TABLE/stream", "", ""),
    ("GET", "/t/TABLE/qr.svg", "", ""),
    ("GET", "/t/TABLE/advice", "", ""),
    ("GET", "/t/TABLE/replay?match=1&step=2&seat=0", "", ""),
    ("GET", "/t/TABLE/proofs?match=1", "", ""),
    ("GET", "/api/tables/TABLE/matches/1/record", "", ""),
    ("GET", "/rules/talon", "", ""),
    ("GET", "/open/talon", "", ""),
    ("GET", "/static/table.js", "", ""),
    ("POST", "/api/guests", JSON, '{"name": "Ann"}'),
    ("POST", "/api/logins", JSON, '{"login": "ann", "password": "correct horse"}'),
    ("POST", "/api/passwords", JSON, '{"old": "correct horse", "new": "a better horse"}'),
    (
        "POST",
        "/api/tables",
        JSON,
        '{"game": "tall-card", "seats": 2, "options": {"stack": 60}, "settings": {"title": "a"}}',
    ),
    ("POST", "/api/tables/TABLE/seats", JSON, '{"seat": 1, "bot": "steady"}'),
    ("POST", "/api/tables/TABLE/moves", JSON, '{"do": "raise 10", "token": "TOKEN", "key": "one"}'),
    ("POST", "/api/tables/TABLE/moves", JSON, '{"do": 7, "token": "TOKEN"}'),
    ("POST", "/api/tables/TABLE/words", JSON, '{"text": "Hello!"}'),
    ("POST", "/api/tables/TABLE/agreements", JSON, '{"to": "next"}'),
    ("POST", "/api/tables/TABLE/cuts", JSON, '{"number": 0, "seal": "00ff"}'),
    ("POST", "/t/TABLE/move", FORM, "token=TOKEN&key=one&press=0"),
    ("POST", "/t/TABLE/move", FORM, "token=TOKEN&pick=1&card=0&card=2"),
    ("POST", "/t/TABLE/say", FORM, "text=Hello&phrase="),
    ("POST", "/t/TABLE/cut", FORM, "number=0&seal=00ff"),
    ("POST", "/t/TABLE/host", FORM, "hold=1"),
    ("POST", "/me/name", FORM, "name=Annie&back=/t/TABLE"),
    ("POST", "/me/register", FORM, "login=ann&password=correct+horse"),
    ("POST", "/play", FORM, "game=tall-card&bots=1&name=Ann"),
    ("POST", "/open/talon", FORM, "seats=4&o-redeal=each-hand&title=a&seconds=45"),
    (
        "POST",
        "/check",
        PARTS,
        '--b\r\ncontent-disposition: form-data; name="record"\r\n\r\n{"shindig": 1}\r\n--b--\r\n',
    ),
)
ODD = (
    *(
        b"\x00",
        b"\xff",
        b"\r\n",
        b"\r\n\r\n",
        b"%00",
        b"%ff",
        b"%ed%a0%80",
        b"%",
        b"\\ud800",
        b"\\u0000",
        b"\xed\xa0\x80",
    ),
    *(b"-1", b"0", b"9" * 30, b"1e999", b"NaN", b"null", b"true", b"[]", b"{}", b"[" * 2000, b'"', b"'", b"{", b"}"),
    *(b" ", b"\t", b"&", b"=", b";", b"/", b"//", b"..", b"?", b"#", b"\xe2\x80\xae", b"\xf0\x9f\x91\x91", b"a" * 3000),
    *(
        b"\xb2",
        b"{0}",
        b"{2}",
        b"%s",
        b"<script>",
        b"' OR 1=1 --",
        b"\xe3\x85\xa4",
        b"chunked",
        b"transfer-encoding: chunked\r\n",
    ),
)
ANEW = 250
"""Requests of the same person."""
OUTSIDE = re.compile(rb"HTTP/1\.1 (\d\d\d)")


def mutated(rng: random.Random, request: bytes) -> bytes:
    """A request with one to five things wrong."""
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        at, end = sorted(rng.randrange(len(request) + 1) for _ in range(2))
        end = min(end, at + rng.choice((0, 1, 4, 40, 4000)))
        kept = request[at:end]
        middle = rng.choice((rng.choice(ODD), kept * 2, bytes([rng.randrange(256)]), kept[::-1], b"", kept.upper()))
        request = request[:at] + middle + request[end:]
    return request


def said(rng: random.Random, table: str, token: str, who: str, host: str) -> bytes:
    """A request as it is sent: head, body, or both mutated; its length mostly told as it is.

    Who registers is somebody else, since the token of a guest ends there.
    """
    method, path, kind, body = rng.choice(REQUESTS)
    who = "" if path == "/me/register" else who
    path, text = (one.replace("TABLE", table).replace("TOKEN", token) for one in (path, body))
    content, where = text.encode(), rng.randrange(3)
    if where != 0 and content:
        content = mutated(rng, content)
    head = f"{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\norigin: http://{host}\r\n"
    head += f"authorization: Bearer {who}\r\n" if rng.random() < 0.7 else f"cookie: shindig={who}\r\n"
    head += f"content-type: {kind}\r\ncontent-length: {len(content)}\r\n" if method == "POST" else ""
    start = head.encode() if where == 1 and content else mutated(rng, head.encode())
    return start + b"\r\n" + content


LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n", re.IGNORECASE)
PATIENCE = 20.0
"""Seconds that the answer to a whole request is waited for, on a machine that is busy elsewhere."""
SILENCE = 0.5
"""Seconds after which nothing more is expected: a mutated `connection: close` leaves a connection open."""


def is_whole(request: bytes) -> bool:
    """Whether a server has all that the request promises, so that it answers."""
    head, end, body = request.partition(b"\r\n\r\n")
    told = LENGTH.search(head + b"\r\n")
    return bool(end) and b"chunked" not in head.lower() and len(body) >= (int(told[1]) if told else 0)


def answers(address: tuple[str, int], request: bytes) -> list[int]:
    """The statuses of what comes back before the server ends the connection, or says nothing more."""
    told = b""
    with socket.create_connection(address, 60) as one:
        try:
            one.sendall(request)
            one.settimeout(PATIENCE if is_whole(request) else SILENCE)
            while len(told) < 1_000_000 and b"text/event-stream" not in told:
                more = one.recv(65536)
                if not more:
                    break
                told += more
                one.settimeout(SILENCE)
        except OSError:
            pass
    return [int(status) for status in OUTSIDE.findall(told)]


GAMES = ("tall-card", "tall-cards", "talon", "royal-pokebacc", "merchants-bank", "farmers-and-fishermen")


def requests(http: httpx.Client, count: int, seed: int) -> Iterator[bytes]:
    """Mutated requests of somebody who sits at a table; now and then of somebody else at another game's."""
    rng = random.Random(seed)
    host = f"{http.base_url.host}:{http.base_url.port}"
    for number in range(count):
        if number % ANEW == 0:
            who = http.post("/api/guests", json={"name": "Ann"}).json()["token"]
            mine = {"authorization": f"Bearer {who}", "origin": f"http://{host}"}
            opened = {"game": GAMES[number // ANEW % len(GAMES)], "seats": 3, "begin": True}
            table = http.post("/api/tables", json=opened, headers=mine).json()["table"]
            token = http.get(f"/api/tables/{table}", headers=mine).json()["table"]["token"] or "none"
        yield said(rng, table, token, who, host)
        if number % ANEW == ANEW - 1:
            for one in http.get("/api/me", headers=mine).json()["tables"]:
                http.post(f"/t/{one['id']}/close", headers=mine)


MEANT = (503, 505)
"""Full just now, and no version of HTTP that we know."""


def send(http: httpx.Client, count: int, seed: int) -> tuple[Counter[int], list[bytes]]:
    """How often each status came back, and the requests that a fault of ours answered."""
    address = http.base_url.host, http.base_url.port or 80
    statuses: Counter[int] = Counter()
    broken: list[bytes] = []
    with ThreadPoolExecutor(16) as many:
        todo = requests(http, count, seed)
        while batch := [*islice(todo, ANEW)]:
            for request, found in zip(batch, many.map(lambda one: answers(address, one), batch), strict=True):
                statuses.update(found or [0])
                if any(status >= 500 and status not in MEANT for status in found):
                    broken.append(request)
    return statuses, broken


def megabytes(server: subprocess.Popen[str]) -> float:
    """Memory that a server takes."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(count: int = 20_000, seed: int = 1) -> None:
    """A tenth of the requests warms the server up: every game's rules are compiled and loaded, what it keeps is full.

    Tables that mutated requests opened play on without their people and close, so that memory that grows is a leak.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        begun(f"sqlite:///{folder}/room.sqlite3", "brisk", how=FREELY) as (server, http),
    ):
        for part in range(11):
            statuses, broken = send(http, count // 10, seed + part)
            told = json.dumps(dict(sorted(statuses.items())))
            print(f"{count // 10 * part}: {megabytes(server):.0f} MB, {told}", flush=True)
            for request in broken:
                print(f"    {request!r}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
