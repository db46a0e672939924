"""The decks of all games, as data."""

from __future__ import annotations

from dataclasses import replace

from .deck import Deck, suited

NUMERALS = tuple((str(n), str(n)) for n in range(1, 11))


def _kinds(*kinds: str) -> tuple[tuple[str, str], ...]:
    """Pairs of (letter, name) from `letter=name`."""
    return tuple((letter, name) for letter, _, name in (kind.partition("=") for kind in kinds))


# Tall Card, TC-1 and TC-2. Ids: suit x 9 + value - 1, then the Dragons.
TALL_CARD_SUITS = _kinds("b=Bamboo", "p=Plum", "d=Diamond")
DRAGONS = _kinds("WhD=White Dragon", "GrD=Green Dragon", "RdD=Red Dragon")
TALL_CARD = suited("tall-card", NUMERALS[:9], TALL_CARD_SUITS, DRAGONS, copies=2, extra_copies=4)
TALL_CARD_TALL = suited("tall-card-tall", [], [], [*TALL_CARD_SUITS, *DRAGONS])

# Tall Cards, TF-1, TF-3, TC-50, TC-51. Ids: suit x 12 + rank, ranks from 2 up to the Ace.
FAN_RANKS = (
    *NUMERALS[1:8],
    *_kinds("T=Turtle", "U=Unicorn", "P=Phoenix", "D=Dragon", "A=Ace"),
)
EXPANDED_RANKS = (
    *NUMERALS[1:8],
    *_kinds("T=Tortoise", "U=Unicorn", "P=Phoenix", "D=Dragon Emperor", "A=Ace"),
)
FRUITS = _kinds("p=Plum", "h=Peach", "o=Orange", "a=Apple", "r=Apricot", "b=Banana")
EXPANDED_SUITS = _kinds("b=Bamboo", "p=Plum", "d=Diamond", "w=Wan", "s=Spade", "x=Swords")
FRUIT = suited("fruit", FAN_RANKS, FRUITS)
EXPANDED_72 = suited("expanded-72", EXPANDED_RANKS, EXPANDED_SUITS)
_DOUBLED = (2,) * 7 + (1,) * 4 + (2,)
EXPANDED_96 = replace(EXPANDED_72, name="expanded-96", copies=_DOUBLED * 3 + (1,) * 36)
FRUIT_TALL = suited("fruit-tall", [], [], FRUITS)
EXPANDED_TALL = suited("expanded-tall", [], [], EXPANDED_SUITS)

# Talon, TN-1. Ids: suit x 14 + rank (1..10, Knave, Knight, Queen, King), then the trumps T0 (the Fool) to T21.
TALON_RANKS = (*NUMERALS, *_kinds("J=Knave", "N=Knight", "Q=Queen", "K=King"))
TALON_SUITS = _kinds("S=Swords", "C=Cups", "P=Pentacles", "W=Wands")
TRUMPS = tuple(
    (f"T{n}", name)
    for n, name in enumerate(
        "the Fool,the Magician,the High Priestess,the Empress,the Emperor,the Hierophant,the Lovers,the Chariot,"
        "Strength,the Hermit,the Wheel of Fortune,Justice,the Hanged Man,Death,Temperance,the Devil,the Tower,"
        "the Star,the Moon,the Sun,Judgement,the World".split(",")
    )
)
TALON = suited("talon", TALON_RANKS, TALON_SUITS, TRUMPS)

# Pokebacc, PB-1. Ids: suit x (kinds a suit) + rank, figures after the numbers in their order of value, then Disasters.
ELEMENTS = _kinds("A=Air", "W=Water", "F=Fire", "M=Metal")
DISASTERS = _kinds("War=War", "Flood=Flood", "Famine=Famine", "Storm=Storm")
ROYALS = _kinds("S=Princess", "P=Prince", "C=Consort", "Q=Queen", "K=King")
JEWELS = _kinds("T=Triangle", "R=Square", "V=Pentagon", "H=Hexagon")
COMMON_ROYALS = tuple(royal for royal in ROYALS if royal[0] != "C")
ROYAL_POKEBACC = suited("royal-pokebacc", (*NUMERALS, *ROYALS), ELEMENTS, DISASTERS)
MERCHANTS_BANK = suited("merchants-bank", (*NUMERALS, *JEWELS), ELEMENTS, DISASTERS)
FARMERS_AND_FISHERMEN = suited("farmers-and-fishermen", (*NUMERALS[:8], *COMMON_ROYALS), ELEMENTS, DISASTERS)

DECKS: dict[str, Deck] = {
    deck.name: deck
    for deck in (
        TALL_CARD,
        TALL_CARD_TALL,
        FRUIT,
        FRUIT_TALL,
        EXPANDED_72,
        EXPANDED_96,
        EXPANDED_TALL,
        TALON,
        ROYAL_POKEBACC,
        MERCHANTS_BANK,
        FARMERS_AND_FISHERMEN,
    )
}
