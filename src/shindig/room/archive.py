"""Matches that are over: their records, their replays, and the proofs of their cuts, all made from the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..games.layout import ONLOOKER, snapshot
from ..match import Match
from ..record import dumps
from . import fair, knowledge
from .events import Acted, Event, Ordered, Started, decode
from .frame import Frame
from .history import Entry
from .state import TableState
from .told import ReplayStep


@dataclass
class CutMade:
    """A cut of the match with the cards its orders were made from."""

    secret: fair.Secret
    voices: list[fair.Voice]
    orders: list[tuple[list[str], fair.Order]] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """For each order, which step of the match it was."""


@dataclass
class Played:
    """A match from its log, for one viewer."""

    table: str
    match: Match
    names: list[str]
    open: bool = False
    events: list[Event] = field(default_factory=list)
    """Its orders and actions, one for each of `match.steps`."""
    viewers: list[int] = field(default_factory=list)
    """At each of them, the seat of the person who looks back, or ONLOOKER: who came later sees from then on."""
    seated: list[tuple[str, ...]] = field(default_factory=list)
    """At each of them, the names of the seats."""
    cuts: list[CutMade] = field(default_factory=list)


def played(table: str, lines: Sequence[str], number: int, person: str | None) -> Played | None:
    """Match `number` of a table's log; None where it was not played to its end."""
    state, found = TableState(table), None
    for line in lines:
        event, at = decode(line)
        if found is not None and state.number == number and isinstance(event, (Ordered, Acted)):
            seat = state.seat_of(person) if person else None
            found.viewers.append(ONLOOKER if seat is None else seat)
            found.seated.append(tuple(who.name for who in state.seats))
            _play(found, state, event)
        state.add(event, at)
        if state.number == number and isinstance(event, Started):
            rules = Match(state.game, len(state.seats), state.options)
            found = Played(table, rules, [seat.name for seat in state.seats])
    if found is None or not found.match.over:
        return None
    found.open = number in state.opened
    return found


def _play(found: Played, state: TableState, event: Ordered | Acted) -> None:
    """Take one step, in the state before it."""
    match = found.match
    found.events.append(event)
    if isinstance(event, Acted):
        match.play(event.action, event.seat)
        return
    if event.index == 0:
        assert state.secret is not None
        found.cuts.append(CutMade(state.secret, [fair.Voice.from_json(voice) for voice in event.voices]))
    cut = found.cuts[-1]
    codes = match.game.item_codes(match.record, int(match.record.asks))
    cards = [codes[item] for item in match.wanted()]
    cut.orders.append((cards, fair.make_order(cut.secret, cut.voices, event.index, event.of, cards)))
    cut.steps.append(len(match.steps))
    match.order(event.items)


def record(found: Played) -> str:
    """The record's text, with a line for each cut, opened."""
    cuts = [json.dumps({"cut": {"table": found.table, **_opened(cut)}}) for cut in found.cuts]
    return dumps(found.match, found.names) + "".join(f"{line}\n" for line in cuts)


def _published(cut: CutMade) -> dict[str, Any]:
    return {
        "cut": cut.secret.number,
        "commitment": cut.secret.commitment.hex(),
        "voices": [voice.as_json() for voice in cut.voices],
        "orders": [order.published() for _, order in cut.orders],
    }


def _opened(cut: CutMade) -> dict[str, Any]:
    return {**_published(cut), "secret": cut.secret.secret.hex()}


def replay(found: Played) -> list[ReplayStep]:
    """The match step by step, for its viewer, or for all where it is open."""
    game = found.match.game
    again = Match(game, found.match.seats, found.match.options)
    before, steps = Frame(game, snapshot(again.array)), []
    for number, event in enumerate(found.events):
        if isinstance(event, Acted):
            game.engine.apply(again.array, 0, event.action)
        elif isinstance(event, Ordered):
            again.order(event.items)
        after = Frame(game, snapshot(again.array))
        update = Entry(number, event, before, after).update(found.viewers[number])
        viewers = range(ONLOOKER, found.match.seats) if found.open else [found.viewers[number]]
        views = {viewer: after.view(viewer) for viewer in viewers}
        steps.append(ReplayStep(number, update.do, update.seat, update.lines, found.seated[number], views))
        before = after
    return steps


def proofs(found: Played) -> dict[str, Any]:
    """What was published of each cut, with proofs of the cards that the viewer saw; where it is open, everything."""
    match = found.match
    if found.open:
        cuts = [_all_cards(cut) for cut in found.cuts]
    else:
        known = knowledge.follow(match.game, match.seats, match.options, found.events)
        cuts = [_seen_cards(cut, known, found.viewers) for cut in found.cuts]
    return {"table": found.table, "open": found.open, "cuts": cuts}


def _all_cards(cut: CutMade) -> dict[str, Any]:
    """A cut opened, each order with its cards as the rules list them and as they came."""
    told = _opened(cut)
    for (listed, order), one in zip(cut.orders, told["orders"], strict=True):
        one |= {"listed": listed, "cards": order.cards}
    return told


def _seen_cards(cut: CutMade, known: knowledge.Knowledge, viewers: Sequence[int]) -> dict[str, Any]:
    """A cut as it was published, with proofs of what a person saw."""
    told = _published(cut)
    for step, (_, order), one in zip(cut.steps, cut.orders, told["orders"], strict=True):
        one["proofs"] = [order.prove(position).as_json() for position in known.positions(step, viewers)]
    return told
