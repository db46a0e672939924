"""The rate of requests that write: sitting down, leaving, settings, names, reports, whatever stores a row each."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from shindig.server.fair_queue import CURRENT_ASKER, Asker

from .error_responses import make_refusal
from .request_guard import (
    SAFE_METHODS,
    Limits,
    RateLimit,
    TooOftenError,
    find_request_token,
    get_client_address,
    read_scope_headers,
)

UNCOUNTED_WRITES = re.compile(r"/t/[^/]+/(?:move|cut|nudge)|/api/tables/[^/]+/(?:moves|cuts|nudge)")
"""Paths with another limit: the rate of requests. A move or a nudge writes once a turn, a device's part once a cut."""
TOO_OFTEN = "You, or people at your address, changed a lot at once."


def make_write_rate(limits: Limits) -> RateLimit:
    """Limit how often a person, and an address, writes."""
    address = limits.address_deed_rate, limits.address_deed_burst
    return RateLimit((limits.deed_rate, limits.deed_burst), address, limits.clients)


class WriteRateLimiter:
    """Middleware that notes who asks, and counts every request that writes: at a table, on the table's own server.

    A new route is counted without a word about it. `known(token)` is the id of whoever has it, "" for nobody.
    """

    def __init__(self, app: ASGIApp, rate: RateLimit, known: Callable[[str], str]) -> None:
        self.app, self.rate, self.known = app, rate, known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        token = find_request_token(scope)
        asker = Asker(self.known(token) if token else "", get_client_address(scope))
        CURRENT_ASKER.set(asker)
        wait = self._find_wait(scope, asker)
        if not wait:
            await self.app(scope, receive, send)
            return
        error = TooOftenError(TOO_OFTEN, wait)
        refused = make_refusal(
            error.status_code, error.detail, scope["path"], read_scope_headers(scope), dict(error.headers or {})
        )
        await refused(scope, receive, send)

    def _find_wait(self, scope: Scope, asker: Asker) -> float:
        """Return the seconds until a request may write; 0.0 where it may now, or does not write."""
        if scope["method"] in SAFE_METHODS or UNCOUNTED_WRITES.fullmatch(scope["path"]):
            return 0.0
        return self.rate.take_token(asker.person, asker.address)
