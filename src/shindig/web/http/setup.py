"""Settings of a server: its application, its connections and the proxies that it trusts."""

from __future__ import annotations

from typing import Any, Protocol, cast

import uvicorn

from ..crowd import Crowd
from .protocol import Connection
from .request_head import RequestHead

RESERVED = 80
"""Descriptors for files, the database and bots."""


class DirectMoves(Protocol):
    """Answers moves without a task and an ASGI scope."""

    def take(self, connection: Connection, head: RequestHead, body: bytes) -> bool:
        """Take a whole request, to be answered by `answer` or `answer_with`. False, with nothing done, for others."""
        ...


class Setup(uvicorn.Config):
    """How a server is run: the proxies that it trusts, and how many connections it accepts.

    One that is `shared` has as many again to other servers, for what it forwards, and from them. Those from other
    servers are a `crowd` of their own.
    """

    def __init__(
        self,
        app: Any,
        descriptors: int,
        trusted: tuple[str, ...] = (),
        shared: bool = False,
        crowd: Crowd | None = None,
        **more: Any,
    ) -> None:
        backlog = min(2048, descriptors // 8)
        if crowd is None:
            crowd = Crowd(max(descriptors - backlog - RESERVED, descriptors // 2) // (3 if shared else 1))
            app.crowd = crowd
        self.crowd = crowd
        self.moves: DirectMoves | None = getattr(app, "moves", None)
        super().__init__(
            app,
            http=cast(Any, Connection),
            backlog=backlog,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            proxy_headers=bool(trusted),
            forwarded_allow_ips=[*trusted],
            **more,
        )
