"""Scheduler of a table: the server's own commands and their times. It covers bots, forced actions, clocks, cuts and
closing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from shindig.match import View
from shindig.observations import Budget

from ..broadcast.patience import given_up_time
from ..fairness.daily_secret import DailyCursor
from ..table_log.decision_time_samples import sample_time
from ..table_log.legal_action_facts import only_action
from ..table_log.single_player import tempo_of
from ..table_log.table_state import TableState, Turn
from ..table_log.turn_clock import LIVE, PAUSE_LIMIT, deadline, next_hand_time, simultaneous_deadline
from . import commands as c
from .decision_inputs import DecisionInputs


class BotQuestion(NamedTuple):
    """A question to a bot."""

    bot: str
    seat: int
    view: View
    turn: Turn
    """Turn that the answer is for."""
    owed: bool = False
    """True if the answer is indispensable, so that the question is repeated until it comes."""


ITERATIONS = 256
"""Sampled worlds for a bot's decision at the deal of the day: a fixed number, so that no load changes its choice."""


def build_question(state: TableState, seat: int, view: View, turn: Turn, phase: int = 0) -> BotQuestion:
    """Build a question to the bot of a seat. At the deal of the day, all bots get equal random numbers."""
    if state.drawing is not None:
        view.budget = Budget(iterations=ITERATIONS, seed=state.drawing.derive_next_seed(seat, phase))
    return BotQuestion(state.bot_at(seat), seat, view, turn, state.drawing is not None)


class Due(NamedTuple):
    """A command of the server, due at a time (perhaps never) if nothing else happens until then."""

    when: float
    command: c.Command[None]
    asks: tuple[BotQuestion, ...] = ()
    """Questions to bots meanwhile."""


def next_due(state: TableState, around: DecisionInputs) -> Due | None:
    """Return the next command that is due, or None."""
    if state.closed:
        return None
    coming, passing = _next_step(state, around), _next_host(state, around)
    return coming if passing is None or (coming is not None and coming.when <= passing.when) else passing


def _next_host(state: TableState, around: DecisionInputs) -> Due | None:
    """Make the person who has sat longest the host, if the host is away before a match or in a pause."""
    if (state.playing and not state.paused) or state.has_days or state.drawing is not None:
        return None
    host, presence = state.places.get(state.host), around.presence
    here = [seat for seat in state.people if seat in presence.viewers and seat != host]
    if not here or host in presence.viewers:
        return None
    since = 0.0 if host is None else presence.last_seen.get(host, 0.0)
    return Due(since + around.pace.host, c.PassHost(min(here, key=lambda seat: state.seats[seat].sat)))


def _next_step(state: TableState, around: DecisionInputs) -> Due | None:
    """Return the next command of the match, or None."""
    if state.paused and state.playing:
        return Due(state.paused_at + PAUSE_LIMIT, c.GoOn())
    if state.to_act >= 0:
        return _turn(state, around)
    if state.unsettled:
        return Due(around.now, c.RunScheduler())
    if state.playing:
        return _order(state, around)
    return _gather(state, around) or _empty(around)


def _gather(state: TableState, around: DecisionInputs) -> Due | None:
    """Begin the first match of a table that gathers people: after a while, or once all seats are taken."""
    if not state.settings.gathers or state.match is not None or not state.people:
        return None
    full = not any(who.is_empty for who in state.seats)
    return Due(around.now if full else state.opened_at + state.settings.gathers, c.BeginGathered())


def _empty(around: DecisionInputs) -> Due | None:
    """Close a table without a match after a while without people."""
    presence = around.presence
    return None if presence.viewers else Due(presence.quiet_since + around.pace.idle, c.Clear())


def _order(state: TableState, around: DecisionInputs) -> Due:
    """Make the next order, after the rest and the cut."""
    rest = next_hand_time(state, around.pace) if state.is_resting else state.since
    if around.now < rest and not state.all_agree("next"):
        return Due(rest, c.MakeOrder())
    if state.drawing is not None:
        return Due(around.now, c.MakeOrder())
    return Due(around.now, c.MakeOrder()) if state.cut_runs else _cut(state, around)


def _cut(state: TableState, around: DecisionInputs) -> Due:
    """Begin the next stage of the cut, when all devices have answered or their time is up."""
    cutting, now = state.cutting, around.now
    devices = around.presence.in_cuts(state.seats, now)
    following = cutting.find_next_stage(devices)
    return Due(cutting.find_stage_end(now, devices), c.NextStage(following) if following else c.MakeOrder())


