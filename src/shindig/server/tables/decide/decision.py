"""The result of a decision, and checks that many commands share."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from shindig.messages import say
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.table_log.events import Event
from shindig.server.table_log.table_state import TableState

T = TypeVar("T")


class Decision(NamedTuple, Generic[T]):
    """Events of a decision in order, and the answer for the sender."""

    events: tuple[Event, ...]
    answer: T


def decided(*events: Event) -> Decision[None]:
    """Build a decision without an answer."""
    return Decision(events, None)


def check_open(state: TableState) -> None:
    """Raise RefusedError if a table is closed."""
    if state.closed:
        raise RefusedError(say("refuse-closed"))


def check_account(settings: Settings, person: Person) -> None:
    """Raise ForbiddenError for a guest at a rated table."""
    if settings.rated and person.login is None:
        raise ForbiddenError(say("refuse-account"))


def seat_of(state: TableState, person: Person) -> int:
    """Return the person's seat. Raises ForbiddenError."""
    check_open(state)
    seat = state.places.get(person.id)
    if seat is None:
        raise ForbiddenError(say("refuse-no-seat"))
    return seat


def host_of(state: TableState, person: Person) -> int:
    """Return the host's seat. Raises ForbiddenError for anybody else."""
    seat = seat_of(state, person)
    if state.host not in person.ids:
        raise ForbiddenError(say("refuse-host"))
    return seat


def known_seat(state: TableState, seat: int) -> int:
    """Return an existing seat. Raises RoomError."""
    if not 0 <= seat < len(state.seats):
        raise RoomError(f"there are seats 0 to {len(state.seats) - 1}, no seat {seat}")
    return seat


def without_braces(text: str) -> str:
    """Remove braces from a text: in lines of the log they stand for names of seats."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())
