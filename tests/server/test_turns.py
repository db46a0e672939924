"""Tables of days: whose turn it is, messages to browsers, and a match with anybody who waits."""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shindig.server.errors import RoomError
from shindig.server.game_server import GATHER_SECONDS, GameServer
from shindig.server.push import web_push
from shindig.server.push.safe_post import UnsafeAddressError, check_endpoint, is_public, pick_public_address, post
from shindig.server.schemas import Settings
from tests.kits.server.room_kit import HandClock, finish_tasks, guests, open_room, run, settle, two_at_table

ENDPOINT = "https://push.example.org/send/1"


PRIVATE_KEY = ec.generate_private_key(ec.SECP256R1())
SECRET = b"a" * 16


def keys() -> tuple[str, str]:
    """The keys of a browser, as it would make them."""
    point = PRIVATE_KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    public_key, secret = (base64.urlsafe_b64encode(one).decode().rstrip("=") for one in (point, SECRET))
    return public_key, secret


def read_message(body: bytes) -> dict[str, str]:
    """The message that the browser shows."""
    found: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=PRIVATE_KEY, auth_secret=SECRET))
    return found


class PushService:
    """A push service that notes what it is sent."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.sent: list[tuple[str, bytes, dict[str, str]]] = []

    async def __call__(self, address: str, body: bytes, headers: dict[str, str]) -> int:
        self.sent.append((address, body, headers))
        return self.status


@pytest.mark.parametrize(
    "address",
    [
        *("http://push.example.org/", "https://localhost/", "https://user:secret@push.example.org/", "ftp://a.b/"),
        *("https://push.example.org:port/", "https://push.example.org/ x", f"https://a.b/{'x' * 1000}", "nothing"),
    ],
)
def test_only_https_addresses_of_hosts_are_taken(address: str) -> None:
    with pytest.raises(UnsafeAddressError):
        check_endpoint(address)


def test_only_public_addresses_are_sent_to_after_resolving() -> None:
    private = ("127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "0.0.0.0", "::1", "fe80::1%eth0", "fc00::1")
    more = ("::ffff:10.0.0.1", "64:ff9b::a00:1", "224.0.0.1", "100.64.0.1", "nothing")
    inside = ("fec0::1", "::127.0.0.1", "64:ff9b:1::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::1", "::ffff:0:127.0.0.1")
    assert not any(map(is_public, inside))
    assert not any(map(is_public, (*private, *more)))
    assert is_public("93.184.216.34")
    assert is_public("2606:4700:4700::1111")
    host, port, path = check_endpoint(f"{ENDPOINT}?a=b")
    assert (host, port, path) == ("push.example.org", 443, "/send/1?a=b")
    assert pick_public_address(host, port, lambda *_: ["93.184.216.34"]) == "93.184.216.34"
    for found in ([], ["93.184.216.34", "10.0.0.1"]):
        with pytest.raises(UnsafeAddressError, match="not public"):
            pick_public_address(host, port, lambda *_, found=found: found)


def certificates(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Of a push service, and of whoever trusts it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    start = datetime.now(UTC) - timedelta(days=1)
    built = x509.CertificateBuilder(name, name, key.public_key(), 1, start, start + timedelta(days=9))
    hosts = x509.SubjectAlternativeName([x509.DNSName("push.example.org")])
    signed = built.add_extension(hosts, critical=True).sign(key, hashes.SHA256())
    way = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "both.pem").write_bytes(key.private_bytes(*way) + signed.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "both.pem")
    return server, ssl.create_default_context(cafile=folder / "both.pem")


@pytest.mark.parametrize("port", [443, 8443])
def test_a_message_goes_to_the_address_that_was_checked(tmp_path: Path, port: int) -> None:
    async def work() -> None:
        answers, caller = certificates(tmp_path)
        heard: list[bytes] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            heard.extend((head, await reader.readexactly(5)))
            writer.write(b"HTTP/1.1 307 Elsewhere\r\nlocation: https://10.0.0.1/\r\n\r\n")

        service = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=answers)
        real = service.sockets[0].getsockname()[1]
        with socket_to(real):
            to = ("push.example.org", port, "/send?a=b")
            assert await post(to, "127.0.0.1", b"hello", {"ttl": "5"}, caller) == 307, "a redirect is not followed"
            with pytest.raises(ssl.SSLError):
                await post(("other.example.org", port, "/"), "127.0.0.1", b"hello", {}, caller)
            with pytest.raises(ValueError, match="printable"):
                await post(to, "127.0.0.1", b"hello", {"ttl": "5\r\nx: y"}, caller)
        line, *fields = heard[0].decode().split("\r\n")
        assert line == "POST /send?a=b HTTP/1.1"
        assert f"host: push.example.org{'' if port == 443 else ':8443'}" in fields
        assert {"ttl: 5", "content-length: 5", "connection: close"} <= {*fields}
        assert heard[1] == b"hello"
        service.close()

    asyncio.run(work())


@contextmanager
def socket_to(port: int) -> Iterator[None]:
    """Every connection goes to a port of this machine: nobody but root could listen at 443."""
    known = asyncio.open_connection

    async def there(host: str, _port: int, **more: Any) -> Any:
        return await known(host, port, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "open_connection", there)
        yield


def test_a_push_service_that_drips_its_answer_is_given_up(tmp_path: Path) -> None:
    async def work() -> None:
        answers, caller = certificates(tmp_path)
        given_up = asyncio.Event()

        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                writer.write(b"HTTP/1.1 2")
                await reader.read()
            finally:
                given_up.set()

        service = await asyncio.start_server(drip, "127.0.0.1", 0, ssl=answers)
        with socket_to(service.sockets[0].getsockname()[1]), pytest.raises(TimeoutError):
            await post(("push.example.org", 443, "/"), "127.0.0.1", b"", {}, caller, 0.3)
        await given_up.wait()
        service.close()

    asyncio.run(work())


async def send_by(room: GameServer, send: web_push.Send) -> None:
    """From now on messages go out this way."""
    await room.web_push.close()
    room.web_push = web_push.WebPush(room.services.store, room.services.clock.date, send)


def test_slow_push_services_hold_up_nobody_else(tmp_path: Path) -> None:
    """However many devices somebody names, and however slowly these answer."""

    async def work(room: GameServer, _: HandClock) -> None:
        slow, reached, others = asyncio.Event(), asyncio.Event(), PushService()
        waiting: list[str] = []

        async def answer(address: str, body: bytes, headers: dict[str, str]) -> int:
            if "slow" in address:
                waiting.append(address)
                reached.set()
                await slow.wait()
            return await others(address, body, headers)

        await send_by(room, answer)
        cheat, ann = await guests(room, "Cheat", "Ann")
        for index in range(web_push.MOST):
            await room.web_push.add_address(cheat, f"https://slow.example.org/{index}", *keys())
        await room.web_push.add_address(ann, ENDPOINT, *keys())
        room.web_push.tell_later([cheat.id], {"title": "x"})
        await reached.wait()
        await room.web_push.tell([ann.id], {"title": "x"})
        assert [address for address, _, _ in others.sent] == [ENDPOINT]
        assert len(waiting) == 1
        assert len(await room.web_push.load_public_key()) == 87
        slow.set()
        await finish_tasks("push")
        assert len(others.sent) == 1 + web_push.MOST

    run(tmp_path, work)


def test_absent_people_are_told_of_their_turn_once_and_of_no_cards(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        service = PushService()
        await send_by(room, service)
        table, ann, bob = await two_at_table(room, settings=Settings(seconds=86_400, public=False))
        for language in ("en", "de"):
            await room.web_push.add_address(ann, ENDPOINT, *keys(), language)
        assert [card.your_turn for card in await room.load_turns(bob)] == [True]
        assert [card.your_turn for card in await room.load_turns(ann)] == [False]
        await room.move(table, bob, "claim", (await room.build_snapshot(table, bob)).info.token or "")
        await room.move(table, bob, "check", (await room.build_snapshot(table, bob)).info.token or "")
        await finish_tasks("push")
        ((address, body, headers),) = service.sent
        assert read_message(body) == {"title": "Du bist dran.", "body": "Tall Card mit Bob", "path": f"/t/{table}"}
        assert address == ENDPOINT
        assert b"Tall Card" not in body, "it is encrypted"
        assert {name.lower(): value for name, value in headers.items()}["authorization"].startswith("vapid t=")
        service.status = 410
        await room.web_push.tell([ann.id], {"title": "x"})
        await room.web_push.tell([ann.id], {"title": "x"})
        assert len(service.sent) == 2, "an address that is gone is deleted"

    run(tmp_path, work)


def test_addresses_are_checked_and_the_key_stays(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        p256dh, auth = keys()
        bad: list[Any] = [("http://a.b/", p256dh, auth), (ENDPOINT, auth, auth), (ENDPOINT, p256dh, "?")]
        for one in bad:
            with pytest.raises(RoomError, match="expected"):
                await room.web_push.add_address(ann, *one)
        assert await room.web_push.load_public_key() == await room.web_push.load_public_key()
        assert len(await room.web_push.load_public_key()) == 87

    run(tmp_path, work)


def test_people_who_wait_for_anybody_meet_and_bots_join_after_a_while(tmp_path: Path) -> None:
    async def whole() -> None:
        clock = HandClock()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock)
        ann, bob, cyd = await guests(room, "Ann", "Bob", "Cyd")
        table, opened = await room.play_someone(ann, "tall-card")
        assert opened
        assert await room.play_someone(bob, "tall-card") == (table, False)
        assert (await room.play_someone(cyd, "talon"))[1], "another game has a pool of its own"
        await room.sit(table, bob)
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.state == "waiting"
        clock.advance(GATHER_SECONDS)
        await settle(room, table)
        info = (await room.build_snapshot(table)).info
        assert info.state == "playing"
        assert [seat.kind for seat in info.seats][:3] == ["person", "person", "bot"]
        assert (await room.play_someone(cyd, "tall-card"))[1], "that table has begun"
        await room.close()

    asyncio.run(whole())
