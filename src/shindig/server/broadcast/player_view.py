"""A table as one viewer may see it, made from its state: seats, clock, cut, news."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat

from shindig.core.record_layout import ONLOOKER
from shindig.match import View
from shindig.observations import History as Seen

from ..fairness.frozen_list import FrozenList
from ..matches.person_views import NOBODY as NOBODY_HELD
from ..matches.person_views import held, view_for
from ..schemas import (
    NOBODY,
    Alone,
    ClockInfo,
    CutInfo,
    Furniture,
    Moving,
    News,
    Own,
    Part,
    Public,
    Stage,
    TableCard,
    TogetherInfo,
)
from ..table_log.single_player import is_out, undoable
from ..table_log.table_state import TableState
from ..table_log.turn_clock import Pace, deadline, instant, rested
from ..tables.decision_inputs import Presence
from .event_buffer import Entry, History

ONLOOKERS = Own()
CUTS = 1024
"""Cuts under way of which what is told is kept."""


def own(state: TableState, viewer: int) -> Own:
    """What a table tells of its viewer."""
    if viewer == ONLOOKER:
        return ONLOOKERS
    seat = state.seats[viewer]
    if viewer != state.to_act and state.gathering is None and len(state.people) > 1:
        return waits(viewer, seat.person == state.host, seat.eased)
    part, token = turn(state, viewer)
    alone = _alone(state, viewer) if len(state.people) == 1 else None
    return Own(viewer, seat.person == state.host, token, seat.eased, part, alone)


@lru_cache(CUTS)
def waits(viewer: int, host: bool, eased: bool) -> Own:
    """What is told to who is asked nothing."""
    return Own(viewer, host, eased=eased)


def _alone(state: TableState, viewer: int) -> Alone | None:
    """What a seat may do because all others are bots."""
    if state.alone != viewer:
        return None
    tempo = state.seats[viewer].tempo
    waits = tempo == "hand" and state.actor not in (None, viewer) and state.nudged != state.turn
    undo = state.token if undoable(state, viewer) else None
    return Alone(tempo, undo, is_out(state, viewer), waits, state.final)


def turn(state: TableState, viewer: int) -> tuple[Part, str | None]:
    """What the room does for a seat, and the token of its turn where it is to act itself."""
    if not state.playing or state.paused or state.seats[viewer].newcomer:
        return "", None
    if state.gathering is not None and state.asked is not None:
        return _answering(state, viewer)
    if state.to_act != viewer:
        return "", None
    return ("", state.token) if state.eases is None else ("single", None)


def _answering(state: TableState, viewer: int) -> tuple[Part, str | None]:
    """The same while several are asked at once."""
    assert state.gathering is not None
    asked = state.question_of(viewer)
    if asked is not None:
        return "", state.token_of(asked)
    if any(one.seat == viewer for one in state.gathering.answers):
        return "given", None
    return ("none" if any(one.seat == viewer for one in state.gathering.open) else ""), None


def seen(state: TableState, eyes: int) -> View | None:
    """What these eyes see of the match: where several are asked at once, as if they were asked alone."""
    frame = state.frame
    if frame is None:
        return None
    if state.gathering is None or eyes == ONLOOKER or state.asked is None:
        return frame.view(eyes)
    asked = state.question_of(eyes)
    return frame.view(eyes) if asked is None else frame.asked(asked)


def choosing(state: TableState, viewer: int) -> View | None:
    """What the person at a seat that is to act decides from, with what they saw in the hand; None where it is not."""
    if viewer == ONLOOKER or turn(state, viewer)[1] is None:
        return None
    asked = state.question_of(viewer) if state.asked is not None else None
    if asked is not None:
        return state.view_of(asked)
    assert state.match is not None
    return view_for(state.match, held(state, viewer), state.steps)


def hand(state: TableState, viewer: int) -> list[Seen]:
    """Return what a viewer has seen in this hand: as an onlooker until they took their seat, then from it."""
    if state.match is None:
        return []
    watched, own = (view_for(state.match, one, state.steps).history for one in (NOBODY_HELD, held(state, viewer)))
    return [watched.until(max(0, len(watched) - len(own))), own]


def public(state: TableState, pace: Pace, furniture: Furniture, cut: CutInfo | None) -> Public:
    """The table as an onlooker sees it."""
    moving = Moving(state.state, *_times(state, pace), cut)
    if state.frame is None:
        return Public(furniture, moving, None)
    view, waiting = state.frame.view(ONLOOKER), furniture.waiting if state.gathering is None else NOBODY
    if moving.state == "over":
        return Public(furniture, moving, view, tuple(state.chronicle), _open(state), waiting)
    return Public(furniture, moving, view, waiting=waiting)


def _open(state: TableState) -> tuple[View, ...]:
    """What each seat saw at the end of a match whose hands are open to all."""
    assert state.match is not None
    return tuple(map(state.view, range(state.match.seats))) if state.number in state.opened else ()


def _times(state: TableState, pace: Pace) -> tuple[ClockInfo | None, float | None, TogetherInfo | None]:
    """Whose time runs, when the next hand begins, and when answers count that are given at once: one of them, or none.

    The same for every seat to act, whoever plays there, whatever they may do and whoever has answered.
    """
    seat = state.actor
    if seat is None:
        return None, rested(state, pace) if state.resting else None, None
    if state.paused:
        return None, None, None
    if state.gathering is None or state.asked is None:
        return ClockInfo(seat, *deadline(state, seat)), None, None
    seats = tuple(dict.fromkeys(one.seat for one in state.gathering.open))
    return None, None, TogetherInfo(seats, instant(state, pace))


def cut(state: TableState, presence: Presence, now: float) -> CutInfo | None:
    """The cut that comes, as everybody sees it."""
    secret, cutting = state.secret, state.cutting
    if secret is None or state.closed:
        return None
    asked = cutting.asked(presence.in_cuts(state.seats, now))
    seals, values = tuple(cutting.seals.items()), tuple(cutting.values.items())
    told = secret.number, secret.commitment, cutting.stage, seals, asked, cutting.cutter
    return cut_info(*told, cutting.version, cutting.frozen, values)


@lru_cache(CUTS)
def cut_info(
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
    """Write out what everybody sees of a cut."""
    written, opened = ({seat: told.hex() for seat, told in sorted(of)} for of in (seals, values))
    listed = None if frozen is None else frozen.as_json()
    return CutInfo(number, commitment.hex(), stage, written, asked, cutter, version, listed, opened)


def may_watch(state: TableState, viewer: int) -> bool:
    """Whether a viewer sees the cards' side of the table."""
    return viewer != ONLOOKER or state.settings.watch


