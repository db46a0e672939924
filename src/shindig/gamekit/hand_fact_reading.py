"""Reading of the facts of a finished hand, with names for their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.layout_and_views import Field, Records
from .game_spec import Game
from .hand_fact_columns import build_fields, row_type


def get_value_names(game: Game, match: Records, field: Field) -> tuple[str, ...]:
    """Return the names of a fact's numbers: its own, or those of the cards of its order."""
    if field.cards is None:
        return field.names
    codes = tuple(game.item_codes(match[0], game.rules.orders.index(field.cards.of)))
    spoken = (deck.names for deck in game.table.decks if deck.codes == codes)
    return next(spoken, codes)


def read_facts(game: Game, match: Records) -> dict[str, Any]:
    """Return the facts of the hand that has just ended, by name: words, numbers, None, or a list with one per seat."""
    row = np.zeros(1, row_type(game.rules.hand.facts, game.rules.layout.seats))
    game.rules.hand.write_facts(match[0], row[0])
    seats = int(match["seats"][0])
    return {
        field.name: _plain(row[field.name][0].tolist(), field, get_value_names(game, match, field), seats)
        for field in build_fields(game.rules.hand.facts, game.rules.layout.seats)
    }


def _plain(value: Any, field: Field, names: tuple[str, ...], seats: int) -> Any:
    if isinstance(value, list):
        return [_plain(one, field, names, seats) for one in (value[:seats] if field.by == "seat" else value)]
    if (names or field.stands == "seat") and value < 0:
        return None
    return names[value] if names else value
