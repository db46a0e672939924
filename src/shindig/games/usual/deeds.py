"""What the text of an action says to people: its cards by their names, and which cards of a hand it is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ...cards import Deck
from ..game import Rules


@dataclass(frozen=True)
class Deed:
    """An action in words: a verb, and the cards that it names."""

    verb: str
    cards: tuple[int, ...]
    told: str
    """`play Ace of Clubs`, where the text is `play AC`."""

    @property
    def label(self) -> str:
        return capital(self.told)


def deed_of(rules: Rules, deck: Deck, action: int, text: str) -> Deed:
    """A text whose first word is followed by codes of cards alone names these cards.

    A code that is a number is one only in a family of `rules.picks`: elsewhere `bid 3` is no card.
    """
    verb, *codes = text.split()
    family = any(action in one for one in rules.picks)
    if not codes or any(code not in deck.codes or (code.isdigit() and not family) for code in codes):
        return Deed(verb, (), text)
    cards = tuple(deck.codes.index(code) for code in codes)
    return Deed(verb, cards, f"{verb} {deck.spoken(cards)}")


def places(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Where in a hand these cards are; nothing where one of them is not there."""
    left, found = list(enumerate(hand)), []
    for card in cards:
        at = next((one for one in left if one[1] == card), None)
        if at is None:
            return ()
        left.remove(at)
        found.append(at[0])
    return tuple(sorted(found))


def capital(text: str) -> str:
    """The text with a capital letter, all others as they are."""
    return text[:1].upper() + text[1:]
