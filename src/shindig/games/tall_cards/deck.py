"""Decks and their Tall decks, TF-1, TF-3, TC-50, TC-51."""

from __future__ import annotations

from dataclasses import replace

from shindig.cards.deck import NUMERALS, parse_kinds, suited

# Ids: suit x 12 + rank, ranks from 2 up to the Ace.
FAN_RANKS = (
    *NUMERALS[1:8],
    *parse_kinds("T=Turtle", "U=Unicorn", "P=Phoenix", "D=Dragon", "A=Ace"),
)
EXPANDED_RANKS = (
    *NUMERALS[1:8],
    *parse_kinds("T=Tortoise", "U=Unicorn", "P=Phoenix", "D=Dragon Emperor", "A=Ace"),
)
FRUITS = parse_kinds("p=Plum", "h=Peach", "o=Orange", "a=Apple", "r=Apricot", "b=Banana")
EXPANDED_SUITS = parse_kinds("b=Bamboo", "p=Plum", "d=Diamond", "w=Wan", "s=Spade", "x=Swords")
OF_FRUITS = parse_kinds("p=Plums", "h=Peaches", "o=Oranges", "a=Apples", "r=Apricots", "b=Bananas")
OF_EXPANDED_SUITS = parse_kinds("b=Bamboo", "p=Plums", "d=Diamonds", "w=Wan", "s=Spades", "x=Swords")
"""Suits in the name of a card: `8 of Plums`."""
FRUIT = suited("fruit", FAN_RANKS, OF_FRUITS)
EXPANDED_72 = suited("expanded-72", EXPANDED_RANKS, OF_EXPANDED_SUITS)
_DOUBLED = (2,) * 7 + (1,) * 4 + (2,)
EXPANDED_96 = replace(EXPANDED_72, name="expanded-96", copies=_DOUBLED * 3 + (1,) * 36)
FRUIT_TALL = suited("fruit-tall", [], [], FRUITS)
EXPANDED_TALL = suited("expanded-tall", [], [], EXPANDED_SUITS)
