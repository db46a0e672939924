"""What the room does by itself at a table: bots, forced actions, clocks, cuts, and closing what was left."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..games.record import ONLOOKER
from ..match import Match, View
from . import fair
from .bots_link import BotError
from .clock import bank_after, deadline, mildest
from .events import Acted, Closed, Committed, Event, Held, Ordered, Resumed
from .state import TableState
from .told import BusyError

if TYPE_CHECKING:
    from .table import Table

PAUSE_LIMIT = 600.0
"""Seconds after which a paused match goes on: nobody can freeze a table."""
LONGEST_PAUSE = 6.0
BRISK = 0.25
"""Part of its usual pause that a bot takes in a phase that a game calls brisk, whatever it may do there."""
LIVE = 600
"""Up to so many seconds for a decision, players are expected to be there."""
RETRY = 1.0
"""Seconds until the room tries again what the database refused."""


@dataclass(frozen=True)
class Deed:
    """Something to be done at a time."""

    when: float
    run: Callable[[], Awaitable[None]]


class Pilot:
    """What the autopilot remembers between its looks at a table, each for one turn."""

    def __init__(self) -> None:
        self.pause: tuple[tuple[str, float], float] | None = None
        self.asked: tuple[str, float] | None = None
        self.reply: tuple[tuple[str, float], int] | None = None
        self.resting: tuple[str, bool] | None = None
        self.forced: tuple[str, int | None] | None = None
        self.not_before = 0.0
        self.tasks: set[asyncio.Task[None]] = set()


async def run(table: Table) -> None:
    """Do everything that is due now."""
    while (deed := due(table)) is not None and deed.when <= table.house.clock.now():
        try:
            await deed.run()
        except BusyError:
            table.pilot.not_before = table.house.clock.now() + RETRY
            return


def due(table: Table) -> Deed | None:
    """What the room will do next if nobody else does anything."""
    deed = _next(table)
    if deed is None or table.lost:
        return None
    return Deed(max(deed.when, table.pilot.not_before), deed.run)


def _next(table: Table) -> Deed | None:
    state = table.state
    if state.closed:
        return None
    if not state.playing:
        return _closing(table)
    if state.paused:
        return Deed(state.at + PAUSE_LIMIT, lambda: table.write(Resumed()))
    return _cut(table) if state.needs_order else _turn(table)


def _closing(table: Table) -> Deed | None:
    """A table without a match and without anybody is closed in the end; one where all want a rematch begins it."""
    if table.history.readers:
        return None
    return Deed(table.quiet_since + table.house.pace.idle, lambda: table.write(Closed()))


def resting(table: Table) -> bool:
    """Whether a result lies on the table that people want to see before the next cards."""
    state, pilot = table.state, table.pilot
    if not state.needs_order or state.cut_runs:
        return False
    if pilot.resting is None or pilot.resting[0] != state.token:
        assert table.frame is not None
        pilot.resting = state.token, bool(table.frame.view(ONLOOKER).result)
    return pilot.resting[1]


def _cut(table: Table) -> Deed:
    """The next order: after the rest, and after the devices had their say."""
    state, now = table.state, table.house.clock.now()
    if resting(table) and not state.all_agree("next"):
        ends = state.since + table.house.pace.rest
        if now < ends:
            return Deed(ends, lambda: _order(table))
    if state.cut_runs:
        return Deed(now, lambda: _order(table))
    stage = table.cutting.stage, table.cutting.due
    ready = table.cutting.advance(now, table.house.pace.device, table.devices())
    if stage != (table.cutting.stage, table.cutting.due):
        table.history.changed()
    assert table.cutting.due is not None
    return Deed(now if ready else table.cutting.due, lambda: _order(table))


async def _order(table: Table) -> None:
    """Make an order with the cut that runs, or with the next one, and commit to the one after it."""
    state = table.state
    assert state.match is not None
    if state.cut_runs and state.cut is not None:
        secret, voices, index = state.cut.secret, state.cut.voices, len(state.cut.orders)
    else:
        assert state.secret is not None
        secret, voices, index = state.secret, table.cutting.voices(range(len(state.seats))), 0
    of, codes = str(state.match.needs), state.game.item_codes(state.match.record, int(state.match.record.asks))
    made = fair.make_order(secret, voices, index, of, [codes[item] for item in state.match.wanted()])
    published = [] if index else [voice.as_json() for voice in voices]
    ordered = Ordered(secret.number, index, of, list(made.cards), made.root.hex(), published)
    await table.write(ordered, *([] if index else [commitment(state)]))


def commitment(state: TableState) -> Committed:
    """The house's secret for the cut after those that are."""
    secret = fair.Secret(state.id, state.cuts)
    return Committed(secret.number, secret.secret.hex())


