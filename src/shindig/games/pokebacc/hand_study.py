"""Data for studies of a hand: the chance of a meld with the next card, and of a win from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shindig.core.layout_and_views import CHANCE
from shindig.gamekit.hand_study_interfaces import Rollouts, Told

from .rules.state import TURN, Pokebacc
from .worth.hand_melds import cards_in, mask
from .worth.meld_numbering import MAX_MELDS
from .worth.melds import write_melds


def held(m: Pokebacc, seat: int) -> Sequence[int]:
    """Return the cards of a hand."""
    return [*cards_in(int(m.held[seat]))]


def told(facts: Any, seat: int, _action: int) -> Mapping[str, Told]:
    """Return how often the hand is won and drawn, and its points."""
    return {
        "wins": (facts["winner"] == seat).astype(float),
        "drawn": (facts["winner"] < 0).astype(float),
        "score": facts["score"][:, seat].astype(float),
        "melds laid": facts["laid"][:, seat].astype(float),
    }


def ready(m: Pokebacc) -> bool:
    """Return True on a turn, after its draw."""
    return bool(m.actor != CHANCE and m.phase == TURN)


def counted(m: Pokebacc, cards: Sequence[int], unseen: Sequence[int]) -> Mapping[str, float]:
    """Return the chance that the next card makes a new meld."""
    before = melds(cards, int(m.variant))
    able = sum(melds([*cards, card], int(m.variant)) > before for card in unseen)
    return {"the next card drawn makes a meld more": able / len(unseen)}


def melds(cards: Sequence[int], variant: int) -> int:
    """Count the melds among the cards."""
    ranges = np.empty((MAX_MELDS, 2), np.int32)
    count = int(write_melds(mask(cards), variant, ranges))
    return int((ranges[:count, 1] - ranges[:count, 0] + 1).sum())


OUTLOOK = Rollouts("main", held, told, ready, counted=counted)
