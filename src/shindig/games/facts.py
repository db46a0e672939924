"""Facts of a finished hand: the columns of a `Row`, each with what it says and what its numbers are called.

    class Played(Row):
        dealer: int = fact("The seat that dealt.", stands="seat")
        ended: int = fact("How it ended.", names=("all folded", "showdown"))
        drew: Numbers = fact("Cards drawn.", "i1", SEATS)

A number below 0 says that there is none, where it stands for a seat, a card or one of the names. `SEATS` makes a column
a seat. Kind "?" is yes or no.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .layout import Cards, Field, Records, RecordType, See, Stands, sized

if TYPE_CHECKING:
    from .game import Game


def fact(
    text: str,
    kind: str = "i2",
    *shape: int,
    names: tuple[str, ...] = (),
    stands: Stands = "number",
    cards: str = "",
    split: str = "",
) -> Any:
    """A column of facts. `names` are what its numbers are called, from 0; `cards` the order whose card it names.

    `split` names a yes-or-no fact: what the seat gained that this one names is measured where it was so, and where not.
    """
    return Field("", kind, shape, See.ALL, Cards(cards) if cards else None, stands, names=names, text=text, split=split)


def fields_of(facts: RecordType, seats: int) -> tuple[Field, ...]:
    """The columns for so many seats."""
    return tuple(sized(field, seats) for field in facts.declared)


@cache
def row_type(facts: RecordType, seats: int) -> np.dtype[Any]:
    """The dtype of a row: arrays of it have the columns as attributes of their elements."""
    parts = [(field.name, field.kind, field.shape) for field in fields_of(facts, seats)]
    return np.dtype((facts, np.dtype(parts, align=True)))


def called(game: Game, match: Records, field: Field) -> tuple[str, ...]:
    """What the numbers of a fact are called at a table: its own names, or those of the cards of its order."""
    if field.cards is None:
        return field.names
    codes = tuple(game.item_codes(match[0], game.rules.orders.index(field.cards.of)))
    spoken = (deck.names for deck in game.table.decks if deck.codes == codes)
    return next(spoken, codes)


def told(game: Game, match: Records) -> dict[str, Any]:
    """The facts of the hand that has just ended, by name: words, numbers, None; a list where there is one a seat."""
    row = np.zeros(1, row_type(game.rules.hand.facts, game.rules.layout.seats))
    game.rules.hand.tell(match[0], row[0])
    seats = int(match["seats"][0])
    return {
        field.name: _plain(row[field.name][0].tolist(), field, called(game, match, field), seats)
        for field in fields_of(game.rules.hand.facts, game.rules.layout.seats)
    }


def _plain(value: Any, field: Field, names: tuple[str, ...], seats: int) -> Any:
    if isinstance(value, list):
        return [_plain(one, field, names, seats) for one in (value[:seats] if field.by == "seat" else value)]
    if (names or field.stands == "seat") and value < 0:
        return None
    return names[value] if names else value
