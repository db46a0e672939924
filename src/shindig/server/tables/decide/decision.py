"""What a decision is made of, and what many commands ask first: a seat, the host."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from shindig.server.accounts.accounts import Person
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.schemas import Settings
from shindig.server.table_log.events import Event
from shindig.server.table_log.table_state import TableState

T = TypeVar("T")


class Decision(NamedTuple, Generic[T]):
    """What happens, in order, and what who asked is told when it has."""

    events: tuple[Event, ...]
    answer: T


def decided(*events: Event) -> Decision[None]:
    """What happens, where there is nothing to tell."""
    return Decision(events, None)


def check_open(state: TableState) -> None:
    """Raises RefusedError for a table that is closed."""
    if state.closed:
        raise RefusedError("this table is closed")


def check_account(settings: Settings, person: Person) -> None:
    """Raises ForbiddenError for a guest at a rated table."""
    if settings.rated and person.login is None:
        raise ForbiddenError("at a rated table all have accounts; make one, and all that you have here moves along")


def seat_of(state: TableState, person: Person) -> int:
    """The person's seat. Raises ForbiddenError."""
    if state.closed:
        check_open(state)
    seat = state.places.get(person.id)
    if seat is None:
        raise ForbiddenError("you have no seat at this table")
    return seat


def host_of(state: TableState, person: Person) -> int:
    """The seat of the host. Raises ForbiddenError for everybody else."""
    seat = seat_of(state, person)
    if state.host not in person.ids:
        raise ForbiddenError("only the host of the table can do this")
    return seat


def known_seat(state: TableState, seat: int) -> int:
    """A seat that there is. Raises RoomError."""
    if not 0 <= seat < len(state.seats):
        raise RoomError(f"there are seats 0 to {len(state.seats) - 1}, no seat {seat}")
    return seat


def without_braces(text: str) -> str:
    """Text without braces, which stand for seats' names in lines of the log."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())
