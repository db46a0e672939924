"""Matches that are over: their records, their replays, and the proofs of their cuts, all made from the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..games.layout import ONLOOKER
from ..match import Match
from ..record import dumps
from . import fair, knowledge
from .daily import Daily
from .errors import MissingError
from .events import Acted, Event, Ordered, Started, Undone, decode
from .fold import frozen_list
from .frame import Frame
from .frozen_list import FrozenList
from .history import Entry
from .knowledge import Knowledge, Viewers
from .position import Begins
from .state import TableState
from .told import Origin, ReplayStep
from .views import NOBODY, Held, Holders, Sight, held_seat, holders, sight_of, view_for


@dataclass
class CutMade:
    """A cut of the match with the cards its orders were made from."""

    secret: fair.Secret
    voices: list[fair.Voice]
    orders: list[tuple[list[str], fair.Order]] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """For each order, which step of the match it was."""
    frozen: FrozenList | None = None
    """None for a cut that release 1.0 began."""


@dataclass
class Played:
    """A match from its log, the same for all who ask."""

    table: str
    begins: Begins
    match: Match
    names: list[str]
    origin: Origin | None = None
    """Where it began, if it counts for nothing."""
    open: bool = False
    """Whether its hands were open to all at the end of the log."""
    watch: bool = True
    """Whether people without a seat may look on."""
    events: list[Event] = field(default_factory=list)
    """Its orders and actions, one for each of `match.steps`."""
    before: list[Holders] = field(default_factory=list)
    """Before each of them, who held which seat."""
    after: list[Holders] = field(default_factory=list)
    """The same after each of them."""
    sat: frozenset[str] = frozenset()
    """Who sat in it at any time."""
    seated: list[tuple[str, ...]] = field(default_factory=list)
    """At each of them, the names of those who played at the seats."""
    cuts: list[CutMade] = field(default_factory=list)
    daily: Daily | None = None
    """The deal of the day that it was a try at."""
    epoch: int = 0
    """The table's when its log was read."""

    def back_to(self, steps: int) -> None:
        """Forget what was played after so many steps: actions alone, which somebody took back."""
        for told in (self.events, self.before, self.after, self.seated):
            del told[steps:]
        self.match = self.begins.match()
        for event in self.events:
            _step(self.match, event)

    def at(self, step: int) -> Match:
        """The match when so many of its steps had been taken, as far as there are so many."""
        again = self.begins.match()
        for event in self.events[:step]:
            _take(again, event)
        return again

    def sight(self, ids: Sequence[str]) -> Sight:
        """Return the seats that a person held who is, or was, known by these ids; no ids are an onlooker's."""
        return sight_of(self.before, self.after, ids, not self.sat.isdisjoint(ids))


def played(table: str, lines: Sequence[str], number: int) -> Played:
    """Match `number` of a table's log. Raises MissingError where it was not played to its end."""
    state, found = TableState(table), None
    for line in lines:
        event, at = decode(line)
        if found is not None and state.number == number and isinstance(event, (Ordered, Acted)):
            found.before.append(holders(state))
            found.seated.append(state.players)
            _play(found, state, event)
            state.add(event, at)
            found.after.append(holders(state))
        else:
            state.add(event, at)
        if found is not None and state.number == number and isinstance(event, Undone):
            found.back_to(event.steps)
        if state.number == number and isinstance(event, Started):
            begins = Begins(state.game, len(state.seats), state.options, event.position)
            found = Played(table, begins, begins.match(), [seat.name for seat in state.seats], state.origin)
        if found is not None and state.number == number:
            found.sat = frozenset(state.accord.seats)
    if found is None or not state.finished(number):
        raise MissingError(f"no match {number} was played to its end here")
    found.open, found.watch = number in state.opened, state.settings.watch
    found.daily = state.drawing.daily if state.drawing else None
    return found


def _play(found: Played, state: TableState, event: Ordered | Acted) -> None:
    """Take one step, in the state before it."""
    match = found.match
    found.events.append(event)
    if isinstance(event, Acted):
        _step(match, event)
        return
    if event.index == 0:
        voices = [fair.Voice.from_json(voice) for voice in event.voices]
        frozen = frozen_list(state, event.frozen) if event.frozen is not None else None
        found.cuts.append(CutMade(_secret(state, event), voices, frozen=frozen))
    cut = found.cuts[-1]
    codes = match.game.item_codes(match.record, int(match.record.asks))
    cards = [codes[item] for item in match.wanted()]
    cut.orders.append((cards, fair.make_order(cut.secret, cut.voices, event.index, event.of, cards, cut.frozen)))
    cut.steps.append(len(match.steps))
    _step(match, event)


