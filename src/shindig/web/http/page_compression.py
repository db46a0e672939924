"""Compression of pages, but of none that another site may have asked for.

A page has secrets, such as the links of a person's tables. If it also repeats a text of the request, its compressed
length tells whether the text is like a secret (the BREACH attack). Another site could have a browser ask for it with
many texts, and a listener on the network sees the lengths.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from .request_guard import read_scope_headers

COMPRESSED = 1500
"""Least bytes of a page that is compressed: about one packet."""
NEVER_COMPRESSED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/json")
"""Kinds of content that are sent as they are. JSON is for programs on fast lines, which ask often."""


def may_compress(headers: Mapping[str, str]) -> bool:
    """Return True for a request from a page of ours, from a browser's own bar, or without a credential."""
    site = headers.get("sec-fetch-site")
    return site in ("same-origin", "none") or "cookie" not in headers


class PageCompression(GZipMiddleware):
    """Middleware that compresses pages if no other site may have asked for them."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=COMPRESSED, exclude_content_types=NEVER_COMPRESSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not may_compress(read_scope_headers(scope)):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
