"""A rigged table of Tall Cards: hands, draws and the Tall Card written out, actions as text."""

from __future__ import annotations

from collections.abc import Mapping

from shindig.gamekit import game
from tests.kits.games.scripted_table import RiggedTable

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


class Table(RiggedTable):
    """`deal` hands in the orders of a hand, written out."""

    def __init__(self, seats: int, dealer: int | None = 0, **options: object) -> None:
        rules: Mapping[str, object] = (
            {"gifts": "never"} | ({} if dealer is None else {"first_dealer": dealer}) | options
        )
        super().__init__(GAME, seats, rules)

    def deal(self, hands: Mapping[int, str] | None = None, tall: str = "b", draws: str = "") -> Table:
        """Hand in the Tall deck with `tall` on top and a main deck that deals these hands, then these draws."""
        self.top(tall)
        deck = self.game.deck(self.record)
        joined = [seat for seat in self.clockwise(self.dealing()) if self.joins(seat)]
        drawn = deck.parse(draws)
        given = {seat: deck.parse(cards) for seat, cards in (hands or {}).items()}
        dealt = self.filled(given, joined, drawn)
        top = [dealt[seat][i] for i in range(5) for seat in joined] + drawn
        self.top(*(deck.codes[card] for card in top))
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

    def dealing(self) -> int:
        """Who deals the hand for which the cards are shuffled: where antes were asked for, it has begun already."""
        dealer = int(self.record.dealer)
        if self.record.sit_out or not self.record.hand_number:
            return dealer
        return next(seat for seat in self.clockwise(dealer) if self.chips[seat] > 0)

    def joins(self, seat: int) -> bool:
        asked = int(self.record.sit_out) == 1
        return bool(self.record.status[seat] == 1) if asked else bool(self.record.chips[seat] > 0)


def stocked(table: Table, *chips: int) -> Table:
    """The same table with other stacks, before the first hand."""
    table.array["chips"][0, : len(chips)] = chips
    return table
