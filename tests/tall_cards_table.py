"""A rigged table of Tall Cards: hands, draws and the Tall Card written out, actions as text."""

from __future__ import annotations

from collections.abc import Mapping

from shindig.games import game
from shindig.games.game import Line
from shindig.match import Match

GAME = game("tall-cards")
HANDS = {
    0: "2p 4h 6o 8a Ur",
    1: "3p 5h 7o Ta Pr",
    2: "4p 6h 8o Ua Dr",
    3: "5p 7h To Pa Ar",
    4: "6p 8h Uo Da 2r",
    5: "7p Th Po Aa 3r",
    6: "8p Uh Do 2a 4r",
    7: "Tp Ph Ao 3a 5r",
}
"""Hands worth nothing, a different one for each seat."""


class Table(Match):
    """A match without chance of its own: `deal` hands it the orders of a hand, written out."""

    def __init__(self, seats: int, dealer: int | None = 0, **options: object) -> None:
        rules: Mapping[str, object] = (
            {"gifts": "never"} | ({} if dealer is None else {"first_dealer": dealer}) | options
        )
        super().__init__(GAME, seats, rules)
        self.lines: list[Line] = []

    def deal(self, hands: Mapping[int, str] | None = None, tall: str = "b", draws: str = "") -> Table:
        """Hand in the Tall deck with `tall` on top and a main deck that deals these hands, then these draws."""
        self.hand_in([tall, *(code for code in self.game.item_codes(self.record, 2) if code != tall)])
        deck = self.game.deck(self.record)
        joined = [seat for seat in self.clockwise() if self.joins(seat)]
        drawn = deck.parse(draws)
        given = {seat: deck.parse(cards) for seat, cards in (hands or {}).items()}
        dealt = self.filled(given, joined, drawn)
        top = [dealt[seat][i] for i in range(5) for seat in joined] + drawn
        rest = list(deck.cards)
        for card in top:
            rest.remove(card)
        self.hand_in([deck.codes[card] for card in top + rest])
        return self

    def filled(self, given: dict[int, list[int]], joined: list[int], drawn: list[int]) -> dict[int, list[int]]:
        """The hands given, and HANDS for the others, with other cards for those that are gone."""
        deck = self.game.deck(self.record)
        fillers = {seat: [deck.card(code) for code in HANDS[seat].split()] for seat in joined if seat not in given}
        gone = [*drawn, *(card for hand in given.values() for card in hand)]
        free = [card for card in deck.cards if all(card not in hand for hand in fillers.values()) and card not in gone]
        for hand in fillers.values():
            hand[:] = [free.pop() if card in gone else card for card in hand]
        return given | fillers

    def clockwise(self) -> list[int]:
        """All seats from the dealer's left."""
        dealer = int(self.record.dealer)
        return [(dealer + step) % self.seats for step in range(1, self.seats + 1)]

    def joins(self, seat: int) -> bool:
        asked = int(self.record.sit_out) == 1
        return bool(self.record.status[seat] == 1) if asked else bool(self.record.chips[seat] > 0)

    def hand_in(self, order: list[str]) -> None:
        before = self.view()
        self.order(order)
        self.lines += self.story(before, self.steps[-1], self.view())

    def do(self, *actions: str) -> Table:
        """Play actions, each by whoever's turn it is; `2: call` also checks whose turn that is."""
        for words in actions:
            seat, colon, action = words.rpartition(": ")
            assert not colon or int(seat) == self.to_act, f"{words!r}, but it is the turn of seat {self.to_act}"
            before = self.view()
            self.play(action)
            self.lines += self.story(before, self.steps[-1], self.view())
        return self

    def told(self) -> str:
        """The onlooker's log so far."""
        return "\n".join(line.text for line in self.lines)

    @property
    def chips(self) -> list[int]:
        return [int(self.record.chips[seat]) for seat in range(self.seats)]

    @property
    def pots(self) -> list[int]:
        return [int(self.record.pot[p]) for p in range(int(self.record.pots))]

    def shown(self) -> dict[int, str]:
        """Hands that lie face up, by seat."""
        deck = self.game.deck(self.record)
        record = self.view().record
        return {s: deck.text(record.shown[s]) for s in range(self.seats) if record.shown[s, 0] >= 0}


def stocked(table: Table, *chips: int) -> Table:
    """The same table with other stacks, before the first hand."""
    table.array["chips"][0, : len(chips)] = chips
    return table