def _turn(table: Table) -> Deed:
    """The seat to act: a bot's or a forced action after a pause, or the end of somebody's time."""
    state = table.state
    seat = state.actor
    assert seat is not None
    assert state.match is not None
    timed = _by_clock(table)
    if timed is not None:
        return Deed(state.since, lambda: _act(table, seat, timed, "room"))
    only = _only_action(table, state.match)
    if only is not None:
        return Deed(_pause_ends(table, seat), lambda: _act(table, seat, only, "room"))
    if state.seats[seat].away:
        return _bots_turn(table, seat)
    ends, given_up = deadline(state, seat)[1], _given_up(table, seat)
    if given_up < ends:
        return Deed(given_up, lambda: table.write(Held(seat)))
    return Deed(ends, lambda: _time_out(table, seat))


def _by_clock(table: Table) -> int | None:
    """What the room's clock says in a seat's place where the match asks about an agreed time."""
    state = table.state
    assert state.match is not None
    ask = state.match.game.by_clock
    return ask(state.match.record, (table.house.clock.now() - state.began) / 60.0) if ask else None


def _given_up(table: Table, seat: int) -> float:
    """When the others have waited long enough for somebody who is not there; never at tables that play for days."""
    if seat in table.history.viewers or table.state.settings.seconds > LIVE:
        return math.inf
    return max(table.state.since, table.last_seen.get(seat, 0.0)) + table.house.pace.absent


def _only_action(table: Table, match: Match) -> int | None:
    """The action of a seat that has no choice."""
    pilot, token = table.pilot, table.state.token
    if pilot.forced is None or pilot.forced[0] != token:
        ranges = match.legal.ranges
        pilot.forced = token, ranges[0][0] if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else None
    return pilot.forced[1]


def _turn_key(state: TableState) -> tuple[str, float]:
    return state.token, state.since


def _pause_ends(table: Table, seat: int) -> float:
    """When a person could have answered: drawn without a look at what is legal, for people from people's own times."""
    state, pilot, house = table.state, table.pilot, table.house
    if pilot.pause is None or pilot.pause[0] != _turn_key(state):
        length = house.chance.uniform(house.pace.least, house.pace.most)
        if state.seats[seat].away:
            length *= BRISK if state.match is not None and int(state.match.record.phase) in state.game.brisk else 1
        elif table.thinking and house.pace.most > 0:
            length = max(house.pace.least, house.chance.choice(table.thinking))
        pilot.pause = _turn_key(state), state.since + min(length, LONGEST_PAUSE)
    return pilot.pause[1]


def _bots_turn(table: Table, seat: int) -> Deed:
    state, pilot = table.state, table.pilot
    key, ends = _turn_key(state), _pause_ends(table, seat)
    if pilot.reply is not None and pilot.reply[0] == key:
        action = pilot.reply[1]
        return Deed(ends, lambda: _act(table, seat, action, "bot"))
    if pilot.asked != key:
        pilot.asked = key
        assert state.match is not None
        task = asyncio.create_task(_consult(table, key, seat, state.match.view(seat)))
        pilot.tasks.add(task)
        task.add_done_callback(pilot.tasks.discard)
    assert state.match is not None
    mild = mildest(state.match)
    return Deed(ends + table.house.pace.bot, lambda: _act(table, seat, mild, "bot"))


async def _consult(table: Table, key: tuple[str, float], seat: int, view: View) -> None:
    """Ask the bot, and wake the table with its answer. An answer that is not legal counts as none."""
    bot = table.state.seats[seat].bot or table.state.settings.bot
    with suppress(BotError):
        action = await table.house.bots.ask(bot, f"{table.state.id}/{seat}", view)
        if any(first <= action <= last for first, last in view.legal.ranges):
            table.pilot.reply = key, action
            table.wake()


async def _act(table: Table, seat: int, action: int, by: str) -> None:
    await table.write(Acted(seat, action, by, table.state.seats[seat].bank))


async def _time_out(table: Table, seat: int) -> None:
    """The mildest action for somebody whose time is up; after several in a row a bot holds the seat."""
    state = table.state
    assert state.match is not None
    late = Acted(seat, mildest(state.match), "clock", bank_after(state, seat, table.house.clock.now()))
    events: list[Event] = [late]
    if state.seats[seat].misses + 1 >= state.settings.misses:
        events.append(Held(seat))
    await table.write(*events)
