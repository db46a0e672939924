"""A table as it is told of at one moment: what several are told alike is made once, for all who read along."""

from __future__ import annotations

from collections.abc import Mapping

from ..once import once
from . import tell
from .history import History
from .state import TableState
from .told import News, Public
from .wire import asked, begun, ended, legal_json, news_event, waiting


class Moment:
    """What is told to whoever has not been told it yet."""

    def __init__(self, state: TableState, history: History, public: Public, now: float, last: bool = False) -> None:
        """`last` is whether nothing will follow on it."""
        self._state, self._history, self._public, self._now = state, history, public, now
        self.seq, self.changes, self.last = state.seq, history.changes, last
        self._latest = history.entries[-1] if history.entries else None
        self._before = state.seq - 1 if self._latest else None
        """What those have been told who missed the latest event alone."""

    def news(self, viewer: int, after: int | None) -> News:
        """What happened after event `after`, for a viewer; a snapshot where that is not at hand."""
        if after is None or after != self._before or not self._saw(viewer):
            return tell.news(self._state, self._history, self._public, viewer, after, self._now)
        assert self._latest is not None
        update, own, view = self._latest.update(viewer), tell.own(self._state, viewer), self._state.view(viewer)
        return News(self.seq, False, (update,), own, view, self._public, self._now)

    def _saw(self, viewer: int) -> bool:
        """Whether a seat saw the latest event as it sees the table now, with its own eyes, one alone being asked."""
        return viewer in self._public.waiting and self._state.seats[viewer].since < self.seq

    def event(self, viewer: int, after: int | None) -> bytes:
        """The same as the event of a stream for programs."""
        if after == self._before and viewer in self._events:
            return self._events[viewer]
        return news_event(self.news(viewer, after))

    @once
    def _events(self) -> Mapping[int, bytes]:
        """The events for those seats, to most of which the same has happened: put together of pieces."""
        state, public, begins = self._state, self._public, self._begins()
        if state.frame is None or not begins:
            return {}
        owns = waiting(public.furniture, state.game, public.moving.state, public.moving.cut)
        record, rows, end = state.frame.record, state.game.rules.layout.rows, ended(public)
        between = {seat: owns[seat, rows[seat + 1](record)] for seat in begins}
        if state.to_act in between:
            self._ask(state.to_act, between)
        return {seat: b"".join((begins[seat], own, end)) for seat, own in between.items()}

    def _begins(self) -> dict[int, bytes]:
        """How the event of each of them begins."""
        latest, public, now, seats, seq = self._latest, self._public, self._now, self._state.seats, self.seq
        if latest is None:
            return {}
        saw, (alike, apart) = [seat for seat in public.waiting if seats[seat].since < seq], latest.alike
        if alike is None:
            return {seat: begun(latest.update(seat), public, now) for seat in saw}
        begins = dict.fromkeys(saw, begun(alike, public, now))
        if apart in begins:
            begins[apart] = begun(latest.update(apart), public, now)
        return begins

    def _ask(self, seat: int, between: dict[int, bytes]) -> None:
        """Have what is a seat's own be what it is asked; for whom the room plays, that is told the whole way."""
        part, token = tell.turn(self._state, seat)
        if part:
            del between[seat]
        elif token is not None:
            between[seat] = asked(between[seat], legal_json(self._state.view(seat)), token)
