"""What people do at a table. Commands run in the table's turn: they check, then write, or refuse and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..bots import BOTS
from ..games import GameError, IllegalAction
from ..match import View
from . import autopilot, facts
from .clock import bank_after
from .events import Acted, Agreed, Closed, Event, Held, Left, Paused, Resumed, Returned, Said, Seated, Started
from .fair import FairnessError
from .people import Person
from .table import Table
from .told import PHRASES, Agreement, Answer, ForbiddenError, RefusedError, RoomError, StaleError

MAX_KEY = 64
MAX_SAID = 200
BOT_NAMES = ("Juniper", "Fennel", "Sorrel", "Tansy", "Yarrow", "Bryony", "Lovage", "Betony", "Comfrey", "Mallow")


def _open(table: Table) -> None:
    if table.state.closed:
        raise RefusedError("this table is closed")


def _seat_of(table: Table, person: Person) -> int:
    _open(table)
    seat = table.state.seat_of(person.id)
    if seat is None:
        raise ForbiddenError("you have no seat at this table")
    table.seen(seat)
    return seat


def _host(table: Table, person: Person) -> int:
    seat = _seat_of(table, person)
    if table.state.host != person.id:
        raise ForbiddenError("only the host of the table can do this")
    return seat


def _is_seat(table: Table, seat: int) -> int:
    if not 0 <= seat < len(table.state.seats):
        raise RoomError(f"there are seats 0 to {len(table.state.seats) - 1}, no seat {seat}")
    return seat


def plain(text: str) -> str:
    """Text without braces, which stand for seats' names in lines of the log."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _fresh_name(table: Table, name: str) -> str:
    """A name that nobody else has at this table."""
    taken = {seat.name for seat in table.state.seats}
    name = plain(name)
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbered if other not in taken)


async def sit(table: Table, person: Person, seat: int | None, client: str) -> int:
    """Take a seat: an empty one, or a bot's, also in the middle of a match."""
    _open(table)
    state = table.state
    mine = state.seat_of(person.id)
    if mine is not None:
        if seat in (None, mine):
            return mine
        raise RefusedError(f"you sit at seat {mine} already; one person, one seat")
    free = [number for number, who in enumerate(state.seats) if not who.person]
    if state.playing and person.id in state.sat:
        free = [number for number in free if number == state.sat[person.id]]
    chosen = _is_seat(table, seat) if seat is not None else next(iter(free), None)
    if chosen not in free or chosen is None:
        raise RefusedError("that seat is taken" if seat is not None else "there is no seat that you could take")
    await table.write(Seated(chosen, _fresh_name(table, person.name), person.id, "", client))
    return chosen


async def add_bot(table: Table, person: Person, seat: int | None, bot: str | None) -> int:
    """Put a bot on an empty seat."""
    _host(table, person)
    name = bot or table.state.settings.bot
    if name not in BOTS:
        raise RoomError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    empty = [number for number, who in enumerate(table.state.seats) if who.empty]
    chosen = _is_seat(table, seat) if seat is not None else next(iter(empty), -1)
    if chosen not in empty:
        raise RefusedError("there is no empty seat for a bot")
    await table.write(_bot(table, chosen, name, 0))
    return chosen


def _bot(table: Table, seat: int, bot: str, nth: int) -> Seated:
    """A bot for a seat, under the `nth` name that is free."""
    taken = {who.name for who in table.state.seats}
    free = [name for name in BOT_NAMES if name not in taken]
    return Seated(seat, free[nth], bot=bot)


async def start_match(table: Table, person: Person) -> None:
    """Begin the first match; empty seats get bots."""
    _host(table, person)
    if table.state.match is not None:
        raise RefusedError("the match has begun; after it you can agree to a rematch")
    await table.write(*beginning(table))


def beginning(table: Table) -> list[Event]:
    """Bots for the empty seats, and a match."""
    empty = [seat for seat, who in enumerate(table.state.seats) if who.empty]
    bots: list[Event] = [_bot(table, seat, table.state.settings.bot, nth) for nth, seat in enumerate(empty)]
    return [*bots, Started()]


async def leave(table: Table, person: Person) -> None:
    """Give the seat up. In a match a bot plays on; where nobody is left, the table closes."""
    await _vacate(table, _seat_of(table, person), removed=False)


async def remove(table: Table, person: Person, seat: int) -> None:
    """The host sends somebody away, but not in the middle of a hand."""
    if _host(table, person) == _is_seat(table, seat):
        raise RefusedError("you cannot remove yourself; you can leave")
    who = table.state.seats[seat]
    if who.empty or (who.bot and table.state.playing):
        raise RefusedError("nobody sits there who could be removed")
    if table.state.playing and not autopilot.resting(table):
        raise RefusedError("players can be removed between hands, not during one")
    await _vacate(table, seat, removed=True)


async def _vacate(table: Table, seat: int, removed: bool) -> None:
    state = table.state
    bot = state.settings.bot if state.playing else ""
    events: list[Event] = [Left(seat, bot, removed)]
    if state.people == [seat]:
        events.append(Closed())
    await table.write(*events)


async def back(table: Table, person: Person) -> None:
    """Play oneself again."""
    seat = _seat_of(table, person)
    if table.state.seats[seat].held:
        await table.write(Returned(seat))


async def hold(table: Table, person: Person, seat: int) -> None:
    """The host lets a bot play for somebody who is not connected."""
    _host(table, person)
    who = table.state.seats[_is_seat(table, seat)]
    if not who.person or who.held or not table.state.playing:
        raise RefusedError("there is nobody at that seat for whom a bot could step in")
    if seat in table.history.viewers:
        raise RefusedError(f"{who.name} is here; a bot steps in only for somebody who is not connected")
    await table.write(Held(seat))


