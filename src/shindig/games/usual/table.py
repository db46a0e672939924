"""The usual table: hands, open cards, chips and bets, as the record's fields name them; a control for each action.

| field | what is drawn |
| --- | --- |
| private with cards | a hand: its own seat sees it, others as many backs, while a hand is played |
| more private ones with cards | in the middle, for their seat alone; the hand is called `hand`, or comes first |
| public with cards, a row a seat | open before the seat; called `shown`, in the hand's place; `trick`, in the middle |
| public with cards | open in the middle, under the field's name |
| hidden with cards | the deck; a public number `left` says how many cards it has |
| public `chips`, `bets`, `status`, a number a seat | its chips, what lies before it, whether it is out or has folded |
| public `holds`, a number a seat | how many cards of its hand others see as backs |
| public `score`, `points`, `tricks`, a number a seat | said at the seat |
| public with a `text`, a number a seat | said at the seat by that text, unless it is -1 |
| public with a `text`, a single number | said in the middle by that text, unless it is -1 |
| public `dealer`, and what else `stands="seat"` | said at that seat, by the field's name |
| public `pot` | what lies in the middle |

An action whose text names cards of the hand by their codes (`play x`) is made by touching them. Where cards lie before
seats, or in a trick, the cloth keeps room for that (`look.seating`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ...cards import Deck
from ..betting.state import FOLDED, OUT
from ..game import Look, Rules, Table, Words
from ..layout import UNKNOWN, Field, Plain
from ..scene import Card, Own, Pile, Plate, Scene
from .deeds import capital
from .fields import Fields, Place, told_as
from .prompt import prompt

STATES = {OUT: "out", FOLDED: "folded"}
IN_PLACE = "shown"
TRICK = "trick"
NO_BADGES = ("actor", "viewer")
Seating = Literal["ring", "row", "tricks"]


def table(rules: Rules, deck: Deck, words: Words, **own: Any) -> Table:
    """A table for a game with one deck. `own` takes the place of any part of it, as `look=Look(...)`."""
    usual = Usual(rules, Fields.of(rules, deck, words.item_codes), words)
    look = own.pop("look", Look())
    look = replace(look, seating=usual.seating) if look.seating == Look.seating else look
    return Table(**{"decks": (deck,), "scene": usual.scene, "own": usual.own, "look": look, **own})


@dataclass(frozen=True)
class Usual:
    """The table of one game."""

    rules: Rules
    fields: Fields
    words: Words

    @property
    def seating(self) -> Seating:
        """What the cloth keeps room for: a trick, cards before seats, or hands alone."""
        before = {field.name for field in self.fields.laid} - {IN_PLACE}
        return "tricks" if TRICK in before else "row" if before else "ring"

    @cached_property
    def _seats(self) -> tuple[Field, ...]:
        """What stands for a seat, and is said there."""
        fields = (one for one in self.rules.layout.fields if one.see.value == "all" and not one.shape)
        return tuple(one for one in fields if one.stands == "seat" or one.name == "dealer")

    def scene(self, view: Plain) -> Scene:
        """The whole table as everybody sees it."""
        number = self.rules.hand.number(view)
        return Scene(
            title=f"Hand {number}" if number else "Before the first hand",
            seats=tuple(self.seat(view, seat) for seat in range(view.seats)),
            centre=self.centre(view),
            pots=tuple(self.pots(view)),
            result=self.words.result(view),
            to_act=view.actor if view.actor >= 0 else None,
        )

    def pots(self, view: Plain) -> Iterator[tuple[str, int]]:
        """What lies in the middle as a number."""
        if getattr(view, "pot", 0):
            yield "Pot", view.pot
        for field in self.fields.said:
            if not field.shape and field.name != "pot" and (number := getattr(view, field.name)) != UNKNOWN:
                yield capital(field.text), number

    def own(self, view: Plain, ranges: list[tuple[int, int]]) -> Own:
        """What only a seat sees: its hand, and what it is asked."""
        hand, others = self.fields.hand(view, view.viewer), tuple(self.others(view))
        return Own(
            piles=self.own_hand(view, hand),
            prompt=prompt(self.rules, self.fields.deck, self.words, view, ranges, hand) if ranges else None,
            centre=(*self.centre(view), *others) if others else None,
        )

    def own_hand(self, view: Plain, hand: tuple[int, ...]) -> tuple[Pile, ...]:
        """The viewer's hand, where the game has hands, until it is shown."""
        if not self.fields.hands or self.shown(view, view.viewer):
            return ()
        return (Pile(self.fields.hands[0].name, self.faces(hand)),)

    def shown(self, view: Plain, seat: int) -> tuple[int, ...]:
        """A seat's hand as far as it lies open."""
        for field in self.fields.laid:
            if field.name == IN_PLACE:
                return self.fields.cards(view, Place(field, seat))
        return ()

    def others(self, view: Plain) -> Iterator[Pile]:
        """Cards that the viewer alone sees and that are not the hand, while some lie there."""
        for field in self.fields.hands[1:]:
            if cards := self.fields.cards(view, Place(field, view.viewer)):
                yield Pile(field.name, self.faces(cards), note="for your eyes only")

    def seat(self, view: Plain, seat: int) -> Plate:
        """One player."""
        chips, bets, status = (getattr(view, name, None) for name in ("chips", "bets", "status"))
        return Plate(
            seat=seat,
            chips=chips[seat] if chips else None,
            bet=bets[seat] if bets else 0,
            badges=tuple(self.badges(view, seat)),
            said=self.said(view, seat),
            piles=tuple(self.piles(view, seat)),
            state=STATES.get(status[seat], "in") if status else "in",
        )

    def badges(self, view: Plain, seat: int) -> Iterator[str]:
        """Whose deal it is, and what a seat has made so far."""
        yield from (one.name for one in self._seats if getattr(view, one.name) == seat and one.name not in NO_BADGES)
        for field in self.fields.said:
            if field.shape and (number := getattr(view, field.name)[seat]) != UNKNOWN:
                yield f"{told_as(field)} {number}"

    def said(self, view: Plain, seat: int) -> str:
        """What the hand that has ended brought."""
        payoff = int(self.rules.hand.payoff(view, seat)) if self.rules.hand.ended(view) else 0
        return f"wins {payoff}" if payoff > 0 else f"loses {-payoff}" if payoff < 0 else ""

    def piles(self, view: Plain, seat: int) -> Iterator[Pile]:
        """The hand first, as it is shown or only held; then what lies open before the seat."""
        if self.fields.hands:
            yield Pile(self.fields.hands[0].name, self.faces(self.shown(view, seat)) or self.backs(view, seat))
        for field in self.fields.laid:
            if field.name not in (IN_PLACE, TRICK) and (cards := self.fields.cards(view, Place(field, seat))):
                yield Pile(field.name, self.faces(cards))

    def backs(self, view: Plain, seat: int) -> tuple[Card, ...]:
        """A hand that is not shown."""
        return (Card(self.fields.deck.name),) * (self.many(view, seat) if self.holds(view, seat) else 0)

    def many(self, view: Plain, seat: int) -> int:
        """How many cards a seat holds, as the rules count them, else as many as there is room for."""
        field, held = self.fields.hands[0], getattr(view, "holds", None)
        return held[seat] if held else field.row if len(field.shape) > 1 else 1

    def holds(self, view: Plain, seat: int) -> bool:
        """Whether a seat holds cards of a hand that is played."""
        played = self.rules.hand.number(view) > 0 and not self.rules.hand.ended(view)
        status = getattr(view, "status", None)
        return played and (status is None or status[seat] not in STATES)

    def centre(self, view: Plain) -> tuple[Pile, ...]:
        """What lies in the middle, from the first hand on."""
        return tuple(self.middle(view)) if self.rules.hand.number(view) else ()

    def middle(self, view: Plain) -> Iterator[Pile]:
        """The trick, the deck, and what lies open."""
        for field in self.fields.laid:
            for seat in range(view.seats) if field.name == TRICK else ():
                yield Pile(TRICK, self.faces(self.fields.cards(view, Place(field, seat))), seat=seat)
        if self.fields.stock:
            yield Pile("deck", (Card(self.fields.deck.name),), getattr(view, "left", None), "stack")
        for field in self.fields.middle:
            yield Pile(field.name, self.faces(self.fields.cards(view, Place(field))))

    def faces(self, cards: tuple[int, ...]) -> tuple[Card, ...]:
        deck = self.fields.deck
        return tuple(Card(deck.name, deck.codes[card], deck.names[card]) for card in cards)
