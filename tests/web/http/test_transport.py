"""The transport of a real server: pipelined requests wait unread, and ambiguous ones are refused."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.kits.web import malformed_requests
from tests.kits.web.running_server import begun

HEAD = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n"
REFUSED = {
    b"GET /api/games HTTP/1.1\nhost: localhost\n\n": b"400",
    b"POST /api/tables/a/moves HTTP/1.1\r\nhost: localhost\ncontent-length: 0\r\n\r\n": b"400",
    HEAD + b"x: \x00\r\n\r\n": b"400",
    b"\r\n" * 5000 + HEAD + b"\r\n": b"400",
    b"\r\n" + HEAD + b"connection: close\r\n\r\n": b"200",
    HEAD + b"host: localhost\r\n\r\n": b"400",
    HEAD + b"x: y\r\n z\r\n\r\n": b"400",
    HEAD + b"content-length: 1\r\ncontent-length: 2\r\n\r\n": b"400",
    HEAD + b"content-length: +1\r\n\r\n": b"400",
    HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n": b"4",
    HEAD + b"transfer-encoding: chunked\r\n\r\n": b"411",
    b"GET http://localhost/api/games HTTP/1.1\r\nhost: localhost\r\n\r\n": b"400",
    b"GET /api/games%00 HTTP/1.1\r\nhost: localhost\r\n\r\n": b"400",
    b"GET /api/games?a=%00 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n": b"422",
    b"GET /api/games HTTP/1.1\r\nconnection: close\r\n\r\n": b"400",
    b"GET /api/games HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n": b"421",
    b"POST /api/tables/a/moves HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n": b"421",
    b"GET /healthz HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n": b"200",
    b"GET /api/games HTTP/1.1\r\nhost: 10.1.2.3:80\r\nconnection: close\r\n\r\n": b"200",
}


def connected(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, 60)


@pytest.mark.attack
def test_pipelined_requests_take_no_memory_and_ambiguous_ones_are_refused(tmp_path: Path) -> None:
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (server, http):
        address = http.base_url.host, http.base_url.port or 80
        for request, status in REFUSED.items():
            with closing(connected(address)) as one:
                one.sendall(request)
                told = b"".join(iter(lambda: one.recv(65536), b""))
                assert told.startswith(b"HTTP/1.1 " + status), (request, told)
        http.get("/api/games")
        before = malformed_requests.megabytes(server)
        with ExitStack() as held:
            for _ in range(200):
                one = held.enter_context(closing(connected(address)))
                one.setblocking(False)
                with suppress(BlockingIOError):
                    for _ in range(30):
                        one.send(100 * (HEAD + b"\r\n"))
            assert http.get("/healthz").status_code == 200
            assert malformed_requests.megabytes(server) - before < 20
        assert http.get("/healthz").status_code == 200
        assert malformed_requests.megabytes(server) - before < 20
