"""A table as one viewer may see it, made from its state: seats, clock, cut, news."""

from __future__ import annotations

from ..games.layout import ONLOOKER
from .around import Around, Presence
from .clock import deadline
from .history import History
from .state import TableState
from .told import ClockInfo, CutInfo, News, Public, SeatInfo, TableCard, TableInfo, Update


def info(state: TableState, public: Public, viewer: int) -> TableInfo:
    """The table beside the game's view: what is common to all viewers, and what is this one's."""
    if viewer == ONLOOKER:
        return public.info
    token = state.token if state.actor == viewer and not state.paused else None
    host = state.seats[viewer].person == state.host
    return public.info._replace(you=viewer, host=host, token=token)


def public(state: TableState, around: Around) -> Public:
    """The table as an onlooker sees it."""
    return Public(_for_onlookers(state, around), state.view(ONLOOKER) if state.match is not None else None)


def _for_onlookers(state: TableState, around: Around) -> TableInfo:
    return TableInfo(
        id=state.id,
        game=state.game.id,
        title=state.settings.title or state.game.name,
        state=state.state,
        paused=state.paused,
        settings=state.settings,
        options=state.options,
        seats=_seats(state, around.presence),
        you=ONLOOKER,
        host=False,
        match=state.number,
        token=None,
        clock=_clock(state, around.now),
        rest=state.since + around.pace.rest if state.resting else None,
        cut=_cut(state, around),
        last_cut=state.cut.published() if state.cut else None,
        agreed={to: tuple(sorted(seats)) for to, seats in state.agreed.items()},
        watchers=around.presence.watchers,
        talk=state.talks,
    )


def _seats(state: TableState, presence: Presence) -> tuple[SeatInfo, ...]:
    clients = [seat.client for seat in state.seats]
    return tuple(
        SeatInfo(
            seat=number,
            kind="empty" if seat.empty else "person" if seat.person else "bot",
            name=seat.name,
            here=bool(seat.person) and number in presence.viewers,
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


def _clock(state: TableState, now: float) -> ClockInfo | None:
    """The same for every seat to act, whoever plays there and whatever they may do."""
    if state.actor is None or state.paused:
        return None
    return ClockInfo(state.actor, *deadline(state, state.actor), now)


def _cut(state: TableState, around: Around) -> CutInfo | None:
    secret, cutting = state.secret, state.cutting
    if secret is None or state.closed:
        return None
    seals = {seat: sealed.hex() for seat, sealed in sorted(cutting.seals.items())}
    asked = cutting.asked(around.presence.in_cuts(state.seats, around.now))
    return CutInfo(secret.number, secret.commitment.hex(), cutting.stage, seals, asked, cutting.cutter)


def may_watch(state: TableState, viewer: int) -> bool:
    """Whether a viewer sees the cards' side of the table."""
    return viewer != ONLOOKER or state.settings.watch


def news(state: TableState, history: History, public: Public, viewer: int, after: int | None) -> News:
    """What happened after `after`, or a snapshot with the latest events where that is not at hand."""
    missed = None if after is None else history.since(after)
    entries = history.latest() if missed is None else missed
    updates: tuple[Update, ...] = ()
    view = None
    if may_watch(state, viewer):
        since = state.seats[viewer].since if viewer != ONLOOKER else 0
        updates = tuple(entry.update(viewer if entry.seq > since else ONLOOKER) for entry in entries)
        view = state.view(viewer) if state.match is not None else None
    return News(state.seq, missed is None, updates, info(state, public, viewer), view, public)


def card(state: TableState, person: str | None = None, at: float = 0.0) -> TableCard:
    """A table for the lobby or a history."""
    return TableCard(
        id=state.id,
        game=state.game_id,
        title=state.settings.title or (state.game_id if state.why else state.game.name),
        state=state.state,
        seats=len(state.seats),
        free=sum(not seat.person for seat in state.seats),
        names=tuple(seat.name for seat in state.seats if seat.person),
        watch=state.settings.watch,
        match=state.number,
        you=state.seat_of(person) if person else None,
        at=at or state.at,
        why=f"{state.why[:1].upper()}{state.why[1:]}." if state.why else "",
    )
