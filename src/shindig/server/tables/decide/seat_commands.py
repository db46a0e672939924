"""Commands about seats and the bots that play for people."""

from __future__ import annotations

from shindig.bots import names as bot_names
from shindig.messages import say
from shindig.server.accounts.name_and_password_rules import pick_fresh_name
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.person import Person
from shindig.server.table_log import events
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .decision import Decision, check_account, check_open, decided, host_of, known_seat, seat_of, without_braces

BOT_NAMES = ("Juniper", "Fennel", "Sorrel", "Tansy", "Yarrow", "Bryony", "Lovage", "Betony", "Comfrey", "Mallow")


def sit(state: TableState, command: c.Sit, _: DecisionInputs) -> Decision[int]:
    check_open(state)
    person, seat = command.person, command.seat
    check_account(state.settings, person)
    mine = state.seat_of(person.id)
    if mine is not None:
        if seat in (None, mine):
            return Decision((), mine)
        raise RefusedError(say("refuse-seated"))
    if not state.is_counted:
        raise RefusedError(say("refuse-practice-seat"))
    gone = {one: client for one, (_, client) in state.removed.items()}
    if not gone.keys().isdisjoint(person.ids) or (command.client and command.client in gone.values()):
        raise ForbiddenError(say("refuse-removed"))
    free = _free(state, person.id)
    chosen = known_seat(state, seat) if seat is not None else next(iter(free), None)
    if chosen is None or chosen not in free:
        raise RefusedError(say("refuse-taken") if seat is not None else say("refuse-full"))
    name = _fresh_name(state, chosen, person)
    return Decision((events.Seated(chosen, name, person.id, "", command.client, person.face),), chosen)


def _free(state: TableState, person: str) -> list[int]:
    """Return the seats that a person may take. During a match, a former player may only take their former seat."""
    free = [number for number, who in enumerate(state.seats) if not who.person]
    seats = state.consent.seats
    if state.playing and person in seats:
        return [number for number in free if number == seats[person]]
    return free


def _fresh_name(state: TableState, chosen: int, person: Person) -> str:
    """Return a name that looks unlike all others at this table and in this match."""
    others = {name for one, name in state.consent.names.items() if one != person.id}
    seated = {seat.name for number, seat in enumerate(state.seats) if number != chosen}
    return pick_fresh_name(without_braces(person.name), seated | others)


def add_bot(state: TableState, command: c.AddBot, _: DecisionInputs) -> Decision[int]:
    host_of(state, command.person)
    name = _known_bot(state, command.bot)
    empty = [number for number, who in enumerate(state.seats) if who.is_empty]
    chosen = known_seat(state, command.seat) if command.seat is not None else next(iter(empty), -1)
    if chosen in empty:
        return Decision((_bot(state, chosen, name, 0),), chosen)
    if command.seat is None or state.seats[chosen].person:
        raise RefusedError(say("refuse-bot-full"))
    return _replaced(state, chosen, name)


def _replaced(state: TableState, seat: int, bot: str) -> Decision[int]:
    """Replace a bot by another one, which keeps the name. Raises RefusedError during a match."""
    who = state.seats[seat]
    if state.playing:
        raise RefusedError(say("refuse-bot-late"))
    return Decision((events.Seated(seat, who.name, bot=bot),) if who.bot != bot else (), seat)


def _known_bot(state: TableState, name: str | None) -> str:
    """Return a bot of the game by its name; that of the table for None. Raises RoomError."""
    known, name = bot_names(state.game), name or state.settings.bot
    if name not in known:
        raise RoomError(f"there is no bot {name!r}; there are {', '.join(known)}")
    return name


def fill_with_bots(state: TableState, name: str | None = None) -> list[events.Event]:
    """Return events that put bots on the empty seats."""
    empty = [seat for seat, who in enumerate(state.seats) if who.is_empty]
    bot = _known_bot(state, name) if empty and name else state.settings.bot
    return [_bot(state, seat, bot, nth) for nth, seat in enumerate(empty)]


