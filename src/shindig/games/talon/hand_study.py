"""Data for studies of a hand before the bidding: the prospects of a contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shindig.gamekit.hand_study_interfaces import Rollouts, Told

from .rules.state import BID, BIDS, DECK, SUITED, Talon


def held(m: Talon, seat: int) -> Sequence[int]:
    """Return the cards of a hand."""
    bits = int(m.suits[seat]) | int(m.trumps[seat]) << SUITED
    return [card for card in range(DECK) if bits >> card & 1]


def told(facts: Any, seat: int, action: int) -> Mapping[str, Told]:
    """Return how often the bid wins the auction, and the contract's results then."""
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
    """Return True in the bidding."""
    return bool(m.phase == BID)


def leaves(action: int) -> bool:
    """Return True for a pass, after which others' contracts are played, or another hand."""
    return action == BIDS


OUTLOOK = Rollouts("main", held, told, ready, leaves)
