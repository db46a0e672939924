"""All connections of a server: how many there may be, and which one ends where one more comes."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Protocol

KNOWN_SHARE = 0.25
"""The part of all connections that is kept for people who are known."""


class LimitedConnection(Protocol):
    """A connection, as the crowd knows it."""

    @property
    def address(self) -> str:
        """Of whoever has it."""
        ...

    def cut(self) -> None:
        """End at once: another takes the place."""


class ConnectionLimit:
    """All connections of a server, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting = defaultdict[str, OrderedDict[LimitedConnection, None]](OrderedDict)
        """Those whose clients have the word, by address, who has waited longest first; of some addresses none."""
        self._count = 0
        self._busy = 0

    @property
    def is_crowded(self) -> bool:
        """Whether only people who are known find a place."""
        return self._busy >= self.most * (1 - KNOWN_SHARE)

    def enter(self, connection: LimitedConnection) -> bool:
        """A connection begins, and its client has the word. False where there is no place for it."""
        if self._count >= self.most and not self._make_room():
            return False
        self._count += 1
        self._waiting[connection.address][connection] = None
        return True

    def leave(self, connection: LimitedConnection, busy: bool) -> None:
        """A connection ends."""
        self._count -= 1
        waiting = self._waiting[connection.address]
        if busy:
            self._busy -= 1
        else:
            del waiting[connection]
        if not waiting:
            del self._waiting[connection.address]

    def mark_busy(self, connection: LimitedConnection) -> None:
        """The word goes from the client to the room, which is busy with a request."""
        self._busy += 1
        del self._waiting[connection.address][connection]

    def mark_waiting(self, connection: LimitedConnection) -> None:
        """The word goes back to the client."""
        self._busy -= 1
        self._waiting[connection.address][connection] = None

    def _make_room(self) -> bool:
        most = max(self._waiting.values(), key=len, default=None)
        if not most:
            return False
        next(iter(most)).cut()
        return True
