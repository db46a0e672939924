"""Limit of a server's connections, and the choice of one to close for a new one."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Protocol

KNOWN_SHARE = 0.25
"""Fraction of all connections that is kept for known people."""


class LimitedConnection(Protocol):
    """A connection, as the limit sees it."""

    @property
    def address(self) -> str:
        """Address of the client."""
        ...

    def cut(self) -> None:
        """Close at once, since another connection takes the place."""


class ConnectionLimit:
    """All connections of a server, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting = defaultdict[str, OrderedDict[LimitedConnection, None]](OrderedDict)
        """Connections that wait for their client, by address, the longest-waiting first. No address has an empty entry.
        """
        self._count = 0
        self._busy = 0

    @property
    def is_crowded(self) -> bool:
        """True if only known people find a place."""
        return self._busy >= self.most * (1 - KNOWN_SHARE)

    def enter(self, connection: LimitedConnection) -> bool:
        """Add a connection, which waits for its client. Returns False without a place."""
        if self._count >= self.most and not self._make_room():
            return False
        self._count += 1
        self._waiting[connection.address][connection] = None
        return True

    def leave(self, connection: LimitedConnection, busy: bool) -> None:
        """Remove a connection."""
        self._count -= 1
        waiting = self._waiting[connection.address]
        if busy:
            self._busy -= 1
        else:
            del waiting[connection]
        if not waiting:
            del self._waiting[connection.address]

    def mark_busy(self, connection: LimitedConnection) -> None:
        """Mark a connection as busy with a request."""
        self._busy += 1
        del self._waiting[connection.address][connection]

    def mark_waiting(self, connection: LimitedConnection) -> None:
        """Mark a connection as waiting for its client."""
        self._busy -= 1
        self._waiting[connection.address][connection] = None

    def _make_room(self) -> bool:
        most = max(self._waiting.values(), key=len, default=None)
        if not most:
            return False
        next(iter(most)).cut()
        return True
