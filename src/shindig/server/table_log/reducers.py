"""Reducers: the change that each event makes to a table's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shindig.core.layout_and_views import ONLOOKER, OVER
from shindig.match import Match

from ..fairness.cut_state import CutState, MadeCut
from ..fairness.daily_secret import DailyCursor, SealedDeal
from ..fairness.fair_shuffle import Secret
from ..fairness.frozen_cut_inputs import FrozenList, Transcript
from ..hand_summaries import HandSummary
from ..schemas import Origin, Settings
from . import events
from .hand_booking import book_hand
from .legal_action_facts import is_public_action
from .reveal_consent import RevealConsent
from .seat_occupants import HandPosition, Occupant
from .simultaneous_answers import OpenQuestion, open_questions
from .start_position import StartPosition
from .table_state import REDUCERS, STATIC_REDUCERS, HandStart, TableState, UndoPoint, UsedTime
from .turn_clock import added_time
from .unavailable_tables import game_version


def apply_opened(state: TableState, event: events.Opened) -> None:
    state.game = game_version(event.game, event.rules)
    state.opened_at = state.at
    set_static_info(state, event)


def set_static_info(state: TableState, event: events.Opened) -> None:
    """Set the data of the table that does not depend on its game."""
    state.game_id = event.game
    state.options = dict(event.options)
    state.settings = Settings(**event.settings)
    state.origin = Origin(**event.origin) if event.origin else None
    state.drawing = DailyCursor(SealedDeal.from_json(event.daily)) if event.daily else None
    state.host = event.host
    state.date = event.date
    state.seats = [Occupant() for _ in range(event.seats)]


def apply_seated(state: TableState, event: events.Seated) -> None:
    bank, old = float(state.settings.bank), state.seats[event.seat]
    fresh = Occupant(
        event.name, event.person, event.face, event.bot, event.client, bank=bank if old.is_empty else old.bank
    )
    fresh.since, fresh.step, fresh.sat = state.seq, state.steps, state.seq
    fresh.muted = event.person in state.muted or event.client in state.muted_clients
    state.cutting.free_seat(event.seat)
    state.last_mover = None
    if event.person:
        state.past.clear()
        start_clock(state)
    state.set_occupant(event.seat, fresh)
    if event.person and state.match is not None:
        add_newcomer(state, event.seat, old)
    elif state.match is not None:
        fresh.plays_as = old.player_name
        state.update_names()


def start_clock(state: TableState) -> None:
    """Start the clock again when a second person sits down: open questions get their full time."""
    if state.single_player is not None and (state.next_question is not None or state.actor == state.single_player):
        state.since = state.at


def add_newcomer(state: TableState, seat: int, old: Occupant) -> None:
    """Add a person during a match. They play at once if the hand is theirs, else from the next hand on."""
    fresh = state.seats[seat]
    if state.playing:
        state.consent.add_player(fresh.person, seat, fresh.name)
    if state.dealt[seat] == fresh.person:
        continue_turn(state, seat)
    else:
        fresh.newcomer, fresh.bot, fresh.plays_as = True, old.bot, old.player_name
        state.update_names()


def apply_left(state: TableState, event: events.Left) -> None:
    old = state.seats[event.seat]
    note_used_time(state, event.seat)
    if state.playing and old.person:
        state.consent.remove_player(old.person)
    left = Occupant(f"{old.name}’s bot" if old.person else old.name, bot=event.bot, bank=old.bank)
    state.set_occupant(event.seat, left if event.bot else Occupant(plays_as=old.player_name))
    state.cutting.free_seat(event.seat)
    state.last_mover = None
    state.agreed.pop(f"remove:{event.seat}", None)
    for agreed in state.agreed.values():
        agreed.discard(old.person)
    if event.removed and old.person:
        state.removed[old.person] = old.name, old.client
        if state.playing:
            state.consent.dealt.discard(old.person)
    if old.person == state.host:
        heirs = sorted(state.people, key=lambda seat: state.seats[seat].sat)
        state.host = state.seats[heirs[0]].person if heirs else state.host
    if not old.newcomer:
        restart_turn(state, event.seat)


def apply_held(state: TableState, event: events.Held) -> None:
    note_used_time(state, event.seat)
    state.seats[event.seat].held = True
    restart_turn(state, event.seat)


def apply_returned(state: TableState, event: events.Returned) -> None:
    state.seats[event.seat].held = False
    state.seats[event.seat].misses = 0
    continue_turn(state, event.seat)


def restart_turn(state: TableState, seat: int) -> None:
    """Start the turn anew for a seat's new player."""
    if seat == state.actor and state.next_question is None:
        state.since = state.at


