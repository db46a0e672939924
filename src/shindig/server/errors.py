"""Errors with which the server refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.error_pickling import Portable
from ..messages import Message, Text

if TYPE_CHECKING:
    from .schemas import TableUpdate


class RoomError(Portable, Exception):
    """A refusal without any change. `status` is the equivalent HTTP status.

    `text` is for people, a message or plain text; the error itself is in English.
    """

    status = 400

    def __init__(self, text: Text = "") -> None:
        super().__init__(str(text))
        self.text = text


class SettingError(RoomError):
    """A table's setting with a wrong value. `setting` is its name in our own classes.

    `text` has the argument `option`, with the setting's name on pages.
    """

    def __init__(self, text: Message, setting: str) -> None:
        super().__init__(text)
        self.setting = setting

    def name_setting(self, name: str) -> Message:
        """Return the text with the setting's name in a program's request."""
        assert isinstance(self.text, Message)
        return Message(self.text.id, tuple((key, name if key == "option" else one) for key, one in self.text.args))


class MissingError(RoomError):
    """No such table, match or person."""

    status = 404


class ForbiddenError(RoomError):
    """Not allowed for this person: not seated, not the host, or no onlookers."""

    status = 403


class SignInError(ForbiddenError):
    """Nobody has signed in, and the room has no guests or does not know this one."""


class BannedError(ForbiddenError):
    """A person or an address that is banned."""


class RefusedError(RoomError):
    """Forbidden by the rules of the game or the table. `clause` is the game's clause, if there is one."""

    status = 409

    def __init__(self, message: Text, clause: str | None = None, text: Text = "") -> None:
        """`text` replaces the message for people, if the message has the clause too."""
        super().__init__(message)
        self.clause, self.text = clause, text or message


class LateError(RefusedError):
    """The move came after its turn."""


class AsleepError(RefusedError):
    """The table's game, or its version, is not installed. The table comes back with it."""


class StaleError(RefusedError):
    """The move came after its turn. `news` is the present state."""

    def __init__(self, message: Text, news: TableUpdate) -> None:
        super().__init__(message)
        self.news = news


class BusyError(RoomError):
    """Not possible now (the database, another owner). A retry may help."""

    status = 503


class ElsewhereError(BusyError):
    """Another server owns the table."""
