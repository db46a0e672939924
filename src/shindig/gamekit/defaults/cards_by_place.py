"""Cards of a record by place: hands, cards open before a seat or in the middle, the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shindig.cards import Deck
from shindig.core.layout_and_views import Field, Plain, See

from ..game_spec import Rules

COUNTED = ("score", "points", "tricks")
"""Names of numbers per seat that are shown there even without a text, as `points 12`."""


@dataclass(frozen=True)
class CardField:
    """A field that holds cards, or a seat's row of it."""

    field: Field
    seat: int | None = None


@dataclass(frozen=True)
class CardLayout:
    """Places of a game's cards, and its deck."""

    deck: Deck
    hands: tuple[Field, ...]
    """Fields that only their seat sees, the one called `hand` first."""
    laid: tuple[Field, ...]
    """Public fields with one row per seat."""
    middle: tuple[Field, ...]
    """Public fields that belong to no seat."""
    stock: tuple[Field, ...]
    said: tuple[Field, ...]
    """Public numbers that are shown: single ones, or one per seat."""

    @classmethod
    def from_rules(cls, rules: Rules, deck: Deck, codes: object = None) -> CardLayout:
        """Read the places from the layout. With own `codes` for orders, use only the fields of the order of `hand`."""
        holding = [field for field in rules.layout.fields if field.cards is not None]
        if codes is not None:
            holding = select_one_order(holding)
        open_ones = [field for field in holding if field.see is See.ALL]
        seats = rules.layout.seats
        return cls(
            deck,
            hands=tuple(sorted((one for one in holding if one.see is See.OWNER), key=lambda one: one.name != "hand")),
            laid=tuple(field for field in open_ones if field.shape[:1] == (seats,)),
            middle=tuple(field for field in open_ones if field.shape[:1] != (seats,)),
            stock=tuple(field for field in holding if field.see is See.NOBODY),
            said=tuple(field for field in rules.layout.fields if is_shown_number(field, seats)),
        )

    def list_open_places(self, seats: int) -> tuple[CardField, ...]:
        """Return all places where cards lie open in a match of that many seats."""
        rows = (CardField(field, seat) for field in self.laid for seat in range(seats))
        return (*rows, *(CardField(field) for field in self.middle))

    def hand(self, view: Plain, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat's hand that a view shows."""
        return self.cards(view, CardField(self.hands[0], seat)) if self.hands else ()

    def cards(self, view: Plain, place: CardField) -> tuple[int, ...]:
        """Return the cards that a view shows at a place, in the order of the field."""
        value = getattr(view, place.field.name)
        held = place.field.cards
        assert held is not None
        numbers = flatten(value if place.seat is None else value[place.seat])
        return tuple(card for number in numbers for card in held.list_cards(view, number))


def select_one_order(holding: Sequence[Field]) -> list[Field]:
    """Return the fields with cards of the order of `hand`, or of the first field's, and of orders that reuse them."""
    main = min(holding, key=lambda one: one.name != "hand", default=None)
    return [one for one in holding if main is not None and list_orders(one) & list_orders(main)]


def list_orders(field: Field) -> set[str]:
    """Return the orders in which the cards of a field occur."""
    return {field.cards.of, *field.cards.also} if field.cards else set()


def is_shown_number(field: Field, seats: int) -> bool:
    """Return True if a field is a public number with a text of its own or a name that is shown."""
    if field.see is not See.ALL or field.cards is not None:
        return False
    if field.name in COUNTED:
        return field.shape == (seats,)
    return bool(field.text) and field.shape in {(), (seats,)}


def get_display_name(field: Field) -> str:
    """Return the name of a number for people."""
    return field.text or field.name


def flatten(value: Any) -> list[int]:
    """Flatten nested rows into a list of numbers."""
    return [number for row in value for number in flatten(row)] if isinstance(value, tuple) else [value]
