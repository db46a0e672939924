"""Commands of the fair cut: seals, values, stages and orders."""

from __future__ import annotations

from collections.abc import Callable

from shindig.messages import say
from shindig.server.errors import RefusedError
from shindig.server.fairness.daily_secret import DailyCursor
from shindig.server.fairness.fair_shuffle import FairnessError, Secret, Voice, make_order
from shindig.server.fairness.frozen_cut_inputs import FrozenList
from shindig.server.person import Person
from shindig.server.table_log.events import Committed, Event, Ordered, Sealed, Staged, Unsealed
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .decision import Decision, decided, seat_of

VERSION = 2
"""Version of the protocol of new cuts, which have a frozen list."""


def seal(state: TableState, command: c.Seal, _: DecisionInputs) -> Decision[None]:
    seat, sealed = _cut_seat(state, command.person, command.cut), command.sealed
    person = state.seats[seat].person
    return _news(Sealed(seat, sealed.hex()), lambda: state.cutting.is_new_seal(seat, sealed, person))


def reveal(state: TableState, command: c.Reveal, _: DecisionInputs) -> Decision[None]:
    seat = _cut_seat(state, command.person, command.cut)
    return _news(Unsealed(seat, command.value.hex()), lambda: state.cutting.is_new_value(seat, command.value))


def _cut_seat(state: TableState, person: Person, cut: int) -> int:
    seat = seat_of(state, person)
    if cut != state.cutting.number:
        raise RefusedError(say("fair-next-cut", next=state.cutting.number, cut=cut))
    return seat


def _news(event: Event, is_news: Callable[[], bool]) -> Decision[None]:
    try:
        return decided(event) if is_news() else decided()
    except FairnessError as error:
        raise RefusedError(error.text) from None


def next_stage(state: TableState, command: c.NextStage, around: DecisionInputs) -> Decision[None]:
    cutting = state.cutting
    cutter = cutting.who_cuts if cutting.cutter is None and command.stage != "sealing" else cutting.cutter
    due = around.presence.until(around.now + around.pace.device)
    freezes = command.stage != "sealing" and cutting.frozen is None and cutting.version > 1
    return decided(Staged(command.stage, due, cutter, _frozen(state, cutter).build_head() if freezes else None))


def _frozen(state: TableState, cutter: int | None) -> FrozenList:
    """Build the frozen list of the current cut."""
    of, cards = _asked(state)
    secret = state.secret
    assert secret is not None
    before, entries = state.transcript.compute_digest(secret.secret), state.cutting.list_entries()
    promised = secret.number, secret.commitment, state.number, len(state.seats)
    return FrozenList(state.id, *promised, cutter, of, len(cards), before, entries)


def make_cut_order(state: TableState, _: c.MakeOrder, around: DecisionInputs) -> Decision[None]:
    """Make an order with the current cut, or the first one of the next cut with the commitment for the cut after it.

    At an attempt at the deal of the day, make the next order of its name.
    """
    if state.drawing is not None:
        return decided(_drawn(state, state.drawing))
    if state.cut_runs and state.cut is not None:
        cut = state.cut
        return decided(_order(state, cut.secret, cut.voices, len(cut.orders), cut.frozen))
    assert state.secret is not None
    voices, frozen = state.cutting.list_voices(range(len(state.seats))), state.cutting.frozen
    if frozen is None and state.cutting.version > 1:
        frozen = _frozen(state, None)
    return decided(_order(state, state.secret, voices, 0, frozen), next_commitment(state, around))


def _asked(state: TableState) -> tuple[str, list[str]]:
    """Return the name of the requested order, and its cards in the order of the rules."""
    match = state.match
    assert match is not None
    codes = state.game.item_codes(match.record, int(match.record.asks))
    return str(match.needs), [*map(codes.__getitem__, match.wanted().tolist())]


def _drawn(state: TableState, drawing: DailyCursor) -> Ordered:
    of, cards = _asked(state)
    made = drawing.build_next_order(of, cards)
    return Ordered(drawing.orders[of], 0, of, list(made.cards), made.root.hex())


def _order(state: TableState, secret: Secret, voices: list[Voice], index: int, frozen: FrozenList | None) -> Ordered:
    of, cards = _asked(state)
    made = make_order(secret, voices, index, of, cards, frozen)
    published = [] if index else [voice.as_json() for voice in voices]
    head = None if index or frozen is None else frozen.build_head()
    return Ordered(secret.number, index, of, list(made.cards), made.root.hex(), published, head)


def next_commitment(state: TableState, around: DecisionInputs) -> Committed:
    """Make the commitment for a later cut."""
    return Committed(state.cuts, around.next_secret, VERSION)
