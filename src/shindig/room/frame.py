"""A match at one moment, as it lies there for all who look."""

from __future__ import annotations

from ..games.game import Game
from ..games.layout import ONLOOKER, Records, snapshot
from ..match import View
from .gathering import Asked


class Frame:
    """A match at one moment, and the views of it, made once for each viewer."""

    def __init__(self, game: Game, record: Records) -> None:
        self.game, self.record = game, record
        self.views = Views(game, record)
        self.view = self.views.__getitem__
        """The view of a viewer."""
        self._asked: dict[Asked, View] = {}

    def asked(self, asked: Asked) -> View:
        """What a seat sees as it is asked something, though the rules may ask another first."""
        if asked not in self._asked:
            public = View(self.game, _as_if(self.view(ONLOOKER), asked))
            self._asked[asked] = View(self.game, _as_if(self.view(asked.seat), asked), public=public)
        return self._asked[asked]

    def forget(self) -> None:
        """Keep no view; they can be made again."""
        self.views.clear()
        self._asked.clear()


class Views(dict[int, View]):
    """A view for each viewer who asked."""

    def __init__(self, game: Game, record: Records) -> None:
        self._game, self._record = game, record

    def __missing__(self, viewer: int) -> View:
        public = None if viewer == ONLOOKER else self[ONLOOKER]
        seen = self._game.rules.layout.view(self._record, viewer)
        self[viewer] = made = View(self._game, seen, public=public)
        made.seat = viewer
        return made


def _as_if(view: View, asked: Asked) -> Records:
    """What a view shows when the rules come to a question."""
    record = snapshot(view.array)
    record["actor"], record["phase"] = asked
    return record
