"""A deck: the kinds of card in it, how they are written and spoken, how many copies there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

NUMERALS = tuple((str(n), str(n)) for n in range(1, 11))
"""Ranks written and spoken as their numbers, 1 to 10."""


def kinds(*written: str) -> tuple[tuple[str, str], ...]:
    """Pairs of (letter, name) from `letter=name`."""
    return tuple((letter, name) for letter, _, name in (kind.partition("=") for kind in written))


class CardError(ValueError):
    """A text that names no card of the deck, or too many of one."""


@dataclass(frozen=True)
class Deck:
    """Kinds of card numbered 0..len-1. A card id is the number of its kind: copies are interchangeable."""

    name: str
    codes: tuple[str, ...]
    """How each kind is written, `KH`."""
    names: tuple[str, ...]
    """How each kind is spoken, `King of Hearts`."""
    copies: tuple[int, ...]
    """How many cards of each kind the full deck holds."""

    def __post_init__(self) -> None:
        """Raises CardError for what is no deck."""
        many = {"codes": len(self.codes), "names": len(self.names), "copies": len(self.copies)}
        if len({*many.values()}) > 1:
            told = ", ".join(f"{count} {what}" for what, count in many.items())
            raise CardError(f"the deck {self.name} has {told}: it takes one of each for every kind of card")
        for code in self.codes:
            if self.codes.count(code) > 1:
                raise CardError(f"the deck {self.name} has two kinds with the code {code!r}")

    def __len__(self) -> int:
        """The number of cards, copies counted."""
        return sum(self.copies)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Every card id of the full deck in order, each as often as there are copies."""
        return tuple(card for card, copies in enumerate(self.copies) for _ in range(copies))

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The codes, and `?` as the last: where UNKNOWN, which is -1, looks."""
        return (*self.codes, "?")

    @cached_property
    def _ids(self) -> dict[str, int]:
        exact = {code: card for card, code in enumerate(self.codes)}
        folded: dict[str, int | None] = {}
        for code, card in exact.items():
            key = code.casefold()
            folded[key] = None if key in folded else card
        return {key: card for key, card in folded.items() if card is not None} | exact

    def card(self, code: str) -> int:
        """The id of the card written `code`. Raises CardError."""
        card = self._ids.get(code, self._ids.get(code.casefold()))
        if card is None:
            like = f"{self.codes[0]} or {self.codes[-1]}"
            raise CardError(f"{code!r} is no card of {self.name}; expected one like {like}")
        return card

    def parse(self, text: str) -> list[int]:
        """Ids of cards written with spaces between them. Raises CardError, also for more copies than there are."""
        cards = [self.card(code) for code in text.replace(",", " ").split()]
        for card in set(cards):
            if cards.count(card) > self.copies[card]:
                few = f"{self.name} has {self.copies[card]} of {self.codes[card]}"
                raise CardError(f"{few}, not {cards.count(card)}")
        return cards

    def text(self, cards: Iterable[int]) -> str:
        """Cards written with spaces between them; an unknown card is `?`."""
        return " ".join(map(self.written.__getitem__, cards))

    def spoken(self, cards: Iterable[int]) -> str:
        """Cards by their names, with commas between them."""
        return ", ".join(self.names[card] for card in cards)


def suited(
    name: str,
    ranks: Sequence[tuple[str, str]],
    suits: Sequence[tuple[str, str]],
    extra: Sequence[tuple[str, str]] = (),
    copies: int = 1,
    extra_copies: int = 1,
) -> Deck:
    """A deck of every rank in every suit, id = suit x len(ranks) + rank, then the extra cards.

    Each of `ranks`, `suits`, `extra` is (letter, name).
    """
    pairs = [(r + s, f"{rank} of {suit}") for s, suit in suits for r, rank in ranks]
    kinds = [*pairs, *extra]
    return Deck(
        name,
        tuple(code for code, _ in kinds),
        tuple(spoken for _, spoken in kinds),
        (copies,) * len(pairs) + (extra_copies,) * len(extra),
    )
