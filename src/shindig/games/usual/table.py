"""The usual table: hands, open cards, chips and bets, as the record's fields name them; a button for each verb.

| field | what is drawn |
| --- | --- |
| private with cards | a hand: its own seat sees it, others as many backs, while a hand is played |
| public with cards, a row a seat | open before the seat; where it is called `shown`, in the hand's place |
| public with cards | open in the middle, under the field's name |
| hidden with cards | the deck |
| public `chips`, `bets`, `status`, a number a seat | its chips, what lies before it, whether it is out or has folded |
| public `holds`, a number a seat | how many cards of its hand others see as backs |
| public `score`, `points`, `tricks`, a number a seat | said at the seat |
| public `dealer`, `pot` | whose deal it is, what lies in the middle |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...cards import Deck
from ..betting.state import FOLDED, OUT
from ..game import Rules, Table, Words
from ..layout import Plain
from ..scene import Amount, Card, Control, Pile, Plate, Press, Prompt, Scene
from .fields import Fields, Place

STATES = {OUT: "out", FOLDED: "folded"}
IN_PLACE = "shown"
COUNTED = ("score", "points", "tricks")
"""Numbers that are said at a seat, as `points 12`."""


def table(rules: Rules, deck: Deck, words: Words, **own: Any) -> Table:
    """A table for a game with one deck. `own` takes the place of any part of it, as `look=Look(...)`."""
    usual = Usual(rules, Fields.of(rules, deck), words)
    return Table(**{"decks": (deck,), "scene": usual.scene, "own": usual.own, **own})


@dataclass(frozen=True)
class Usual:
    """The table of one game."""

    rules: Rules
    fields: Fields
    words: Words

    def scene(self, view: Plain) -> Scene:
        """The whole table as everybody sees it."""
        number = self.rules.hand.number(view)
        return Scene(
            title=f"Hand {number}" if number else "Before the first hand",
            seats=tuple(self.seat(view, seat) for seat in range(view.seats)),
            centre=tuple(self.middle(view)) if number else (),
            pots=(("Pot", view.pot),) if getattr(view, "pot", 0) else (),
            result=self.words.result(view),
            to_act=view.actor if view.actor >= 0 else None,
        )

    def own(self, view: Plain, scene: Scene, ranges: list[tuple[int, int]]) -> Scene:
        """What a seat sees beside: its hand, and what it is asked."""
        return scene.of(self.seat(view, view.viewer), self.prompt(view, ranges) if ranges else None)

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
        if getattr(view, "dealer", None) == seat:
            yield "dealer"
        for name in COUNTED:
            if isinstance(numbers := getattr(view, name, None), tuple):
                yield f"{name} {numbers[seat]}"

    def said(self, view: Plain, seat: int) -> str:
        """What the hand that has ended brought."""
        payoff = int(self.rules.hand.payoff(view, seat)) if self.rules.hand.ended(view) else 0
        return f"wins {payoff}" if payoff > 0 else f"loses {-payoff}" if payoff < 0 else ""

    def piles(self, view: Plain, seat: int) -> Iterator[Pile]:
        """The hand first, as it is shown, known or only held; then what lies open."""
        laid = {field.name: self.fields.cards(view, Place(field, seat)) for field in self.fields.laid}
        shown, holds = laid.pop(IN_PLACE, ()), self.holds(view, seat)
        for number, field in enumerate(self.fields.hands):
            cards = (not number and shown) or self.fields.cards(view, Place(field, seat))
            backs = (Card(self.fields.deck.name),) * (self.many(view, seat, number) if holds else 0)
            yield Pile(field.name, self.faces(cards) or backs)
        yield from (Pile(name, self.faces(cards)) for name, cards in laid.items() if cards)

    def many(self, view: Plain, seat: int, number: int) -> int:
        """How many cards a seat holds, as the rules count them, else as many as there is room for."""
        field, held = self.fields.hands[number], getattr(view, "holds", None)
        room = field.row if len(field.shape) > 1 else 1
        return held[seat] if held and not number else room

    def holds(self, view: Plain, seat: int) -> bool:
        """Whether a seat holds cards that this viewer does not know."""
        played = self.rules.hand.number(view) > 0 and not self.rules.hand.ended(view)
        status = getattr(view, "status", None)
        return played and view.viewer != seat and (status is None or status[seat] not in STATES)

    def middle(self, view: Plain) -> Iterator[Pile]:
        """The deck, and what lies open."""
        if self.fields.stock:
            yield Pile("deck", (Card(self.fields.deck.name),), shape="stack")
        for field in self.fields.middle:
            yield Pile(field.name, self.faces(self.fields.cards(view, Place(field))))

    def faces(self, cards: tuple[int, ...]) -> tuple[Card, ...]:
        deck = self.fields.deck
        return tuple(Card(deck.name, deck.codes[card], deck.names[card]) for card in cards)

    def prompt(self, view: Plain, ranges: list[tuple[int, int]]) -> Prompt:
        """A button for each legal action, the first one the usual choice, and a control for each family of amounts."""
        controls: list[Control] = []
        for first, last in ranges:
            family = next((family for family in self.rules.amounts if first in family), None)
            if family is not None:
                controls.append(Amount(family.name.capitalize(), first, family.amount(first), family.amount(last)))
                continue
            for action in range(first, last + 1):
                label = self.words.text(view, action).capitalize()
                controls.append(Press(action, label, weight=1 if controls else 2))
        return Prompt("What will you do?", tuple(controls))
