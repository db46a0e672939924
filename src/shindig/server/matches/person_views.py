"""A person's view of a match at a step: of the seat that they held there, with what they saw since they took it.

Whatever is made of a match for a person (replay, review, exercise, advice, proofs, export) begins here. A person holds
a seat from the hand on that is dealt to them until they leave it. What the seat saw before is not theirs: of those
steps they are told what an onlooker is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shindig.core.record_layout import ONLOOKER
from shindig.match import View
from shindig.observations import History

if TYPE_CHECKING:
    from ..table_log.table_state import TableState


class Held(NamedTuple):
    """A seat that a person holds."""

    seat: int = ONLOOKER
    since: int = 0
    """How many steps the match had when they took it."""


NOBODY = Held()
Holders = Mapping[str, Held]
"""By person, the seat that they hold at a step."""


class Sight(NamedTuple):
    """The seat that a person held at each step of a match, or none.

    Nobody sees two hands of one match: of an account and a guest who became it and sat there too, one is asked about.
    """

    before: tuple[tuple[Held, ...], ...]
    """Before each step: a step is told from these."""
    after: tuple[tuple[Held, ...], ...]
    """After each step: what lies on the table then is seen from these."""
    sat: bool
    """Whether they sat in it at any time."""

    def seats(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats held after each step."""
        return tuple(tuple(one.seat for one in held) for held in self.after)


class Source(Protocol):
    """A match, or a snapshot of one."""

    def view(self, seat: int, /) -> View: ...


def holders(state: TableState) -> dict[str, Held]:
    """Return who holds which seat at a table now. A newcomer holds none before their first hand."""
    return {one.person: held(state, seat) for seat, one in enumerate(state.seats) if one.person and not one.newcomer}


def held(state: TableState, viewer: int) -> Held:
    """Return the seat that a viewer of a table holds now."""
    seat = state.eyes(viewer)
    return NOBODY if seat == ONLOOKER else Held(seat, state.seats[seat].step)


def sight_of(before: Sequence[Holders], after: Sequence[Holders], ids: Iterable[str], sat: bool) -> Sight:
    """Return the seats that a person held who is, or was, known by these ids."""
    known = (*ids,)
    held_before, held_after = (tuple(_held_by(one, known) for one in steps) for steps in (before, after))
    return Sight(held_before, held_after, sat)


def _held_by(holders: Holders, ids: Sequence[str]) -> tuple[Held, ...]:
    return tuple(holders[one] for one in ids if one in holders)


def held_seat(held: Sequence[Held], seat: int | None = None) -> Held:
    """Return the holding of this seat, else the first; NOBODY where there is none."""
    return next((one for one in held if one.seat == seat), held[0] if held else NOBODY)


def view_for(source: Source, held: Held, steps: int) -> View:
    """Return what a person sees of a match, which has taken so many steps, from the seat that they hold."""
    view = source.view(held.seat)
    if held.since <= 0 or not view.remembers:
        return view
    return View(view.game, view.array, lambda: history_since(view.history, steps, held), view.public)


def history_since(seen: History, steps: int, held: Held) -> History:
    """Return what a seat saw in the hand after it was taken; `seen` is all that it saw up to now."""
    before = held.since - (steps - len(seen))
    return seen.since(min(max(0, before), len(seen)))
