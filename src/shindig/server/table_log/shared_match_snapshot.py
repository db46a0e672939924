"""Snapshot of a match at one moment, for all viewers."""

from __future__ import annotations

import numpy as np

from shindig.core.layout_and_views import ONLOOKER, Common, Records, copy_records
from shindig.core.lazy_property import once
from shindig.gamekit.game_spec import Game
from shindig.match import View

from .simultaneous_answers import OpenQuestion


class MatchSnapshot(dict[int | OpenQuestion, View]):
    """Snapshot of a match, with a cache of its views by viewer or question."""

    __slots__ = ("game", "record")

    def __init__(self, game: Game, record: bytes) -> None:
        self.game, self.record = game, record

    view = dict.__getitem__
    """Return the view of a viewer."""
    forget = dict.clear
    """Clear the cache of views."""

    def __missing__(self, viewer: int) -> View:
        public = None if viewer == ONLOOKER else self[ONLOOKER]
        self[viewer] = made = BlankedView(self.game, self.record, viewer, public)
        return made

    def build_question_view(self, asked: OpenQuestion) -> View:
        """Return a seat's view for a question, even if the rules ask another seat first."""
        if asked not in self:
            public = View(self.game, _show_question(self.view(ONLOOKER), asked))
            self[asked] = View(self.game, _show_question(self.view(asked.seat), asked), public=public)
        return self[asked]


class BlankedView(View):
    """A view that is masked when its record is read. Most updates need only the seat's own bytes."""

    def __init__(self, game: Game, record: bytes, viewer: int, public: View | None) -> None:
        self.game, self.seat, self._record, self._public = game, viewer, record, public

    @property
    def owned(self) -> bytes:
        return self.game.rules.layout.extract_own_rows(self._record, self.seat)

    @property
    def my_turn(self) -> bool:
        return self.seat >= 0 and bool(self.game.rules.layout.turn.unpack_from(self._record)[0] == self.seat)

    @once
    def common(self) -> Common:
        return self.game.rules.layout.read_common(self._record) if self._public is None else self._public.common

    @once
    def array(self) -> Records:
        seen: Records = np.frombuffer(bytearray(self.tobytes()), self.game.rules.layout.dtype)
        return seen

    def tobytes(self) -> bytes:
        return self.game.rules.layout.mask_record(self._record, self.seat)


def _show_question(view: View, asked: OpenQuestion) -> Records:
    """Return the record of a view as if the rules had come to the question."""
    record = copy_records(view.array)
    record["actor"], record["phase"] = asked
    return record
