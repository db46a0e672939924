"""Agreements of the people at a table: on the next hand or match, more time, a move taken back, an end, a removal."""

from __future__ import annotations

from typing import get_args

from shindig.core.layout_and_views import ONLOOKER
from shindig.messages import say
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.person import Person
from shindig.server.schemas import Agreement
from shindig.server.table_log import events
from shindig.server.table_log.single_player import has_seen_card
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .decision import Decision, decided, known_seat, seat_of
from .seat_commands import fill_with_bots, vacate

MORE_TIME = 120
"""Seconds that an agreement on more time adds to a turn."""
PLAYED_OUT = say("refuse-rated-end")


def agree(state: TableState, command: c.Agree, _: DecisionInputs) -> Decision[None]:
    return _open_hands(state, command) if command.to == "reveal" else _agree_here(state, command)


def decline(state: TableState, command: c.Decline, _: DecisionInputs) -> Decision[None]:
    seat, to = seat_of(state, command.person), command.to
    if to in ("next", "rematch") or to not in state.agreed:
        raise RefusedError(say("refuse-no-proposal"))
    return decided(events.Declined(seat, to))


def _agree_here(state: TableState, command: c.Agree) -> Decision[None]:
    """Agree to a proposal, for every seat of the person. What all agree to happens."""
    ids = command.person.ids
    seat_of(state, command.person)
    to = _check_agreement(state, command)
    missing = [one for one in ids if one in state.places and one not in state.agreed.get(to, ())]
    if not missing:
        return decided()
    seats = [(one, state.places[one]) for one in missing]
    agreed = [events.Agreed(one, state.seats[seat].name, seat, to, state.number) for one, seat in seats]
    done = _build_effects(state, to) if state.all_agree(to, *missing) else []
    return decided(*agreed, *done)


def _build_effects(state: TableState, to: str) -> list[events.Event]:
    """Return the events that follow once all agree. The agreement on the next hand only shortens the rest."""
    kind, _, target = to.partition(":")
    if kind == "rematch":
        return [*fill_with_bots(state), events.Started()]
    if kind == "remove":
        return [*vacate(state, int(target), removed=True).events]
    if kind == "close":
        return [events.Closed()]
    if kind == "time":
        return [events.TimeAdded(MORE_TIME)]
    if kind == "undo":
        assert state.last_mover is not None
        return [events.Undone(state.last_mover, state.steps - 1)]
    if kind in ("end", "call_off"):
        assert state.hand_start is not None
        ends = events.Ended if kind == "end" else events.CalledOff
        return [*([events.Resumed()] if state.paused else []), ends(state.hand_start.point.steps)]
    return []


def _check_agreement(state: TableState, command: c.Agree) -> str:
    """Return the proposal, with the seat of a removal. Raises RoomError for one that is not possible now."""
    to = command.to
    if to not in get_args(Agreement):
        raise RoomError(f"expected one of {', '.join(get_args(Agreement))}, not {str(to)[:20]!r}")
    if to == "remove":
        return _check_removal(state, command)
    CHECKS[to](state)
    return to


def _check_rematch(state: TableState) -> None:
    if state.state != "over":
        raise RefusedError(say("refuse-rematch"))
    if not state.is_counted:
        raise RefusedError(say("refuse-rematch-origin"))


def _check_next(state: TableState) -> None:
    if not state.is_resting:
        raise RefusedError(say("refuse-next"))


def _check_company(state: TableState) -> None:
    """Raise RefusedError if there is no match of several people."""
    if not state.playing:
        raise RefusedError(say("refuse-no-match"))
    if state.drawing is not None or not state.is_counted:
        raise RefusedError(say("refuse-alone"))
    if len(state.people) < 2:
        raise RefusedError(say("refuse-nobody-agrees"))


def _check_time(state: TableState) -> None:
    _check_company(state)
    if state.actor is None or state.next_question is not None or not state.settings.seconds:
        raise RefusedError(say("refuse-no-clock"))


def _check_end(state: TableState) -> None:
    _check_close(state)
    if state.cutting.frozen is not None:
        raise RefusedError(say("refuse-cutting"))
    if state.hand_start is None or state.hand_start.point.cut_runs:
        raise RefusedError(say("refuse-dealt-together"))


def _check_call_off(state: TableState) -> None:
    _check_end(state)
    if state.hand_at.ended or state.hand_start is None or state.steps == state.hand_start.point.steps:
        raise RefusedError(say("refuse-no-hand"))


def _check_undo(state: TableState) -> None:
    """Raise RefusedError if the last step cannot be taken back. That depends on public facts alone.

    The last step is a person's public action. Nothing was dealt, shown or asked of several since, and no hand ended.
    """
    _check_company(state)
    if state.is_final:
        raise RefusedError(say("refuse-rated-undo"))
    mover, match = state.last_mover, state.match
    if mover is None or match is None or state.actor is None or state.gathering is not None or state.hand_at.ended:
        raise RefusedError(say("refuse-undo"))
    if state.cutting.frozen is not None or not state.transcript.steps:
        raise RefusedError(say("refuse-undo-cut"))
    before = match.without_last_step()
    viewers = range(ONLOOKER, len(state.seats))
    if any(has_seen_card(state.game, before.array, match.array, seat) for seat in viewers):
        raise RefusedError(say("refuse-undo-shown"))


def _check_close(state: TableState) -> None:
    _check_company(state)
    if state.settings.rated:
        raise RefusedError(PLAYED_OUT)


def _check_removal(state: TableState, command: c.Agree) -> str:
    """Return the proposal to remove a person from a rated match."""
    _check_company(state)
    seat = known_seat(state, -1 if command.seat is None else command.seat)
    if not state.seats[seat].person or seat == state.places.get(command.person.id):
        raise RefusedError(say("refuse-remove-nobody"))
    return f"remove:{seat}"


CHECKS = {
    "rematch": _check_rematch,
    "next": _check_next,
    "time": _check_time,
    "undo": _check_undo,
    "end": _check_end,
    "call_off": _check_call_off,
    "close": _check_close,
}
"""Check of each proposal."""


def _open_hands(state: TableState, command: c.Agree) -> Decision[None]:
    """Agree to reveal the hands of a match, as one of its players, from any seat or none."""
    number = state.number if command.match is None else command.match
    mine = _asked(state, command.person, number)
    accord = state.accords[number]
    if number in state.opened:
        return decided()
    missing = [one for one in mine if one not in accord.agreed]
    return decided(*(events.Agreed(one, accord.names[one], state.seat_of(one), "reveal", number) for one in missing))


def _asked(state: TableState, person: Person, number: int) -> list[str]:
    """Return the ids under which a person's consent is needed. Raises RefusedError if the hands cannot be revealed,
    ForbiddenError."""
    if not state.is_finished(number) or state.settings.reveal == "never":
        raise RefusedError(say("refuse-reveal"))
    mine = [one for one in person.ids if one in state.accords[number].dealt]
    if not mine:
        raise ForbiddenError(say("refuse-reveal-strangers"))
    return mine
