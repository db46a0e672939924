"""Static information of a table, which moves leave unchanged, and the next cut. Both are cached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shindig.bots import EXPERT
from shindig.core.caches import cached

from ..schemas import MOMENTS, Consent, CutInfo, RevealStatus, SeatInfo, Settings, StaticInfo, ViewerInfo
from ..table_log.table_state import TableState
from ..table_log.turn_clock import Clock
from .player_view import build_waiting_info, find_next_cut
from .presence import Presence

OF_GROUP = "yes"
"""Setting `group` as viewers get it at a group's table."""


class StaticInfoCache:
    """Cache of the static information and the next cut."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._made = StaticInfo({})
        self._cut: CutInfo | None = None

    def get(
        self, state: TableState, presence: Presence, ready: bool, clock: Clock
    ) -> tuple[StaticInfo, CutInfo | None]:
        """Return both for the present state. `ready` says that the game's strong bots are compiled.

        While pages load, the cut depends on the time as well.
        """
        now = state.refurnished, presence.viewers, presence.watchers, presence.devices, ready
        if now != self._of:
            self._of, self._made, self._cut = now, build_static_info(state, presence, ready), None
        if presence.expected:
            return self._made, find_next_cut(state, presence, clock.now())
        if self._cut is None:
            self._cut = find_next_cut(state, presence, clock.now())
        return self._made, self._cut


def build_static_info(state: TableState, presence: Presence, ready: bool) -> StaticInfo:
    """Build the part of a table that depends on neither the match nor the viewer."""
    return StaticInfo(
        {
            "id": state.id,
            "game": state.game.id,
            "title": state.settings.title or state.game.name,
            "paused": state.paused,
            "settings": hide_group(state.settings),
            "options": state.options,
            "seats": _build_seats(state, presence, ready),
            "match": state.number,
            "last_cut": state.cut.build_published() if state.cut else None,
            "agreed": {to: _find_seats(state, people) for to, people in state.agreed.items() if people},
            "awaited": {to: _find_awaited(state, to) for to, people in state.agreed.items() if people},
            "removed": tuple(name for name, _ in state.removed.values()),
            "ended": state.stopped,
            "led": state.led,
            "opening": build_reveal_status(state, state.number) if state.state == "over" else None,
            "opened": tuple(sorted(state.opened)),
            "watchers": 0 if state.closed else presence.watchers,
            "talk": state.has_free_talk,
            "advised": state.has_advice,
            "origin": state.origin,
            "day": state.drawing.daily.day if state.drawing else "",
        },
        _build_waiting(state),
        max([seat.since for seat in state.seats]),
    )


def hide_group(settings: Settings) -> Settings:
    """Return settings that tell whether a group plays, but not which one: its id is its invitation."""
    return replace(settings, group=OF_GROUP) if settings.group else settings


def _build_waiting(state: TableState) -> dict[int, ViewerInfo]:
    """Return the viewer's part of people who wait for others, newcomers excepted."""
    if len(state.people) < 2:
        return {}
    seats = [(number, state.seats[number]) for number in state.people]
    return {
        number: build_waiting_info(number, seat.person == state.host, seat.eased)
        for number, seat in seats
        if not seat.newcomer
    }


def _find_seats(state: TableState, people: set[str]) -> tuple[int, ...]:
    return tuple(seat for seat in state.people if state.seats[seat].person in people)


def _find_awaited(state: TableState, to: str) -> tuple[int, ...]:
    """Return the seats whose consent a proposal still needs."""
    return tuple(seat for seat in state.find_asked_seats(to) if state.seats[seat].person not in state.agreed[to])


def build_reveal_status(state: TableState, match: int, person: Sequence[str] = ()) -> RevealStatus:
    """Return which players of a match agree to reveal its hands."""
    accord = state.accords[match]
    asked = accord.dealt if state.settings.reveal == "agreed" else set[str]()
    consents = [
        Consent(name, one in accord.agreed, state.seat_of(one)) for one, name in accord.names.items() if one in asked
    ]
    mine = asked & {*person}
    yours = mine <= accord.agreed if mine else None
    return RevealStatus(match, match in state.opened, tuple(consents), yours)


def _build_seats(state: TableState, presence: Presence, ready: bool) -> tuple[SeatInfo, ...]:
    alike = _find_shared_clients(tuple([seat.client for seat in state.seats]))
    thinks = state.game.policies is not None
    bots = ["" if seat.is_empty else state.bot_at(number) for number, seat in enumerate(state.seats)]
    made = [
        SeatInfo(
            seat=number,
            kind="empty" if seat.is_empty else "person" if seat.person else "bot",
            name=seat.name,
            here=bool(seat.person) and number in presence.viewers and not state.closed,
            held=seat.held,
            newcomer=seat.newcomer and state.playing,
            host=bool(seat.person) and seat.person == state.host,
            bank=seat.bank,
            alike=alike[number],
            bot=bots[number],
            face=seat.face if seat.person else "",
            preparing=bots[number] == EXPERT and thinks and not ready,
            muted=seat.muted,
            played_by=seat.plays_as if seat.plays_as != seat.name else "",
        )
        for number, seat in enumerate(state.seats)
    ]
    return tuple(made)


@cached(MOMENTS)
def _find_shared_clients(clients: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return, by seat, the other seats that are known to share its client."""
    seats = [(seat, client) for seat, client in enumerate(clients) if client]
    return [
        tuple(other for other, client in seats if client == mine and other != seat) for seat, mine in enumerate(clients)
    ]
