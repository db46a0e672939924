"""The cards of a record by where they lie: hands, what is open before a seat or in the middle, the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...cards import Deck
from ..game import Rules
from ..layout import Field, Plain, See

COUNTED = ("score", "points", "tricks")
"""Numbers a seat that are said there, as `points 12`, without a text of theirs."""


@dataclass(frozen=True)
class Place:
    """A field that holds cards, or a seat's row of it."""

    field: Field
    seat: int | None = None


@dataclass(frozen=True)
class Fields:
    """Where the cards of a game lie, and its deck."""

    deck: Deck
    hands: tuple[Field, ...]
    """What a seat alone sees, the field called `hand` first."""
    laid: tuple[Field, ...]
    """What everybody sees of a seat, a row a seat."""
    middle: tuple[Field, ...]
    """What everybody sees, and is no seat's."""
    stock: tuple[Field, ...]
    said: tuple[Field, ...]
    """Numbers that everybody is told, a single one or one a seat."""
    seats: int

    @classmethod
    def of(cls, rules: Rules, deck: Deck, codes: object = None) -> Fields:
        """As the layout declares them; where orders have `codes` of their own, those of the order of `hand` alone."""
        holding = [field for field in rules.layout.fields if field.cards is not None]
        if codes is not None:
            holding = of_one_order(holding)
        open_ones = [field for field in holding if field.see is See.ALL]
        seats = rules.layout.seats
        return cls(
            deck,
            hands=tuple(sorted((one for one in holding if one.see is See.OWNER), key=lambda one: one.name != "hand")),
            laid=tuple(field for field in open_ones if field.shape[:1] == (seats,)),
            middle=tuple(field for field in open_ones if field.shape[:1] != (seats,)),
            stock=tuple(field for field in holding if field.see is See.NOBODY),
            said=tuple(field for field in rules.layout.fields if is_said(field, seats)),
            seats=seats,
        )

    @property
    def open(self) -> tuple[Place, ...]:
        """All places where cards lie open."""
        rows = (Place(field, seat) for field in self.laid for seat in range(self.seats))
        return (*rows, *(Place(field) for field in self.middle))

    def hand(self, view: Plain, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand that a view shows."""
        return self.cards(view, Place(self.hands[0], seat)) if self.hands else ()

    def cards(self, view: Plain, place: Place) -> tuple[int, ...]:
        """The cards that a view shows there, in the order of the field."""
        value = getattr(view, place.field.name)
        held = place.field.cards
        assert held is not None
        numbers = flat(value if place.seat is None else value[place.seat])
        return tuple(card for number in numbers for card in held.held(view, number))


def of_one_order(holding: Sequence[Field]) -> list[Field]:
    """Of fields that hold cards those of the order of `hand`, else of the first, and of what orders them again."""
    main = min(holding, key=lambda one: one.name != "hand", default=None)
    return [one for one in holding if main is not None and orders_of(one) & orders_of(main)]


def orders_of(field: Field) -> set[str]:
    """The orders that cards of a field are put in."""
    return {field.cards.of, *field.cards.also} if field.cards else set()


def is_said(field: Field, seats: int) -> bool:
    """Whether a field is a number that everybody is told, by a text of its own or a name that speaks for itself."""
    if field.see is not See.ALL or field.cards is not None:
        return False
    if field.name in COUNTED:
        return field.shape == (seats,)
    return bool(field.text) and field.shape in {(), (seats,)}


def told_as(field: Field) -> str:
    """What a number is called before people."""
    return field.text or field.name


def flat(value: Any) -> list[int]:
    """The numbers in rows of rows."""
    return [number for row in value for number in flat(row)] if isinstance(value, tuple) else [value]
