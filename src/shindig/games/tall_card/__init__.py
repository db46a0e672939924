"""Tall Card, the published rules: clauses TC-1 to TC-47."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...cards.decks import TALL_CARD
from ..betting import money
from ..engine import Engine
from ..game import Game
from ..kernels import quicken
from ..rank import Rank
from . import deal, odds, ranks, record, rules, story, tables, words
from .hints import hints
from .outcome import outcome
from .scene import own, result, scene


@dataclass(frozen=True)
class TallCardGame(Game):
    """A game that also knows hands on their own."""

    def compile(self) -> Engine:
        """The entry points compiled, and what a hand is worth with them."""
        for worth in (ranks.strength, ranks.best_cards):
            quicken(worth, np.zeros(5, np.int8), 0, False)
        return super().compile()

    def rank(self, hand: str, tall: str | None = None, claimed: bool = False) -> Rank:
        """The Rank of five cards, `8p 8d 8p 4d 3b`; `tall` is a Tall Card, `p` or `RdD`, or None. Raises CardError."""
        return ranks.rank(hand, tall, claimed)

    def strengths(
        self, hands: npt.NDArray[np.int8], tall: int = -1, claimed: bool = False, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """int16[n] strengths of int8[n, 5] card ids, greater beats, equal splits; see tables.py. Raises ValueError."""
        return tables.strengths(hands, tall, claimed, out)

    def draw_odds(
        self, hand: str, tall: str | None = None, claimed: bool = False, seen: str = ""
    ) -> dict[str, dict[str, float]]:
        """The exact chance of every Rank, by the cards discarded; see odds.py. Raises CardError."""
        return odds.draw_odds(hand, tall, claimed, seen)


GAME = TallCardGame(
    id="tall-card",
    name="Tall Card",
    version=1,
    blurb="Draw and bet; claim the Tall Card and its suit or Dragon works for you and against all others.",
    seats=range(2, record.MAX_SEATS + 1),
    layout=record.LAYOUT,
    options=record.OPTIONS,
    deck=lambda _: TALL_CARD,
    orders=record.ORDERS,
    num_actions=record.NUM_ACTIONS,
    max_ranges=32 * record.RANKS,
    max_order=record.DECK,
    start=deal.start,
    legal=rules.legal,
    apply=rules.apply,
    wanted=deal.wanted,
    order=deal.order,
    secret=words.is_secret,
    text=words.text,
    parse=words.parse,
    item_codes=words.item_codes,
    refuse=words.refuse,
    outcome=outcome,
    story=story.story,
    scene=scene,
    own=own,
    result=result,
    held=money,
    amounts=(record.BETS, record.RAISES),
    check=record.check,
    hints=hints,
)
