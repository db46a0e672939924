"""A rigged table of Pokebacc: hands and draws written out, actions as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import shindig
from shindig.gamekit.betting.state import OUT
from shindig.gamekit.game_spec import Line
from shindig.games.pokebacc import PokebaccGame
from shindig.games.pokebacc.worth.hand_melds import cards_in, meld
from shindig.match import Match

ROYAL, BANK, FARM = "royal-pokebacc", "merchants-bank", "farmers-and-fishermen"
ALL = (ROYAL, BANK, FARM)


def game(name: str) -> PokebaccGame:
    return cast(PokebaccGame, shindig.game(name))


def junk(name: str) -> list[str]:
    """The whole deck in an order that gives hands without melds: odd numbers, even numbers, pairs of figures."""
    codes = game(name).variant.deck.codes
    figures = [code[:-1] for code in codes if code.endswith("A") and not code[0].isdigit()]
    first = [f"{n}A" for n in (1, 3, 5, 7, 9)] + [f"{n}F" for n in (2, 4, 6, 8, 10)]
    first += [figure + suit for figure in figures for suit in "AW"]
    first += [f"{n}W" for n in (1, 3, 5, 7, 9)] + [f"{n}M" for n in (2, 4, 6, 8, 10)]
    first = [code for code in first if code in codes]
    return first + [code for code in codes if code not in first]


class Table(Match):
    """A match without chance of its own; `deal` hands it the orders, written out. Seat `dealer` draws the deal."""

    def __init__(self, name: str, seats: int = 3, dealer: int = 0, **options: object) -> None:
        super().__init__(game(name), seats, options)
        self.name = name
        self.lines: list[Line] = []
        drawn = [f"{1 + seat}A" for seat in range(seats)]
        drawn[dealer] = "8M"
        self.hand_in(drawn)

    def deal(self, hands: Mapping[int, str] | None = None, draws: str = "") -> Table:
        """Deal hands, filled up to six cards with cards that nobody has named; then the draws are on top."""
        named = {seat: (hands or {}).get(seat, "").split() for seat in self.left_of_dealer()}
        used = {card for cards in named.values() for card in cards} | set(draws.split())
        spare = iter(code for code in junk(self.name) if code not in used)
        full = {seat: named[seat] + [next(spare) for _ in range(6 - len(named[seat]))] for seat in sorted(named)}
        return self.hand_in([full[seat][i] for i in range(6) for seat in named] + draws.split())

    def left_of_dealer(self) -> list[int]:
        """Seats that are dealt to, from the next dealer's left."""
        dealer = int(self.record.dealer) + (self.record.hands > 0)
        around = [(dealer + step) % self.seats for step in range(self.seats)]
        playing = [seat for seat in around if self.record.status[seat] != OUT]
        return [*playing[1:], playing[0]]

    def hand_in(self, first: list[str]) -> Table:
        """Hand in the order that is needed, beginning with some cards."""
        codes = self.game.item_codes(self.record, 0)
        wanted = {codes[item] for item in self.wanted()}
        before = self.view()
        self.order([*first, *(code for code in junk(self.name) if code in wanted and code not in first)])
        return self.tell(before)

    def does(self, *actions: str) -> Table:
        """Play actions, each for whose turn it is."""
        for action in actions:
            before = self.view()
            self.play(action)
            self.tell(before)
        return self

    def tell(self, before: object) -> Table:
        self.lines += self.story(before, self.steps[-1], self.view())  # type: ignore[arg-type]
        return self

    def idle(self, turns: int = 1) -> Table:
        """Let turns go by in which a card just drawn is discarded, or any where none was drawn."""
        for _ in range(turns):
            fresh, held = int(self.record.fresh[self.to_act]), int(self.record.held[self.to_act])
            self.does(f"discard {self.codes[next(cards_in(fresh & held or held))]}")
            self.shuffle_again()
        return self

    def shuffle_again(self) -> None:
        """Hand in the discard pile in ascending order where it becomes the draw pile."""
        while self.needs == "again":
            self.hand_in([])

    @property
    def codes(self) -> tuple[str, ...]:
        return game(self.name).variant.deck.codes

    def hand(self, seat: int) -> str:
        """What a seat holds, ascending."""
        return " ".join(self.codes[card] for card in cards_in(int(self.record.held[seat])))

    def laid(self, seat: int) -> list[str]:
        """The melds that lie before a seat."""
        m = self.record
        return [str(meld(game(self.name).variant, int(m.laid[seat, i]))) for i in range(m.melds[seat])]

    def scores(self) -> list[int]:
        return [int(score) for score in self.record.score[: self.seats]]

    def hands_won(self) -> list[int]:
        return [int(won) for won in self.record.won[: self.seats]]

    def chips(self) -> list[int]:
        return [int(chips) for chips in self.record.chips[: self.seats]]

    @property
    def told(self) -> str:
        return "\n".join(str(line.text) for line in self.lines)