def note_used_time(state: TableState, seat: int) -> None:
    """Note how much of the turn a person has used who leaves, or for whom a bot is about to play."""
    who = state.seats[seat]
    if who.person and not who.held and seat == state.actor and state.next_question is None:
        until = state.paused_at if state.paused else state.at
        used = max(0.0, until - state.since - added_time(state))
        state.used = UsedTime(who.person, state.token, used)


def continue_turn(state: TableState, seat: int) -> None:
    """Continue the turn of a person who comes back in it, with the time that was left; else start it anew."""
    restart_turn(state, seat)
    used, who = state.used, state.seats[seat].person
    if seat == state.actor and state.next_question is None and (used.person, used.token) == (who, state.token):
        state.since = state.at - used.seconds


def apply_started(state: TableState, event: events.Started) -> None:
    state.match = StartPosition(state.game, len(state.seats), state.options, event.position).build_match()
    state.began = state.at
    state.number += 1
    state.transcript = Transcript.start(state.id, state.number, state.match)
    state.steps = state.undone = 0
    state.stopped = False
    state.position_changed()
    state.gathering = None
    state.agreed = {}
    state.reminded = set()
    state.paused, state.last_mover = False, None
    state.pauses.clear()
    state.cut_runs = False
    state.past.clear()
    state.nudged, state.chronicle, state.ledger = None, [], []
    state.accords[state.number] = RevealConsent()
    for seat in state.people:
        state.consent.add_player(state.seats[seat].person, seat, state.seats[seat].name)
    state.since = state.at
    for one in state.seats:
        one.bank = float(state.settings.bank)
        one.misses, one.step = 0, -state.match.remembered
        one.tempo = "usual" if one.tempo == "end" else one.tempo
    state.hand_at = HandPosition.from_match(state.game, state.match)
    begin_hand(state)
    state.hand_start = HandStart.from_state(state)
    update_questions(state)


def begin_hand(state: TableState) -> None:
    """Begin a hand: newcomers play from here on, and proposals about the last one fall."""
    state.refurnished += 1
    state.agreed.clear()
    state.dealt = [seat.person for seat in state.seats]
    state.consent.dealt.update(filter(None, state.dealt))
    for seat in state.seats:
        seat.join(state.seq, state.steps)
    state.update_names()


def apply_committed(state: TableState, event: events.Committed) -> None:
    state.secret = Secret(state.id, event.cut, bytes.fromhex(event.secret))
    state.cutting.version = event.version
    state.cuts = event.cut + 1


def apply_ordered(state: TableState, event: events.Ordered) -> None:
    match = state.match
    assert match is not None
    if state.drawing is not None:
        state.drawing.count_order(event.of)
    else:
        apply_cut_order(state, event)
    match.take(match.to_items(event.items))
    state.transcript.add_order(event.of, event.items)
    state.agreed.pop("next", None)
    state.gathering = None
    state.past.clear()
    state.last_mover = None
    finish_step(state, match)


def apply_cut_order(state: TableState, event: events.Ordered) -> None:
    """Apply an order that a cut made."""
    if event.index == 0:
        assert state.secret is not None
        frozen = None if event.frozen is None else build_frozen_list(state, event.frozen)
        state.cut = MadeCut(state.secret, event.voices, frozen)
        if frozen is not None:
            state.transcript.continue_from(frozen.before)
        state.cut_runs = True
        state.secret = None
        state.cutting = CutState(state.cuts)
    assert state.cut is not None
    published = {"index": event.index, "of": event.of, "count": len(event.items), "root": event.root}
    state.cut.orders.append(published)


def build_frozen_list(state: TableState, head: Mapping[str, Any]) -> FrozenList:
    """Build the frozen list of a cut from its stored head and the current seals."""
    assert state.secret is not None
    entries = state.cutting.list_entries()
    return FrozenList.from_head(state.id, state.secret.number, state.secret.commitment, head, entries)


def apply_acted(state: TableState, event: events.Acted) -> None:
    match, seat = state.match, state.seats[event.seat]
    assert match is not None
    if len(state.people) < 2:
        keep_past(state, event)
    state.transcript.add_action(event.seat, event.action)
    if event.took:
        seat.times[state.turn_kind].append(event.took)
    if state.gathering is not None:
        drop_counted_answers(state, event)
    if state.drawing is not None:
        state.drawing.count_action(event.seat, state.is_random_pick)
    match.take(event.action)
    if seat.bank != event.bank:
        seat.bank = event.bank
        state.refurnished += 1
    if event.by == "person":
        seat.misses = 0
    elif event.by == "clock":
        seat.misses += 1
    state.cut_runs = False
    if state.agreed:
        drop_proposals(state)
    state.last_mover = event.seat if event.by == "person" and state.gathering is None else None
    finish_step(state, match)
    if state.to_act == OVER:
        end_match(state)