def news(state: TableState, history: History, public: Public, viewer: int, after: int | None, now: float) -> News:
    """What happened after `after`, or a snapshot with the latest events where that is not at hand."""
    missed, told = history.since(after), own(state, viewer)
    if not may_watch(state, viewer):
        return News(state.seq, missed is None, (), told, None, public, now)
    eyes = state.eyes(viewer)
    entries = history.latest() if missed is None else missed
    updates = tuple(map(Entry.update, entries, eyes_then(state, viewer, eyes, entries)))
    return News(state.seq, missed is None, updates, told, seen(state, eyes), public, now)


def eyes_then(state: TableState, viewer: int, eyes: int, entries: Sequence[Entry]) -> Iterable[int]:
    """With whose eyes a viewer saw events: as an onlooker until they sat down."""
    since = state.seats[viewer].since if viewer != ONLOOKER else 0
    if not entries or entries[0].seq > since:
        return repeat(eyes)
    return [eyes if entry.seq > since else ONLOOKER for entry in entries]


def card(state: TableState, person: str | None = None, at: float = 0.0) -> TableCard:
    """A table for the lobby or a history."""
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
        matches=tuple(one for one, accord in state.accords.items() if person in accord.seats and state.finished(one)),
        at=at or state.date,
        why=f"{state.why[:1].upper()}{state.why[1:]}." if state.why else "",
        origin=state.origin,
    )
