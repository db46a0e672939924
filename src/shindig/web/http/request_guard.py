"""Guard of all requests: headers, the origin of changes, sizes of bodies, and rates."""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shindig.core.caches import cached
from shindig.messages import Text, format_text, say, tell
from shindig.server.access.ip_networks import AddressList

from ..reader_language import get_language
from .allowed_hosts import EVERY_NAME, HEALTH_PATHS, HOST, AllowedHosts, describe_wrong_host
from .error_responses import make_refusal

POLICY = "; ".join(
    (
        *("default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"),
        *("object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
    )
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""Policy of our SVG documents, which hold their own style. Opened alone they run nothing."""
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
"""Largest record to check, in bytes."""
TOO_LARGE = "Expected at most {} bytes."
FOREIGN_ORIGIN = (
    "This request came from another site; expected one from a page of this room. "
    "Behind a proxy with HTTPS, start the room with --trust-proxy."
)
NO_STORE = (b"cache-control", b"no-store")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": ":80", "https": ":443"}
"""Default ports, which an address may leave out."""
UNCOUNTED_PATHS = ("/static/", "/faces/", "/looks/", "/healthz", "/readyz")
"""Paths without a rate, answered even in a crowd: cacheable files and health checks."""


@dataclass(frozen=True)
class Limits:
    """Limits for a person, and for all people at one address.

    Rates are per second, bursts are how many at once. Each is a setting of `shindig serve --limit NAME=NUMBER`.
    """

    rate: float = 15.0
    """Requests of one person, or of unknown people at one address."""
    burst: float = 150.0
    address_request_rate: float = 150.0
    """Requests of all people at one address."""
    address_request_burst: float = 1500.0
    deed_rate: float = 1.0
    """Writing requests of one person, except moves, nudges and cuts."""
    deed_burst: float = 60.0
    address_deed_rate: float = 10.0
    """Writing requests of all people at one address, except these."""
    address_deed_burst: float = 300.0
    guest_rate: float = 0.2
    """New guests from one address."""
    guest_burst: float = 100.0
    table_rate: float = 0.5
    """New tables from one address."""
    table_burst: float = 60.0
    person_table_rate: float = 0.2
    """New tables of one person."""
    person_table_burst: float = 30.0
    tables: int = 5_000
    """Tables of one server that are in memory."""
    open_tables: int = 20
    """Open tables of one host."""
    address_open_tables: int = 200
    """Open tables of one address."""
    lobby_tables: int = 3
    """Tables of one address in the lobby."""
    talk_rate: float = 0.5
    """Lines of talk by one person, at any table."""
    talk_burst: float = 12.0
    address_talk_rate: float = 5.0
    """Lines of talk from one address."""
    address_talk_burst: float = 120.0
    login_rate: float = 0.1
    """Wrong passwords for one login name, from any address."""
    login_burst: float = 30.0
    address_rate: float = 0.03
    """Wrong passwords from one address: fewer, so that no address uses up a login's share."""
    address_burst: float = 10.0
    guess_rate: float = 0.03
    """Wrong codes of groups from one address."""
    guess_burst: float = 10.0
    mail_rate: float = 0.001
    """E-mails that one person asks for, and those to one mailbox."""
    mail_burst: float = 3.0
    address_mail_rate: float = 0.01
    """E-mails that people at one address ask for."""
    address_mail_burst: float = 10.0
    onlookers: int = 100
    """Streams of onlookers from one address."""
    onlookers_here: int = 50
    """Streams of these at one table."""
    streams: int = 16
    """Streams of one person. The oldest gives way to a new one."""
    address_streams: int = 128
    """Streams from one address, at most a quarter of all places."""
    clients: int = 20_000
    """Number of clients that are remembered."""


def read_limits(given: Sequence[str]) -> Limits:
    """Read limits given as NAME=NUMBER, with defaults for the others. Raises ValueError."""
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
"""Tolerance for sums of seconds, in tokens."""


class TokenBuckets:
    """Token buckets, one per client; the least recent are forgotten.

    The package `limits` counts by one key, gives nothing back, and keeps every client until its window ends. Time is
    measured in tokens. For each client we store the time at which its bucket is full again.
    """

    def __init__(self, rate: float, burst: float, clients: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self._now = rate, burst, clients, now
        self._full = OrderedDict[str, float]()

    def take_token(self, client: str) -> float:
        """Take a token. Returns 0.0, or the seconds until there is one."""
        now, full = self._now() * self.rate, self._full.get(client, 0.0)
        full = (full if full > now else now) + 1
        missing = full - now - self.burst
        self._full[client] = full if missing < TOLERANCE else full - 1
        self._full.move_to_end(client)
        if len(self._full) > self.clients:
            self._full.popitem(last=False)
        return 0.0 if missing < TOLERANCE else missing / self.rate

    def return_token(self, client: str) -> None:
        """Put a token back."""
        if client in self._full:
            self._full[client] -= 1


NO_CLUBS = AddressList()


class RateLimit:
    """A token bucket for each person, and a larger one for each address that is no club."""

    def __init__(
        self, person: tuple[float, float], address: tuple[float, float], clients: int, clubs: AddressList = NO_CLUBS
    ) -> None:
        """Set rate and burst of a person and of an address."""
        self.people, self.addresses = TokenBuckets(*person, clients), TokenBuckets(*address, clients)
        self._clubs = clubs

    def take_token(self, person: str, address: str) -> float:
        """Take a token of both. Returns 0.0, or the seconds until there is one.

        A person is named by id, over all sessions; "" is unknown.
        """
        wait = self.people.take_token(person) if person else 0.0
        if wait or self._clubs.includes(address):
            return wait
        wait = self.addresses.take_token(address)
        if wait and person:
            self.people.return_token(person)
        return wait


class TooOftenError(HTTPException):
    """Too many requests. After `wait` seconds another one may succeed."""

    def __init__(self, what: Text, wait: float) -> None:
        seconds = math.ceil(wait)
        text = tell(what, say("too-often", count=seconds))
        super().__init__(429, format_text(text, language=get_language()), {"retry-after": str(seconds)})


def find_request_token(scope: Scope) -> str:
    """Return the credential of a request, cached in its scope."""
    if "token" not in scope:
        scope["token"] = find_header_token(read_scope_headers(scope))
    token: str = scope["token"]
    return token


def read_scope_headers(scope: Scope) -> dict[str, str]:
    """Return the headers of a request by name, the first of equal names."""
    return decode_headers(scope["headers"])


def decode_headers(headers: RawHeaders) -> dict[str, str]:
    """Return headers by name, the first of equal names."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(headers)}


def find_header_token(headers: Mapping[str, str]) -> str:
    """Return the credential of a request: `Authorization: Bearer ...` or the cookie; empty without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()[:200]
    return find_cookie(headers.get("cookie", ""))[:200]


def find_cookie(header: str, name: str = COOKIE) -> str:
    """Return our cookie of a name among all that a browser sends, even malformed ones of other sites on the host.

    The first of equal names has the longest path (RFC 6265, 5.4): a server below another one has its own.
    """
    pairs = (one.strip().partition("=") for one in header.split(";"))
    return next((value.strip('"') for one, _, value in pairs if one == name), "")


def get_client_address(scope: Scope) -> str:
    """Return the address that limits count as one client: an IPv4 address, or an IPv6 network."""
    return find_network(scope["client"][0]) if scope.get("client") else "local"


@cached(4096)
def find_network(address: str) -> str:
    """Return an address without its freely chosen part: the latter half of an IPv6 address."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


def is_same_origin(headers: Mapping[str, str], scheme: str = "http") -> bool:
    """Return True if a changing request comes from a page of ours, or from a program with its own token."""
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
    """Return the largest body for a path, in bytes."""
    return RECORD_LIMIT if path in ("/check", "/api/check") else BODY_LIMIT


EVERY_HOST = AllowedHosts([EVERY_NAME])


def ban_nobody(_: str) -> str:
    """Find no ban."""
    return ""


def note_nothing(_event: str, _scope: Scope, **_facts: str) -> None:
    """Write no audit log."""


@dataclass(frozen=True)
class EntryRules:
    """Rules for addresses: those that are clubs, those that are banned, and the audit log of refusals."""

    clubs: AddressList = NO_CLUBS
    find_ban: Callable[[str], str] = ban_nobody
    """Returns why an address is banned, as a sentence; empty if it is not."""
    note: Callable[..., None] = note_nothing
    """Writes an event of a request with its facts to the audit log."""


OPEN_ENTRY = EntryRules()
NUL = re.compile(rb"%00|\x00")
NO_NUL = "Expected text without NUL characters."


class Guard:
    """Guard of all requests. `known(token)` returns the id of its recent owner, or "". `crowded()` is True if only
    known people are accepted."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        known: Callable[[str], str],
        crowded: Callable[[], bool],
        hosts: AllowedHosts = EVERY_HOST,
        entry: EntryRules = OPEN_ENTRY,
    ) -> None:
        self.app, self.known, self.crowded, self.hosts, self.entry = app, known, crowded, hosts, entry
        address = limits.address_request_rate, limits.address_request_burst
        self.requests = RateLimit((limits.rate, limits.burst), address, limits.clients, entry.clubs)

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
        """Return the refusal of a request, or None."""
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
        if banned := self.entry.find_ban(address):
            self.entry.note("banned", scope, path=path)
            return 403, banned, {"connection": "close"}
        if self.crowded() and not person:
            return 503, format_text(say("busy-room"), language=get_language()), {"connection": "close"}
        stranger = "" if self.entry.clubs.includes(address) else address
        wait = self.requests.take_token(person or stranger, address)
        if wait:
            self.entry.note("too-often", scope, path=path)
            error = TooOftenError(say("too-often-requests"), wait)
            return error.status_code, error.detail, dict(error.headers or {})
        return None

    def find_flaw(
        self, method: str, path: str, headers: Mapping[str, str], scheme: str, query: bytes
    ) -> Refusal | None:
        """Return the refusal of a request by its content, independent of its sender; None if it may go on."""
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
    """Return the security headers of every answer."""
    ours, names = PICTURE_SHIELDS if path.endswith(".svg") else SHIELDS, dict(given)
    if b"content-security-policy" in names:
        ours = ENCODED_HEADERS
    return ours if b"cache-control" in names else [*ours, NO_STORE]


def make_guarded_send(send: Send, path: str) -> Send:
    """Add the security headers to all answers."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [*message.get("headers", ())]
            message["headers"] = given + make_security_headers(path, given)
        await send(message)

    return guarded
