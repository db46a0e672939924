"""A match at one moment, as it lies there for all who look."""

from __future__ import annotations

from ..games.game import Game
from ..games.layout import ONLOOKER, Records
from ..match import View


class Frame:
    """A match at one moment, and the views of it, made once for each viewer."""

    def __init__(self, game: Game, record: Records) -> None:
        self.game, self.record = game, record
        self.views: dict[int, View] = {}

    def view(self, viewer: int) -> View:
        if viewer not in self.views:
            self.views[viewer] = made = View(self.game, self.game.view(self.record, viewer))
            made.seat = viewer
            if viewer != ONLOOKER:
                made.public = self.view(ONLOOKER)
        return self.views[viewer]
