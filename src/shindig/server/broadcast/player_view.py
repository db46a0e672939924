"""A table as one viewer may see it: seats, clock, cut and updates, built from the state."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import repeat

from shindig.core.caches import cached
from shindig.core.layout_and_views import ONLOOKER
from shindig.match import View
from shindig.observations import Observations as Seen

from ..fairness.frozen_cut_inputs import FrozenList
from ..schemas import (
    NO_WAITING,
    ClockInfo,
    CutInfo,
    LiveInfo,
    Part,
    PublicTable,
    SeatWait,
    SimultaneousInfo,
    SinglePlayerInfo,
    Stage,
    StaticInfo,
    TableCard,
    TableUpdate,
    ViewerInfo,
)
from ..table_log.single_player import can_undo, is_out
from ..table_log.table_state import TableState
from ..table_log.turn_clock import PAUSE_LIMIT, Pace, deadline, next_hand_time, simultaneous_deadline
from .event_buffer import BufferedEvent, EventBuffer
from .match_view_of_person import NO_TENURE as NOBODY_HELD
from .match_view_of_person import build_person_view, find_tenure
from .patience import given_up_time
from .presence import Presence

ONLOOKER_INFO = ViewerInfo()
NOBODY_HERE = Presence()
CUTS = 1024
"""Size of the cache of current cuts."""


def build_viewer_info(state: TableState, viewer: int) -> ViewerInfo:
    """Return the viewer's part of a table."""
    if viewer == ONLOOKER:
        return ONLOOKER_INFO
    seat = state.seats[viewer]
    if viewer != state.to_act and state.gathering is None and len(state.people) > 1:
        return build_waiting_info(viewer, seat.person == state.host, seat.eased)
    part, token = find_turn(state, viewer)
    alone = _build_single_player_info(state, viewer) if len(state.people) == 1 else None
    return ViewerInfo(viewer, seat.person == state.host, token, seat.eased, part, alone)


@cached(CUTS)
def build_waiting_info(viewer: int, host: bool, eased: bool) -> ViewerInfo:
    """Return the viewer's part for a viewer who is asked nothing."""
    return ViewerInfo(viewer, host, eased=eased)


def _build_single_player_info(state: TableState, viewer: int) -> SinglePlayerInfo | None:
    """Return what a person alone with bots may do."""
    if state.single_player != viewer:
        return None
    tempo = state.seats[viewer].tempo
    waits = tempo == "hand" and state.actor not in (None, viewer) and state.nudged != state.turn
    undo = state.token if can_undo(state, viewer) else None
    return SinglePlayerInfo(tempo, undo, is_out(state, viewer), waits, state.is_final)


def find_turn(state: TableState, viewer: int) -> tuple[Part, str | None]:
    """Return the server's part in a seat's turn, and the token of the turn if the seat itself is to act."""
    if not state.playing or state.paused or state.seats[viewer].newcomer:
        return "", None
    if state.gathering is not None and state.next_question is not None:
        return _find_simultaneous_turn(state, viewer)
    if state.to_act != viewer:
        return "", None
    return ("", state.token) if state.automatic_action is None else ("single", None)


def _find_simultaneous_turn(state: TableState, viewer: int) -> tuple[Part, str | None]:
    """Return these for a simultaneous question."""
    assert state.gathering is not None
    asked = state.question_of(viewer)
    if asked is not None:
        return "", state.question_token(asked)
    if any(one.seat == viewer for one in state.gathering.answers):
        return "given", None
    return ("none" if any(one.seat == viewer for one in state.gathering.open) else ""), None


def build_view(state: TableState, eyes: int) -> View | None:
    """Return the view of a seat; for a simultaneous question, as if it were the only one."""
    frame = state.frame
    if frame is None:
        return None
    if state.gathering is None or eyes == ONLOOKER or state.next_question is None:
        return frame.view(eyes)
    asked = state.question_of(eyes)
    return frame.view(eyes) if asked is None else frame.build_question_view(asked)


def find_decision_view(state: TableState, viewer: int) -> View | None:
    """Return the view, with observations, on which the person at the seat to act decides; None for other seats."""
    if viewer == ONLOOKER or find_turn(state, viewer)[1] is None:
        return None
    asked = state.question_of(viewer) if state.next_question is not None else None
    if asked is not None:
        return state.question_view(asked)
    assert state.match is not None
    return build_person_view(state.match, find_tenure(state, viewer), state.steps)


def build_hand_views(state: TableState, viewer: int) -> list[Seen]:
    """Return the views of the current hand: as an onlooker until the viewer took the seat, then from the seat."""
    if state.match is None:
        return []
    watched, own = (
        build_person_view(state.match, one, state.steps).history for one in (NOBODY_HELD, find_tenure(state, viewer))
    )
    return [watched.take_until(max(0, len(watched) - len(own))), own]


def build_public_table(
    state: TableState, pace: Pace, furniture: StaticInfo, cut: CutInfo | None, presence: Presence = NOBODY_HERE
) -> PublicTable:
    """Return the table as an onlooker sees it."""
    waits = state.playing and not state.paused and state.actor is not None
    pause = SeatWait(state.pauser, state.paused_at + PAUSE_LIMIT) if state.paused and state.playing else None
    stand_in = _build_stand_in(state, pace, presence) if waits else None
    since = state.since if waits else None
    moving = LiveInfo(state.state, *_build_times(state, pace), cut, pause, stand_in, since)
    if state.frame is None:
        return PublicTable(furniture, moving, None)
    view, waiting = state.frame.view(ONLOOKER), furniture.waiting if state.gathering is None else NO_WAITING
    if moving.state == "over":
        return PublicTable(furniture, moving, view, tuple(state.chronicle), _build_open_views(state), waiting)
    return PublicTable(furniture, moving, view, waiting=waiting)


