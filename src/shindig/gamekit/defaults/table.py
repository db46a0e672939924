"""Default table: hands, open cards, chips and bets, by the names of the record's fields; a control per action.

- Private with cards: a hand. Its own seat sees it, others see as many backs, while a hand is played.
- More private ones with cards: in the middle, for their seat alone. The hand is called `hand`, or comes first.
- Public with cards, one row per seat: open before the seat. `shown` replaces the hand; `trick` is in the middle.
- Public with cards: open in the middle, under the field's name.
- Hidden with cards: the deck. A public number `left` is its number of cards.
- Public `chips`, `bets`, `status`, one number per seat: chips, bet, and whether a seat is out or has folded.
- Public `holds`, one number per seat: number of backs that others see of its hand.
- Public `score`, `points`, `tricks`, one number per seat: a badge of the seat.
- Public with a `text`, one number per seat: a badge of the seat with that text, unless it is -1.
- Public with a `text`, a single number: a number in the middle with that text, unless it is -1.
- Public `dealer`, and others with `stands="seat"`: a badge of that seat with the field's name.
- Public `pot`: the amount in the middle.

An action whose text names cards of the hand by their codes (`play x`) is made by touching them. If cards are shown
before seats, or in a trick, the cloth keeps room for them (`look.seating`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from shindig.cards import Deck
from shindig.core.layout_and_views import UNKNOWN, Field, Plain

from ..betting.state import FOLDED, OUT
from ..game_spec import Look, Rules, Table, Words
from ..table_scene import Card, Pile, Plate, Scene, SeatScene
from .cards_by_place import CardField, CardLayout, get_display_name
from .cards_named_by_action import capitalize
from .prompt import build_prompt

STATES = {OUT: "out", FOLDED: "folded"}
IN_PLACE = "shown"
TRICK = "trick"
NO_BADGES = ("actor", "viewer")
Seating = Literal["ring", "row", "tricks"]


def table(rules: Rules, deck: Deck, words: Words, **own: Any) -> Table:
    """Make a table for a game with one deck. `own` replaces any part of it, as `look=Look(...)`."""
    usual = DefaultTable(rules, CardLayout.from_rules(rules, deck, words.item_codes), words)
    look = own.pop("look", Look())
    look = replace(look, seating=usual.seating) if look.seating == Look.seating else look
    return Table(**{"decks": (deck,), "scene": usual.build_scene, "own": usual.build_own, "look": look, **own})


@dataclass(frozen=True)
class DefaultTable:
    """Default table of one game."""

    rules: Rules
    fields: CardLayout
    words: Words

    @property
    def seating(self) -> Seating:
        """Layout of the cloth: with room for a trick, for cards before seats, or for hands alone."""
        before = {field.name for field in self.fields.laid} - {IN_PLACE}
        return "tricks" if TRICK in before else "row" if before else "ring"

    @cached_property
    def _seats(self) -> tuple[Field, ...]:
        """Fields whose number is a seat, shown there as badges."""
        fields = (one for one in self.rules.layout.fields if one.see.value == "all" and not one.shape)
        return tuple(one for one in fields if one.stands == "seat" or one.name == "dealer")

    def build_scene(self, view: Plain) -> Scene:
        """Make the public scene."""
        number = self.rules.hand.number(view)
        return Scene(
            title=f"Hand {number}" if number else "Before the first hand",
            seats=tuple(self.build_plate(view, seat) for seat in range(view.seats)),
            centre=self.build_centre(view),
            pots=tuple(self.list_pots(view)),
            result=self.words.result(view),
            to_act=view.actor if view.actor >= 0 else None,
        )

    def list_pots(self, view: Plain) -> Iterator[tuple[str, int]]:
        """Yield the numbers in the middle."""
        if getattr(view, "pot", 0):
            yield "Pot", view.pot
        for field in self.fields.said:
            if not field.shape and field.name != "pot" and (number := getattr(view, field.name)) != UNKNOWN:
                yield capitalize(field.text), number

    def build_own(self, view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
        """Make the private part of the scene: the seat's hand and prompt."""
        hand, others = self.fields.hand(view, view.viewer), tuple(self.build_other_piles(view))
        return SeatScene(
            piles=self.build_own_hand(view, hand),
            prompt=build_prompt(self.rules, self.fields.deck, self.words, view, ranges, hand) if ranges else None,
            centre=(*self.build_centre(view), *others) if others else None,
        )

    def build_own_hand(self, view: Plain, hand: tuple[int, ...]) -> tuple[Pile, ...]:
        """Return the viewer's hand as a pile, if the game has hands, until it is shown."""
        if not self.fields.hands or self.get_open_cards(view, view.viewer):
            return ()
        return (Pile(self.fields.hands[0].name, self.build_cards(hand)),)

    def get_open_cards(self, view: Plain, seat: int) -> tuple[int, ...]:
        """Return the open part of a seat's hand."""
        for field in self.fields.laid:
            if field.name == IN_PLACE:
                return self.fields.cards(view, CardField(field, seat))
        return ()

    def build_other_piles(self, view: Plain) -> Iterator[Pile]:
        """Yield piles of the viewer's other private cards, if there are any."""
        for field in self.fields.hands[1:]:
            if cards := self.fields.cards(view, CardField(field, view.viewer)):
                yield Pile(field.name, self.build_cards(cards), note="for your eyes only")

    def build_plate(self, view: Plain, seat: int) -> Plate:
        """Make the plate of one player."""
        chips, bets, status = (getattr(view, name, None) for name in ("chips", "bets", "status"))
        return Plate(
            seat=seat,
            chips=chips[seat] if chips else None,
            bet=bets[seat] if bets else 0,
            badges=tuple(self.list_badges(view, seat)),
            said=self.describe_result(view, seat),
            piles=tuple(self.build_piles(view, seat)),
            state=STATES.get(status[seat], "in") if status else "in",
        )

    def list_badges(self, view: Plain, seat: int) -> Iterator[str]:
        """Yield the badges of a seat: the deal, and its numbers."""
        yield from (one.name for one in self._seats if getattr(view, one.name) == seat and one.name not in NO_BADGES)
        for field in self.fields.said:
            if field.shape and (number := getattr(view, field.name)[seat]) != UNKNOWN:
                yield f"{get_display_name(field)} {number}"

    def describe_result(self, view: Plain, seat: int) -> str:
        """Describe the seat's result of a finished hand."""
        payoff = int(self.rules.hand.payoff(view, seat)) if self.rules.hand.ended(view) else 0
        return f"wins {payoff}" if payoff > 0 else f"loses {-payoff}" if payoff < 0 else ""

    def build_piles(self, view: Plain, seat: int) -> Iterator[Pile]:
        """Yield the hand first, open or as backs, then the cards open before the seat."""
        if self.fields.hands:
            yield Pile(
                self.fields.hands[0].name,
                self.build_cards(self.get_open_cards(view, seat)) or self.build_backs(view, seat),
            )
        for field in self.fields.laid:
            if field.name not in (IN_PLACE, TRICK) and (cards := self.fields.cards(view, CardField(field, seat))):
                yield Pile(field.name, self.build_cards(cards))

    def build_backs(self, view: Plain, seat: int) -> tuple[Card, ...]:
        """Return the backs of a hand that is not shown."""
        return (Card(self.fields.deck.name),) * (self.count_cards(view, seat) if self.has_cards(view, seat) else 0)

    def count_cards(self, view: Plain, seat: int) -> int:
        """Return the number of cards a seat holds: the rules' count, or the length of its row."""
        field, held = self.fields.hands[0], getattr(view, "holds", None)
        return held[seat] if held else field.row if len(field.shape) > 1 else 1

    def has_cards(self, view: Plain, seat: int) -> bool:
        """Return True if a seat holds cards of a hand in play."""
        played = self.rules.hand.number(view) > 0 and not self.rules.hand.ended(view)
        status = getattr(view, "status", None)
        return played and (status is None or status[seat] not in STATES)

    def build_centre(self, view: Plain) -> tuple[Pile, ...]:
        """Return the piles in the middle, from the first hand on."""
        return tuple(self.build_middle(view)) if self.rules.hand.number(view) else ()

    def build_middle(self, view: Plain) -> Iterator[Pile]:
        """Yield the trick, the deck, and the open cards."""
        for field in self.fields.laid:
            for seat in range(view.seats) if field.name == TRICK else ():
                yield Pile(TRICK, self.build_cards(self.fields.cards(view, CardField(field, seat))), seat=seat)
        if self.fields.stock:
            yield Pile("deck", (Card(self.fields.deck.name),), getattr(view, "left", None), "stack")
        for field in self.fields.middle:
            yield Pile(field.name, self.build_cards(self.fields.cards(view, CardField(field))))

    def build_cards(self, cards: tuple[int, ...]) -> tuple[Card, ...]:
        deck = self.fields.deck
        return tuple(Card(deck.name, deck.codes[card], deck.names[card]) for card in cards)
