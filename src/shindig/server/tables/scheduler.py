"""What the room does by itself at a table, and when: bots, only actions, clocks, cuts, and closing what was left."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from shindig.match import View
from shindig.observations import Budget

from ..fairness.daily_secret import DailyCursor
from ..table_log.legal_choices import only_action
from ..table_log.single_player import PATIENCE, tempo_of
from ..table_log.table_state import TableState, Turn
from ..table_log.turn_clock import LIVE, deadline, next_hand_time, simultaneous_deadline
from .commands import Clear, Command, Count, GoOn, MakeOrder, NextStage, PlayFor, RunOut, RunScheduler, StandIn
from .decision_inputs import DecisionInputs
from .human_timing import sample_time

PAUSE_LIMIT = 600.0
"""Seconds after which a paused match goes on: nobody can freeze a table."""
BRISK = 0.25
"""Part of its usual pause that a bot takes in a phase that a game calls brisk, whatever it may do there."""


class BotQuestion(NamedTuple):
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


def build_question(state: TableState, seat: int, view: View, turn: Turn, phase: int = 0) -> BotQuestion:
    """What the bot of a seat is asked; at the deal of a day with the same chance for all."""
    if state.drawing is not None:
        view.budget = Budget(iterations=ITERATIONS, seed=state.drawing.derive_next_seed(seat, phase))
    return BotQuestion(state.bot_at(seat), seat, view, turn, state.drawing is not None)


class Due(NamedTuple):
    """What the room wants to be done at a time (perhaps never), if nothing else happens until then."""

    when: float
    command: Command[None]
    asks: tuple[BotQuestion, ...] = ()
    """What bots are to be asked meanwhile."""


def next_due(state: TableState, around: DecisionInputs) -> Due | None:
    """What comes next by itself."""
    if state.closed:
        return None
    if state.paused and state.playing:
        return Due(state.at + PAUSE_LIMIT, GoOn())
    if state.to_act >= 0:
        return _turn(state, around)
    if state.unsettled:
        return Due(around.now, RunScheduler())
    return _order(state, around) if state.playing else _empty(around)


def _empty(around: DecisionInputs) -> Due | None:
    """A table without a match and without anybody is closed in the end."""
    presence = around.presence
    return None if presence.viewers else Due(presence.quiet_since + around.pace.idle, Clear())


def _order(state: TableState, around: DecisionInputs) -> Due:
    """The next order: after the rest, and after the devices had their say."""
    rest = next_hand_time(state, around.pace) if state.is_resting else state.since
    if around.now < rest and not state.all_agree("next"):
        return Due(rest, MakeOrder())
    if state.drawing is not None:
        return Due(around.now, MakeOrder())
    return Due(around.now, MakeOrder()) if state.cut_runs else _cut(state, around)


def _cut(state: TableState, around: DecisionInputs) -> Due:
    """The next stage of the cut, when all who were asked have answered, or their time is up."""
    cutting, now = state.cutting, around.now
    devices = around.presence.in_cuts(state.seats, now)
    following = cutting.find_next_stage(devices)
    return Due(cutting.find_stage_end(now, devices), NextStage(following) if following else MakeOrder())


def _turn(state: TableState, around: DecisionInputs) -> Due:
    """The seat to act: a bot's move, an only action, or the end of somebody's time; or many answers at once."""
    seat, ask = state.to_act, state.game.services.by_clock
    if ask is not None and (timed := _by_clock(state, ask, around.now)) is not None:
        return Due(state.since, PlayFor(seat, timed, "room"))
    if state.next_question is not None:
        return _together(state, around)
    if state.drawing is not None and state.is_random_pick:
        return Due(state.since + bot_pause(state, seat, around), PlayFor(seat, _lot(state, state.drawing), "room"))
    return _bots_turn(state, seat, around) if state.seats[seat].has_bot else _persons_turn(state, seat, around)


def _lot(state: TableState, drawing: DailyCursor) -> int:
    """What a mere lot is at a try at the deal of a day."""
    assert state.match is not None
    return drawing.draw_next_lot([*state.match.legal.actions])


def _together(state: TableState, around: DecisionInputs) -> Due:
    """All answers at their moment; those of bots alone are waited for."""
    asks, when = _bots_answers(state, around), simultaneous_deadline(state, around.pace)
    if state.single_player is not None and asks:
        when = max(when, state.since + _patience(state, around))
    return Due(when, Count(), asks)


def _patience(state: TableState, around: DecisionInputs) -> float:
    """How long a bot is waited for: at the deal of a day, where all get the same answers, as long as it takes."""
    return around.pace.bot if state.drawing is None else math.inf


def _by_clock(state: TableState, ask: Callable[[Any, float], int | None], now: float) -> int | None:
    """What the room's clock says in a seat's place where the match asks about an agreed time."""
    assert state.match is not None
    return ask(state.match.record, (now - state.began) / 60.0)


def _bots_answers(state: TableState, around: DecisionInputs) -> tuple[BotQuestion, ...]:
    """What bots are asked at once with all others, where they have a choice."""
    assert state.gathering is not None
    mine = [one for one in state.gathering.open if state.seats[one.seat].has_bot and one not in around.answers]
    views = [(one, state.question_view(one)) for one in mine]
    return tuple(
        build_question(state, one.seat, view, (state.question_token(one), state.since), one.phase)
        for one, view in views
        if only_action(view) is None
    )


def bot_pause(state: TableState, seat: int, around: DecisionInputs) -> float:
    """Seconds after which a bot acts, drawn without a look at what is legal."""
    pace = around.pace
    return (pace.least + (pace.most - pace.least) * around.luck) * _haste(state, seat)


def _haste(state: TableState, seat: int) -> float:
    """The part of its usual pause that a seat takes."""
    times = 0.0 if state.nudged == state.turn else tempo_of(state).bots
    return times * BRISK if state.seats[seat].has_bot and state.phase in state.game.services.instant_phases else times


def _bots_turn(state: TableState, seat: int, around: DecisionInputs) -> Due:
    """What the bot answered, when its pause ends; the mildest action where it is late.

    A bot is asked where it has no choice too: so the answer takes its way as any other does.
    """
    ends = state.since + bot_pause(state, seat, around)
    if around.reply is not None:
        return Due(ends, PlayFor(seat, around.reply, "bot"))
    question = build_question(state, seat, state.view_with_history(seat), state.turn)
    return Due(ends + _patience(state, around), PlayFor(seat, None, "bot"), (question,))


def _persons_turn(state: TableState, seat: int, around: DecisionInputs) -> Due:
    """The end of the time, or a bot for somebody who is not there; or what the room plays for somebody who is."""
    if state.phase in state.game.services.forced_phases and (action := only_action(state.view(seat))) is not None:
        return Due(state.since + bot_pause(state, seat, around), PlayFor(seat, action, "room"))
    ends, given_up = deadline(state, seat)[1], _given_up(state, seat, around)
    if state.seats[seat].eased and given_up == math.inf and (card := state.automatic_action) is not None:
        thinks = sample_time(state.decision_times, around.luck, state.settings.seconds)
        return Due(state.since + thinks, PlayFor(seat, card, "room"))
    return Due(given_up, StandIn(seat)) if given_up <= ends else Due(ends, RunOut(seat))


def _given_up(state: TableState, seat: int, around: DecisionInputs) -> float:
    """When the others have waited long enough for somebody who is not there; never at tables that play for days.

    Bots are patient, but not for ever.
    """
    presence = around.presence
    if seat in presence.viewers or state.drawing is not None:
        return math.inf
    alone = state.single_player == seat
    if state.settings.seconds > LIVE and not alone:
        return math.inf
    waits = max(around.pace.absent * PATIENCE, float(state.settings.seconds)) if alone else around.pace.absent
    return max(state.since, presence.last_seen.get(seat, 0.0)) + waits
