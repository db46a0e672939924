"""A table as one viewer may see it, made from its state: seats, clock, cut, news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games.record import ONLOOKER
from . import autopilot
from .clock import deadline
from .state import TableState
from .told import ClockInfo, CutInfo, News, Public, SeatInfo, TableCard, TableInfo, Update

if TYPE_CHECKING:
    from .table import Table


def info(table: Table, viewer: int) -> TableInfo:
    """The table beside the game's view: what is common to all viewers, and what is this one's."""
    common, state = public(table).info, table.state
    if viewer == ONLOOKER:
        return common
    token = state.token if state.actor == viewer and not state.paused else None
    host = state.seats[viewer].person == state.host
    return common._replace(you=viewer, host=host, token=token)


def public(table: Table) -> Public:
    """The table as an onlooker sees it, made once for each change."""
    if table.public is None or table.public[0] != table.history.changes:
        view = table.frame.view(ONLOOKER) if table.frame else None
        table.public = table.history.changes, Public(_for_onlookers(table), view)
    return table.public[1]


def _for_onlookers(table: Table) -> TableInfo:
    state = table.state
    return TableInfo(
        id=state.id,
        game=state.game.id,
        title=state.settings.title or state.game.name,
        state=state.state,
        paused=state.paused,
        settings=state.settings,
        options=state.options,
        seats=_seats(table),
        you=ONLOOKER,
        host=False,
        match=state.number,
        token=None,
        clock=_clock(table),
        rest=_rest(table),
        cut=_cut(table),
        last_cut=state.cut.published() if state.cut else None,
        agreed={to: tuple(sorted(seats)) for to, seats in state.agreed.items()},
        watchers=sum(reader.viewer == ONLOOKER for reader in table.history.readers),
        talk=talks(state),
    )


def talks(state: TableState) -> bool:
    """Whether people write freely: as the host said; where talk tells of hands, only if the host opened it (TN-94)."""
    return not state.game.quiet if state.settings.chat == "usual" else state.settings.chat == "open"


def _seats(table: Table) -> tuple[SeatInfo, ...]:
    state, here = table.state, table.history.viewers
    clients = [seat.client for seat in state.seats]
    return tuple(
        SeatInfo(
            seat=number,
            kind="empty" if seat.empty else "person" if seat.person else "bot",
            name=seat.name,
            here=bool(seat.person) and number in here,
            held=seat.held,
            host=bool(seat.person) and seat.person == state.host,
            bank=seat.bank,
            alike=_alike(clients, number),
        )
        for number, seat in enumerate(state.seats)
    )


def _alike(clients: list[str], number: int) -> tuple[int, ...]:
    """Other seats of the same client, where it is known."""
    client = clients[number]
    if not client or clients.count(client) == 1:
        return ()
    return tuple(other for other, one in enumerate(clients) if one == client and other != number)


def _clock(table: Table) -> ClockInfo | None:
    """The same for every seat to act, whoever plays there and whatever they may do."""
    state = table.state
    if state.actor is None or state.paused:
        return None
    return ClockInfo(state.actor, *deadline(state, state.actor), table.house.clock.now())


def _rest(table: Table) -> float | None:
    return table.state.since + table.house.pace.rest if autopilot.resting(table) else None


def _cut(table: Table) -> CutInfo | None:
    secret, cutting = table.state.secret, table.cutting
    if secret is None or table.state.closed:
        return None
    seals = {seat: sealed.hex() for seat, sealed in sorted(cutting.seals.items())}
    asked = cutting.asked(table.devices())
    return CutInfo(secret.number, secret.commitment.hex(), cutting.stage, seals, asked, cutting.cutter)


def may_watch(state: TableState, viewer: int) -> bool:
    """Whether a viewer sees the cards' side of the table."""
    return viewer != ONLOOKER or state.settings.watch


def news(table: Table, viewer: int, after: int | None) -> News:
    """What happened after `after`, or a snapshot with the latest events where that is not at hand."""
    missed = None if after is None else table.history.since(after)
    entries = table.history.latest() if missed is None else missed
    updates: tuple[Update, ...] = ()
    view = None
    if may_watch(table.state, viewer):
        since = table.state.seats[viewer].since if viewer != ONLOOKER else 0
        updates = tuple(entry.update(viewer if entry.seq > since else ONLOOKER) for entry in entries)
        view = table.frame.view(viewer) if table.frame else None
    return News(table.state.seq, missed is None, updates, info(table, viewer), view, public(table))


def card(state: TableState, person: str | None = None, at: float = 0.0) -> TableCard:
    """A table for the lobby or a history."""
    return TableCard(
        id=state.id,
        game=state.game.id,
        title=state.settings.title or state.game.name,
        state=state.state,
        seats=len(state.seats),
        free=sum(not seat.person for seat in state.seats),
        names=tuple(seat.name for seat in state.seats if seat.person),
        watch=state.settings.watch,
        match=state.number,
        you=state.seat_of(person) if person else None,
        at=at or state.at,
    )