def _bot(state: TableState, seat: int, bot: str, nth: int) -> events.Seated:
    """Put a bot on a seat under the `nth` free name."""
    taken = {who.name for who in state.seats}
    free = [name for name in BOT_NAMES if name not in taken]
    return events.Seated(seat, free[nth], bot=bot)


def leave(state: TableState, command: c.Leave, _: DecisionInputs) -> Decision[None]:
    return vacate(state, seat_of(state, command.person), removed=False)


def remove(state: TableState, command: c.Remove, _: DecisionInputs) -> Decision[None]:
    seat = command.seat
    if host_of(state, command.person) == known_seat(state, seat):
        raise RefusedError(say("refuse-remove-self"))
    who = state.seats[seat]
    if who.is_empty or (not who.person and state.playing):
        raise RefusedError(say("refuse-remove-nobody"))
    return vacate(state, seat, removed=True)


def readmit(state: TableState, command: c.Readmit, _: DecisionInputs) -> Decision[None]:
    host_of(state, command.person)
    gone = [*state.removed.items()]
    if not 0 <= command.number < len(gone):
        raise RoomError(f"expected one of the {len(gone)} people who were removed")
    person, (name, _client) = gone[command.number]
    return decided(events.Readmitted(person, name))


def mute(state: TableState, command: c.Mute, _: DecisionInputs) -> Decision[None]:
    host, seat = host_of(state, command.person), known_seat(state, command.seat)
    who = state.seats[seat]
    if not who.person or seat == host:
        raise RefusedError(say("refuse-mute-nobody"))
    return decided() if who.muted == command.on else decided(events.Muted(seat, command.on))


def name_host(state: TableState, command: c.NameHost, _: DecisionInputs) -> Decision[None]:
    host, seat = host_of(state, command.person), known_seat(state, command.seat)
    if not state.seats[seat].person:
        raise RefusedError(say("refuse-host-bot"))
    return decided() if seat == host else decided(events.HostChanged(seat))


def pass_host(_: TableState, command: c.PassHost, __: DecisionInputs) -> Decision[None]:
    return decided(events.HostChanged(command.seat, away=True))


def rename(state: TableState, command: c.Rename, _: DecisionInputs) -> Decision[None]:
    seat = seat_of(state, command.person)
    if state.is_contested:
        raise RefusedError(say("refuse-rename"))
    who, name = state.seats[seat], _fresh_name(state, seat, command.person)
    same = (who.name, who.face) == (name, command.person.face)
    return decided() if same else decided(events.Renamed(seat, name, command.person.face, who.name))


def vacate(state: TableState, seat: int, removed: bool) -> Decision[None]:
    who = state.seats[seat]
    left = events.Left(seat, (who.bot or state.settings.bot) if state.playing else "", removed, who.name)
    return decided(left, events.Closed()) if state.people == [seat] and not state.is_contested else decided(left)


def ease(state: TableState, command: c.Ease, _: DecisionInputs) -> Decision[None]:
    seat = seat_of(state, command.person)
    return decided() if state.seats[seat].eased == command.on else decided(events.Eased(seat, command.on))


def return_to_seat(state: TableState, command: c.Back, _: DecisionInputs) -> Decision[None]:
    return _return(state, seat_of(state, command.person))


def welcome(state: TableState, command: c.Welcome, around: DecisionInputs) -> Decision[None]:
    return _return(state, command.seat) if command.seat in around.presence.viewers else decided()


def _return(state: TableState, seat: int) -> Decision[None]:
    return decided(events.Returned(seat)) if state.seats[seat].held else decided()


def hold(state: TableState, command: c.Hold, around: DecisionInputs) -> Decision[None]:
    host_of(state, command.person)
    who = state.seats[known_seat(state, command.seat)]
    if not who.person or who.held or not state.playing:
        raise RefusedError(say("refuse-hold-nobody"))
    if command.seat in around.presence.viewers:
        raise RefusedError(say("refuse-hold-here", person=who.name))
    return decided(events.Held(command.seat))


def stand_in(_: TableState, command: c.StandIn, __: DecisionInputs) -> Decision[None]:
    return decided(events.Held(command.seat))
