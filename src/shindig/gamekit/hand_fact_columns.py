"""Columns of the facts of a finished hand, each with a text and names for its numbers. Example:

    class Played(Row):
        dealer: int = fact("The seat that dealt.", stands="seat")
        ended: int = fact("How it ended.", names=("all folded", "showdown"))  # named from 0.

`drew: Numbers = fact("Cards drawn.", "i1", SEATS)` makes one column per seat. Kind "?" is yes or no. A number below 0
means none, if it stands for a seat, a card or one of the names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shindig.core.caches import RULE_PARTS, cached

from ..core.layout_and_views import Cards, Field, RecordType, See, Stands, size_field


def fact(
    text: str,
    kind: str = "i2",
    *shape: int,
    names: tuple[str, ...] = (),
    stands: Stands = "number",
    cards: str = "",
    split: str = "",
) -> Any:
    """Declare a column of facts. `names` are those of its numbers, from 0; `cards` is the order whose card it is.

    `split` names a yes-or-no fact: the gain of the seat named by this one is reported for each value of it.
    """
    return Field("", kind, shape, See.ALL, Cards(cards) if cards else None, stands, names=names, text=text, split=split)


def build_fields(facts: RecordType, seats: int) -> tuple[Field, ...]:
    """Return the columns for so many seats."""
    return tuple(size_field(field, seats) for field in facts.declared)


@cached(RULE_PARTS)
def row_type(facts: RecordType, seats: int) -> np.dtype[Any]:
    """Return the dtype of a row; elements of its arrays have the columns as attributes."""
    parts = [(field.name, field.kind, field.shape) for field in build_fields(facts, seats)]
    return np.dtype((facts, np.dtype(parts, align=True)))
