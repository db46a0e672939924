"""Errors with which the server refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.error_pickling import Portable

if TYPE_CHECKING:
    from .schemas import TableUpdate


class RoomError(Portable, Exception):
    """A refusal without any change. `status` is the equivalent HTTP status."""

    status = 400


class MissingError(RoomError):
    """No such table, match or person."""

    status = 404


class ForbiddenError(RoomError):
    """Not allowed for this person: not seated, not the host, or no onlookers."""

    status = 403


class SignInError(ForbiddenError):
    """The room has no guests, and nobody has signed in."""


class BannedError(ForbiddenError):
    """A person or an address that is banned."""


class RefusedError(RoomError):
    """Forbidden by the rules of the game or the table. `clause` is the game's clause, if there is one."""

    status = 409

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class LateError(RefusedError):
    """The move came after its turn."""


class AsleepError(RefusedError):
    """The table's game, or its version, is not installed. The table comes back with it."""


class StaleError(RefusedError):
    """The move came after its turn. `news` is the present state."""

    def __init__(self, message: str, news: TableUpdate) -> None:
        super().__init__(message)
        self.news = news


class BusyError(RoomError):
    """Not possible now (the database, another owner). A retry may help."""

    status = 503


class ElsewhereError(BusyError):
    """Another server owns the table."""
