"""Archive of finished matches: records, replays and proofs of cuts, built from the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from shindig.core.layout_and_views import ONLOOKER
from shindig.match import Match
from shindig.messages import say
from shindig.record import dumps

from ..broadcast.event_buffer import BufferedEvent
from ..broadcast.match_view_of_person import (
    NO_TENURE,
    Holders,
    SeatHistory,
    SeatTenure,
    build_person_view,
    build_seat_history,
    find_holders,
    pick_tenure,
)
from ..card_proofs import seen_cards
from ..card_proofs.seen_cards import Knowledge, Viewers
from ..errors import MissingError
from ..fairness import fair_shuffle
from ..fairness.daily_secret import SealedDeal
from ..fairness.frozen_cut_inputs import FrozenList
from ..schemas import Origin, ReplayStep
from ..table_log.events import Acted, CalledOff, Ended, Event, Ordered, Started, Undone, decode
from ..table_log.reducers import build_frozen_list
from ..table_log.shared_match_snapshot import MatchSnapshot
from ..table_log.simultaneous_answers import OpenQuestion
from ..table_log.start_position import StartPosition
from ..table_log.table_state import TableState


@dataclass
class ArchivedCut:
    """A cut of the match, with the cards of its orders."""

    secret: fair_shuffle.Secret
    voices: list[fair_shuffle.Voice]
    orders: list[tuple[list[str], fair_shuffle.ShuffledOrder]] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """For each order, the number of its step in the match."""
    frozen: FrozenList | None = None
    """Frozen list, or None for a cut that release 1.0 began."""
    called_off: bool = False
    """True if all agreed that the hand of this cut does not count."""


@dataclass
class ArchivedMatch:
    """A match from its log, equal for all viewers."""

    table: str
    begins: StartPosition
    match: Match
    names: list[str]
    origin: Origin | None = None
    """Origin of a match that counts for nothing, or None."""
    open: bool = False
    """True if its hands were revealed to all by the end of the log."""
    watch: bool = True
    """True if people without a seat may look on."""
    events: list[Event] = field(default_factory=list)
    """Orders and actions, one for each of `match.steps`."""
    before: list[Holders] = field(default_factory=list)
    """Holders of the seats before each step."""
    after: list[Holders] = field(default_factory=list)
    """Holders of the seats after each step."""
    sat: frozenset[str] = frozenset()
    """Everybody who sat in the match at any time."""
    seated: list[tuple[str, ...]] = field(default_factory=list)
    """Names of the players at each step."""
    cuts: list[ArchivedCut] = field(default_factory=list)
    daily: SealedDeal | None = None
    """Deal of the day, for an attempt at it."""
    epoch: int = 0
    """Epoch of the table when its log was read."""

    def undo_to(self, steps: int) -> None:
        """Drop the steps after a number of them: only actions that somebody took back."""
        for told in (self.events, self.before, self.after, self.seated):
            del told[steps:]
        self.match = self.begins.build_match()
        for event in self.events:
            _take_logged_step(self.match, event)

    def call_off(self, steps: int) -> None:
        """Drop a hand that all agreed to call off. Its cut stays, since cuts are counted."""
        self.undo_to(steps)
        for cut in self.cuts:
            cut.called_off = cut.called_off or cut.steps[0] >= steps

    def build_match_at(self, step: int) -> Match:
        """Return the match after a number of steps, or after all if there are fewer."""
        again = self.begins.build_match()
        for event in self.events[:step]:
            take_judged_step(again, event)
        return again

    def build_seat_history(self, ids: Sequence[str]) -> SeatHistory:
        """Return the seats held by the person with these ids; without ids, an onlooker's."""
        return build_seat_history(self.before, self.after, ids, not self.sat.isdisjoint(ids))


def read_match(table: str, lines: Sequence[str], number: int) -> ArchivedMatch:
    """Read match `number` from a table's log. Raises MissingError if it was not played to its end."""
    state, found = TableState(table), None
    for line in lines:
        event, at = decode(line)
        if found is not None and state.number == number and isinstance(event, (Ordered, Acted)):
            found.before.append(find_holders(state))
            found.seated.append(state.players)
            _take_archived_step(found, state, credit_answer(state, event))
            state.add(event, at)
            found.after.append(find_holders(state))
        else:
            state.add(event, at)
        if found is not None and state.number == number and isinstance(event, Undone):
            found.undo_to(event.steps)
        if found is not None and state.number == number and isinstance(event, (CalledOff, Ended)):
            found.call_off(event.steps)
        if state.number == number and isinstance(event, Started):
            begins = StartPosition(state.game, len(state.seats), state.options, event.position)
            found = ArchivedMatch(
                table, begins, begins.build_match(), [seat.name for seat in state.seats], state.origin
            )
        if found is not None and state.number == number:
            found.sat = frozenset(state.consent.seats)
    if found is None or not state.is_finished(number):
        raise MissingError(say("refuse-match-missing", number=number))
    found.open, found.watch = number in state.opened, state.settings.watch
    found.daily = state.drawing.daily if state.drawing else None
    return found


def credit_answer(state: TableState, event: Ordered | Acted) -> Ordered | Acted:
    """Return a simultaneous answer as the person's if they gave it in time; any other event as it is."""
    given = state.gathering.answers if state.gathering else {}
    if isinstance(event, Acted) and given.get(OpenQuestion(event.seat, state.phase)) == event.action:
        return replace(event, by="person")
    return event


