"""A table as values that a test writes out: what it is, the moment, and what comes of a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from shindig.gamekit import game
from shindig.server.broadcast.presence import Presence
from shindig.server.fairness.daily_secret import SealedDeal
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.table_log.simultaneous_answers import OpenQuestion
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables import commands as c
from shindig.server.tables.decide import decide
from shindig.server.tables.decision_inputs import DecisionInputs
from shindig.server.tables.scheduler import next_due

ANN, BOB = Person("a", "Ann"), Person("b", "Bob")
PACE = Pace(least=1, most=3, rest=0, device=2, bot=6, absent=20)
FRESH = "00" * 64
VALUES = {ANN: b"1" * 32, BOB: b"2" * 32}


class Written(NamedTuple):
    """A moment that a test writes out."""

    now: float
    pace: Pace = PACE
    presence: Presence = Presence()
    luck: float = 0.0
    next_secret: str = FRESH
    reply: int | None = None
    date: float = 0.0
    answers: Mapping[OpenQuestion, int] = {}


def moment(now: float, **more: Any) -> Written:
    return Written(now, **{"presence": Presence(), **more})


def carry_out(state: TableState, command: c.Command[Any], around: DecisionInputs) -> None:
    for event in decide(state, command, around).events:
        state.add(event, around.now)


def sat(*people: Person, seats: int = 2, daily: SealedDeal | None = None, **settings: Any) -> TableState:
    """A table of the first of them at which all sit, since 90; it has not begun."""
    state, chosen = TableState("oak"), {"seconds": 30, "bank": 10, "bot": "random", **settings}
    options = {} if daily else {"first_dealer": 0, "deals_each": 1}
    opening = c.Open(people[0], game("tall-card"), seats, options, Settings(**chosen), daily=daily)
    carry_out(state, opening, moment(90))
    for person in people[1:]:
        carry_out(state, c.Sit(person), moment(95))
    return state


def begun(*people: Person, **more: Any) -> TableState:
    """The same with its match, which waits for its first order, since 100."""
    state = sat(*people, **more)
    carry_out(state, c.Begin(people[0]), moment(100))
    return state


def given(state: TableState, now: float = 100) -> TableState:
    """The same with its cards."""
    while state.needs_order:
        coming = next_due(state, moment(now))
        assert coming is not None
        assert coming.when == now
        carry_out(state, coming.command, moment(now))
    return state


def over(*people: Person, **more: Any) -> TableState:
    """The same when its match is over and in the books."""
    state = begun(*people, **more)
    while state.playing:
        carry_out(state, c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, None, "room"), moment(100))
    carry_out(state, c.RunScheduler(), moment(100))
    return state


def opened() -> TableState:
    """A match of Ann and Bob that waits for its first cut, since 100."""
    return begun(ANN, BOB, misses=1)


def dealt(now: float = 100) -> TableState:
    """The same with its cards: Bob, at seat 1, is asked first."""
    return given(opened(), now)
