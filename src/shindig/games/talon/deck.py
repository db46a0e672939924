"""The deck, TN-1."""

from __future__ import annotations

from shindig.cards.deck import NUMERALS, parse_kinds, suited

# Ids: suit x 14 + rank (1..10, Knave, Knight, Queen, King), then the trumps T0 (the Fool) to T21.
RANKS = (*NUMERALS, *parse_kinds("J=Knave", "N=Knight", "Q=Queen", "K=King"))
SUITS = parse_kinds("S=Swords", "C=Cups", "P=Pentacles", "W=Wands")
TRUMPS = tuple(
    (f"T{n}", name)
    for n, name in enumerate(
        "the Fool,the Magician,the High Priestess,the Empress,the Emperor,the Hierophant,the Lovers,the Chariot,"
        "Strength,the Hermit,the Wheel of Fortune,Justice,the Hanged Man,Death,Temperance,the Devil,the Tower,"
        "the Star,the Moon,the Sun,Judgement,the World".split(",")
    )
)
TALON = suited("talon", RANKS, SUITS, TRUMPS)
