"""Checks that seats are shown their own private cards; otherwise rows may belong to the wrong seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from shindig.core.layout_and_views import Field, See
from shindig.gamekit.game_spec import Game
from shindig.match import View

from ..array_overrun_checks import Walk
from .scenes_and_stories import list_cards

Place = tuple[str, int, int]
"""A field, a seat, and the number of the card in that seat's row."""
OFTEN = 3
"""Number of turns after which a card that was never shown is reported."""


@dataclass
class OwnCards:
    """Counts of turns in which each place of a private field held a card, and the places shown in such turns."""

    held: dict[Place, int] = field(default_factory=dict)
    shown: set[Place] = field(default_factory=set)

    def watch(self, walk: Walk, view: View) -> Iterator[str]:
        """Compare the cards in the actor's view with those in its scene."""
        shown = {card.code for card in list_cards(view.scene)}
        for one in walk.game.rules.layout.fields:
            if one.see is See.OWNER and one.cards:
                for column, codes in enumerate(list_codes(walk.game, view, one)):
                    place = one.name, view.seat, column
                    self.held[place] = self.held.get(place, 0) + bool(codes)
                    if codes & shown:
                        self.shown.add(place)
        yield from ()

    def report_unshown(self) -> Iterator[str]:
        """Report places whose cards were never shown."""
        for (name, seat, column), times in self.held.items():
            if times >= OFTEN and (name, seat, column) not in self.shown:
                yield (
                    f"the scene of seat {seat} never shows the cards of `{name}` that lie in its row at {column}: what "
                    f"a seat alone knows, table.own shows. If they are another's, write `m.{name}[seat]` in the rules"
                )


def list_codes(game: Game, view: View, one: Field) -> list[set[str]]:
    """Return the codes of the cards in the viewer's row of a private field, number by number."""
    assert one.cards is not None
    if one.cards.of not in game.rules.orders:
        return []
    codes = game.item_codes(view.record, game.rules.orders.index(one.cards.of))
    row = np.asarray(view.record[one.name])[view.seat].ravel().tolist()
    return [{codes[card] for card in one.cards.list_cards(view.record, number)} for number in row]
