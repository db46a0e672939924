"""A table as it is told of at one moment: what several are told alike is made once, for all who read along."""

from __future__ import annotations

from collections.abc import Mapping

from ..once import once
from . import tell
from .history import History
from .state import TableState
from .told import News, Public, Update
from .wire import begun, ended, news_event, waiting


class Moment:
    """What is told to whoever has not been told it yet."""

    def __init__(self, state: TableState, history: History, public: Public, now: float, last: bool = False) -> None:
        """`last` is whether nothing will follow on it."""
        self._state, self._history, self._public, self._now = state, history, public, now
        self.seq, self.last = state.seq, last
        self._latest = history.entries[-1] if history.entries else None
        self._before = self._latest.seq - 1 if self._latest else None
        """What those have been told who missed the latest event alone."""
        self._near = [seat for seat in public.waiting if state.seats[seat].since < state.seq]
        """Seats that saw the latest event as they see the table now, with their own eyes, while one alone is asked."""

    def news(self, viewer: int, after: int | None) -> News:
        """What happened after event `after`, for a viewer; a snapshot where that is not at hand."""
        if after is None or after != self._before or viewer not in self._near:
            return tell.news(self._state, self._history, self._public, viewer, after, self._now)
        assert self._latest is not None
        update, own, view = self._latest.update(viewer), tell.own(self._state, viewer), self._state.view(viewer)
        return News(self.seq, False, (update,), own, view, self._public, self._now)

    def event(self, viewer: int, after: int | None) -> bytes:
        """The same as the event of a stream for programs."""
        if after == self._before and viewer in self._written:
            return self._written[viewer]
        return news_event(self.news(viewer, after))

    @once
    def _written(self) -> Mapping[int, bytes]:
        """The events for those of them who wait, to most of whom the same has happened: put together of pieces."""
        state, public, latest = self._state, self._public, self._latest
        if not self._near or latest is None or latest.alike is None:
            return {}
        assert state.frame is not None
        record, rows, end = state.frame.record, state.game.rules.layout.rows, ended(public)
        owns = waiting(public.furniture, state.game, public.info.state, public.info.cut)
        begin, apart = self._begin(latest.alike), latest.apart
        begins = {apart: self._begin(latest.update(apart))} if apart is not None and apart in self._near else {}
        return {
            seat: b"".join((begins.get(seat, begin), owns[seat, rows[seat + 1](record)], end))
            for seat in self._near
            if seat != state.to_act
        }

    def _begin(self, update: Update) -> bytes:
        """The beginning of an event that tells who waits of this alone."""
        return begun(self.seq, (update,), self._public, self._now)
