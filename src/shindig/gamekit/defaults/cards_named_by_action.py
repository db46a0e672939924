"""Meaning of an action's text for people: named cards, and the cards of a hand that it is made of."""

from __future__ import annotations

from dataclasses import dataclass

from shindig.cards import Deck

from ..game_spec import Rules


@dataclass(frozen=True)
class ActionLabel:
    """An action in words: a verb, and the cards that it names."""

    verb: str
    cards: tuple[int, ...]
    told: str
    """Text with card names: `play Ace of Clubs` for `play AC`."""

    @property
    def label(self) -> str:
        return capitalize(self.told)


def parse_label(rules: Rules, deck: Deck, action: int, text: str) -> ActionLabel:
    """Read the cards in a text whose first word is followed by codes of cards alone.

    A numeric code counts only in a family of `rules.picks`; elsewhere `bid 3` is no card.
    """
    verb, *codes = text.split()
    family = any(action in one for one in rules.picks)
    if not codes or any(code not in deck.codes or (code.isdigit() and not family) for code in codes):
        return ActionLabel(verb, (), text)
    cards = tuple(deck.codes.index(code) for code in codes)
    return ActionLabel(verb, cards, f"{verb} {deck.name_cards(cards)}")


def find_positions(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions of these cards in a hand; empty if one of them is missing."""
    left, found = list(enumerate(hand)), []
    for card in cards:
        at = next((one for one in left if one[1] == card), None)
        if at is None:
            return ()
        left.remove(at)
        found.append(at[0])
    return tuple(sorted(found))


def capitalize(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
