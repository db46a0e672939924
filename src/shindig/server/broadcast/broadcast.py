"""A table as it is told of at one moment: what several are told alike is made once, for all who read along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..schemas import News, Public
from ..table_log.table_state import TableState
from . import player_view
from .event_buffer import Entry, History
from .json_encoding import asked, begun, legal_json, news_event, pieces


class Moment:
    """What is told to whoever has not been told it yet."""

    _after: int | None = None
    _asked: int | None = None
    """Of those who have been told that much, the seat that is to act."""

    def __init__(self, state: TableState, history: History, public: Public, now: float, last: bool = False) -> None:
        """`last` is whether nothing will follow on it."""
        self._state, self._history, self._public, self._now = state, history, public, now
        self.seq, self.changes, self.last = state.seq, history.changes, last
        self._begins: dict[int, bytes] = {}
        """By seat of theirs, how the event begins that tells the rest."""

    def news(self, viewer: int, after: int | None) -> News:
        """What happened after event `after`, for a viewer; a snapshot where that is not at hand."""
        state, history, public = self._state, self._history, self._public
        if after != self.seq - 1 or viewer not in public.waiting or state.seats[viewer].since > after:
            return player_view.news(state, history, public, viewer, after, self._now)
        own = player_view.own(state, viewer) if viewer == state.to_act else public.waiting[viewer]
        updates = (history.entries[-1].update(viewer),)
        return News(self.seq, False, updates, own, state.view(viewer), public, self._now)

    def event(self, viewer: int, after: int | None) -> bytes:
        """The same as the event of a stream for programs: for a seat put together of pieces."""
        if after != self._after:
            self._begin(after)
        begin = self._begins.get(viewer)
        if begin is None:
            return news_event(self.news(viewer, after))
        owns, rows, end, record = self._pieces
        told = owns[viewer, rows[viewer + 1](record)]
        if viewer == self._asked:
            told = asked(told, legal_json(self._state.view(viewer)), self._state.token)
        return b"".join((begin, told, end))

    def _begin(self, after: int | None) -> None:
        """Gather the pieces for all seats that saw what happened since as they see the table now."""
        self._after, self._begins = after, {}
        state, public, missed = self._state, self._public, self._history.since(after)
        if after is None or missed is None or not public.waiting or (missed and not missed[0].warm):
            return
        assert state.frame is not None
        saw: Iterable[int] = public.waiting
        if public.furniture.since > after:
            saw = [seat for seat in saw if state.seats[seat].since <= after]
        self._begins = self._beginnings(missed, saw)
        self._pieces = *pieces(public, state.game), state.frame.record
        if state.to_act in self._begins:
            self._ask(state.to_act)

    def _beginnings(self, missed: Sequence[Entry], seats: Iterable[int]) -> dict[int, bytes]:
        """How the events begin that tell seats of these: alike for most."""
        public, now, told = self._public, self._now, [one.alike for one in missed]
        begins, apart = dict[int, bytes](), seats
        alike: list[Any] = [update for update, _ in told]
        if None not in alike:
            begins = dict.fromkeys(seats, begun(self.seq, alike, public, now))
            apart = [seat for _, seat in told if seat in begins]
        for seat in apart:
            begins[seat] = begun(self.seq, [one.update(seat) for one in missed], public, now)
        return begins

    def _ask(self, seat: int) -> None:
        """See what a seat is asked that is to act. What the room does for it, it is told the whole way."""
        part, token = player_view.turn(self._state, seat)
        if part:
            del self._begins[seat]
        elif token is not None:
            self._asked = seat
