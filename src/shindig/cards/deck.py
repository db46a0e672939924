"""Decks: kinds of card, their codes, names and numbers of copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

NUMERALS = tuple((str(n), str(n)) for n in range(1, 11))
"""Ranks 1 to 10, with their numbers as codes and names."""


def parse_kinds(*written: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of (letter, name) from `letter=name`."""
    return tuple((letter, name) for letter, _, name in (kind.partition("=") for kind in written))


class CardError(ValueError):
    """A text that names no card of the deck, or too many copies of one."""


@dataclass(frozen=True)
class Deck:
    """Kinds of card numbered 0..len-1. A card id is the number of its kind: copies are interchangeable."""

    name: str
    codes: tuple[str, ...]
    """Code of each kind: `KH`."""
    names: tuple[str, ...]
    """Name of each kind: `King of Hearts`."""
    copies: tuple[int, ...]
    """Number of cards of each kind in the full deck."""

    def __post_init__(self) -> None:
        """Check the deck. Raises CardError."""
        many = {"codes": len(self.codes), "names": len(self.names), "copies": len(self.copies)}
        if len({*many.values()}) > 1:
            told = ", ".join(f"{count} {what}" for what, count in many.items())
            raise CardError(f"the deck {self.name} has {told}: it takes one of each for every kind of card")
        for code in self.codes:
            if self.codes.count(code) > 1:
                raise CardError(f"the deck {self.name} has two kinds with the code {code!r}")

    def __len__(self) -> int:
        """Return the number of cards, copies included."""
        return sum(self.copies)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Every card id of the full deck in order, once per copy."""
        return tuple(card for card, copies in enumerate(self.copies) for _ in range(copies))

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The codes, and `?` at the end, so that index UNKNOWN (-1) finds it."""
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
        """Return the id of the card with this code. Raises CardError."""
        card = self._ids.get(code, self._ids.get(code.casefold()))
        if card is None:
            like = f"{self.codes[0]} or {self.codes[-1]}"
            raise CardError(f"{code!r} is no card of {self.name}; expected one like {like}")
        return card

    def parse(self, text: str) -> list[int]:
        """Read the ids of cards separated by spaces. Raises CardError, also for more copies than the deck has."""
        cards = [self.card(code) for code in text.replace(",", " ").split()]
        for card in set(cards):
            if cards.count(card) > self.copies[card]:
                few = f"{self.name} has {self.copies[card]} of {self.codes[card]}"
                raise CardError(f"{few}, not {cards.count(card)}")
        return cards

    def text(self, cards: Iterable[int]) -> str:
        """Write the codes of cards, separated by spaces; an unknown card is `?`."""
        return " ".join(map(self.written.__getitem__, cards))

    def name_cards(self, cards: Iterable[int]) -> str:
        """Write the names of cards, separated by commas."""
        return ", ".join(self.names[card] for card in cards)


def suited(
    name: str,
    ranks: Sequence[tuple[str, str]],
    suits: Sequence[tuple[str, str]],
    extra: Sequence[tuple[str, str]] = (),
    copies: int = 1,
    extra_copies: int = 1,
) -> Deck:
    """Make a deck of every rank in every suit, id = suit x len(ranks) + rank, then the extra cards.

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