def drop_proposals(state: TableState) -> None:
    """Drop the proposals about a turn that is over."""
    state.refurnished += 1
    for to in ("time", "undo"):
        state.agreed.pop(to, None)


def end_match(state: TableState) -> None:
    """End the match."""
    assert state.match is not None
    state.refurnished += 1
    if state.settings.reveal == "always" and state.match.over:
        state.opened.add(state.number)


def keep_past(state: TableState, event: events.Acted) -> None:
    """Store the state before a choice of the only person, so that it can be taken back. Forget it when another seat
    acts."""
    if state.single_player != event.seat or event.by == "together":
        state.past.clear()
    elif event.by == "person":
        state.past.append(UndoPoint.from_state(state))


def apply_undone(state: TableState, _: events.Undone) -> None:
    if state.past:
        state.past.pop().restore(state)
    else:
        take_back_last_action(state)
    state.cutting.restart_sealing()
    state.undone += 1
    state.agreed.pop("undo", None)
    state.position_changed()
    state.since = state.at


def take_back_last_action(state: TableState) -> None:
    """Return the match to the state before its latest action."""
    assert state.match is not None
    state.match = state.match.without_last_step()
    state.steps -= 1
    state.transcript.steps.pop()
    state.last_mover = None


def apply_called_off(state: TableState, _: events.CalledOff) -> None:
    assert state.hand_start is not None
    state.hand_start.restore(state)
    state.cutting.restart_sealing()
    state.undone += 1
    state.agreed.clear()
    state.last_mover, state.paused = None, False
    state.past.clear()
    state.position_changed()
    state.since = state.at
    update_questions(state)


def apply_ended(state: TableState, event: events.Ended) -> None:
    state.stopped = True
    apply_called_off(state, events.CalledOff(event.steps))
    end_match(state)


def apply_time_added(state: TableState, event: events.TimeAdded) -> None:
    state.extra = state.turn, event.seconds + (state.extra[1] if state.extra[0] == state.turn else 0)
    state.agreed.pop("time", None)


def apply_poked(state: TableState, _: events.Poked) -> None:
    state.poked = state.turn


def apply_paced(state: TableState, event: events.Paced) -> None:
    state.seats[event.seat].tempo = event.tempo


def apply_nudged(state: TableState, _: events.Nudged) -> None:
    state.nudged = state.turn


def drop_counted_answers(state: TableState, event: events.Acted) -> None:
    """Drop the open questions that an action has answered. After a public answer to a secret question the others are
    asked again."""
    assert state.gathering is not None
    heard = state.gathering.group.secret and is_public_action(state.view(event.seat), event.action)
    if state.next_question:
        state.gathering.close(state.next_question)
    if heard:
        state.gathering = None


def apply_answered(state: TableState, event: events.Answered) -> None:
    assert state.gathering is not None
    state.gathering.answers[OpenQuestion(event.seat, event.phase)] = event.action


def apply_eased(state: TableState, event: events.Eased) -> None:
    state.seats[event.seat].eased = event.on


def finish_step(state: TableState, match: Match) -> None:
    """Take over the match after a step."""
    state.steps += 1
    state.since = state.at
    state.position_changed()
    hand = int(state.game.rules.hand.number(match.record)), match.hand_ended
    if hand != state.hand_at:
        change_hand(state, HandPosition(*hand))
    update_questions(state)


def change_hand(state: TableState, hand: HandPosition) -> None:
    """Handle the end of a hand or the start of the next."""
    assert state.match is not None
    before, state.hand_at = state.hand_at, hand
    if state.hand_at.ended and not before.ended:
        state.chronicle.append(HandSummary.from_match(state.game, state.match, state.view(ONLOOKER)))
        state.ledger.append(book_hand(state))
        state.hand_start = HandStart.from_state(state)
        if state.drawing is not None and len(state.ledger) >= state.drawing.daily.terms.hands:
            state.to_act = OVER
    if state.hand_at.is_after(before):
        begin_hand(state)


def update_questions(state: TableState) -> None:
    """Update the open simultaneous questions."""
    groups = state.game.services.simultaneous_by_phase
    if groups and state.to_act >= 0 and (group := groups.get(state.phase)) is not None:
        assert state.match is not None
        state.gathering = open_questions(group, state.match.record, state.gathering)
    elif state.gathering is not None and not state.gathering.open:
        state.gathering = None