def _build_stand_in(state: TableState, pace: Pace, presence: Presence) -> SeatWait | None:
    """Return the absent person who is waited for, and the time at which a bot plays for them; or None.

    Of several who are asked at once, it is the first for whom a bot plays. Secret questions wait for nobody.
    """
    gathering = state.gathering if state.next_question is not None else None
    if gathering is not None and gathering.group.secret:
        return None
    seats = [state.to_act] if gathering is None else state.awaited_seats
    people = [seat for seat in seats if not state.seats[seat].has_bot and seat != state.single_player]
    times = [(given_up_time(state, seat, pace, presence), seat) for seat in people]
    until, seat = min(times, default=(math.inf, ONLOOKER))
    return None if until == math.inf else SeatWait(seat, until)


def _build_open_views(state: TableState) -> tuple[View, ...]:
    """Return each seat's view at the end of a match whose hands are revealed."""
    assert state.match is not None
    return tuple(map(state.view, range(state.match.seats))) if state.number in state.opened else ()


def _build_times(state: TableState, pace: Pace) -> tuple[ClockInfo | None, float | None, SimultaneousInfo | None]:
    """Return the clock, the start of the next hand, or the time of simultaneous answers; at most one is set.

    They do not depend on who plays, on the legal actions or on answers given, so they reveal nothing.
    """
    seat = state.actor
    if seat is None:
        return None, next_hand_time(state, pace) if state.is_resting else None, None
    if state.paused:
        return None, None, None
    if state.gathering is None or state.next_question is None:
        return ClockInfo(seat, *deadline(state, seat)), None, None
    ends = simultaneous_deadline(state, pace)
    if not state.gathering.group.secret:
        return None, None, SimultaneousInfo(tuple(state.awaited_seats), ends, secret=False)
    return None, None, SimultaneousInfo(tuple(dict.fromkeys(one.seat for one in state.gathering.open)), ends)


def find_next_cut(state: TableState, presence: Presence, now: float) -> CutInfo | None:
    """Return the next cut as everybody sees it."""
    secret, cutting = state.secret, state.cutting
    if secret is None or state.closed:
        return None
    asked = cutting.find_awaited_seats(presence.in_cuts(state.seats, now))
    seals, values = tuple(cutting.seals.items()), tuple(cutting.values.items())
    told = secret.number, secret.commitment, cutting.stage, seals, asked, cutting.cutter
    return build_cut_info(*told, cutting.version, cutting.frozen, values)


@cached(CUTS)
def build_cut_info(
    number: int,
    commitment: bytes,
    stage: Stage,
    seals: tuple[tuple[int, bytes], ...],
    asked: tuple[int, ...],
    cutter: int | None,
    version: int,
    frozen: FrozenList | None,
    values: tuple[tuple[int, bytes], ...],
) -> CutInfo:
    """Build the public information of a cut."""
    written, opened = ({seat: told.hex() for seat, told in sorted(of)} for of in (seals, values))
    listed = None if frozen is None else frozen.as_json()
    return CutInfo(number, commitment.hex(), stage, written, asked, cutter, version, listed, opened)


def may_watch(state: TableState, viewer: int) -> bool:
    """Return True if a viewer may see the cards of the table."""
    return viewer != ONLOOKER or state.settings.watch


def build_table_update(
    state: TableState, history: EventBuffer, public: PublicTable, viewer: int, after: int | None, now: float
) -> TableUpdate:
    """Return the update after `after`, or a snapshot with the latest events if the buffer no longer has it."""
    missed, told = history.find_since(after), build_viewer_info(state, viewer)
    if not may_watch(state, viewer):
        return TableUpdate(state.seq, missed is None, (), told, None, public, now)
    eyes = state.visible_seat(viewer)
    entries = history.get_latest() if missed is None else missed
    updates = tuple(map(BufferedEvent.build_log_entry, entries, list_past_eyes(state, viewer, eyes, entries)))
    return TableUpdate(state.seq, missed is None, updates, told, build_view(state, eyes), public, now)


def list_past_eyes(state: TableState, viewer: int, eyes: int, entries: Sequence[BufferedEvent]) -> Iterable[int]:
    """Yield the viewer of each past event: an onlooker until the person took the seat."""
    since = state.seats[viewer].since if viewer != ONLOOKER else 0
    if not entries or entries[0].seq > since:
        return repeat(eyes)
    return [eyes if entry.seq > since else ONLOOKER for entry in entries]


def build_table_card(state: TableState, person: str | None = None, at: float = 0.0) -> TableCard:
    """Return the card of a table for the lobby or a history."""
    return TableCard(
        id=state.id,
        game=state.game_id,
        title=state.settings.title or (state.game_id if state.why else state.game.name),
        state=state.state,
        seats=len(state.seats),
        free=sum(not seat.person for seat in state.seats),
        names=tuple(seat.name for seat in state.seats if seat.person),
        faces=tuple(seat.face for seat in state.seats if seat.person),
        rated=state.settings.rated,
        watch=state.settings.watch,
        match=state.number,
        you=state.seat_of(person) if person else None,
        matches=tuple(
            one for one, accord in state.accords.items() if person in accord.seats and state.is_finished(one)
        ),
        at=at or state.date,
        why=state.why,
        origin=state.origin,
        your_turn=bool(person) and not state.why and state.seat_of(person or "") in state.seats_to_act,
        gathers=state.settings.gathers > 0,
    )
