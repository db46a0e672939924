"""Commands for the whole table: open, begin, pause, agree, talk, close."""

from __future__ import annotations

from dataclasses import asdict

from shindig.match import NO_LATE_SHOW
from shindig.messages import join, pack_text
from shindig.messages import say as say_message
from shindig.server.accounts.name_and_password_rules import SELECTORS, is_visible
from shindig.server.errors import RefusedError, RoomError
from shindig.server.schemas import PHRASE_MESSAGES, PHRASES, Answer
from shindig.server.table_log import events
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .cut_commands import next_commitment
from .decision import Decision, check_account, decided, host_of, seat_of, without_braces
from .seat_commands import fill_with_bots

MAX_SAID = 200
MOST_PAUSES = 3
"""Largest number of pauses of one person in a match."""
POKE_AFTER = 10.0
"""Seconds of a turn after which the seat to act may be poked."""


def open_table(state: TableState, command: c.Open, around: DecisionInputs) -> Decision[None]:
    person, rules = command.person, command.game.rules
    check_account(command.settings, person)
    settings = asdict(command.settings)
    origin = command.origin._asdict() if command.origin else None
    daily = command.daily.as_json() if command.daily else None
    table = command.game.id, rules.version, command.seats, command.options, settings
    opened = events.Opened(*table, person.id, around.date, origin, daily)
    seated = events.Seated(command.seat, without_braces(person.name), person.id, "", command.client, person.face)
    barred = [events.Barred(*one) for one in command.barred]
    return decided(opened, seated) if daily else decided(opened, seated, *barred, next_commitment(state, around))


def begin(state: TableState, command: c.Begin, _: DecisionInputs) -> Decision[None]:
    host = host_of(state, command.person)
    if state.match is not None:
        raise RefusedError(say_message("refuse-begun"))
    before = [[pack_text(line.text), line.weight] for line in command.before]
    bots = fill_with_bots(state, command.bot)
    return decided(*bots, events.Started(command.position, host if command.position else None, before))


def pause(state: TableState, command: c.Pause, _: DecisionInputs) -> Decision[None]:
    seat = seat_of(state, command.person)
    if not state.playing or state.paused:
        raise RefusedError(say_message("refuse-pause"))
    if state.pauses[state.seats[seat].person] >= MOST_PAUSES:
        raise RefusedError(say_message("refuse-pauses", count=MOST_PAUSES))
    return decided(events.Paused(seat))


def resume(state: TableState, command: c.Resume, _: DecisionInputs) -> Decision[None]:
    seat = seat_of(state, command.person)
    if not state.paused:
        raise RefusedError(say_message("refuse-resume"))
    return decided(events.Resumed(seat))


def poke(state: TableState, command: c.Poke, around: DecisionInputs) -> Decision[None]:
    """Poke the seat to act, once in a turn. It does not depend on the choices of that seat."""
    seat, actor = seat_of(state, command.person), state.actor
    if actor is None or actor == seat or state.paused or state.next_question is not None or state.seats[actor].has_bot:
        raise RefusedError(say_message("refuse-poke"))
    if around.now < state.since + POKE_AFTER:
        raise RefusedError(say_message("refuse-poke-early", count=int(POKE_AFTER)))
    return decided() if state.poked == state.turn else decided(events.Poked(actor, seat))


def go_on(_: TableState, __: c.GoOn, ___: DecisionInputs) -> Decision[None]:
    return decided(events.Resumed())


def say(state: TableState, command: c.Say, _: DecisionInputs) -> Decision[Answer]:
    seat, said = seat_of(state, command.person), without_braces(command.text.translate(SELECTORS))
    if not 1 <= len(said) <= MAX_SAID or not is_visible(said):
        raise RoomError(say_message("refuse-words", count=MAX_SAID))
    if state.seats[seat].muted:
        raise RefusedError(say_message("refuse-muted"))
    own_words, clause = said not in PHRASES, state.game.services.silence_clause
    if own_words and not state.has_free_talk:
        raise RefusedError(say_message("refuse-phrases", phrases=join(PHRASE_MESSAGES.values(), ".")), clause or None)
    reminded = not own_words or not state.playing or state.seats[seat].person in state.reminded
    return Decision((events.ChatSaid(seat, said, "" if reminded else clause),), Answer(state.seq + 1, ""))


def show(state: TableState, command: c.Show, _: DecisionInputs) -> Decision[None]:
    """Show an unseen hand. This is no move; it changes only what all have seen."""
    seat, match, late = seat_of(state, command.person), state.match, state.game.rules.late_show
    dealt = match is not None and state.dealt[seat] == command.person.id
    if late is None or match is None or not dealt or not match.may_show(seat):
        raise RefusedError(NO_LATE_SHOW, late.clause if late and late.clause else None)
    return decided(events.Shown(seat, pack_text(match.copy().show(seat))))


def close(state: TableState, command: c.Close, around: DecisionInputs) -> Decision[None]:
    host = host_of(state, command.person)
    here = [seat for seat in state.people if seat in around.presence.viewers and not state.seats[seat].held]
    if state.playing and any(seat != host for seat in here):
        raise RefusedError(say_message("refuse-close"))
    return decided(events.Closed())


def lead(state: TableState, command: c.Lead, _: DecisionInputs) -> Decision[None]:
    return decided() if state.playing or state.closed else decided(events.Led(command.table), events.Closed())


def begin_gathered(state: TableState, _: c.BeginGathered, __: DecisionInputs) -> Decision[None]:
    return decided(*fill_with_bots(state), events.Started())


def clear(_: TableState, __: c.Clear, ___: DecisionInputs) -> Decision[None]:
    return decided(events.Closed())


def do_nothing(_: TableState, __: c.RunScheduler, ___: DecisionInputs) -> Decision[None]:
    return decided()
