"""How the room refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.portable_errors import Portable

if TYPE_CHECKING:
    from .schemas import TableUpdate


class RoomError(Portable, Exception):
    """A refusal: nothing was changed. `status` is the HTTP status that says the same."""

    status = 400


class MissingError(RoomError):
    """There is no such table, match or person here."""

    status = 404


class ForbiddenError(RoomError):
    """Not for this person: not seated, not the host, not allowed to watch."""

    status = 403


class RefusedError(RoomError):
    """The rules of the game or of the table forbid it; `clause` is the game's clause where it has one."""

    status = 409

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class LateError(RefusedError):
    """The turn that the move was meant for is over."""


class AsleepError(RefusedError):
    """The table's game is not installed here, or in another version; the table comes back with it."""


class StaleError(RefusedError):
    """The turn that the move was meant for is over; `news` is the present state."""

    def __init__(self, message: str, news: TableUpdate) -> None:
        super().__init__(message)
        self.news = news


class BusyError(RoomError):
    """The room cannot do it just now (the database, another owner); trying again may help."""

    status = 503


class ElsewhereError(BusyError):
    """Another server serves the table."""
