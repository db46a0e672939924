"""A broadcast: the state of a table at one moment, for all its subscribers."""

from __future__ import annotations

from ..schemas import PublicTable, TableUpdate
from ..table_log.table_state import TableState
from . import player_view
from .event_buffer import EventBuffer
from .json_encoding import encode_update_event
from .protocol_versions import VERSION_1, ProtocolVersion


class Broadcast:
    """Broadcast of the current state to subscribers that are behind."""

    def __init__(
        self, state: TableState, history: EventBuffer, public: PublicTable, now: float, last: bool = False
    ) -> None:
        """`last` is True if nothing will follow."""
        self._state, self._history, self._public, self._now = state, history, public, now
        self.seq, self.changes, self.last = state.seq, history.changes, last

    def build_update(self, viewer: int, after: int | None) -> TableUpdate:
        """Return a viewer's update after event `after`, or a snapshot if the buffer no longer has it."""
        state, history, public = self._state, self._history, self._public
        if after != self.seq - 1 or viewer not in public.waiting or state.seats[viewer].since > after:
            return player_view.build_table_update(state, history, public, viewer, after, self._now)
        own = player_view.build_viewer_info(state, viewer) if viewer == state.to_act else public.waiting[viewer]
        updates = (history.entries[-1].build_log_entry(viewer),)
        return TableUpdate(self.seq, False, updates, own, state.view(viewer), public, self._now)

    def encode_event(self, viewer: int, after: int | None, version: ProtocolVersion = VERSION_1) -> bytes:
        """Return the update as a server-sent event for programs."""
        return encode_update_event(self.build_update(viewer, after), version)
