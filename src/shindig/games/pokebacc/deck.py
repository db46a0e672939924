"""Decks of the three games, PB-1."""

from __future__ import annotations

from shindig.cards.deck import NUMERALS, parse_kinds, suited

# Ids: suit x (kinds a suit) + rank, figures after the numbers in their order of value, then Disasters.
ELEMENTS = parse_kinds("A=Air", "W=Water", "F=Fire", "M=Metal")
DISASTERS = parse_kinds("War=War", "Flood=Flood", "Famine=Famine", "Storm=Storm")
ROYALS = parse_kinds("S=Princess", "P=Prince", "C=Consort", "Q=Queen", "K=King")
JEWELS = parse_kinds("T=Triangle", "R=Square", "V=Pentagon", "H=Hexagon")
COMMON_ROYALS = tuple(royal for royal in ROYALS if royal[0] != "C")
ROYAL_POKEBACC = suited("royal-pokebacc", (*NUMERALS, *ROYALS), ELEMENTS, DISASTERS)
MERCHANTS_BANK = suited("merchants-bank", (*NUMERALS, *JEWELS), ELEMENTS, DISASTERS)
FARMERS_AND_FISHERMEN = suited("farmers-and-fishermen", (*NUMERALS[:8], *COMMON_ROYALS), ELEMENTS, DISASTERS)
