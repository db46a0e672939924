"""Commands for the whole table: open, begin, pause, agree, talk, close."""

from __future__ import annotations

from dataclasses import asdict

from shindig.match import NO_LATE_SHOW
from shindig.server.accounts.accounts import Person
from shindig.server.accounts.name_rules import SELECTORS, is_visible
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.schemas import PHRASES, Agreement, Answer
from shindig.server.table_log.events import Agreed, ChatSaid, Closed, Opened, Paused, Resumed, Seated, Shown, Started
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .cut_commands import next_commitment
from .decision import Decision, check_account, decided, host_of, seat_of, without_braces
from .seat_commands import fill_with_bots

MAX_SAID = 200


def open_table(state: TableState, command: c.Open, around: DecisionInputs) -> Decision[None]:
    person, rules = command.person, command.game.rules
    check_account(command.settings, person)
    settings = asdict(command.settings)
    origin = command.origin._asdict() if command.origin else None
    daily = command.daily.as_json() if command.daily else None
    table = command.game.id, rules.version, command.seats, command.options, settings
    opened = Opened(*table, person.id, around.date, origin, daily)
    seated = Seated(command.seat, without_braces(person.name), person.id, "", command.client, person.face)
    return decided(opened, seated) if daily else decided(opened, seated, next_commitment(state, around))


def begin(state: TableState, command: c.Begin, _: DecisionInputs) -> Decision[None]:
    host = host_of(state, command.person)
    if state.match is not None:
        raise RefusedError("the match has begun; after it you can agree to a rematch")
    before = [[*line] for line in command.before]
    return decided(*fill_with_bots(state), Started(command.position, host if command.position else None, before))


def pause(state: TableState, command: c.Pause, _: DecisionInputs) -> Decision[None]:
    host_of(state, command.person)
    if not state.playing or state.paused:
        raise RefusedError("there is no match that could be paused")
    return decided(Paused())


def resume(state: TableState, command: c.Resume, _: DecisionInputs) -> Decision[None]:
    host_of(state, command.person)
    if not state.paused:
        raise RefusedError("the table is not paused")
    return decided(Resumed())


def go_on(_: TableState, __: c.GoOn, ___: DecisionInputs) -> Decision[None]:
    return decided(Resumed())


def agree(state: TableState, command: c.Agree, _: DecisionInputs) -> Decision[None]:
    return _open_hands(state, command) if command.to == "reveal" else _go_on_to(state, command)


def _go_on_to(state: TableState, command: c.Agree) -> Decision[None]:
    """Agree to the next hand or match, for every seat of the person."""
    to, ids = command.to, command.person.ids
    seat_of(state, command.person)
    _check_agreement(state, to)
    missing = [one for one in ids if one in state.places and one not in state.agreed.get(to, ())]
    if not missing:
        return decided()
    seats = [(one, state.places[one]) for one in missing]
    agreed = [Agreed(one, state.seats[seat].name, seat, to, state.number) for one, seat in seats]
    rematch = to == "rematch" and state.all_agree(to, *missing)
    return decided(*agreed, *((*fill_with_bots(state), Started()) if rematch else ()))


def _check_agreement(state: TableState, to: Agreement) -> None:
    """Raise RoomError for an agreement that is not possible now."""
    if to == "rematch" and state.state != "over":
        raise RefusedError("a rematch can be agreed on when a match is over")
    if to == "rematch" and not state.is_counted:
        raise RefusedError("a match that goes on from a step of another one is played once; you can begin there again")
    if to == "next" and not state.is_resting:
        raise RefusedError("there is no hand to wait for")
    if to not in ("rematch", "next"):
        raise RoomError(f"expected rematch, reveal or next, not {str(to)[:20]!r}")


def _open_hands(state: TableState, command: c.Agree) -> Decision[None]:
    """Agree to reveal the hands of a match, as one of its players, from any seat or none."""
    number = state.number if command.match is None else command.match
    mine = _asked(state, command.person, number)
    accord = state.accords[number]
    if number in state.opened:
        return decided()
    missing = [one for one in mine if one not in accord.agreed]
    return decided(*(Agreed(one, accord.names[one], state.seat_of(one), "reveal", number) for one in missing))


def _asked(state: TableState, person: Person, number: int) -> list[str]:
    """Return the ids under which a person's consent is needed. Raises RefusedError if the hands cannot be revealed,
    ForbiddenError."""
    if not state.is_finished(number) or state.settings.reveal == "never":
        raise RefusedError("hands can be opened after a match, if the table's settings allow it")
    mine = [one for one in person.ids if one in state.accords[number].dealt]
    if not mine:
        raise ForbiddenError("only those who played a hand of this match are asked whether its hands be opened")
    return mine


def say(state: TableState, command: c.Say, _: DecisionInputs) -> Decision[Answer]:
    seat, said = seat_of(state, command.person), without_braces(command.text.translate(SELECTORS))
    if not 1 <= len(said) <= MAX_SAID or not is_visible(said):
        raise RoomError(f"expected 1 to {MAX_SAID} letters that can be seen")
    own_words, clause = said not in PHRASES, state.game.services.silence_clause
    if own_words and not state.has_free_talk:
        raise RefusedError(f"at this table only quick phrases are said: {' '.join(PHRASES)}", clause or None)
    reminded = not own_words or not state.playing or state.seats[seat].person in state.reminded
    return Decision((ChatSaid(seat, said, "" if reminded else clause),), Answer(state.seq + 1, ""))


def show(state: TableState, command: c.Show, _: DecisionInputs) -> Decision[None]:
    """Show an unseen hand. This is no move; it changes only what all have seen."""
    seat, match, late = seat_of(state, command.person), state.match, state.game.rules.late_show
    dealt = match is not None and state.dealt[seat] == command.person.id
    if late is None or match is None or not dealt or not match.may_show(seat):
        raise RefusedError(NO_LATE_SHOW, late.clause if late and late.clause else None)
    return decided(Shown(seat, match.copy().show(seat)))


def close(state: TableState, command: c.Close, _: DecisionInputs) -> Decision[None]:
    host_of(state, command.person)
    return decided(Closed())


def clear(_: TableState, __: c.Clear, ___: DecisionInputs) -> Decision[None]:
    return decided(Closed())


def do_nothing(_: TableState, __: c.RunScheduler, ___: DecisionInputs) -> Decision[None]:
    return decided()
