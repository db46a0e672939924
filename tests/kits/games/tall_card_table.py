"""A rigged table of Tall Card: hands, draws and Tall Cards written out."""

from __future__ import annotations

from collections.abc import Mapping

from shindig.gamekit import game
from shindig.gamekit.five_cards.state import MAIN
from shindig.games.tall_card.deck import TALL_CARD
from tests.kits.games.scripted_table import RiggedTable

GAME = game("tall-card")
HANDS = {
    0: "9b 7p 5d 3b 1p",
    1: "8b 6p 4d 2b 1d",
    2: "7b 5p 4b 2d 1d",
    3: "6b 5b 3p 2p 1b",
    4: "9p 7d 5b 3d 1b",
    5: "8p 6d 4p 2p 1p",
    6: "7d 6p 4d 2d 3p",
}
"""Hands without a couple, each High & Mighty: by 9, 8, 7, 6 and again 9, 8, 7."""
TALL = "WhD"
"""A Tall Card that touches none of these hands."""
MILDEST = ("check", "call", "discard", "decline", "claim")


class Table(RiggedTable):
    """Seat 0 deals first, unless `dealer` says otherwise; None draws lots."""

    def __init__(self, seats: int, dealer: int | None = 0, **options: object) -> None:
        named = {} if dealer is None else {"first_dealer": dealer}
        super().__init__(GAME, seats, named | options)

    def deal(self, hands: Mapping[int, str] | None = None, tall: str = TALL, draws: str = "") -> Table:
        """Order the Tall deck with `tall` and then Dragons on top, where it is to be shuffled, and deal these hands."""
        if self.needs == "tall":
            self.top(tall, *(code for code in ("WhD", "GrD", "RdD") if code != tall))
        return self.deal_cards(hands, draws)

    def deal_cards(self, hands: Mapping[int, str] | None = None, draws: str = "") -> Table:
        """Order the main deck so that it deals these hands, then these draws."""
        assert self.record.asks == MAIN
        wanted = HANDS | dict(hands or {})
        dealt = [TALL_CARD.parse(wanted[seat]) for seat in self.clockwise(self.dealing()) if self.chips[seat] > 0]
        cards = [hand[i] for i in range(5) for hand in dealt] + TALL_CARD.parse(draws)
        self.top(*(TALL_CARD.codes[card] for card in cards))
        return self

    def dealing(self) -> int:
        """Who deals the round for which the cards are shuffled."""
        dealer = int(self.record.dealer)
        return next(seat for seat in self.clockwise(dealer) if self.chips[seat] > 0) if self.record.rounds else dealer

    def claimed(self, by: int | None = None) -> Table:
        """Play the Tall step: a seat claims, the first one asked if none is named."""
        while by is not None and self.to_act != by:
            self.do("decline")
        self.do("claim")
        return self

    def finish(self) -> Table:
        """Play the round to its end, everyone as mildly as they may; where nobody has claimed, the Dealer must."""
        while self.to_act >= 0:
            self.do(next(action for action in MILDEST if action in self.legal))
        return self

    def hand(self, seat: int) -> str:
        return TALL_CARD.text(self.record.hand[seat])


def stocked(table: Table, *chips: int) -> Table:
    """The same table with other stacks, before the first round."""
    table.array["chips"][0, : len(chips)] = chips
    return table
