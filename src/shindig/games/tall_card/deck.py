"""Deck and Tall deck, TC-1 and TC-2."""

from __future__ import annotations

from shindig.cards.deck import NUMERALS, parse_kinds, suited

# Ids: suit x 9 + value - 1, then the Dragons.
SUITS = parse_kinds("b=Bamboo", "p=Plum", "d=Diamond")
OF_SUITS = parse_kinds("b=Bamboo", "p=Plums", "d=Diamonds")
"""Suits in the name of a card: `8 of Plums`."""
DRAGONS = parse_kinds("WhD=White Dragon", "GrD=Green Dragon", "RdD=Red Dragon")
TALL_CARD = suited("tall-card", NUMERALS[:9], OF_SUITS, DRAGONS, copies=2, extra_copies=4)
TALL_CARD_TALL = suited("tall-card-tall", [], [], [*SUITS, *DRAGONS])
