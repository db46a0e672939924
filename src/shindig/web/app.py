"""The web application: server, pages and protocol."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .. import __version__
from ..gamekit import GameError, games
from ..messages import compile_all, format_text, say
from ..server.access.ip_networks import read_club_addresses
from ..server.accounts.accounts import PeopleError
from ..server.broadcast.json_encoding import find_http_status
from ..server.errors import RoomError, SignInError
from ..server.game_server import GameServer
from ..server.settings.room_settings import RoomSettings
from ..server.storage.database import StoreError
from ..server.tables.table_registry import TableRegistry
from .api import account_protocol, passkey_protocol, table_protocol, version_2
from .cluster.forwarding import Forwarding, PeerEntrance
from .html.branding import read_brand, set_announcements, set_brand
from .http.allowed_hosts import AllowedHosts
from .http.audit_log import AuditLog
from .http.client_timing import USUAL, ClientTiming
from .http.connection_limit import ConnectionLimit
from .http.error_responses import describe_error, make_refusal, write_refusal
from .http.fast_moves import FastMoves
from .http.page_compression import PageCompression
from .http.request_guard import EVERY_HOST, EntryRules, Guard, Limits, TokenBuckets, find_request_token
from .http.routing import Dispatcher, Entrance, Handler
from .http.scarce_action_limits import MailRate, PasswordAttempts, PersonTurns, make_table_rate, make_talk_rate
from .http.sessions import Site, is_page_request, redirect_to_sign_in, site_of
from .http.stream_slots import StreamSlots
from .http.write_request_limit import WriteRateLimiter, make_write_rate
from .pages import (
    admin_pages,
    card_and_static_files,
    continue_pages,
    daily_pages,
    email_pages,
    exercise_pages,
    finished_match_pages,
    group_pages,
    health_checks,
    history_and_ladder_pages,
    imprint_and_privacy_pages,
    language_pages,
    lesson_pages,
    lobby_pages,
    offline_app_files,
    openid_pages,
    profile_pages,
    report_pages,
    rules_pages,
    style_page,
    table_pages,
    turn_pages,
)
from .reader_language import find_language, get_language, set_language, set_usual_language
from .url_prefix import add_prefix, strip_scope_prefix

LOG = logging.getLogger(__name__)
MOST_STREAMS = 100_000
"""Largest number of streams if no server of ours counts connections."""
ABOUT = """A card room, for programs. `POST /api/2/guests` gives you a token; send it with every call, in the header
`Authorization: Bearer TOKEN`. Bodies are JSON. The server's guide “Write a bot” shows a match from start to end."""


