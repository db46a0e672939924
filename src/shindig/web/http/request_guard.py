"""What every request passes: headers, the origin of what changes something, the size of bodies, a client's rate."""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .allowed_hosts import EVERY_NAME, HEALTH_PATHS, HOST, AllowedHosts, describe_wrong_host
from .error_responses import make_refusal

POLICY = "; ".join(
    (
        *("default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"),
        *("object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
    )
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""For SVG documents of ours, whose style stands in them; opened alone they run nothing."""
SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
ENCODED_HEADERS = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
SHIELDS = [(b"content-security-policy", POLICY.encode()), *ENCODED_HEADERS]
PICTURE_SHIELDS = [(b"content-security-policy", PICTURE_POLICY.encode()), *ENCODED_HEADERS]
RawHeaders = list[tuple[bytes, bytes]]
Refusal = tuple[int, str, dict[str, str]]
"""Status, text and headers."""
COOKIE = "shindig"
BODY_LIMIT = 64 * 1024
RECORD_LIMIT = 4 * 1024 * 1024
"""For a record that somebody has checked."""
TOO_LARGE = "Expected at most {} bytes."
FOREIGN_ORIGIN = (
    "This request came from another site; expected one from a page of this room. "
    "Behind a proxy with HTTPS, start the room with --trust-proxy."
)
NO_STORE = (b"cache-control", b"no-store")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": ":80", "https": ":443"}
"""What an address may say or leave out."""
UNCOUNTED_PATHS = ("/static/", "/faces/", "/looks/", "/icons/", "/healthz", "/readyz")
"""Paths that do not count, and are answered in a crowd: files that browsers cache, and health checks."""


@dataclass(frozen=True)
class Limits:
    """How much a person, and all people at one address, may take. Rates are a second, bursts are how many at once.

    Each is a setting of `shindig serve --limit NAME=NUMBER`.
    """

    rate: float = 15.0
    """Requests of one person, or of one address as far as nobody is known there."""
    burst: float = 150.0
    address_request_rate: float = 150.0
    """Requests of all people at one address."""
    address_request_burst: float = 1500.0
    deed_rate: float = 1.0
    """Requests of one person that write, but for moves, nudges and cuts."""
    deed_burst: float = 60.0
    address_deed_rate: float = 10.0
    """The same of all people at one address."""
    address_deed_burst: float = 300.0
    guest_rate: float = 0.2
    """New guests a second from one address."""
    guest_burst: float = 30.0
    table_rate: float = 0.5
    """New tables a second from one address."""
    table_burst: float = 60.0
    person_table_rate: float = 0.2
    """New tables a second of one person."""
    person_table_burst: float = 30.0
    open_tables: int = 20
    """Open tables of one host."""
    address_open_tables: int = 200
    """Open tables that people at one address opened."""
    talk_rate: float = 0.5
    """Lines a second that one person says, wherever."""
    talk_burst: float = 12.0
    address_talk_rate: float = 5.0
    """Lines a second that all people at one address say."""
    address_talk_burst: float = 120.0
    login_rate: float = 0.1
    """Wrong passwords a second for one login name, from wherever."""
    login_burst: float = 30.0
    address_rate: float = 0.03
    """Wrong passwords a second from one address: fewer, so that no one address uses up a name's."""
    address_burst: float = 10.0
    onlookers: int = 100
    """Streams of people without a seat from one address."""
    onlookers_here: int = 50
    """Of these, at one table."""
    streams: int = 16
    """Streams of one person: the oldest gives way to the next."""
    address_streams: int = 128
    """Streams of all people at one address; at most a quarter of all that the server has places for."""
    clients: int = 20_000
    """Clients remembered."""


def read_limits(given: Sequence[str]) -> Limits:
    """Read limits that are set as NAME=NUMBER; all others are the usual ones. Raises ValueError."""
    kinds = {name: type(usual) for name, usual in vars(Limits()).items()}
    chosen = dict[str, Any]()
    for text in given:
        name, equals, number = text.partition("=")
        if not equals or name not in kinds:
            raise ValueError(f"--limit expects NAME=NUMBER, not {text!r}; the names are {', '.join(kinds)}")
        try:
            chosen[name] = kinds[name](number)
        except ValueError:
            raise ValueError(f"--limit {name} expects a number, as {getattr(Limits, name)}, not {number!r}") from None
        if not 0 < chosen[name] < math.inf:
            raise ValueError(f"--limit {name} expects a number above 0, not {number!r}")
    return Limits(**chosen)


TOLERANCE = 1e-6
"""Of a token: what sums of seconds may be off by."""


class TokenBuckets:
    """Token buckets, one a client; the least recent are forgotten.

    Time is counted in the tokens that come in it. Of each bucket it is only known when it is full again, or was.
    """

    def __init__(self, rate: float, burst: float, clients: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self._now = rate, burst, clients, now
        self._full = OrderedDict[str, float]()

    def take_token(self, client: str) -> float:
        """Take one token: 0.0 when there was one, else the seconds until there is."""
        now, full = self._now() * self.rate, self._full.get(client, 0.0)
        full = (full if full > now else now) + 1
        missing = full - now - self.burst
        self._full[client] = full if missing < TOLERANCE else full - 1
        self._full.move_to_end(client)
        if len(self._full) > self.clients:
            self._full.popitem(last=False)
        return 0.0 if missing < TOLERANCE else missing / self.rate

    def return_token(self, client: str) -> None:
        """Put back what was taken."""
        if client in self._full:
            self._full[client] -= 1


class RateLimit:
    """A token bucket for each person, and one for each address, with room for many people."""

    def __init__(self, person: tuple[float, float], address: tuple[float, float], clients: int) -> None:
        """Each is a rate and a burst."""
        self.people, self.addresses = TokenBuckets(*person, clients), TokenBuckets(*address, clients)

    def take_token(self, person: str, address: str) -> float:
        """Take one token of both: 0.0 when there was one, else the seconds until there is.

        A person is named by their id, whatever session they use; "" is somebody unknown.
        """
        wait = self.people.take_token(person) if person else 0.0
        if wait:
            return wait
        wait = self.addresses.take_token(address)
        if wait and person:
            self.people.return_token(person)
        return wait


class TooOftenError(HTTPException):
    """Too much at once; `wait` seconds later it may go."""

    def __init__(self, what: str, wait: float) -> None:
        seconds = math.ceil(wait)
        super().__init__(429, f"{what} Please try again in {seconds} seconds.", {"retry-after": str(seconds)})


def find_request_token(scope: Scope) -> str:
    """The same of a request; looked for once."""
    if "token" not in scope:
        scope["token"] = find_header_token(read_scope_headers(scope))
    token: str = scope["token"]
    return token


def read_scope_headers(scope: Scope) -> dict[str, str]:
    """Return the headers of a request by their names; of several alike the first."""
    return decode_headers(scope["headers"])


def decode_headers(headers: RawHeaders) -> dict[str, str]:
    """Return headers by their names; of several alike the first."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(headers)}


def find_header_token(headers: Mapping[str, str]) -> str:
    """The credential that a request carries: `Authorization: Bearer ...` or the cookie; empty where there is none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()[:200]
    return find_cookie(headers.get("cookie", ""))[:200]


def find_cookie(header: str) -> str:
    """Our cookie of all that a browser sends, whatever others of the same host have written into theirs.

    Of several alike the first is that of the longest path (RFC 6265, 5.4): a room below another has its own.
    """
    pairs = (one.strip().partition("=") for one in header.split(";"))
    return next((value.strip('"') for name, _, value in pairs if name == COOKIE), "")


def get_client_address(scope: Scope) -> str:
    """Whom limits count as one client by where they are: an IPv4 address, or a network of IPv6."""
    return find_network(scope["client"][0]) if scope.get("client") else "local"


@lru_cache(4096)
def find_network(address: str) -> str:
    """An address without what its owner chooses freely: the latter half of one of IPv6."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


def is_same_origin(headers: Mapping[str, str], scheme: str = "http") -> bool:
    """Whether a request that changes something comes from a page of ours, or from a program with its own token."""
    origin = headers.get("origin")
    if origin is not None:
        return (
            "host" in headers and origin == f"{scheme}://{headers['host'].removesuffix(PORTS.get(scheme, ''))}".lower()
        )
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return "cookie" not in headers


def get_body_limit(path: str) -> int:
    """How many bytes a body sent there may have."""
    return RECORD_LIMIT if path in ("/check", "/api/check") else BODY_LIMIT


EVERY_HOST = AllowedHosts([EVERY_NAME])
NUL = re.compile(rb"%00|\x00")
NO_NUL = "Expected text without NUL characters."


class Guard:
    """What does all this. `known(token)` tells without waiting whose token it is: the id of a person, or "".

    `crowded()` says that there is only room for who is known.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        known: Callable[[str], str],
        crowded: Callable[[], bool],
        hosts: AllowedHosts = EVERY_HOST,
    ) -> None:
        self.app, self.known, self.crowded, self.hosts = app, known, crowded, hosts
        address = limits.address_request_rate, limits.address_request_burst
        self.requests = RateLimit((limits.rate, limits.burst), address, limits.clients)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        guarded = make_guarded_send(send, scope["path"])
        stop = self.find_refusal(scope)
        if stop is None:
            await self.app(scope, receive, guarded)
        else:
            await stop(scope, receive, guarded)

    def find_refusal(self, scope: Scope) -> Response | None:
        """The refusal of a request; None where it may go on."""
        headers, path = read_scope_headers(scope), scope["path"]
        found = self._find_refusal(scope, headers, path)
        if found is None:
            return None
        status, text, extra = found
        return make_refusal(status, text, path, headers, extra)

    def _find_refusal(self, scope: Scope, headers: Mapping[str, str], path: str) -> Refusal | None:
        found = self.find_flaw(scope["method"], path, headers, scope["scheme"], scope["query_string"])
        if found is not None or path.startswith(UNCOUNTED_PATHS):
            return found
        scope["token"] = token = find_header_token(headers)
        person, address = self.known(token) if token else "", get_client_address(scope)
        if self.crowded() and not person:
            return 503, "The room is full just now; please try again later.", {"connection": "close"}
        wait = self.requests.take_token(person or address, address)
        if wait:
            error = TooOftenError("That was a lot at once.", wait)
            return error.status_code, error.detail, dict(error.headers or {})
        return None

    def find_flaw(
        self, method: str, path: str, headers: Mapping[str, str], scheme: str, query: bytes
    ) -> Refusal | None:
        """Refuse a request for what it says, whoever sends it; None where it may go on."""
        limit = get_body_limit(path)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:15]) > limit:
            return 413, TOO_LARGE.format(limit), {}
        if NUL.search(query):
            return 422, NO_NUL, {}
        host = headers.get("host", "localhost")
        if not HOST.fullmatch(host):
            return 400, "Expected the name of this room as the host.", {}
        if path not in HEALTH_PATHS and not self.hosts.accepts(host):
            return 421, describe_wrong_host(host), {}
        if method not in SAFE_METHODS and not is_same_origin(headers, scheme):
            return 403, FOREIGN_ORIGIN, {}
        return None


def make_security_headers(path: str, given: RawHeaders) -> RawHeaders:
    """What every answer says beside its own headers."""
    ours, names = PICTURE_SHIELDS if path.endswith(".svg") else SHIELDS, dict(given)
    if b"content-security-policy" in names:
        ours = ENCODED_HEADERS
    return ours if b"cache-control" in names else [*ours, NO_STORE]


def make_guarded_send(send: Send, path: str) -> Send:
    """Have all answers say that."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [*message.get("headers", ())]
            message["headers"] = given + make_security_headers(path, given)
        await send(message)

    return guarded
