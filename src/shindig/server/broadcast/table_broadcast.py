"""A broadcast: the state of a table at one moment, for all its subscribers. Parts that several viewers share are
encoded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..schemas import PublicTable, TableUpdate
from ..table_log.table_state import TableState
from . import player_view
from .event_buffer import BufferedEvent, EventBuffer
from .json_encoding import (
    encode_asked_seat,
    encode_beginning,
    encode_legal_actions,
    encode_seat_pieces,
    encode_update_event,
)
from .protocol_versions import VERSION_1, ProtocolVersion


class Broadcast:
    """Broadcast of the current state to subscribers that are behind."""

    _gathered: tuple[int | None, ProtocolVersion] | None = None
    """Event after which, and version for which the shared pieces are encoded."""
    _asked: int | None = None
    """Seat to act, from the subscribers that are one event behind."""

    def __init__(
        self, state: TableState, history: EventBuffer, public: PublicTable, now: float, last: bool = False
    ) -> None:
        """`last` is True if nothing will follow."""
        self._state, self._history, self._public, self._now = state, history, public, now
        self.seq, self.changes, self.last = state.seq, history.changes, last
        self._begins: dict[int, bytes] = {}
        """Start of the event by seat; the rest is shared."""

    def build_update(self, viewer: int, after: int | None) -> TableUpdate:
        """Return a viewer's update after event `after`, or a snapshot if the buffer no longer has it."""
        state, history, public = self._state, self._history, self._public
        if after != self.seq - 1 or viewer not in public.waiting or state.seats[viewer].since > after:
            return player_view.build_table_update(state, history, public, viewer, after, self._now)
        own = player_view.build_viewer_info(state, viewer) if viewer == state.to_act else public.waiting[viewer]
        updates = (history.entries[-1].build_log_entry(viewer),)
        return TableUpdate(self.seq, False, updates, own, state.view(viewer), public, self._now)

    def encode_event(self, viewer: int, after: int | None, version: ProtocolVersion = VERSION_1) -> bytes:
        """Return the update as a server-sent event for programs. A seat's event is put together from shared pieces."""
        if (after, version) != self._gathered:
            self._gather_pieces(after, version)
        begin = self._begins.get(viewer)
        if begin is None:
            return encode_update_event(self.build_update(viewer, after), version)
        owns, rows, end, record = self._pieces
        told = owns[viewer, rows[viewer + 1](record)]
        if viewer == self._asked:
            legal = encode_legal_actions(self._state.view(viewer), version)
            told = encode_asked_seat(told, legal, self._state.token)
        return b"".join((begin, told, end))

    def _gather_pieces(self, after: int | None, version: ProtocolVersion) -> None:
        """Gather the pieces for all seats that saw the latest events from their present seat."""
        self._gathered, self._begins, self._asked = (after, version), {}, None
        state, public, missed = self._state, self._public, self._history.find_since(after)
        if after is None or missed is None or not public.waiting or (missed and not missed[0].warm):
            return
        assert state.frame is not None
        saw: Iterable[int] = public.waiting
        if public.furniture.since > after:
            saw = [seat for seat in saw if state.seats[seat].since <= after]
        self._begins = self._encode_beginnings(missed, saw, version)
        self._pieces = *encode_seat_pieces(public, state.game, version), state.frame.record
        if state.to_act in self._begins:
            self._encode_asked_seat(state.to_act)

    def _encode_beginnings(
        self, missed: Sequence[BufferedEvent], seats: Iterable[int], version: ProtocolVersion
    ) -> dict[int, bytes]:
        """Return the start of the event by seat. Most seats share it."""
        public, now, told = self._public, self._now, [one.common_entry for one in missed]
        begins, apart = dict[int, bytes](), seats
        alike: list[Any] = [update for update, _ in told]
        if None not in alike:
            begins = dict.fromkeys(seats, encode_beginning(self.seq, alike, public, now, version))
            apart = [seat for _, seat in told if seat in begins]
        for seat in apart:
            updates = [one.build_log_entry(seat) for one in missed]
            begins[seat] = encode_beginning(self.seq, updates, public, now, version)
        return begins

    def _encode_asked_seat(self, seat: int) -> None:
        """Find the question to the seat to act. A seat with an automatic action gets a whole update."""
        part, token = player_view.find_turn(self._state, seat)
        if part:
            del self._begins[seat]
        elif token is not None:
            self._asked = seat
