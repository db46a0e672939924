"""Tall Cards, the fan rules: clauses TF-1 to TF-54, and the expanded decks TC-50 and TC-51."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..betting import money
from ..game import Game
from ..rank import Rank
from . import batch, between, deal, odds, ranks, record, rules, story, words
from .hints import hints
from .outcome import outcome
from .scene import own, result, scene


@dataclass(frozen=True)
class TallCardsGame(Game):
    """A game that also knows hands on their own."""

    def rank(
        self, hand: str, tall: str | None = None, claimed: bool = False, deck: str = "fruit", ace_low: bool = True
    ) -> Rank:
        """The Rank of five cards, `Dp 8p 2p 7h 7o`; `tall` is the Tall suit's letter. Raises CardError."""
        return ranks.rank(hand, tall, claimed, deck, ace_low)

    def strengths(
        self,
        hands: npt.NDArray[np.int8],
        tall: int = -1,
        claimed: bool = False,
        ace_low: bool = True,
        out: npt.NDArray[Any] | None = None,
    ) -> npt.NDArray[Any]:
        """int16[n] strengths of int8[n, 5] card ids, greater beats, equal splits; see batch.py. Raises ValueError."""
        return batch.strengths(hands, tall, claimed, ace_low, out)

    def draw_odds(
        self, hand: str, tall: str | None = None, seen: str = "", deck: str = "fruit", ace_low: bool = True
    ) -> dict[str, dict[str, float]]:
        """The exact chance of every Rank, by the cards discarded, and for `claim`; see odds.py. Raises CardError."""
        return odds.draw_odds(hand, tall, seen, deck, ace_low)


GAME = TallCardsGame(
    id="tall-cards",
    name="Tall Cards",
    version=1,
    blurb="Draw poker with six suits and no limit: claim the Tall Card, and your cards of its suit turn wild.",
    seats=range(2, record.MAX_SEATS + 1),
    layout=record.LAYOUT,
    options=record.OPTIONS,
    deck=words.deck_of,
    orders=record.ORDERS,
    num_actions=record.NUM_ACTIONS,
    max_ranges=40,
    max_order=record.DECK,
    start=deal.start,
    legal=rules.legal,
    apply=rules.apply,
    wanted=deal.wanted,
    order=rules.order,
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
    amounts=(record.BETS, record.RAISES, record.GIVES),
    check=record.check,
    by_clock=between.by_clock,
    hints=hints,
)
