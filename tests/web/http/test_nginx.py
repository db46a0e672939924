"""A room behind a real nginx, with the configuration that we ship."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.kits.server.databases import postgres_database
from tests.kits.web.browser_kit import answer, asked, chromium
from tests.kits.web.running_server import begun, served

SHIPPED = Path(__file__).parents[3] / "deploy" / "nginx.conf"

PLACES = {"location / {": "location /cards/ {", "location ~ /stream$ {": "location ~ ^/cards/.*/stream$ {"}
"""What docs/host.md says to change for a prefix."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed"),
]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def nginx(folder: Path, room: str, prefix: str = "") -> Iterator[str]:
    """Our nginx.conf before a room, with a certificate of its own: its address; below a prefix as docs/host.md says."""
    (port, plain), key, certificate = (free_port(), free_port()), folder / "key.pem", folder / "certificate.pem"
    how = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost")
    subprocess.run(["openssl", *how, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    site = SHIPPED.read_text().replace("server 127.0.0.1:8000", f"server {room.removeprefix('http://').rstrip('/')}")
    for shipped, ours in (("443", port), ("80", plain)):
        site = re.sub(rf"listen \[::\]:{shipped}( .*)?;\n", "", site)  # where a machine has no IPv6
        site = site.replace(f"listen {shipped}", f"listen 127.0.0.1:{ours}")
    (folder / "plain").write_text(f"http://localhost:{plain}")
    if prefix:
        for was, becomes in PLACES.items():
            assert was in site
            site = site.replace(was, becomes.replace("/cards", prefix))
    for name, file in (("fullchain", certificate), ("privkey", key)):
        site = site.replace(f"/etc/letsencrypt/live/cards.example.org/{name}.pem", str(file))
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off; pid {folder}/pid; error_log {folder}/errors;\nevents {{}}\n"
    whole = f"{head}http {{ access_log off;\n{paths}{site}}}\n"
    (folder / "nginx.conf").write_text(whole)
    with subprocess.Popen(["nginx", "-c", folder / "nginx.conf", "-e", folder / "errors"]) as server:
        try:
            yield f"https://localhost:{port}"
        finally:
            server.terminate()


def test_nginx_speaks_http_2_compresses_and_sends_everybody_to_tls(tmp_path: Path) -> None:
    with served(tmp_path, trusted=("127.0.0.1",)) as room, nginx(tmp_path, room) as address:
        again = httpx.HTTPTransport(verify=trust_all(), retries=8)
        with httpx.Client(base_url=address, transport=again, timeout=60) as http:
            page = http.get("/rules/talon", headers={"accept-encoding": "gzip"})
            assert page.headers["content-encoding"] == "gzip"
            assert page.headers["strict-transport-security"] == "max-age=31536000"
            assert "server" not in page.headers or "/" not in page.headers["server"]
            moved = http.get(f"{(tmp_path / 'plain').read_text()}/t/oak?x=1")
            assert (moved.status_code, moved.headers["location"]) == (301, "https://localhost/t/oak?x=1")
        assert speaks_http_2(address)


def trust_all() -> ssl.SSLContext:
    """A client that trusts a certificate of our own."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return trusting


def speaks_http_2(address: str) -> bool:
    """Whether a server chooses HTTP/2 where it may."""
    context = trust_all()
    context.set_alpn_protocols(["h2", "http/1.1"])
    port = int(address.rsplit(":", 1)[1])
    with (
        socket.create_connection(("localhost", port)) as line,
        context.wrap_socket(line, server_hostname="localhost") as secure,
    ):
        return secure.selected_alpn_protocol() == "h2"


@contextmanager
def caddy(folder: Path, room: str) -> Iterator[str]:
    """Our Caddyfile before a room, with Caddy's own certificates: its address."""
    port, plain = free_port(), free_port()
    ours = SHIPPED.with_name("Caddyfile").read_text()
    options = f"{{\n admin off\n skip_install_trust\n http_port {plain}\n https_port {port}\n}}\n"
    (folder / "Caddyfile").write_text(options + ours)
    (folder / "plain").write_text(f"http://localhost:{plain}")
    around = {"SHINDIG_SITE": "localhost", "SHINDIG_UPSTREAM": room.removeprefix("http://").rstrip("/")}
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    known = os.environ | around | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with subprocess.Popen(command, env=known, stderr=subprocess.DEVNULL) as server:
        try:
            yield f"https://localhost:{port}"
        finally:
            server.terminate()


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_a_room_behind_caddy_streams_and_gives_secure_cookies(tmp_path: Path) -> None:
    with served(tmp_path, trusted=("127.0.0.1", "::1")) as room, caddy(tmp_path, room) as address:
        check_a_room_behind_a_proxy(address)
        with httpx.Client(base_url=address, verify=trust_all(), timeout=60) as http:
            assert http.get("/").headers["strict-transport-security"] == "max-age=31536000"
            moved = http.get(f"{(tmp_path / 'plain').read_text()}/t/oak")
            assert (moved.status_code, moved.headers["location"]) == (308, "https://localhost/t/oak")
        assert speaks_http_2(address)


def check_a_room_behind_a_proxy(address: str) -> None:
    """Play there: the cookie is for HTTPS only, and a stream comes as it is sent."""
    again = httpx.HTTPTransport(verify=trust_all(), retries=8)
    with httpx.Client(base_url=address, transport=again, timeout=60) as http:
        assert http.get("/readyz").json() == {"status": "ready"}
        begun = http.post("/play", data={"game": "tall-card", "bots": "1"}, headers={"origin": address})
        assert begun.status_code == 303
        assert "secure" in begun.headers["set-cookie"].lower()
        with http.stream("GET", f"{begun.headers['location']}/stream") as stream:
            assert next(line for line in stream.iter_lines() if line.startswith("event: ")) == "event: patch"


def test_a_room_behind_nginx_streams_and_gives_secure_cookies(tmp_path: Path) -> None:
    with served(tmp_path, trusted=("127.0.0.1",)) as room, nginx(tmp_path, room) as address:
        check_a_room_behind_a_proxy(address)


def test_workers_below_a_prefix_behind_nginx_are_played_at_in_a_browser(tmp_path: Path) -> None:
    """All that the page asks for is found there: no error on its console in some turns."""
    words, faults = ("--prefix", "/club", "--trust-proxy", "127.0.0.1", "--workers", "2"), list[str]()
    with postgres_database(empty=True) as database, begun(database, *words) as (_, http):  # noqa: SIM117
        with chromium() as browser, nginx(tmp_path, str(http.base_url).rstrip("/"), "/club") as address:
            page = browser.new_context(ignore_https_errors=True, service_workers="block").new_page()
            page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
            page.on("response", lambda got: faults.append(got.url) if got.status >= 400 else None)
            page.goto(f"{address}/club/")
            page.goto(f"{address}/club/play/talon")
            page.locator('form:has(input[value="talon"]) button').first.click()
            for _ in range(4):
                assert asked(page)
                answer(page)
            assert page.url.startswith(f"{address}/club/t/")
            assert faults == [], "before nginx ends, which the open page notices"


def test_the_guide_says_what_a_prefix_changes() -> None:
    told = (SHIPPED.parents[1] / "docs" / "host.md").read_text()
    assert [becomes for becomes in PLACES.values() if f"`{becomes}`" not in told] == []