class Application(FastAPI):
    """The framework's application, behind our guard, routing and forwarding."""

    site: Site
    """Services that all requests share, once the server is open."""

    def __init__(
        self,
        limits: Limits,
        opening: Callable[[], Awaitable[Site]],
        hosts: AllowedHosts = EVERY_HOST,
        settings: RoomSettings | None = None,
        timing: ClientTiming = USUAL,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.add_middleware(PageCompression)
        self._opening, self.settings, self.limits = opening, settings or RoomSettings(), limits
        self.timing = timing
        self.audit = AuditLog(self.settings.audit_log)
        self.clubs = read_club_addresses(self.settings.club_address)
        self.crowd: ConnectionLimit | None = None
        """Limit of connections, if a server of ours counts them."""
        self.push_contact = ""
        """Contact in messages to push services; empty for none."""
        routes = [*self.router.routes, *(route for router in ROUTERS for route in router.routes)]
        dispatcher = Dispatcher(super().__call__, HANDLERS, routes, self.router)
        self.passing = Forwarding(dispatcher, self._get_registry, dispatcher.refuse)
        self._inner = PeerEntrance(dispatcher, self._get_registry, dispatcher.refuse)
        entry = EntryRules(self.clubs, self._find_ban, self.audit.note)
        guard = Guard(self.passing, limits, self._find_person_id, self._is_crowded, hosts, entry)
        self._first = Entrance(dispatcher, guard, self._get_registry)
        self.moves = FastMoves(self, guard, dispatcher)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = strip_scope_prefix(scope)
        scope["app"] = self
        set_language(find_language(scope.get("headers", ())))
        await self._first(scope, receive, send)

    async def answer_peers(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the requests of other servers."""
        scope["app"] = self
        set_language(find_language(scope.get("headers", ())))
        await self._inner(scope, receive, send)

    async def open(self) -> None:
        """Open the game server, if it is not open. Raises StoreError for an unusable database."""
        if not hasattr(self, "site"):
            self.site = await self._opening()

    async def close(self) -> None:
        """Close the game server."""
        await self.passing.peers.close()
        await self.room.close()
        self.audit.close()

    @property
    def room(self) -> GameServer:
        return self.site.room

    def count_stream_slots(self) -> int:
        """Return the largest number of streams: half of all connections, so that other requests find one."""
        return MOST_STREAMS if self.crowd is None else max(1, self.crowd.most // 2)

    def _get_registry(self) -> TableRegistry:
        return self.room.table_registry

    def _find_person_id(self, token: str) -> str:
        """Return the id of the recent owner of a token, or ""."""
        return self.room.accounts.sessions.find_cached_id(token)

    def _find_ban(self, address: str) -> str:
        """Return why an address is banned, or ""."""
        ban = self.room.access.find_address_ban(address) if hasattr(self, "site") else None
        return format_text(ban.text, language=get_language()) if ban is not None else ""

    def _is_crowded(self) -> bool:
        """Return True if only known people are accepted."""
        return self.crowd is not None and self.crowd.is_crowded


ROUTE_MODULES = (
    health_checks,
    table_protocol,
    account_protocol,
    passkey_protocol,
    card_and_static_files,
    offline_app_files,
    history_and_ladder_pages,
    daily_pages,
    lobby_pages,
    profile_pages,
    email_pages,
    openid_pages,
    group_pages,
    language_pages,
    lesson_pages,
    rules_pages,
    finished_match_pages,
    continue_pages,
    exercise_pages,
    report_pages,
    style_page,
    turn_pages,
    imprint_and_privacy_pages,
    admin_pages,
    table_pages,
)
"""Modules with routes. Specific paths come before general ones."""
PROTOCOL_PARTS = tuple(part.protocol for part in (daily_pages, report_pages, group_pages, turn_pages))
"""Routes of the protocol in modules of pages."""
ROUTERS = (
    *(part.router for part in ROUTE_MODULES),
    *PROTOCOL_PARTS,
    version_2.make_router((table_protocol.router, account_protocol.router, passkey_protocol.router, *PROTOCOL_PARTS)),
    table_pages.shared,
)


def create_app(
    database_url: str,
    limits: Limits | None = None,
    hosts: AllowedHosts = EVERY_HOST,
    settings: RoomSettings | None = None,
    timing: ClientTiming = USUAL,
    **room_options: Any,
) -> Application:
    """Create the application over a database. Further options are those of the server's `start`.

    Messages are compiled here, before any thread begins: two threads that compile at once may fail (Python 3.11).
    """
    games()
    compile_all()
    allowed = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[None]:
        await app.open()
        yield
        await app.close()

    async def open_site() -> Site:
        room = await GameServer.start(database_url, settings=settings, **room_options)
        set_brand(read_brand(app.settings))
        set_usual_language(app.settings.language)
        room.access.tell_announcements = set_announcements
        await room.access.begin()
        room.max_tables = allowed.tables
        room.max_hosted, room.max_at_address = allowed.open_tables, allowed.address_open_tables
        room.web_push.contact = app.push_contact or room.web_push.contact
        room.public_tables.most_of_address = allowed.lobby_tables
        guests = TokenBuckets(allowed.guest_rate, allowed.guest_burst, allowed.clients)
        return Site(
            room,
            guests,
            make_table_rate(allowed, app.clubs),
            make_talk_rate(allowed, app.clubs),
            PasswordAttempts(allowed),
            PersonTurns(),
            StreamSlots(allowed, app.count_stream_slots, app.clubs),
            TokenBuckets(allowed.guess_rate, allowed.guess_burst, allowed.clients),
            app.audit,
            MailRate(allowed),
            timing,
        )

    app = Application(
        allowed,
        open_site,
        hosts,
        settings,
        timing,
        title="shindig",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": add_prefix("/")}],
        redirect_slashes=False,
    )
    for error, handler in HANDLERS.items():
        app.add_exception_handler(error, handler)
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(WriteRateLimiter, rate=make_write_rate(allowed, app.clubs), known=app._find_person_id)
    return app


def find_own_names() -> set[str]:
    """Return the first parts of our own paths, such as `rules`."""
    routes = (route for router in ROUTERS for route in router.routes)
    return {str(getattr(route, "path", "/")).split("/")[1] for route in routes} - {""}


def refuse(
    request: Request, status: int, text: str, extra: Mapping[str, str] | None = None, error: Exception | None = None
) -> Response:
    """Build the response to a request that fails, as the person knows all pages. This asks no database."""
    person = site_of(request).room.accounts.sessions.find_cached_owner(find_request_token(request.scope))
    return make_refusal(status, text, request.url.path, request.headers, extra, error, person)


async def answer_disconnect(request: Request, error: Exception) -> Response:
    """Answer a client that has gone, or did not send all in time."""
    drop_tracebacks(error)
    return make_refusal(400, "The request did not come to its end.", request.url.path, request.headers)


async def answer_refusal(request: Request, error: Exception) -> Response:
    """Answer a refusal of the server, accounts or games."""
    if isinstance(error, SignInError) and is_page_request(request.method, request.url.path, request.headers):
        return redirect_to_sign_in(request.url.path)
    drop_tracebacks(error)
    return refuse(request, find_http_status(error), write_refusal(error), error=error)


async def answer_malformed(request: Request, error: Exception) -> Response:
    """Answer a request with values of the wrong type."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    text = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    if [*first["loc"]] == ["body"]:
        text = format_text(say("error-no-json"), language=get_language())
    drop_tracebacks(error)
    return refuse(request, 400, text)


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer an HTTP error: no such page or method, too large a body."""
    assert isinstance(error, HTTPException)
    text = str(error.detail)
    if error.status_code == HTTPStatus.NOT_FOUND:
        text = format_text(say("error-no-page"), language=get_language())
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        text = format_text(say("error-no-method"), language=get_language())
    drop_tracebacks(error)
    return refuse(request, error.status_code, text, dict(error.headers or {}))


async def answer_fault(request: Request, error: Exception) -> Response:
    """Answer a fault of ours without detail, or name a game's package that failed. Both are logged."""
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    text = describe_error(error)
    drop_tracebacks(error)
    return refuse(request, 500, text)


def drop_tracebacks(error: BaseException) -> None:
    """Clear the frames of an error and its causes.

    The framework keeps errors in local variables of their frames. Such cycles would stay in memory with the whole
    request until the next garbage collection.
    """
    found: BaseException | None = error
    while found is not None:
        found.__traceback__ = None
        found = found.__cause__ or found.__context__


HANDLERS: dict[type[Exception], Handler] = {
    **dict.fromkeys((RoomError, StoreError, PeopleError, GameError), answer_refusal),
    ClientDisconnect: answer_disconnect,
    RequestValidationError: answer_malformed,
    HTTPException: answer_http_error,
    Exception: answer_fault,
}
"""Handler of each kind of error."""
