"""Limit on writing requests: everything that stores a row, such as sitting down, settings, names and reports."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from shindig.server.access.ip_networks import AddressList
from shindig.server.fair_queue import CURRENT_ASKER, Asker

from .error_responses import make_refusal
from .request_guard import (
    NO_CLUBS,
    SAFE_METHODS,
    Limits,
    RateLimit,
    TooOftenError,
    find_request_token,
    get_client_address,
    read_scope_headers,
)

UNCOUNTED_WRITES = re.compile(r"/t/[^/]+/(?:move|cut|nudge|here)|/api(?:/2)?/tables/[^/]+/(?:moves|cuts|nudge)")
"""Paths with another limit. A move or a nudge writes once per turn, a device once per cut, a heartbeat's answer never.
"""
TOO_OFTEN = "You, or people at your address, changed a lot at once."


def make_write_rate(limits: Limits, clubs: AddressList = NO_CLUBS) -> RateLimit:
    """Build the limit of writing requests of a person and an address."""
    address = limits.address_deed_rate, limits.address_deed_burst
    return RateLimit((limits.deed_rate, limits.deed_burst), address, limits.clients, clubs)


class WriteRateLimiter:
    """Middleware that notes the sender, and counts every writing request; at a table, on the table's own server.

    New routes are counted automatically. `known(token)` is the id of its owner, or "".
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
        """Return the seconds until a request may write; 0.0 if it may now, or does not write."""
        if scope["method"] in SAFE_METHODS or UNCOUNTED_WRITES.fullmatch(scope["path"]):
            return 0.0
        return self.rate.take_token(asker.person, asker.address)