async def pause(table: Table, person: Person) -> None:
    _host(table, person)
    if not table.state.playing or table.state.paused:
        raise RefusedError("there is no match that could be paused")
    await table.write(Paused())


async def resume(table: Table, person: Person) -> None:
    _host(table, person)
    if not table.state.paused:
        raise RefusedError("the table is not paused")
    await table.write(Resumed())


async def agree(table: Table, person: Person, to: Agreement) -> None:
    """Say yes; what all agreed to happens."""
    seat, state = _seat_of(table, person), table.state
    _may_agree(table, to)
    if seat in state.agreed.get(to, set()):
        return
    before = state.agreed.get(to, set())
    state.agreed[to] = before | {seat}
    everybody = state.all_agree(to)
    state.agreed[to] = before
    follows = beginning(table) if to == "rematch" and everybody else []
    await table.write(Agreed(seat, to), *follows)


def _may_agree(table: Table, to: Agreement) -> None:
    state = table.state
    if to == "rematch" and state.state != "over":
        raise RefusedError("a rematch can be agreed on when a match is over")
    if to == "reveal" and (state.state != "over" or state.settings.reveal == "never"):
        raise RefusedError("hands can be opened after a match, if the table's settings allow it")
    if to == "next" and not autopilot.resting(table):
        raise RefusedError("there is no hand to wait for")
    if to not in ("rematch", "reveal", "next"):
        raise RoomError(f"expected rematch, reveal or next, not {str(to)[:20]!r}")


async def say(table: Table, person: Person, text: str) -> None:
    seat, said = _seat_of(table, person), plain(text)
    if not 1 <= len(said) <= MAX_SAID or not said.isprintable():
        raise RoomError(f"expected 1 to {MAX_SAID} letters")
    if said not in PHRASES and not facts.talks(table.state):
        raise RefusedError(f"at this table only quick phrases are said: {' '.join(PHRASES)}", "TN-94")
    await table.write(Said(seat, said))


async def close_table(table: Table, person: Person) -> None:
    _host(table, person)
    await table.write(Closed())


async def move(table: Table, person: Person, action: str | int, token: str, key: str | None) -> Answer:
    """Play an action of one's turn: once, whatever is repeated, and only in the turn it was meant for."""
    state = table.state
    if key is not None and not 1 <= len(key) <= MAX_KEY:
        raise RoomError(f"a key has 1 to {MAX_KEY} letters")
    stored_key = f"{person.id}:{key}" if key else None
    repeated = await _repeated(table, stored_key, token)
    if repeated is not None:
        return repeated
    seat = _seat_of(table, person)
    if state.paused:
        raise RefusedError("the table is paused")
    if token != state.token or state.actor != seat:
        raise _stale(table, seat)
    assert table.frame is not None
    number = legal_action(table.frame.view(seat), action)
    now = table.house.clock.now()
    took, words = now - state.since, state.game.text(table.frame.view(seat).record, number)
    events: list[Event] = [Returned(seat)] if state.seats[seat].held else []
    answer = Answer(state.seq + len(events) + 1, words)
    acted = Acted(seat, number, "person", bank_after(state, seat, now))
    await table.write(*events, acted, key=stored_key, answer=answer)
    table.thinking.append(took)
    return answer


async def seal(table: Table, person: Person, cut: int, sealed: bytes) -> None:
    """Take a device's seal."""
    seat = _cut_seat(table, person, cut)
    _fairly(lambda: table.cutting.seal(seat, sealed))
    table.history.changed()


async def reveal(table: Table, person: Person, cut: int, value: bytes) -> None:
    """Take the value that a device sealed."""
    seat = _cut_seat(table, person, cut)
    _fairly(lambda: table.cutting.open(seat, value))
    table.history.changed()


def _cut_seat(table: Table, person: Person, cut: int) -> int:
    seat = _seat_of(table, person)
    if cut != table.cutting.number:
        raise RefusedError(f"the next cut is number {table.cutting.number}, not {cut}")
    return seat


def _fairly(step: Callable[[], None]) -> None:
    try:
        step()
    except FairnessError as error:
        raise RefusedError(str(error)) from None


async def _repeated(table: Table, key: str | None, token: str) -> Answer | None:
    """The answer already given under a key: from memory, or from the store where the turn is over."""
    if key is None:
        return None
    if key in table.answers:
        return replace(table.answers[key], repeated=True)
    if token == table.state.token:
        return None
    stored = await table.house.store.answered(table.state.id, key)
    return None if stored is None else Answer(*stored, repeated=True)


def _stale(table: Table, seat: int) -> StaleError:
    actor = table.state.actor
    whose = f"it is the turn of {table.state.seats[actor].name}" if actor is not None else "nobody is to act now"
    reason = "that turn is over; look again and choose anew" if actor == seat else f"it is not your turn: {whose}"
    return StaleError(reason, facts.news(table, seat, None))


def legal_action(view: View, action: str | int) -> int:
    """The action as an int, judged from the seat's own view alone. Raises RoomError, RefusedError with the clause."""
    game = view.game
    try:
        number = game.parse(view.record, action) if isinstance(action, str) else action
    except IllegalAction as error:
        raise RefusedError(str(error), error.clause) from None
    except GameError as error:
        raise RoomError(str(error)) from None
    if not 0 <= number < game.num_actions:
        raise RoomError(f"actions are numbers from 0 to {game.num_actions - 1}, not {number}")
    if number not in view.legal:  # type: ignore[comparison-overlap]
        refusal = game.refuse(view.record, number)
        raise RefusedError(str(refusal), refusal.clause)
    return number
