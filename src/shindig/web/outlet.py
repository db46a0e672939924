"""What a connection writes into."""

from __future__ import annotations

import asyncio
from typing import Any


class Outlet:
    """A transport that has no room any more once it is closing: what is written then is lost, whatever the loop.

    Between the loss of a connection and the moment at which we are told, uvloop's own would raise.
    """

    __slots__ = ("_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self.is_closing = transport, transport.is_closing

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