def apply_paused(state: TableState, event: events.Paused) -> None:
    state.paused, state.pauser, state.paused_at = True, event.seat, state.at
    if event.seat is not None:
        state.pauses[state.seats[event.seat].person] += 1


def apply_resumed(state: TableState, _: events.Resumed) -> None:
    state.paused = False
    state.cutting.resume(state.at - state.paused_at)
    state.since = state.at


def apply_host_changed(state: TableState, event: events.HostChanged) -> None:
    state.host = state.seats[event.seat].person


def apply_muted(state: TableState, event: events.Muted) -> None:
    who = state.seats[event.seat]
    who.muted = event.on
    (state.muted.add if event.on else state.muted.discard)(who.person)
    if who.client:
        (state.muted_clients.add if event.on else state.muted_clients.discard)(who.client)


def apply_barred(state: TableState, event: events.Barred) -> None:
    state.removed[event.person] = event.name, event.client


def apply_readmitted(state: TableState, event: events.Readmitted) -> None:
    state.removed.pop(event.person, None)


def apply_renamed(state: TableState, event: events.Renamed) -> None:
    who = state.seats[event.seat]
    who.name, who.face = event.name, event.face
    state.update_names()
    if who.person in state.consent.names:
        state.consent.names[who.person] = event.name


def apply_declined(state: TableState, event: events.Declined) -> None:
    state.agreed.pop(event.to, None)


def apply_agreed(state: TableState, event: events.Agreed) -> None:
    if event.to != "reveal":
        state.agreed.setdefault(event.to, set()).add(event.person)
        return
    accord = state.accords[event.match]
    accord.agreed.add(event.person)
    if accord.is_complete:
        state.opened.add(event.match)


def apply_said(state: TableState, event: events.ChatSaid) -> None:
    if event.reminder:
        state.reminded.add(state.seats[event.seat].person)


def apply_shown(state: TableState, event: events.Shown) -> None:
    """Turn an unseen hand face up."""
    assert state.match is not None
    state.match.show(event.seat)
    state.position_changed()


def apply_staged(state: TableState, event: events.Staged) -> None:
    state.cutting.stage, state.cutting.due, state.cutting.cutter = event.stage, event.due, event.cutter
    if event.frozen is not None:
        state.cutting.frozen = build_frozen_list(state, event.frozen)


def apply_sealed(state: TableState, event: events.Sealed) -> None:
    state.cutting.add_seal(event.seat, bytes.fromhex(event.seal), state.seats[event.seat].person)


def apply_unsealed(state: TableState, event: events.Unsealed) -> None:
    state.cutting.values[event.seat] = bytes.fromhex(event.value)


def apply_settled(state: TableState, event: events.Settled) -> None:
    state.settled = event.match


def apply_led(state: TableState, event: events.Led) -> None:
    state.led = event.table


def apply_closed(state: TableState, _: events.Closed) -> None:
    state.closed = True


TAKES: dict[type[events.Event], Callable[[TableState, Any], None]] = {
    events.Opened: apply_opened,
    events.Seated: apply_seated,
    events.Left: apply_left,
    events.Held: apply_held,
    events.Returned: apply_returned,
    events.Started: apply_started,
    events.Committed: apply_committed,
    events.Ordered: apply_ordered,
    events.Acted: apply_acted,
    events.Answered: apply_answered,
    events.Eased: apply_eased,
    events.Paced: apply_paced,
    events.Nudged: apply_nudged,
    events.Undone: apply_undone,
    events.Paused: apply_paused,
    events.Resumed: apply_resumed,
    events.Agreed: apply_agreed,
    events.Closed: apply_closed,
    events.ChatSaid: apply_said,
    events.Shown: apply_shown,
    events.Staged: apply_staged,
    events.Sealed: apply_sealed,
    events.Unsealed: apply_unsealed,
    events.Settled: apply_settled,
    events.Barred: apply_barred,
    events.Readmitted: apply_readmitted,
    events.Renamed: apply_renamed,
    events.Muted: apply_muted,
    events.HostChanged: apply_host_changed,
    events.Poked: apply_poked,
    events.TimeAdded: apply_time_added,
    events.Ended: apply_ended,
    events.CalledOff: apply_called_off,
    events.Declined: apply_declined,
    events.Led: apply_led,
}
"""Reducer of each event."""
FURNITURE: dict[type[events.Event], Callable[[TableState, Any], None]] = {
    **{kind: TAKES[kind] for kind in (events.Seated, events.Left, events.Closed)},
    events.Opened: set_static_info,
}
"""Reducers that also work without the game of the table."""
REDUCERS.update(TAKES)
STATIC_REDUCERS.update(FURNITURE)
