"""A match at one moment, as it lies there for all who look."""

from __future__ import annotations

from ..games.game import Game
from ..games.layout import ONLOOKER, Records
from ..match import View


class Frame:
    """A match at one moment, and the views of it, made once for each viewer."""

    def __init__(self, game: Game, record: Records) -> None:
        self.game, self.record = game, record
        self.views = Views(game, record)
        self.view = self.views.__getitem__
        """The view of a viewer."""


class Views(dict[int, View]):
    """A view for each viewer who asked."""

    def __init__(self, game: Game, record: Records) -> None:
        self._game, self._record = game, record

    def __missing__(self, viewer: int) -> View:
        self[viewer] = made = View(self._game, self._game.view(self._record, viewer))
        made.seat = viewer
        if viewer != ONLOOKER:
            made.public = self[ONLOOKER]
        return made
