"""What the room does by itself at a table, and when: bots, only actions, clocks, cuts, and closing what was left."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from shindig.match import View
from shindig.observations import Budget

from ..fairness.daily_secret import Drawing
from ..table_log.legal_choices import only
from ..table_log.single_player import PATIENCE, tempo
from ..table_log.table_state import TableState, Turn
from ..table_log.turn_clock import LIVE, deadline, instant, rested
from .commands import Clear, Command, Count, Deal, GoOn, NextStage, Nothing, PlayFor, RunOut, StandIn
from .decision_inputs import Around
from .human_timing import like_theirs

PAUSE_LIMIT = 600.0
"""Seconds after which a paused match goes on: nobody can freeze a table."""
BRISK = 0.25
"""Part of its usual pause that a bot takes in a phase that a game calls brisk, whatever it may do there."""


class Question(NamedTuple):
    """What a bot is asked."""

    bot: str
    seat: int
    view: View
    turn: Turn
    """What the answer is for."""
    owed: bool = False
    """Whether nothing else will do: it is asked again until it answers."""


ITERATIONS = 256
"""What a bot may spend on a decision at the deal of a day: sampled worlds, so that no load changes what it does."""


def asked(state: TableState, seat: int, view: View, turn: Turn, phase: int = 0) -> Question:
    """What the bot of a seat is asked; at the deal of a day with the same chance for all."""
    if state.drawing is not None:
        view.budget = Budget(iterations=ITERATIONS, seed=state.drawing.chance(seat, phase))
    return Question(state.bot_at(seat), seat, view, turn, state.drawing is not None)


class Due(NamedTuple):
    """What the room wants to be done at a time (perhaps never), if nothing else happens until then."""

    when: float
    command: Command[None]
    asks: tuple[Question, ...] = ()
    """What bots are to be asked meanwhile."""


def due(state: TableState, around: Around) -> Due | None:
    """What comes next by itself."""
    if state.closed:
        return None
    if state.paused and state.playing:
        return Due(state.at + PAUSE_LIMIT, GoOn())
    if state.to_act >= 0:
        return _turn(state, around)
    if state.unsettled:
        return Due(around.now, Nothing())
    return _order(state, around) if state.playing else _empty(around)


def _empty(around: Around) -> Due | None:
    """A table without a match and without anybody is closed in the end."""
    presence = around.presence
    return None if presence.viewers else Due(presence.quiet_since + around.pace.idle, Clear())


def _order(state: TableState, around: Around) -> Due:
    """The next order: after the rest, and after the devices had their say."""
    rest = rested(state, around.pace) if state.resting else state.since
    if around.now < rest and not state.all_agree("next"):
        return Due(rest, Deal())
    if state.drawing is not None:
        return Due(around.now, Deal())
    return Due(around.now, Deal()) if state.cut_runs else _cut(state, around)


def _cut(state: TableState, around: Around) -> Due:
    """The next stage of the cut, when all who were asked have answered, or their time is up."""
    cutting, now = state.cutting, around.now
    devices = around.presence.in_cuts(state.seats, now)
    following = cutting.following(devices)
    return Due(cutting.ends(now, devices), NextStage(following) if following else Deal())


def _turn(state: TableState, around: Around) -> Due:
    """The seat to act: a bot's move, an only action, or the end of somebody's time; or many answers at once."""
    seat, ask = state.to_act, state.game.house.by_clock
    if ask is not None and (timed := _by_clock(state, ask, around.now)) is not None:
        return Due(state.since, PlayFor(seat, timed, "room"))
    if state.asked is not None:
        return _together(state, around)
    if state.drawing is not None and state.is_lot:
        return Due(state.since + pause(state, seat, around), PlayFor(seat, _lot(state, state.drawing), "room"))
    return _bots_turn(state, seat, around) if state.seats[seat].away else _persons_turn(state, seat, around)


def _lot(state: TableState, drawing: Drawing) -> int:
    """What a mere lot is at a try at the deal of a day."""
    assert state.match is not None
    return drawing.lot([*state.match.legal.actions])


def _together(state: TableState, around: Around) -> Due:
    """All answers at their moment; those of bots alone are waited for."""
    asks, when = _bots_answers(state, around), instant(state, around.pace)
    if state.alone is not None and asks:
        when = max(when, state.since + _patience(state, around))
    return Due(when, Count(), asks)


def _patience(state: TableState, around: Around) -> float:
    """How long a bot is waited for: at the deal of a day, where all get the same answers, as long as it takes."""
    return around.pace.bot if state.drawing is None else math.inf


def _by_clock(state: TableState, ask: Callable[[Any, float], int | None], now: float) -> int | None:
    """What the room's clock says in a seat's place where the match asks about an agreed time."""
    assert state.match is not None
    return ask(state.match.record, (now - state.began) / 60.0)


def _bots_answers(state: TableState, around: Around) -> tuple[Question, ...]:
    """What bots are asked at once with all others, where they have a choice."""
    assert state.gathering is not None
    mine = [one for one in state.gathering.open if state.seats[one.seat].away and one not in around.answers]
    views = [(one, state.view_of(one)) for one in mine]
    return tuple(
        asked(state, one.seat, view, (state.token_of(one), state.since), one.phase)
        for one, view in views
        if only(view) is None
    )


def pause(state: TableState, seat: int, around: Around) -> float:
    """Seconds after which a bot acts, drawn without a look at what is legal."""
    pace = around.pace
    return (pace.least + (pace.most - pace.least) * around.luck) * _haste(state, seat)


def _haste(state: TableState, seat: int) -> float:
    """The part of its usual pause that a seat takes."""
    times = 0.0 if state.nudged == state.turn else tempo(state).bots
    return times * BRISK if state.seats[seat].away and state.phase in state.game.house.brisk else times


def _bots_turn(state: TableState, seat: int, around: Around) -> Due:
    """What the bot answered, when its pause ends; the mildest action where it is late.

    A bot is asked where it has no choice too: so the answer takes its way as any other does.
    """
    ends = state.since + pause(state, seat, around)
    if around.reply is not None:
        return Due(ends, PlayFor(seat, around.reply, "bot"))
    question = asked(state, seat, state.remembering(seat), state.turn)
    return Due(ends + _patience(state, around), PlayFor(seat, None, "bot"), (question,))


def _persons_turn(state: TableState, seat: int, around: Around) -> Due:
    """The end of the time, or a bot for somebody who is not there; or what the room plays for somebody who is."""
    if state.phase in state.game.house.obvious and (action := only(state.view(seat))) is not None:
        return Due(state.since + pause(state, seat, around), PlayFor(seat, action, "room"))
    ends, given_up = deadline(state, seat)[1], _given_up(state, seat, around)
    if state.seats[seat].eased and given_up == math.inf and (card := state.eases) is not None:
        thinks = like_theirs(state.times, around.luck, state.settings.seconds)
        return Due(state.since + thinks, PlayFor(seat, card, "room"))
    return Due(given_up, StandIn(seat)) if given_up <= ends else Due(ends, RunOut(seat))


def _given_up(state: TableState, seat: int, around: Around) -> float:
    """When the others have waited long enough for somebody who is not there; never at tables that play for days.

    Bots are patient, but not for ever.
    """
    presence = around.presence
    if seat in presence.viewers or state.drawing is not None:
        return math.inf
    alone = state.alone == seat
    if state.settings.seconds > LIVE and not alone:
        return math.inf
    waits = max(around.pace.absent * PATIENCE, float(state.settings.seconds)) if alone else around.pace.absent
    return max(state.since, presence.last_seen.get(seat, 0.0)) + waits
