"""What each event changes of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..games.layout import ONLOOKER, OVER
from .accord import Accord
from .alone import Before
from .asleep import awake
from .chronicle import HandTold
from .cutting import Cut, Cutting
from .daily import Daily, Drawing
from .events import (
    Acted,
    Agreed,
    Answered,
    Closed,
    Committed,
    Eased,
    Event,
    Held,
    Left,
    Nudged,
    Opened,
    Ordered,
    Paced,
    Paused,
    Resumed,
    Returned,
    Said,
    Sealed,
    Seated,
    Settled,
    Shown,
    Staged,
    Started,
    Undone,
    Unsealed,
)
from .fair import Secret
from .frozen_list import FrozenList, Transcript
from .gathering import Asked, gathering
from .ledger import Booked
from .legal import is_heard
from .position import Begins
from .seating import HandAt, Occupant
from .told import Origin, Settings

if TYPE_CHECKING:
    from ..match import Match
    from .state import TableState


def opened(state: TableState, event: Opened) -> None:
    state.game = awake(event.game, event.rules)
    furnished(state, event)


def furnished(state: TableState, event: Opened) -> None:
    """What a table is beside its game."""
    state.game_id = event.game
    state.options = dict(event.options)
    state.settings = Settings(**event.settings)
    state.origin = Origin(**event.origin) if event.origin else None
    state.drawing = Drawing(Daily.of(event.daily)) if event.daily else None
    state.host = event.host
    state.date = event.date
    state.seats = [Occupant() for _ in range(event.seats)]


def seated(state: TableState, event: Seated) -> None:
    bank, old = float(state.settings.bank), state.seats[event.seat]
    fresh = Occupant(
        event.name, event.person, event.face, event.bot, event.client, bank=bank if old.empty else old.bank
    )
    fresh.since, fresh.step = state.seq, state.steps
    state.cutting.part(event.seat)
    if event.person:
        state.past.clear()
        clock_begins(state)
    state.take_seat(event.seat, fresh)
    if event.person and state.match is not None:
        joined(state, event.seat, old)


def clock_begins(state: TableState) -> None:
    """Who was alone with bots is so no more: what they are asked just now has its whole time from here on."""
    if state.alone is not None and (state.asked is not None or state.actor == state.alone):
        state.since = state.at


def joined(state: TableState, seat: int, old: Occupant) -> None:
    """A person has sat down during a match: to a hand of their own at once, else from the next one on."""
    fresh = state.seats[seat]
    if state.playing:
        state.accord.sits(fresh.person, seat, fresh.name)
    if state.dealt[seat] == fresh.person:
        restart_turn(state, seat)
    else:
        fresh.newcomer, fresh.bot, fresh.plays_as = True, old.bot, old.player
        state.name_seats()


def left(state: TableState, event: Left) -> None:
    old = state.seats[event.seat]
    if state.playing and old.person:
        state.accord.leaves(old.person)
    state.take_seat(event.seat, Occupant(old.name, bot=event.bot, bank=old.bank) if event.bot else Occupant())
    state.cutting.part(event.seat)
    for agreed in state.agreed.values():
        agreed.discard(old.person)
    if old.person == state.host:
        heirs = [state.seats[seat].person for seat in state.people]
        state.host = heirs[0] if heirs else state.host
    if not old.newcomer:
        restart_turn(state, event.seat)


def held(state: TableState, event: Held) -> None:
    state.seats[event.seat].held = True
    restart_turn(state, event.seat)


def returned(state: TableState, event: Returned) -> None:
    state.seats[event.seat].held = False
    state.seats[event.seat].misses = 0
    restart_turn(state, event.seat)


def restart_turn(state: TableState, seat: int) -> None:
    """Whoever takes the turn over begins it now."""
    if seat == state.actor and state.asked is None:
        state.since = state.at


def started(state: TableState, event: Started) -> None:
    state.match = Begins(state.game, len(state.seats), state.options, event.position).match()
    state.began = state.at
    state.number += 1
    state.transcript = Transcript.of(state.id, state.number, state.match)
    state.steps = state.undone = 0
    state.lies_anew()
    state.gathering = None
    state.agreed = {}
    state.reminded = set()
    state.paused = False
    state.cut_runs = False
    state.past.clear()
    state.nudged, state.chronicle, state.ledger = None, [], []
    state.accords[state.number] = Accord()
    for seat in state.people:
        state.accord.sits(state.seats[seat].person, seat, state.seats[seat].name)
    state.since = state.at
    for one in state.seats:
        one.bank = float(state.settings.bank)
        one.misses, one.step = 0, -state.match.remembered
        one.tempo = "usual" if one.tempo == "end" else one.tempo
    state.hand_at = HandAt.of(state.game, state.match)
    hand_begins(state)
    asks(state)


def hand_begins(state: TableState) -> None:
    """Whoever sits at a seat plays the hand that begins there."""
    state.refurnished += 1
    state.dealt = [seat.person for seat in state.seats]
    state.accord.dealt.update(filter(None, state.dealt))
    for seat in state.seats:
        seat.join(state.seq, state.steps)
    state.name_seats()


def committed(state: TableState, event: Committed) -> None:
    state.secret = Secret(state.id, event.cut, bytes.fromhex(event.secret))
    state.cutting.version = event.version
    state.cuts = event.cut + 1


def ordered(state: TableState, event: Ordered) -> None:
    match = state.match
    assert match is not None
    if state.drawing is not None:
        state.drawing.ordered(event.of)
    else:
        cut(state, event)
    match.take(match.given(event.items))
    state.transcript.ordered(event.of, event.items)
    state.agreed.pop("next", None)
    state.gathering = None
    state.past.clear()
    stepped(state, match)


def cut(state: TableState, event: Ordered) -> None:
    """An order that a cut has made."""
    if event.index == 0:
        assert state.secret is not None
        frozen = None if event.frozen is None else frozen_list(state, event.frozen)
        state.cut = Cut(state.secret, event.voices, frozen)
        if frozen is not None:
            state.transcript.froze(frozen.before)
        state.cut_runs = True
        state.secret = None
        state.cutting = Cutting(state.cuts)
    assert state.cut is not None
    published = {"index": event.index, "of": event.of, "count": len(event.items), "root": event.root}
    state.cut.orders.append(published)


def frozen_list(state: TableState, head: Mapping[str, Any]) -> FrozenList:
    """The list that a cut is bound to: what the log has of it, and the seals as they are."""
    assert state.secret is not None
    entries = state.cutting.entries()
    return FrozenList.of_head(state.id, state.secret.number, state.secret.commitment, head, entries)


def acted(state: TableState, event: Acted) -> None:
    match, seat = state.match, state.seats[event.seat]
    assert match is not None
    if len(state.people) < 2:
        keep_past(state, event)
    state.transcript.acted(event.seat, event.action)
    if event.took:
        seat.times[state.kind].append(event.took)
    if state.gathering is not None:
        gathered(state, event)
    if state.drawing is not None:
        state.drawing.acted(event.seat, state.is_lot)
    match.take(event.action)
    if seat.bank != event.bank:
        seat.bank = event.bank
        state.refurnished += 1
    if event.by == "person":
        seat.misses = 0
    elif event.by == "clock":
        seat.misses += 1
    state.cut_runs = False
    stepped(state, match)
    if state.to_act == OVER:
        over(state)


def over(state: TableState) -> None:
    """The match has ended."""
    assert state.match is not None
    state.refurnished += 1
    if state.settings.reveal == "always" and state.match.over:
        state.opened.add(state.number)


def keep_past(state: TableState, event: Acted) -> None:
    """What the only person here may go back to: nothing once another seat has acted."""
    if state.alone != event.seat or event.by == "together":
        state.past.clear()
    elif event.by == "person":
        state.past.append(Before.of(state))


def undone(state: TableState, _: Undone) -> None:
    state.past.pop().restore(state)
    state.undone += 1
    state.lies_anew()
    state.since = state.at


def paced(state: TableState, event: Paced) -> None:
    state.seats[event.seat].tempo = event.tempo


def nudged(state: TableState, _: Nudged) -> None:
    state.nudged = state.turn


def gathered(state: TableState, event: Acted) -> None:
    """What was answered together with this waits no more; after what all hear, it is asked again."""
    assert state.gathering is not None
    heard = is_heard(state.view(event.seat), event.action)
    state.gathering = state.gathering.closed(state.asked) if state.asked else state.gathering
    state.gathering = None if heard else state.gathering


def answered(state: TableState, event: Answered) -> None:
    assert state.gathering is not None
    state.gathering.answers[Asked(event.seat, event.phase)] = event.action


def eased(state: TableState, event: Eased) -> None:
    state.seats[event.seat].eased = event.on


def stepped(state: TableState, match: Match) -> None:
    """A step was taken in the match."""
    state.steps += 1
    state.since = state.at
    state.lies_anew()
    hand = int(state.game.rules.hand.number(match.record)), match.hand_ended
    if hand != state.hand_at:
        hand_turns(state, HandAt(*hand))
    asks(state)


def hand_turns(state: TableState, hand: HandAt) -> None:
    """A hand has ended, or the next one begun."""
    assert state.match is not None
    before, state.hand_at = state.hand_at, hand
    if state.hand_at.ended and not before.ended:
        state.chronicle.append(HandTold.of(state.game, state.match, state.view(ONLOOKER)))
        state.ledger.append(Booked.of(state))
        if state.drawing is not None and len(state.ledger) >= state.drawing.daily.terms.hands:
            state.to_act = OVER
    if state.hand_at.follows(before):
        hand_begins(state)


def asks(state: TableState) -> None:
    """What several are asked at once."""
    groups = state.game.house.groups
    if groups and state.to_act >= 0 and (group := groups.get(state.phase)) is not None:
        assert state.match is not None
        state.gathering = gathering(group, state.match.record, state.gathering)


def paused(state: TableState, _: Paused) -> None:
    state.paused = True


def resumed(state: TableState, _: Resumed) -> None:
    state.paused = False
    state.since = state.at


def agreed(state: TableState, event: Agreed) -> None:
    if event.to != "reveal":
        state.agreed.setdefault(event.to, set()).add(event.person)
        return
    accord = state.accords[event.match]
    accord.agreed.add(event.person)
    if accord.whole:
        state.opened.add(event.match)


def said(state: TableState, event: Said) -> None:
    if event.reminder:
        state.reminded.add(state.seats[event.seat].person)


def shown(state: TableState, event: Shown) -> None:
    """A hand that was thrown away unseen lies face up."""
    assert state.match is not None
    state.match.show(event.seat)
    state.lies_anew()


def staged(state: TableState, event: Staged) -> None:
    state.cutting.stage, state.cutting.due, state.cutting.cutter = event.stage, event.due, event.cutter
    if event.frozen is not None:
        state.cutting.frozen = frozen_list(state, event.frozen)


def sealed(state: TableState, event: Sealed) -> None:
    state.cutting.seal(event.seat, bytes.fromhex(event.seal), state.seats[event.seat].person)


def unsealed(state: TableState, event: Unsealed) -> None:
    state.cutting.values[event.seat] = bytes.fromhex(event.value)


def settled(state: TableState, event: Settled) -> None:
    state.settled = event.match


def closed(state: TableState, _: Closed) -> None:
    state.closed = True


TAKES: dict[type[Event], Callable[[TableState, Any], None]] = {
    Opened: opened,
    Seated: seated,
    Left: left,
    Held: held,
    Returned: returned,
    Started: started,
    Committed: committed,
    Ordered: ordered,
    Acted: acted,
    Answered: answered,
    Eased: eased,
    Paced: paced,
    Nudged: nudged,
    Undone: undone,
    Paused: paused,
    Resumed: resumed,
    Agreed: agreed,
    Closed: closed,
    Said: said,
    Shown: shown,
    Staged: staged,
    Sealed: sealed,
    Unsealed: unsealed,
    Settled: settled,
}
"""What each event changes."""
FURNITURE: dict[type[Event], Callable[[TableState, Any], None]] = {
    **{kind: TAKES[kind] for kind in (Seated, Left, Closed)},
    Opened: furnished,
}
"""What some events change of a table that is asleep."""