def _take_archived_step(found: ArchivedMatch, state: TableState, event: Ordered | Acted) -> None:
    """Take a step in the state before it."""
    match = found.match
    found.events.append(event)
    if isinstance(event, Acted):
        _take_logged_step(match, event)
        return
    if event.index == 0:
        voices = [fair_shuffle.Voice.from_json(voice) for voice in event.voices]
        frozen = build_frozen_list(state, event.frozen) if event.frozen is not None else None
        found.cuts.append(ArchivedCut(_find_secret(state, event), voices, frozen=frozen))
    cut = found.cuts[-1]
    codes = match.game.item_codes(match.record, int(match.record.asks))
    cards = [codes[item] for item in match.wanted()]
    cut.orders.append(
        (cards, fair_shuffle.make_order(cut.secret, cut.voices, event.index, event.of, cards, cut.frozen))
    )
    cut.steps.append(len(match.steps))
    _take_logged_step(match, event)


def _find_secret(state: TableState, event: Ordered) -> fair_shuffle.Secret:
    """Return the secret that made an order."""
    if state.drawing is not None:
        return state.drawing.daily.derive_secret(event.of, event.cut)
    assert state.secret is not None
    return state.secret


def _take_logged_step(match: Match, event: Event) -> None:
    """Take a step of the log in a match."""
    if isinstance(event, Acted):
        match.play(event.action, event.seat)
    elif isinstance(event, Ordered):
        match.order(event.items)


def take_judged_step(match: Match, event: Event) -> None:
    """Take a step that was checked before, without recording it."""
    if isinstance(event, Acted):
        match.take(event.action)
    elif isinstance(event, Ordered):
        match.order(event.items)


def build_record(found: ArchivedMatch) -> str:
    """Return the record as text, with a line for each opened cut.

    A continued match gets a record for reading only; an attempt at the deal of the day gets a line for that.
    """
    if found.origin is not None:
        return dumps(found.match, found.names, found.origin._asdict())
    if found.daily is not None:
        return dumps(found.match, found.names) + json.dumps({"daily": found.daily.as_json()}) + "\n"
    cuts = [json.dumps({"cut": {"table": found.table, **_build_opened(cut)}}) for cut in found.cuts]
    return dumps(found.match, found.names) + "".join(f"{line}\n" for line in cuts)


def _build_published(cut: ArchivedCut) -> dict[str, Any]:
    return {
        "cut": cut.secret.number,
        "commitment": cut.secret.commitment.hex(),
        **({} if cut.frozen is None else {"frozen": cut.frozen.build_head()}),
        "voices": [voice.as_json() for voice in cut.voices],
        "orders": [order.build_published() for _, order in cut.orders],
        **({"called_off": True} if cut.called_off else {}),
    }


def _build_opened(cut: ArchivedCut) -> dict[str, Any]:
    return {**_build_published(cut), "secret": cut.secret.secret.hex()}


def build_replay(
    found: ArchivedMatch, sight: SeatHistory, open_to_all: bool, steps: int | None = None
) -> list[ReplayStep]:
    """Return the match, or its first steps, from the seats that a person held, or from all if it is revealed."""
    game = found.match.game
    again = found.begins.build_match()
    before, told = MatchSnapshot(game, again.array.tobytes()), list[ReplayStep]()
    for number, event in enumerate(found.events[:steps]):
        take_judged_step(again, event)
        after = MatchSnapshot(game, again.array.tobytes())
        teller = pick_tenure(sight.before[number], event.seat if isinstance(event, Acted) else None)
        update = BufferedEvent(number, event, found.seated[number], before, after).build_log_entry(teller.seat)
        held = (
            map(SeatTenure, range(ONLOOKER, found.match.seats)) if open_to_all else sight.after[number] or [NO_TENURE]
        )
        views = {one.seat: build_person_view(after, one, number + 1) for one in held}
        told.append(ReplayStep(number, update.do, update.seat, update.lines, found.seated[number], views))
        before = after
    return told


def track_cards(found: ArchivedMatch) -> Knowledge:
    """Return who saw which cards of a match when."""
    match = found.match
    return seen_cards.track_match(match.game, match.seats, match.options, found.events)


def build_opened_cuts(found: ArchivedMatch) -> dict[str, Any]:
    """Return everything of each cut."""
    return {"table": found.table, "open": True, "cuts": [_build_open_orders(cut) for cut in found.cuts]}


def build_proofs(found: ArchivedMatch, known: Knowledge, viewers: Viewers) -> dict[str, Any]:
    """Return the published part of each cut, with proofs of the cards seen from these seats."""
    cuts = [_build_proven_orders(cut, known, viewers) for cut in found.cuts]
    return {"table": found.table, "open": False, "cuts": cuts}


def _build_open_orders(cut: ArchivedCut) -> dict[str, Any]:
    """Return an opened cut; each order with its cards in the order of the rules and as dealt."""
    told = _build_opened(cut)
    for (listed, order), one in zip(cut.orders, told["orders"], strict=True):
        one |= {"cards": order.cards} | ({"listed": listed} if cut.frozen is None else {})
    return told


def _build_proven_orders(cut: ArchivedCut, known: Knowledge, viewers: Viewers) -> dict[str, Any]:
    """Return the published part of a cut, with proofs of what a person saw."""
    told = _build_published(cut)
    if cut.called_off:
        return told | {"orders": [one | {"proofs": []} for one in told["orders"]]}
    for step, (_, order), one in zip(cut.steps, cut.orders, told["orders"], strict=True):
        one["proofs"] = [order.prove(position).as_json() for position in known.find_positions(step, viewers)]
    return told
