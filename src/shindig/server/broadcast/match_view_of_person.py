"""A person's view of a match at a step: from the seat that they held, with what they saw since they took it.

Every output for a person (replay, review, exercise, advice, proofs, export) begins here. A person holds a seat from the
hand that is dealt to them until they leave it. What the seat saw before is not theirs; of those steps they get an
onlooker's view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from shindig.core.layout_and_views import ONLOOKER
from shindig.match import View
from shindig.observations import Observations

from ..table_log.table_state import TableState


class SeatTenure(NamedTuple):
    """A person's tenure of a seat."""

    seat: int = ONLOOKER
    since: int = 0
    """Number of steps of the match at its start."""


NO_TENURE = SeatTenure()
Holders = Mapping[str, SeatTenure]
"""By person, the seat that they hold at a step."""


class SeatHistory(NamedTuple):
    """The seats that a person held at each step of a match.

    Nobody sees two hands of one match. If an account and a guest merged into it both sat there, one of them counts.
    """

    before: tuple[tuple[SeatTenure, ...], ...]
    """Tenures before each step. The step is described from these seats."""
    after: tuple[tuple[SeatTenure, ...], ...]
    """Tenures after each step. The table is seen from these seats."""
    sat: bool
    """True if they sat in the match at any time."""

    @property
    def last_seat(self) -> int | None:
        """The seat that they held last; None if they did not sit there."""
        return next((held[0].seat for held in reversed(self.after) if held), None)

    def list_seats(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats held after each step."""
        return tuple(tuple(one.seat for one in held) for held in self.after)


class MatchSource(Protocol):
    """A match, or a snapshot of one."""

    def view(self, seat: int, /) -> View: ...


def find_holders(state: TableState) -> dict[str, SeatTenure]:
    """Return who holds which seat at a table now. A newcomer holds none before their first hand."""
    return {
        one.person: find_tenure(state, seat) for seat, one in enumerate(state.seats) if one.person and not one.newcomer
    }


def find_tenure(state: TableState, viewer: int) -> SeatTenure:
    """Return the seat that a viewer of a table holds now."""
    seat = state.visible_seat(viewer)
    return NO_TENURE if seat == ONLOOKER else SeatTenure(seat, state.seats[seat].step)


def build_seat_history(
    before: Sequence[Holders], after: Sequence[Holders], ids: Iterable[str], sat: bool
) -> SeatHistory:
    """Return the seats that the person with these ids held."""
    known = (*ids,)
    held_before, held_after = (tuple(_find_tenures(one, known) for one in steps) for steps in (before, after))
    return SeatHistory(held_before, held_after, sat)


def _find_tenures(holders: Holders, ids: Sequence[str]) -> tuple[SeatTenure, ...]:
    return tuple(holders[one] for one in ids if one in holders)


def pick_tenure(held: Sequence[SeatTenure], seat: int | None = None) -> SeatTenure:
    """Return the tenure of this seat, else the first; NOBODY without any."""
    return next((one for one in held if one.seat == seat), held[0] if held else NO_TENURE)


def build_person_view(source: MatchSource, held: SeatTenure, steps: int) -> View:
    """Return a person's view of a match after `steps` steps, from the seat that they hold."""
    view = source.view(held.seat)
    if held.since <= 0 or not view.has_history:
        return view
    return View(view.game, view.array, lambda: trim_observations(view.history, steps, held), view.public)


def trim_observations(seen: Observations, steps: int, held: SeatTenure) -> Observations:
    """Return the observations of the hand since the seat was taken. `seen` are all observations of the seat."""
    before = held.since - (steps - len(seen))
    return seen.take_since(min(max(0, before), len(seen)))
