"""What studies ask of a hand before the bidding: whether a contract is made with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..worth import Outlook, Told
from .rules.state import BID, BIDS, DECK, SUITED, Talon


def held(m: Talon, seat: int) -> Sequence[int]:
    """The cards of a hand."""
    bits = int(m.suits[seat]) | int(m.trumps[seat]) << SUITED
    return [card for card in range(DECK) if bits >> card & 1]


def told(facts: Any, seat: int, action: int) -> Mapping[str, Told]:
    """How often the bid stands, and what comes of the contract then."""
    mine = (facts["taker"] == seat) & (facts["contract"] == action - BIDS)

    def then(values: Any) -> Told:
        return np.where(mine, values, np.nan)

    return {
        "bid stands": mine.astype(float),
        "made": then(facts["made"]),
        "points": then(facts["half_points"] / 2),
        "needed": then(facts["needed"] / 2),
        "tricks": then(facts["tricks"]),
    }


def ready(m: Talon) -> bool:
    """In the bidding."""
    return bool(m.phase == BID)


def leaves(action: int) -> bool:
    """A pass, after which others' contracts are played, or another hand."""
    return action == BIDS


OUTLOOK = Outlook("main", held, told, ready, leaves)
