"""Pokebacc: Royal Pokebacc, Merchant's Bank, Farmers and Fishermen. Clauses PB-1 to PB-54."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import Engine
from ..game import Game
from . import deal, hand, record, rules, words
from .hints import hints
from .numbering import MAX_MELDS
from .outcome import held, outcome
from .scene import own, result, scene
from .story import story
from .variants import MAX_CARDS, VARIANTS, Variant

BLURBS = {
    "royal-pokebacc": "The palace game: runs, sets and royal Families, which Disasters may strike.",
    "merchants-bank": "The counting house game: jewels, Treasures and Troves for Sergkin.",
    "farmers-and-fishermen": "The tavern game: a smaller deck, three Cities to conquer.",
}


@dataclass(frozen=True)
class PokebaccGame(Game):
    """A game that also knows hands on their own."""

    variant: Variant = VARIANTS[0]

    def melds(self, cards: str) -> tuple[hand.Meld, ...]:
        """Every lot of the cards that makes a meld, the best first. Raises CardError."""
        return hand.melds(self.variant, cards)

    def best_layout(self, cards: str) -> tuple[hand.Meld, ...]:
        """The disjoint melds that score most together and, among equals, use most cards. Raises CardError."""
        return hand.layout(self.variant, cards)

    def compile(self) -> Engine:
        """The entry points compiled, and the search for layouts with them."""
        self.layouts(np.zeros((1, 1), np.int8))
        return super().compile()

    def layouts(self, hands: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Score and cards of the best layout of each hand: int16[n, 2] from card ids int[n, k], -1 for no card."""
        return hand.layouts(self.variant, hands)


_engines: dict[str, Engine] = {}
"""The entry points, the same for all three games."""


def _game(variant: Variant) -> PokebaccGame:
    def start(m: Any) -> None:
        m.variant = variant.index
        deal.start(m)

    return PokebaccGame(
        id=variant.name,
        name=variant.title,
        version=1,
        blurb=BLURBS[variant.name],
        seats=range(3, record.MAX_SEATS + 1),
        layout=record.LAYOUT,
        options=record.options(variant),
        deck=lambda _m: variant.deck,
        orders=record.ORDERS,
        num_actions=record.NUM_ACTIONS,
        max_ranges=MAX_MELDS + MAX_CARDS + 1,
        max_order=MAX_CARDS,
        start=start,
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
        story=story,
        scene=scene,
        own=own,
        result=result,
        held=held,
        amounts=(record.amounts(variant),),
        hints=hints,
        _engines=_engines,
        variant=variant,
    )


GAMES = {variant.name: _game(variant) for variant in VARIANTS}