def _turn(state: TableState, around: DecisionInputs) -> Due:
    """Continue the turn of the seat to act: a bot's move, a forced action, a timeout, or simultaneous answers."""
    seat, ask = state.to_act, state.game.services.by_clock
    if ask is not None and (timed := _by_clock(state, ask, around.now)) is not None:
        return Due(state.since, c.PlayFor(seat, timed, "room"))
    if state.next_question is not None:
        return _together(state, around)
    if state.drawing is not None and state.is_random_pick:
        pause = bot_pause(state, around, quick=False)
        return Due(state.since + pause, c.PlayFor(seat, _lot(state, state.drawing), "room"))
    return _bots_turn(state, seat, around) if state.seats[seat].has_bot else _persons_turn(state, seat, around)


def _lot(state: TableState, drawing: DailyCursor) -> int:
    """Return the random pick of an attempt at the deal of the day."""
    assert state.match is not None
    return drawing.draw_next_lot([*state.match.legal.actions])


def _together(state: TableState, around: DecisionInputs) -> Due:
    """Play all simultaneous answers at their time. Answers of bots alone are waited for."""
    asks, when = _bots_answers(state, around), simultaneous_deadline(state, around.pace)
    assert state.gathering is not None
    if not state.gathering.group.secret and (gone := _find_absent(state, around)) is not None and gone.when <= when:
        return gone._replace(asks=asks)
    if state.single_player is not None and asks:
        when = max(when, state.since + _patience(state, around))
    return Due(when, c.Count(), asks)


def _find_absent(state: TableState, around: DecisionInputs) -> Due | None:
    """Return when a bot answers for the first absent person, or None."""
    times = [(given_up_time(state, seat, around.pace, around.presence), seat) for seat in state.awaited_seats]
    when, seat = min(times, default=(math.inf, 0))
    return Due(when, c.StandIn(seat)) if when < math.inf else None


def _patience(state: TableState, around: DecisionInputs) -> float:
    """Return the longest wait for a bot. It has no end at the deal of the day, where all get equal answers."""
    return around.pace.bot if state.drawing is None else math.inf


def _by_clock(state: TableState, ask: Callable[[Any, float], int | None], now: float) -> int | None:
    """Return the answer by the server's clock if the match asks about an agreed time, else None."""
    assert state.match is not None
    return ask(state.match.record, (now - state.began) / 60.0)


def _bots_answers(state: TableState, around: DecisionInputs) -> tuple[BotQuestion, ...]:
    """Return the simultaneous questions to bots that have a choice."""
    assert state.gathering is not None
    mine = [one for one in state.gathering.open if state.seats[one.seat].has_bot and one not in around.answers]
    views = [(one, state.question_view(one)) for one in mine]
    return tuple(
        build_question(state, one.seat, view, (state.question_token(one), state.since), one.phase)
        for one, view in views
        if only_action(view) is None
    )


def bot_pause(state: TableState, around: DecisionInputs, quick: bool) -> float:
    """Return the seconds after which the server acts for a seat. `quick` must follow from what everybody sees."""
    pace = around.pace
    least, most = (pace.least / 2, pace.most / 3) if quick else (pace.least, pace.most)
    times = 0.0 if state.nudged == state.turn else tempo_of(state).bots
    return (least + (most - least) * around.luck) * times


def _is_quick(state: TableState, view: View, reply: int | None) -> bool:
    """Return True if all see that a bot has no choice, or that its reply gives up or passes."""
    services = state.game.services
    if state.phase in services.instant_phases or reply in services.quick_actions:
        return True
    return state.phase in services.forced_phases and only_action(view) is not None


def _bots_turn(state: TableState, seat: int, around: DecisionInputs) -> Due:
    """Play the bot's reply when its pause ends; the timeout action if the reply is late.

    A bot without a choice is asked too, so that its reply takes equally long.
    """
    view = state.view_with_history(seat)
    if around.reply is not None:
        pause = bot_pause(state, around, _is_quick(state, view, around.reply))
        return Due(state.since + pause, c.PlayFor(seat, around.reply, "bot"))
    latest = state.since + bot_pause(state, around, quick=False) + _patience(state, around)
    return Due(latest, c.PlayFor(seat, None, "bot"), (build_question(state, seat, view, state.turn),))


def _persons_turn(state: TableState, seat: int, around: DecisionInputs) -> Due:
    """Wait for a person: end of their time, a bot for an absent person, or an automatic action."""
    if state.phase in state.game.services.forced_phases and (action := only_action(state.view(seat))) is not None:
        return Due(state.since + bot_pause(state, around, quick=True), c.PlayFor(seat, action, "room"))
    ends, given_up = deadline(state, seat)[1], given_up_time(state, seat, around.pace, around.presence)
    if state.seats[seat].eased and given_up == math.inf and (card := state.automatic_action) is not None:
        thinks = sample_time(state.decision_times, around.luck, state.settings.seconds or LIVE)
        return Due(state.since + thinks, c.PlayFor(seat, card, "room"))
    return Due(given_up, c.StandIn(seat)) if given_up <= ends else Due(ends, c.RunOut(seat))