def _secret(state: TableState, event: Ordered) -> fair.Secret:
    """What made an order."""
    if state.drawing is not None:
        return state.drawing.daily.secret_of(event.of, event.cut)
    assert state.secret is not None
    return state.secret


def _step(match: Match, event: Event) -> None:
    """Take a step of the log in a match."""
    if isinstance(event, Acted):
        match.play(event.action, event.seat)
    elif isinstance(event, Ordered):
        match.order(event.items)


def _take(match: Match, event: Event) -> None:
    """The same where it was judged already, and is not to be written down."""
    if isinstance(event, Acted):
        match.take(event.action)
    elif isinstance(event, Ordered):
        match.order(event.items)


def record(found: Played) -> str:
    """The record's text, with a line for each cut, opened; of a match that began in the midst, for reading alone; of a
    try at the deal of a day, with a line for that."""
    if found.origin is not None:
        return dumps(found.match, found.names, found.origin._asdict())
    if found.daily is not None:
        return dumps(found.match, found.names) + json.dumps({"daily": found.daily.as_json()}) + "\n"
    cuts = [json.dumps({"cut": {"table": found.table, **_opened(cut)}}) for cut in found.cuts]
    return dumps(found.match, found.names) + "".join(f"{line}\n" for line in cuts)


def _published(cut: CutMade) -> dict[str, Any]:
    return {
        "cut": cut.secret.number,
        "commitment": cut.secret.commitment.hex(),
        **({} if cut.frozen is None else {"frozen": cut.frozen.head()}),
        "voices": [voice.as_json() for voice in cut.voices],
        "orders": [order.published() for _, order in cut.orders],
    }


def _opened(cut: CutMade) -> dict[str, Any]:
    return {**_published(cut), "secret": cut.secret.secret.hex()}


def replay(found: Played, sight: Sight, open_to_all: bool) -> list[ReplayStep]:
    """Return the match step by step, from the seats that a person held, or from all where it is open."""
    game = found.match.game
    again = found.begins.match()
    before, steps = Frame(game, again.array.tobytes()), []
    for number, event in enumerate(found.events):
        if isinstance(event, Acted):
            game.engine.apply(again.array, 0, event.action)
        elif isinstance(event, Ordered):
            again.order(event.items)
        after = Frame(game, again.array.tobytes())
        teller = held_seat(sight.before[number], event.seat if isinstance(event, Acted) else None)
        update = Entry(number, event, found.seated[number], before, after).update(teller.seat)
        held = map(Held, range(ONLOOKER, found.match.seats)) if open_to_all else sight.after[number] or [NOBODY]
        views = {one.seat: view_for(after, one, number + 1) for one in held}
        steps.append(ReplayStep(number, update.do, update.seat, update.lines, found.seated[number], views))
        before = after
    return steps


def known(found: Played) -> Knowledge:
    """Who saw which cards of a match when."""
    match = found.match
    return knowledge.follow(match.game, match.seats, match.options, found.events)


def opened(found: Played) -> dict[str, Any]:
    """Everything of each cut."""
    return {"table": found.table, "open": True, "cuts": [_all_cards(cut) for cut in found.cuts]}


def proofs(found: Played, known: Knowledge, viewers: Viewers) -> dict[str, Any]:
    """What was published of each cut, with proofs of the cards that were seen from these seats."""
    cuts = [_seen_cards(cut, known, viewers) for cut in found.cuts]
    return {"table": found.table, "open": False, "cuts": cuts}


def _all_cards(cut: CutMade) -> dict[str, Any]:
    """A cut opened, each order with its cards as the rules list them and as they came."""
    told = _opened(cut)
    for (listed, order), one in zip(cut.orders, told["orders"], strict=True):
        one |= {"cards": order.cards} | ({"listed": listed} if cut.frozen is None else {})
    return told


def _seen_cards(cut: CutMade, known: Knowledge, viewers: Viewers) -> dict[str, Any]:
    """A cut as it was published, with proofs of what a person saw."""
    told = _published(cut)
    for step, (_, order), one in zip(cut.steps, cut.orders, told["orders"], strict=True):
        one["proofs"] = [order.prove(position).as_json() for position in known.positions(step, viewers)]
    return told
