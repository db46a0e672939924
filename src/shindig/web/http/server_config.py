"""Settings of a server: its application, its connections and the proxies that it trusts."""

from __future__ import annotations

from typing import Any, cast

import uvicorn

from .client_timing import USUAL, ClientTiming
from .connection import Connection, DirectMoves
from .connection_limit import ConnectionLimit

RESERVED = 80
"""File descriptors for files, the database and bots."""


class ServerConfig(uvicorn.Config):
    """Settings of a server: trusted proxies and the limit of connections.

    A `shared` server has as many again to and from other servers, with a limit of their own.
    """

    def __init__(
        self,
        app: Any,
        descriptors: int,
        trusted: tuple[str, ...] = (),
        shared: bool = False,
        crowd: ConnectionLimit | None = None,
        **more: Any,
    ) -> None:
        backlog = min(2048, descriptors // 8)
        if crowd is None:
            crowd = ConnectionLimit(max(descriptors - backlog - RESERVED, descriptors // 2) // (3 if shared else 1))
            app.crowd = crowd
        self.crowd = crowd
        self.timing: ClientTiming = getattr(app, "timing", USUAL)
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
